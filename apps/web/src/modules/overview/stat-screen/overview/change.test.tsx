import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Change } from './change.tsx'

const textOf = (now: number, before: number): string =>
  render(<Change now={now} before={before} />).container.textContent.trim()

test('growth is a share, then a multiple, and words where the period before had next to nothing', () => {
  expect(textOf(130, 100)).toBe('30.0%')
  expect(textOf(1_300, 100)).toBe('×13')
  expect(textOf(600_000, 100)).toBe('almost none before')
  expect(textOf(100, 0)).toBe('0 in the previous period')
})
