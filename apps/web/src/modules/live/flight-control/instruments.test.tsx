import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Cells, Compass, Horizon } from './instruments.tsx'

test('the horizon turns against the drone, and is marked without data', () => {
  const { rerender, container } = render(<Horizon rollDeg={12} pitchDeg={-5} />)
  expect(screen.getByRole('img', { name: 'Roll 12°, pitch -5°' })).toBeTruthy()
  expect(container.querySelector<SVGElement>('g[style]')!.style.transform).toBe('rotate(-12deg)')
  rerender(<Horizon rollDeg={null} pitchDeg={null} />)
  expect(screen.getByRole('img', { name: 'No attitude data' }).dataset['known']).toBe('false')
})

test('the compass turns the short way over north', () => {
  const { rerender, container } = render(<Compass headingDeg={350} />)
  const turn = (): string => container.querySelector<SVGElement>('g[style]')!.style.transform
  expect(turn()).toBe('rotate(-350deg)')
  rerender(<Compass headingDeg={10} />)
  expect(turn()).toBe('rotate(-370deg)')
  rerender(<Compass headingDeg={340} />)
  expect(turn()).toBe('rotate(-340deg)')
  expect(screen.getByRole('img', { name: 'Heading 340°' })).toBeTruthy()
})

test('shows the weakest cell, or that there is no cell data', () => {
  const { rerender } = render(<Cells cellsV={[4.01, 3.5, 3.98]} />)
  expect(screen.getByRole('img', { name: '3 cells, lowest 3.50 V, highest 4.01 V' })).toBeTruthy()
  rerender(<Cells cellsV={null} />)
  expect(screen.getByText('This drone doesn’t report cell voltages')).toBeTruthy()
})
