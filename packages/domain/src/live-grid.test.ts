import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LiveGrid } from './live-grid.ts'
import { inBounds } from './lng-lat.ts'
import { seeded } from './track-samples.ts'

const lng = fc.double({ min: -180, max: 180, noNaN: true })
const lat = fc.double({ min: -90, max: 90, noNaN: true })
const bounds = fc
  .tuple(lng, lng, lat, lat)
  .map(([a, b, c, d]) => ({
    minLng: Math.min(a, b),
    maxLng: Math.max(a, b),
    minLat: Math.min(c, d),
    maxLat: Math.max(c, d),
  }))

describe('live grid', () => {
  test('after any moves and removals a query finds exactly what is inside', () => {
    const move = fc.record({ slot: fc.nat(1500), at: fc.option(fc.tuple(lng, lat), { nil: null }) })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 200 }), bounds, (moves, box) => {
        const grid = new LiveGrid()
        const places = new Map<number, readonly [number, number]>()
        for (const { slot, at } of moves) {
          if (at === null) {
            grid.remove(slot)
            places.delete(slot)
          } else {
            grid.set(slot, ...at)
            places.set(slot, at)
          }
        }
        const wanted = [...places]
          .filter(([, at]) => inBounds(box, ...at))
          .map(([slot]) => slot)
          .sort((a, b) => a - b)
        expect(grid.query(box).sort((a, b) => a - b)).toEqual(wanted)
        expect(grid.size).toBe(places.size)
        for (const zoom of [0, 4, 12])
          expect(grid.clusterCounts(box, zoom).reduce((sum, c) => sum + c.count, 0)).toBe(
            wanted.length,
          )
      }),
    )
  })

  test('clusters split as the zoom grows, and leave out drones that the viewer may not see', () => {
    const grid = new LiveGrid()
    const random = seeded(2)
    for (let slot = 0; slot < 3000; slot++) grid.set(slot, 100 + random() * 10, 10 + random() * 10)
    const box = { minLng: 95, minLat: 5, maxLng: 115, maxLat: 25 }
    const counts = [2, 5, 8].map((zoom) => grid.clusterCounts(box, zoom).length)
    expect(counts[0]).toBeLessThan(counts[1]!)
    expect(counts[1]).toBeLessThan(counts[2]!)
    expect(
      grid.clusterCounts(box, 5, (slot) => slot < 10).reduce((sum, c) => sum + c.count, 0),
    ).toBe(10)
  })
})
