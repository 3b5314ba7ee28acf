import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defineSlot } from './slots.tsx'

test('a slot renders its parts in order', async () => {
  const slot = defineSlot<{ plot: string }>()
  const part = (name: string) => async () => {
    const Part = ({ plot }: { plot: string }) => <p>{`${name} of ${plot}`}</p>
    return Part
  }
  slot.fill({ order: 20, load: part('Subsidies') })
  slot.fill({ order: 10, load: part('Work') })
  render(<slot.Slot plot="East 7" />)
  await screen.findByText('Subsidies of East 7')
  const shown = screen.getAllByText(/of East 7/)
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    'Work of East 7',
    'Subsidies of East 7',
  ])
})

test('an empty slot renders nothing', () => {
  const slot = defineSlot<object>()
  const { container } = render(<slot.Slot />)
  expect(container.innerHTML).toBe('')
})
