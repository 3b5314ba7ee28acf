import { expect, test } from 'vitest'
import { rowsInView } from './row-window.ts'

test('visible rows with some spare ones on both sides, within the list', () => {
  expect(rowsInView(0, 600, 60, 500)).toEqual({ first: 0, end: 14 })
  expect(rowsInView(3000, 600, 60, 500)).toEqual({ first: 46, end: 64 })
  expect(rowsInView(29_400, 600, 60, 500)).toEqual({ first: 486, end: 500 })
  expect(rowsInView(29_400, 600, 60, 3)).toEqual({ first: 3, end: 3 })
})
