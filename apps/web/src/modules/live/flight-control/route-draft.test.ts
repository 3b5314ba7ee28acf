import { distanceM, LocalPlane, type LngLat } from '@swath/domain/lng-lat'
import { describe, expect, test } from 'vitest'
import { insetEdges, measureLength, findProblem, routeFeatures } from './route-draft.ts'

const plane = new LocalPlane(120, 30)
const at = (x: number, y: number): LngLat => plane.fromPlane(x, y)
const points = (...places: readonly (readonly [number, number])[]) =>
  places.map(([x, y]) => ({ at: at(x, y), heightM: 3, pumpOn: true }))

describe('problemOf', () => {
  test('requires two distinct points near the drone, and a length within one battery', () => {
    expect(findProblem(points([0, 0]), null)).toEqual({ kind: 'few' })
    expect(findProblem(points([0, 0], [100, 0]), at(0, 0))).toBeNull()
    expect(findProblem(points([0, 0], [100, 0], [100.2, 0]), null)).toEqual({
      kind: 'close',
      index: 2,
    })
    expect(findProblem(points([0, 0], [100, 0]), at(9_000, 0))).toEqual({ kind: 'far' })
    expect(
      findProblem(points([0, 0], [4_000, 0], [0, 0], [4_000, 0], [0, 0], [4_000, 0], [0, 0]), null),
    ).toEqual({ kind: 'long' })
    expect(
      findProblem(
        Array.from({ length: 2001 }, (_, i) => points([i, 0])[0]!),
        null,
      ),
    ).toEqual({ kind: 'many' })
  })
})

describe('edgesOf', () => {
  const square = [at(0, 0), at(100, 0), at(100, 60), at(0, 60), at(0, 0)]
  test.each([
    ['counter-clockwise', square],
    ['clockwise', square.toReversed()],
  ])('are half a swath inside the plot, %s', (_name, ring) => {
    const edges = insetEdges(ring, 6)
    expect(edges.map(({ lengthM }) => Math.round(lengthM)).sort((a, b) => a - b)).toEqual([
      60, 60, 100, 100,
    ])
    for (const { ends } of edges) {
      for (const end of ends) {
        const [x, y] = plane.toPlane(end)
        expect(Math.min(x, 100 - x, y, 60 - y)).toBeCloseTo(3, 1)
      }
    }
  })
})

test('length and drawing', () => {
  const route = points([0, 0], [100, 0], [100, 60])
  expect(measureLength(route)).toBeCloseTo(160, 0)
  expect(distanceM(route[0]!.at, route[1]!.at)).toBeCloseTo(100, 0)
  expect(routeFeatures(route).features.map(({ geometry }) => geometry.type)).toEqual([
    'LineString',
    'LineString',
    'Point',
    'Point',
    'Point',
  ])
})
