// The map of the demonstration: roads, canals and villages around its fields. Invented, and the
// same at each run. Layers and properties are those of the Protomaps base map, version 4.
import type { Feature, Geometry } from 'geojson'
import type { DemoDistrict } from '../../demonstration/data/districts.ts'
import { LocalPlane, type LngLat } from '@swath/domain/lng-lat'
import { Random } from '@swath/simulator/random'
import { layGrid } from '../../demonstration/plots.seed.ts'
import type { VillageReach } from '../../demonstration/world-rows.seed.ts'
import type { CutLayer } from './cut-tiles.ts'
import { villageNames } from './demonstration-names.ts'

export type Ground = { readonly layer: string; readonly from: number; readonly feature: Feature }
type Place = (x: number, y: number) => LngLat
type Facts = Readonly<Record<string, string | number>>

/** Distance of the village from its fields. */
const villageOffM = 260
const streets = 4
const streetM = 95

const draw = (layer: string, from: number, geometry: Geometry, facts: Facts): Ground => ({
  layer,
  from,
  feature: { type: 'Feature', properties: { ...facts }, geometry },
})
const line = (places: readonly LngLat[]): Geometry => ({
  type: 'LineString',
  coordinates: places.map((place) => [...place]),
})
const ring = (places: readonly LngLat[]): Geometry => ({
  type: 'Polygon',
  coordinates: [[...places, places[0]!].map((place) => [...place])],
})
const box = (place: Place, x: number, y: number, lengthM: number, depthM: number): Geometry =>
  ring([
    place(x - lengthM / 2, y - depthM / 2),
    place(x + lengthM / 2, y - depthM / 2),
    place(x + lengthM / 2, y + depthM / 2),
    place(x - lengthM / 2, y + depthM / 2),
  ])

/** A ring of irregular radius around a point, since natural shapes are no circles. */
const blot = (place: Place, x: number, y: number, reachM: number, random: Random): Geometry => {
  const waves = [random.between(0, 6), random.between(0, 6)] as const
  return ring(
    Array.from({ length: 28 }, (_, i) => {
      const angle = (i / 28) * 2 * Math.PI
      const r =
        reachM * (1 + 0.12 * Math.sin(2 * angle + waves[0]) + 0.07 * Math.sin(5 * angle + waves[1]))
      return place(x + r * Math.cos(angle), y + r * Math.sin(angle))
    }),
  )
}

/** Lanes between the rows of fields, canals next to every third of them. */
const drawFields = (
  { district, village, reachM }: VillageReach,
  place: Place,
  random: Random,
): Ground[] => {
  const { cellLengthM, cellDepthM } = layGrid(district, village)
  const found: Ground[] = [
    draw('landuse', 10, blot(place, 0, 0, reachM * 1.12, random), { kind: 'farmland' }),
  ]
  const rows = Math.floor(reachM / cellDepthM)
  for (let row = -rows; row <= rows; row++) {
    const y = (row + 0.5) * cellDepthM
    const half = Math.sqrt(Math.max(0, reachM ** 2 - y ** 2))
    if (half < cellLengthM) continue
    const isCanal = (row + 300) % 3 === 0
    found.push(
      draw('roads', 12, line([place(-half, y), place(half, y)]), {
        kind: 'path',
        kind_detail: 'track',
        min_zoom: 12,
      }),
    )
    if (isCanal)
      found.push(
        draw('water', 11, line([place(-half - 120, y + 5), place(half + 120, y + 5)]), {
          kind: 'canal',
          min_zoom: 11,
        }),
      )
  }
  const columns = Math.floor(reachM / cellLengthM)
  for (let column = -columns; column <= columns; column += 2) {
    const x = (column + 0.5) * cellLengthM
    const half = Math.sqrt(Math.max(0, reachM ** 2 - x ** 2))
    if (half < cellDepthM || column === 0) continue
    found.push(
      draw('roads', 12, line([place(x, -half), place(x, half)]), {
        kind: 'path',
        kind_detail: 'track',
        min_zoom: 12,
      }),
    )
  }
  return found
}

