import { describe, expect, test } from 'vitest'
import { LocalPlane, type LngLat } from '@swath/domain/lng-lat'
import { snapTo } from './snapping.ts'

const plane = new LocalPlane(120, 30)
const at = (x: number, y: number): LngLat => plane.fromPlane(x, y)
const field = [at(0, 0), at(100, 0), at(100, 100), at(0, 100)]
const snap = snapTo([field])
const inMetres = (place: LngLat | null): number[] | null =>
  place && plane.toPlane(place).map((metres) => Math.round(metres * 10) / 10 + 0)

describe('snapping of a corner that is set near a field', () => {
  test('prefers the field’s corner to a nearer edge', () => {
    expect(inMetres(snap(at(96, 1), 5))).toEqual([100, 0])
  })
  test('snaps to the nearest point of an edge', () => {
    expect(inMetres(snap(at(50, -3), 5))).toEqual([50, 0])
    expect(inMetres(snap(at(-3, 60), 5))).toEqual([0, 60])
  })
  test('does not move if nothing is within reach', () => {
    expect(snap(at(50, -8), 5)).toBeNull()
    expect(snap(at(50, 50), 5)).toBeNull()
    expect(snapTo([])(at(0, 0), 5)).toBeNull()
  })
})
