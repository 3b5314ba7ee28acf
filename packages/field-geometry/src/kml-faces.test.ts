import { expect, test } from 'vitest'
import type { LngLat } from '@swath/domain/lng-lat'
import { keptPlots, keptZones } from './limits.ts'
import { readText, square } from './testing-files.ts'

const ringOf = (places: readonly (readonly number[])[]): string =>
  places.map((place) => place.join(',')).join(' ')
const polygon = (places: readonly (readonly number[])[]): string =>
  `<Polygon><altitudeMode>absolute</altitudeMode><outerBoundaryIs><LinearRing><coordinates>${ringOf(places)}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
const at = (ring: readonly LngLat[], heightM: number) => ring.map((place) => [...place, heightM])

/** Top, ground and a wall over each edge, as in national airspace files. */
const body = (ring: LngLat[], lowerM: number, upperM: number): string =>
  [
    polygon(at(ring, upperM)),
    polygon(at(ring.toReversed(), lowerM)),
    ...ring.slice(1).map((to, i) => {
      const from = ring[i]!
      return polygon([
        [...from, lowerM],
        [...to, lowerM],
        [...to, upperM],
        [...from, upperM],
        [...from, lowerM],
      ])
    }),
  ].join('')
const kmlOf = (geometry: string): string =>
  `<kml><Document><Placemark><name>D1</name><MultiGeometry>${geometry}</MultiGeometry></Placemark></Document></kml>`

test('a solid drawn by its faces becomes its footprint with height limits', async () => {
  const { features } = await readText(kmlOf(body(square(-5, 50, 0.1), 30, 304.8)))
  expect(features).toMatchObject([
    {
      name: 'D1',
      problems: [],
      properties: { lowerM: '30', upperM: '304.8', lowerReference: 'sea', upperReference: 'sea' },
      shape: { kind: 'polygon', parts: [[{ length: 5 }]] },
    },
  ])
})

test('several solids of one name are parts of one feature', async () => {
  const two = body(square(-5, 50, 0.1), 0, 100) + body(square(-4, 50, 0.1), 0, 200)
  const { features } = await readText(kmlOf(two))
  expect(features[0]!.problems).toEqual([])
  expect(features[0]!.shape).toMatchObject({ parts: { length: 2 } })
})

test('polygons with heights that form no solid do not change', async () => {
  const flat = polygon(at(square(-5, 50, 0.1), 12))
  const { features } = await readText(kmlOf(flat))
  expect(features).toMatchObject([{ problems: [], properties: {}, shape: { kind: 'polygon' } }])
  const wall = polygon([
    [-5, 50, 0],
    [-5, 51, 0],
    [-5, 51, 9],
    [-5, 50, 9],
    [-5, 50, 0],
  ])
  const only = await readText(kmlOf(wall))
  expect(only.features[0]!.shape).toBeNull()
})

test('a parcel of a land register keeps every corner, a zone only as many as a drone can store', async () => {
  const corners = Array.from({ length: 3_000 }, (_, i): LngLat => {
    const turn = (i / 3_000) * 2 * Math.PI
    const reach = 0.01 * (1 + 0.02 * (i % 2))
    return [25 + reach * Math.cos(turn), 46 + reach * Math.sin(turn)]
  })
  const text = JSON.stringify({ type: 'Polygon', coordinates: [[...corners, corners[0]!]] })
  const read = async (kept: typeof keptPlots) => (await readText(text, { kept })).features[0]!
  expect((await read(keptPlots)).problems).toEqual([])
  expect((await read(keptZones)).problems.map(({ reason }) => reason)).toEqual(['too_many_corners'])
})
