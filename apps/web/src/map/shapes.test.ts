import { distanceM } from '@swath/domain/lng-lat'
import { describe, expect, test } from 'vitest'
import { boundsOfPlaces, circleRing, namePlace, shapeCoordinates } from './shapes.ts'

describe('shapes', () => {
  test('a circle is a closed ring of 64 points at the radius', () => {
    const ring = circleRing([100.1, 14.5], 500)
    expect(ring).toHaveLength(65)
    expect(ring[64]).toEqual(ring[0])
    for (const place of ring) expect(distanceM([100.1, 14.5], place)).toBeCloseTo(500, 0)
  })

  test('rings are closed once', () => {
    const open = [
      [0, 0],
      [1, 0],
      [1, 1],
    ] as const
    expect(shapeCoordinates({ kind: 'polygon', rings: [open] })[0]).toHaveLength(4)
    expect(shapeCoordinates({ kind: 'polygon', rings: [[...open, [0, 0]]] })[0]).toHaveLength(4)
  })

  test('a name is written inside the ground, and once', () => {
    const rectangle = [
      [0, 0],
      [4, 0],
      [4, 2],
      [0, 2],
    ] as const
    expect(namePlace({ kind: 'polygon', rings: [rectangle] })).toEqual([2, 1])
    expect(namePlace({ kind: 'circle', centre: [7, 8], radiusM: 50 })).toEqual([7, 8])
    // An L has its centre outside; the hole cuts the widest part of a ring.
    const corner = [
      [0, 0],
      [10, 0],
      [10, 3],
      [1, 3],
      [1, 10],
      [0, 10],
    ] as const
    expect(namePlace({ kind: 'polygon', rings: [corner] })![1]).toBeLessThan(3)
    const hole = [
      [1, 0.5],
      [3.5, 0.5],
      [3.5, 1.9],
      [1, 1.9],
    ] as const
    expect(namePlace({ kind: 'polygon', rings: [rectangle, hole] })![1]).toBeLessThan(0.5)
    const parts = [[rectangle], [rectangle.map(([lng, lat]) => [lng * 2 + 9, lat] as const)]]
    expect(namePlace({ kind: 'parts', parts })).toEqual([13, 1])
    expect(namePlace({ kind: 'polygon', rings: [] })).toBeNull()
  })

  test('no places have no bounding box', () => {
    expect(boundsOfPlaces([])).toBeNull()
    expect(
      boundsOfPlaces([
        [3, 4],
        [1, 9],
      ]),
    ).toEqual({ minLng: 1, minLat: 4, maxLng: 3, maxLat: 9 })
  })
})
