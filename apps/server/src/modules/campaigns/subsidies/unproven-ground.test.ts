import { describe, expect, test } from 'vitest'
import { proveGround } from './measure-plot.ts'

const flight = (coveredM2: number, given: object = {}) => ({
  coveredM2,
  paidM2: null,
  isAdmitted: false,
  tracksM2: null,
  ...given,
})
const prove = (...flights: ReturnType<typeof flight>[]) => {
  const { newMilliM2, unprovenMilliM2 } = proveGround(10_000, flights)
  return [newMilliM2, unprovenMilliM2].map((all) => all.map((milli) => milli / 1000))
}

describe('ground of flights without stored tracks', () => {
  test('counts as much as the largest flight proves; the rest is unproven', () => {
    expect(prove(flight(9_300), flight(9_300))).toEqual([
      [9_300, 0],
      [0, 700],
    ])
    expect(prove(flight(2_000), flight(3_000), flight(1_000))).toEqual([
      [2_000, 1_000, 0],
      [0, 2_000, 1_000],
    ])
  })

  test('counts only as far as it exceeds the area of stored tracks', () => {
    expect(
      prove(flight(4_000, { tracksM2: 4_000 }), flight(3_000), flight(5_000, { tracksM2: 6_000 })),
    ).toEqual([
      [4_000, 0, 2_000],
      [0, 3_000, 0],
    ])
    expect(prove(flight(5_000), flight(4_000, { tracksM2: 4_000 }))).toEqual([
      [5_000, 0],
      [0, 4_000],
    ])
  })

  test('counts in full if a person admitted it, but never more than the plot', () => {
    expect(prove(flight(3_000), flight(4_000, { isAdmitted: true }))).toEqual([
      [3_000, 4_000],
      [0, 0],
    ])
    expect(prove(flight(9_000), flight(4_000, { isAdmitted: true }))).toEqual([
      [9_000, 1_000],
      [0, 0],
    ])
  })

  test('is not paid again where it was paid', () => {
    expect(prove(flight(3_000, { paidM2: 3_000 }), flight(3_000))).toEqual([
      [3_000, 0],
      [0, 3_000],
    ])
    // Both were admitted when they were paid: together 6,000.
    expect(
      prove(flight(3_000, { paidM2: 3_000 }), flight(3_000, { paidM2: 3_000 }), flight(4_000)),
    ).toEqual([
      [3_000, 3_000, 1_000],
      [0, 0, 3_000],
    ])
  })
})