const drawHouses = (place: Place, x: number, y: number, random: Random): Ground[] => {
  const houses: Ground[] = []
  for (let street = 0; street < streets; street++) {
    for (const side of [-1, 1]) {
      let along = x - 235
      while (along < x + 225) {
        const lengthM = random.between(13, 26)
        const depthM = random.between(9, 14)
        if (random.chance(0.82))
          houses.push(
            draw(
              'buildings',
              13,
              box(place, along + lengthM / 2, y - street * streetM + side * 19, lengthM, depthM),
              { kind: 'building', min_zoom: 13 },
            ),
          )
        along += lengthM + random.between(5, 16)
      }
    }
  }
  return houses
}

/** Position of the village: at the end of the main lane, outside its fields. */
const findVillage = ({ district, village, reachM }: VillageReach) => {
  const { cellLengthM, place } = layGrid(district, village)
  const x = 0.5 * cellLengthM
  const y = -(reachM + villageOffM)
  return { x, y, at: place(x, y) }
}

const drawVillage = (reach: VillageReach, place: Place, random: Random): Ground[] => {
  const { x, y, at } = findVillage(reach)
  const depthM = (streets - 1) * streetM
  const street = (along: readonly LngLat[], detail: string) =>
    draw('roads', 12, line(along), { kind: 'minor_road', kind_detail: detail, min_zoom: 12 })
  return [
    draw('landuse', 10, blot(place, x, y - depthM / 2, 300, random), { kind: 'residential' }),
    ...Array.from({ length: streets }, (_, i) =>
      street([place(x - 250, y - i * streetM), place(x + 250, y - i * streetM)], 'residential'),
    ),
    street([place(x - 125, y), place(x - 125, y - depthM)], 'residential'),
    draw('roads', 10, line([place(x, reach.reachM), place(x, y - depthM)]), {
      kind: 'minor_road',
      kind_detail: 'unclassified',
      min_zoom: 11,
    }),
    draw('water', 12, blot(place, x + 330, y - depthM + 40, 55, random), { kind: 'lake' }),
    draw('landuse', 12, blot(place, x - 390, y - 60, 85, random), { kind: 'wood' }),
    ...drawHouses(place, x, y, random),
    draw(
      'places',
      8,
      { type: 'Point', coordinates: [...at] },
      {
        kind: 'locality',
        kind_detail: 'village',
        min_zoom: 9,
        population_rank: 4,
        ...villageNames(reach.district, reach.village.name),
      },
    ),
  ]
}

/** Two points slightly off the way, so that roads bend. */
const bend = (from: LngLat, to: LngLat, random: Random): LngLat[] =>
  [1 / 3, 2 / 3].map((t) => {
    const aside = random.between(-0.12, 0.12)
    return [
      from[0] + (to[0] - from[0]) * t + (to[1] - from[1]) * aside,
      from[1] + (to[1] - from[1]) * t + (from[0] - to[0]) * aside,
    ]
  })

/** Straight past the fields of a village, at `y` metres across their rows. */
const passBy = ({ district, village, reachM }: VillageReach, y: number): [LngLat, LngLat] => {
  const { place } = layGrid(district, village)
  return [place(-reachM - 900, y), place(reachM + 900, y)]
}

const square = (a: LngLat, b: LngLat): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2

/** Rounds corners (Chaikin). */
const round = (way: readonly LngLat[], times = 4): LngLat[] => {
  if (times === 0) return [...way]
  const mix = (a: LngLat, b: LngLat, t: number): LngLat => [
    a[0] + (b[0] - a[0]) * t,
    a[1] + (b[1] - a[1]) * t,
  ]
  const cut = way.slice(1).flatMap((to, i) => [mix(way[i]!, to, 0.25), mix(way[i]!, to, 0.75)])
  return round([way[0]!, ...cut, way.at(-1)!], times - 1)
}

