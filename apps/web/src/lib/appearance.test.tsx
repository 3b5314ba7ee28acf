import { expect, test } from 'vitest'
import { appearance, paletteOf } from './appearance.ts'

test('a page that is watched at night is dark if the person chose it, and no other page is', () => {
  expect(paletteOf(true)).toBe('light') // the system's palette in the tests
  appearance.set('dark')
  expect([paletteOf(true), paletteOf(false)]).toEqual(['dark', 'light'])
  appearance.set('light')
  expect(paletteOf(true)).toBe('light')
})
