import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StepList } from './step-list.tsx'

test('of hundreds of comments the last hundred are shown, and the others on demand', () => {
  const steps = Array.from({ length: 250 }, (_, i) => ({
    what: 'Comment',
    at: '2026-06-01T00:05:00Z',
    who: 'Wang',
    text: `Remark ${i + 1}`,
  }))
  render(<StepList steps={steps} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(100)
  expect(screen.getByText('Remark 151')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show 150 earlier' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(250)
  expect(screen.getByText('Remark 1')).toBeTruthy()
})
