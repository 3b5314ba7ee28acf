import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'

afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
})

test('can be removed in a browser whose scrolling returns a promise', () => {
  Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as void
  const meanwhile = { theirs: ['name'], both: [], by: null, given: {} }
  const { unmount } = render(
    <ChangedMeanwhile meanwhile={meanwhile} onTakeTheirs={() => undefined} />,
  )
  expect(screen.getByRole('alert')).toBeTruthy()
  unmount()
})
