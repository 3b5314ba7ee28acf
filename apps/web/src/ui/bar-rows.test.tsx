import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BarRows } from './bar-rows.tsx'

test('a row without work says so instead of an area of 0 and an amount', () => {
  const bars = [
    { key: 'a', label: 'Nanxun', mu: 20, note: '¥70.00' },
    { key: 'b', label: 'Deqing', mu: 0, note: '–' },
  ]
  render(<BarRows bars={bars} label="By operator" none="None" noWork="No work" />)
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Nanxun3.29 acres¥70.00',
    'DeqingNo work',
  ])
})

test('bars are drawn only where there are two to compare', () => {
  const bar = (key: string, mu: number) => ({ key, label: key, mu, note: '' })
  const count = (...bars: ReturnType<typeof bar>[]): number =>
    render(<BarRows bars={bars} label="By client" none="None" />).container.querySelectorAll('i')
      .length
  expect(count(bar('a', 20), bar('b', 0))).toBe(0)
  expect(count(bar('a', 20), bar('b', 10))).toBe(2)
})
