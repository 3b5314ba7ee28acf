import { describe, expect, test } from 'vitest'
import { joinBorders, type Ring } from './join-borders.ts'

const west: Ring = [
  [0, 0],
  [1, 0],
  [1.01, 0.5],
  [1, 1],
  [0, 1],
  [0, 0],
]
const east: Ring = [
  [1, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [0.99, 0.3],
  [1, 0],
]

describe('joinBorders', () => {
  test('makes the borders of neighbours equal where they are close together', () => {
    const [first, second] = joinBorders([west, east], 0.05)
    expect(first).toEqual(west)
    expect(second).toEqual([
      [1, 0],
      [2, 0],
      [2, 1],
      [1, 1],
      [1.01, 0.5],
      [1, 0],
    ])
  })

  test('leaves borders that are farther apart than the tolerance', () => {
    expect(joinBorders([west, east], 0.001)[1]).toEqual(east)
  })

  test('leaves rings that touch no other', () => {
    const island: Ring = [
      [5, 5],
      [6, 5],
      [6, 6],
      [5, 5],
    ]
    expect(joinBorders([west, island], 0.05)[1]).toEqual(island)
  })
})
