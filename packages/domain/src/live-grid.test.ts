import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slowness } from './testing-slowness.ts'
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

  test('100,000 drones moving and 200 views take a small part of a second', () => {
    const grid = new LiveGrid()
    const random = seeded(4)
    const at = Float64Array.from({ length: 200_000 }, (_, i) =>
      i % 2 === 0 ? 75 + random() * 55 : 10 + random() * 40,
    )
    const moveAll = (d: number) => {
      for (let slot = 0; slot < 100_000; slot++)
        grid.set(slot, at[slot * 2]! + d, at[slot * 2 + 1]!)
    }
    moveAll(0)
    const start = process.cpuUsage()
    moveAll(0.0001)
    let seen = 0
    for (let i = 0; i < 200; i++)
      seen += grid.query({
        minLng: 75 + i / 4,
        minLat: 20,
        maxLng: 75.5 + i / 4,
        maxLat: 20.5,
      }).length
    const ms = process.cpuUsage(start).user / 1e3
    console.info(`move 100,000 and 200 views (${seen} seen): ${ms.toFixed(1)} ms`)
    expect(ms).toBeLessThan(250 * slowness())
  })
})
