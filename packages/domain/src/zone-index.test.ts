import { describe, expect, test } from 'vitest'
import type { LngLat } from './lng-lat.ts'
import { seeded } from './track-samples.ts'
import { ZoneIndex } from './zone-index.ts'
import type { AirZone } from './zone-index.ts'
import { shapeAreaM2, shapeBounds, shapeContains, shapePolygon } from './zone-shapes.ts'
import type { ZoneShape } from './zone-shapes.ts'

const zone = (id: string, shape: ZoneShape, limits: Partial<AirZone> = {}): AirZone => ({
  id,
  shape,
  lowerM: null,
  upperM: null,
  fromMs: null,
  toMs: null,
  ...limits,
})
const star = (
  random: () => number,
  lng: number,
  lat: number,
  size: number,
  corners = 38,
): LngLat[] =>
  Array.from({ length: corners }, (_, i) => {
    const r = size * (0.5 + random() / 2)
    return [
      lng + Math.cos((i / corners) * 2 * Math.PI) * r,
      lat + Math.sin((i / corners) * 2 * Math.PI) * r,
    ] as const
  })
const manyZones = (count: number) => {
  const random = seeded(3)
  return Array.from({ length: count }, (_, i) => {
    const lng = 75 + random() * 55
    const lat = 10 + random() * 40
    const size = 0.01 + random() * 0.15
    const ring = star(random, lng, lat, size)
    return zone(
      `z${i}`,
      i % 5 === 0
        ? { kind: 'circle', center: [lng, lat], radiusM: size * 90_000 }
        : {
            kind: 'polygon',
            rings: i % 3 === 0 ? [ring, star(random, lng, lat, size / 3)] : [ring],
          },
    )
  })
}

describe('zones', () => {
  test('the index finds the same zones as a check of every zone', () => {
    const zones = [
      ...manyZones(300),
      zone('wide', { kind: 'circle', center: [100, 30], radiusM: 900_000 }),
      ...Array.from({ length: 100 }, (_, i) =>
        zone(`many corners ${i}`, {
          kind: 'polygon',
          rings: [
            star(seeded(i), 90 + i / 10, 30, 0.2, 600),
            star(seeded(i), 90 + i / 10, 30, 0.05, 100),
          ],
        }),
      ),
    ]
    const index = new ZoneIndex(zones)
    const random = seeded(9)
    let hits = 0
    for (let i = 0; i < 4000; i++) {
      const near = zones[Math.floor(random() * zones.length)]!
      const box = shapeBounds(near.shape)
      const lng = box.minLng + random() * (box.maxLng - box.minLng)
      const lat = box.minLat + random() * (box.maxLat - box.minLat)
      const wanted = zones
        .filter((z) => shapeContains(z.shape, lng, lat))
        .map((z) => z.id)
        .sort()
      hits += wanted.length
      expect(
        index
          .zonesAt(lng, lat, 3, 0)
          .map((z) => z.id)
          .sort(),
      ).toEqual(wanted)
    }
    expect(hits).toBeGreaterThan(1000)
  })

  test('height limits, validity and holes', () => {
    const square = (size: number): LngLat[] => [
      [100 - size, 14 - size],
      [100 + size, 14 - size],
      [100 + size, 14 + size],
      [100 - size, 14 + size],
    ]
    const index = new ZoneIndex([
      zone(
        'a',
        { kind: 'polygon', rings: [square(0.01), square(0.001)] },
        { lowerM: 2, upperM: 120, fromMs: 1000, toMs: 2000 },
      ),
    ])
    const at = (lng: number, heightM: number, tMs: number) =>
      index.zonesAt(lng, 14, heightM, tMs).length
    expect(at(100.005, 30, 1500)).toBe(1)
    expect(at(100.005, NaN, 1500)).toBe(1)
    expect(at(100, 30, 1500)).toBe(0)
    expect([
      at(100.005, 1, 1500),
      at(100.005, 121, 1500),
      at(100.005, 30, 999),
      at(100.005, 30, 2000),
    ]).toEqual([0, 0, 0, 0])
  })

  test('a circle has the given radius', () => {
    const circle: ZoneShape = { kind: 'circle', center: [24.9, 60.2], radiusM: 5000 }
    for (const [lng, lat] of shapePolygon({ ...circle, radiusM: 4990 })[0]!)
      expect(shapeContains(circle, lng, lat)).toBe(true)
    for (const [lng, lat] of shapePolygon({ ...circle, radiusM: 5010 })[0]!)
      expect(shapeContains(circle, lng, lat)).toBe(false)
  })

  test('the area of a circle and of the polygon drawn for it', () => {
    const circle: ZoneShape = { kind: 'circle', center: [24.9, 60.2], radiusM: 500 }
    expect(shapeAreaM2(circle)).toBeCloseTo(785_398.2, 1)
    expect(
      Math.abs(
        shapeAreaM2({ kind: 'polygon', rings: shapePolygon(circle, 256) }) / shapeAreaM2(circle) -
          1,
      ),
    ).toBeLessThan(0.001)
  })
})
