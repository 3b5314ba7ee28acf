import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appearance, currentPalette, usePalette } from './appearance.ts'

const Shown = () => usePalette()

test('the palette is the person’s choice, else the system’s', () => {
  expect(currentPalette()).toBe('light') // the system's palette in the tests
  appearance.set('dark')
  expect(currentPalette()).toBe('dark')
  appearance.set('light')
  expect(currentPalette()).toBe('light')
})

test('a page is light while it is printed, and dark again afterwards', () => {
  appearance.set('dark')
  const { container } = render(<Shown />)
  expect(container.textContent).toBe('dark')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(container.textContent).toBe('light')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(container.textContent).toBe('dark')
})
