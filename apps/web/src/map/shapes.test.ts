import { distanceM } from '@swath/domain/lng-lat'
import { describe, expect, test } from 'vitest'
import { boundsOfPlaces, circleRing, shapeCoordinates } from './shapes.ts'

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
