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

test('without a previous period worth a comparison, only real changes are shown', () => {
  const { container } = render(
    <>
      <Change now={600_000} before={100} comparison="few" />
      <Change now={100} before={0} comparison="few" />
      <Change now={30} before={170} comparison="few" />
      <Change now={30} before={170} comparison="begun" />
    </>,
  )
  expect(container.textContent.trim()).toBe('82.4%')
})

test('a decrease is never shown as complete while something is left', () => {
  expect(textOf(3, 1_700_000)).toBe('>99%')
  expect(textOf(20, 100)).toBe('80.0%')
  expect(textOf(0, 100)).toBe('100.0%')
})
