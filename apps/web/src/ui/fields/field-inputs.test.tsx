import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DayInput } from './field-inputs.tsx'

test.each(['2026/11/29', '2026-11-29', '20261129'])('a day can be typed as %s', (typed) => {
  const onChange = vi.fn<(day: string | undefined) => void>()
  render(<DayInput id="day" onChange={onChange} />)
  const input = screen.getByRole('textbox')
  fireEvent.mouseDown(input)
  fireEvent.change(input, { target: { value: typed } })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(onChange).toHaveBeenCalledWith('2026-11-29')
})