type Stretch = { readonly ends: readonly [LngLat, LngLat]; readonly middle: LngLat }

/** The order in which a way from the north passes the fields, and in which direction. */
const orderStretches = (stretches: readonly Stretch[]): Stretch[] => {
  const waiting = [...stretches]
  const start = waiting.reduce((best, one) => (one.ends[0][1] > best.ends[0][1] ? one : best))
  const ordered: Stretch[] = []
  let at: LngLat = [start.ends[0][0], start.ends[0][1] + 0.09]
  while (waiting.length > 0) {
    const near = ({ ends }: Stretch): number => Math.min(square(at, ends[0]), square(at, ends[1]))
    const next = waiting.reduce((best, one) => (near(one) < near(best) ? one : best))
    waiting.splice(waiting.indexOf(next), 1)
    const [a, b] = next.ends
    ordered.push({ ...next, ends: square(at, a) < square(at, b) ? [a, b] : [b, a] })
    at = ordered.at(-1)!.ends[1]
  }
  return ordered
}

/** A way along stretches, which bends between them. */
const wayAlong = (places: readonly LngLat[], random: Random): LngLat[] =>
  round([
    places[0]!,
    ...places
      .slice(1)
      .flatMap((to, i) => (i % 2 === 0 ? [to] : [...bend(places[i]!, to, random), to])),
  ])

/** From the first village of a district through the others to the last: it ends where they are. */
const drawRoad = (villages: readonly VillageReach[], random: Random): Ground[] => {
  if (villages.length < 2) return []
  const stretches = orderStretches(
    villages.map((reach) => {
      const { y, at } = findVillage(reach)
      return { ends: passBy(reach, y), middle: at }
    }),
  )
  const places = stretches.flatMap(({ ends }) => ends)
  const way = [stretches[0]!.middle, ...places.slice(1, -1), stretches.at(-1)!.middle]
  return [
    draw('roads', 10, line(wayAlong(way, random)), {
      kind: 'major_road',
      kind_detail: 'secondary',
      min_zoom: 10,
    }),
  ]
}

/** A canal on the other side of the fields, from one pond to another. */
const drawCanal = (villages: readonly VillageReach[], random: Random): Ground[] => {
  const stretches = orderStretches(
    villages.map((reach) => {
      const ends = passBy(reach, reach.reachM + 380)
      return { ends, middle: ends[0] }
    }),
  )
  const way = wayAlong(
    stretches.flatMap(({ ends }) => ends),
    random,
  )
  return [
    draw('water', 11, line(way), { kind: 'canal', min_zoom: 11 }),
    ...[way[0]!, way.at(-1)!].map((at) => {
      const plane = new LocalPlane(at[0], at[1])
      const place: Place = (x, y) => plane.fromPlane(x, y)
      return draw('water', 11, blot(place, 0, 0, 140, random), { kind: 'lake', min_zoom: 11 })
    }),
  ]
}

const drawDistrict = (district: DemoDistrict, villages: readonly VillageReach[]): Ground[] => {
  const random = new Random(`demonstration/ground/${district.key}`)
  return [
    ...drawRoad(villages, random),
    ...drawCanal(villages, random),
    ...villages.flatMap((reach) => {
      const { place } = layGrid(district, reach.village)
      return [...drawFields(reach, place, random), ...drawVillage(reach, place, random)]
    }),
  ]
}

export const drawGround = (reach: readonly VillageReach[]): Ground[] =>
  [...Map.groupBy(reach, ({ district }) => district)].flatMap(([district, villages]) =>
    drawDistrict(district, villages),
  )

/** By layer and the zoom from which it is included. */
export const toLayers = (ground: readonly Ground[]): CutLayer[] =>
  [...Map.groupBy(ground, ({ layer, from }) => `${layer} ${from}`).values()].map((same) => ({
    name: same[0]!.layer,
    from: same[0]!.from,
    tolerance: 2,
    features: same.map(({ feature }) => feature),
  }))
