import { expect, test } from 'vitest'
import { appearance, paletteOf } from './appearance.ts'

test('a watched room is dark where the person wishes it, and no other page is', () => {
  expect(paletteOf(true)).toBe('light') // as the system of the tests
  appearance.set('dark')
  expect([paletteOf(true), paletteOf(false)]).toEqual(['dark', 'light'])
  appearance.set('light')
  expect(paletteOf(true)).toBe('light')
})
