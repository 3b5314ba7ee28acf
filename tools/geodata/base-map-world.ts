// The world's countries from the source: coasts and borders simplified, more where our countries
// and their neighbours are.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pickDepictions, splitLine, type BorderLine } from './base-map-borders.ts'
import { firstLevelCountries } from './first-level-sources.ts'
import type { Packages } from './packages.ts'
import {
  absoluteArcs,
  listArcNumbers,
  type Collection,
  type Described,
  type Position,
  type Topology,
  type TopologyTools,
} from './topology.ts'

/**
 * Countries whose coast and borders keep more points: those with a first level, and their
 * neighbours.
 */
const detailed = new Set([
  ...firstLevelCountries.map(({ numeric }) => numeric as string),
  '158',
  '344',
  '446',
  '408',
  '496',
  '524',
  '064',
  '050',
  '144',
  '586',
  '096',
  '702',
  '398',
  '417',
  '762',
  '626',
  '',
])

/** Smallest triangle (square degrees, Visvalingam) whose point is kept. */
const keepDetailed = 0.00007
const keepCoarse = 0.004
/** Islands under this many square degrees are left out far from the detailed countries. */
const smallestCoarseIsland = 0.02

/** Leased areas and bases that the source lists as countries; their boundaries are not borders. */
const leased = new Set([
  'Baikonur',
  'USNB Guantanamo Bay',
  'Dhekelia',
  'Akrotiri',
  'Cyprus U.N. Buffer Zone',
])

type Country = Described<{ name: string }>
type CountryId = { id: string; name: string }

export const worldPackage = 'world-atlas'

export type World = {
  countries: Country[]
  /** Simplified, in degrees. */
  arcs: Position[][]
  /** For each arc the countries that it bounds. */
  arcUsers: CountryId[][]
}

/** Ashmore and Cartier have Australia's code, and a handful of others none: '' represents those. */
const pickId = (country: Country): string => country.id ?? ''

const findArcUsers = (world: Topology, countries: readonly Country[]): CountryId[][] => {
  const users = world.arcs.map(() => new Map<string, CountryId>())
  for (const country of countries) {
    const user = { id: pickId(country), name: country.properties?.name ?? '' }
    for (const arc of listArcNumbers(country)) users[arc]!.set(`${user.id}|${user.name}`, user)
  }
  return users.map((byKey) => [...byKey.values()])
}

export const readWorld = (packages: Packages, tools: TopologyTools): World => {
  const world = JSON.parse(
    readFileSync(join(packages.folder(worldPackage), 'countries-10m.json'), 'utf8'),
  ) as Topology
  const countries = (world.objects['countries'] as Collection<{ name: string }>).geometries
  const arcUsers = findArcUsers(world, countries)
  const arcs = tools.presimplify(world).arcs.map((arc, i) => {
    const least = arcUsers[i]!.some(({ id }) => detailed.has(id)) ? keepDetailed : keepCoarse
    return arc
      .filter((point, at) => at === 0 || at === arc.length - 1 || (point[2] ?? Infinity) >= least)
      .map(([x, y]) => [x, y] as [number, number])
  })
  return { countries, arcs: absoluteArcs({ ...world, transform: undefined, arcs }), arcUsers }
}

/** Lines between countries, as each of the views draws them. */
export const listCountryBorders = ({ arcs, arcUsers }: World): BorderLine[] =>
  arcUsers.flatMap((users, i) => {
    const [a, b] = users
    if (!a || !b || users.some(({ name }) => leased.has(name))) return []
    const pieces = splitLine(
      arcs[i]!,
      (middle) => pickDepictions(a.id, b.id, middle),
      (x, y) => JSON.stringify(x) === JSON.stringify(y),
    )
    return pieces.flatMap(({ value, line }) => value.map((depiction) => ({ ...depiction, line })))
  })

const ringArea = (points: readonly Position[]): number => {
  let sum = 0
  for (let i = 1; i < points.length; i++)
    sum += points[i - 1]![0] * points[i]![1] - points[i]![0] * points[i - 1]![1]
  return Math.abs(sum / 2)
}

/**
 * The source joins shapes cut by the 180th meridian: such rings continue beyond 180 degrees instead
 * of crossing the whole world.
 */
export const unwrap = (ring: readonly Position[]): Position[] => {
  let turns = 0
  return ring.map(([lng, lat], i) => {
    const step = i === 0 ? 0 : lng - ring[i - 1]![0]
    if (step > 180) turns--
    else if (step < -180) turns++
    return [lng + turns * 360, lat]
  })
}

export const joinRing = (arcs: readonly Position[][], numbers: readonly number[]): Position[] =>
  numbers.flatMap((arc, i) => {
    const line = arc < 0 ? arcs[~arc]!.toReversed() : arcs[arc]!
    return i === 0 ? line : line.slice(1)
  })

const listPolygons = (country: Country): number[][][] => {
  if (country.type === 'Polygon') return [country.arcs]
  return country.type === 'MultiPolygon' ? country.arcs : []
}

/** The land country by country, without small islands far away and without Antarctica. */
export const listLand = ({ countries, arcs }: World): Position[][][][] =>
  countries
    .filter((country) => country.properties?.name !== 'Antarctica')
    .map((country) => {
      const rings = listPolygons(country).map((polygon) =>
        polygon.map((ring) => unwrap(joinRing(arcs, ring))),
      )
      return detailed.has(pickId(country))
        ? rings
        : rings.filter(([outer]) => ringArea(outer!) >= smallestCoarseIsland)
    })
    .filter((polygons) => polygons.length > 0)

const toTopology = (land: readonly Position[][][][], tools: TopologyTools): Topology =>
  tools.topology(
    {
      land: {
        type: 'FeatureCollection',
        features: land.map((coordinates) => ({
          type: 'Feature',
          properties: {},
          geometry: { type: 'MultiPolygon', coordinates },
        })),
      },
    },
    1_000_000,
  )

/** The coast: edges that no two countries share. */
export const listCoast = (land: readonly Position[][][][], tools: TopologyTools): Position[][] => {
  const topology = toTopology(land, tools)
  const arcs = absoluteArcs(topology)
  return tools
    .meshArcs(topology, topology.objects['land']!, (a, b) => a === b)
    .arcs.map((numbers) => joinRing(arcs, numbers))
}

type OutlineLook = {
  /** Smallest triangle and island that are kept, square degrees. */
  keep: number
  smallest: number
  /** Digits of a degree. */
  digits: number
}

const hasPlaceNear = (ring: readonly Position[]): boolean =>
  ring.some(([lng, lat]) => {
    const east = lng < -180 ? lng + 360 : lng
    return east > 55 && east < 155 && lat > -12 && lat < 60
  })

const drawOutline = (
  land: readonly Position[][][][],
  tools: TopologyTools,
  { keep, smallest, digits }: OutlineLook,
): Position[][][] => {
  const topology = toTopology(land, tools)
  const round = (degrees: number): number => Number(degrees.toFixed(digits))
  const arcs = tools
    .presimplify(topology)
    .arcs.map((arc) =>
      arc
        .filter((point, at) => at === 0 || at === arc.length - 1 || (point[2] ?? Infinity) >= keep)
        .map(([x, y]): Position => [round(x), round(y)]),
    )
  return topology.objects['land']!.geometries.flatMap((country) =>
    listPolygons(country as Country).map((polygon) => [joinRing(arcs, polygon[0]!)]),
  ).filter(([outer]) => outer!.length > 3 && ringArea(outer!) >= smallest)
}

/** The continents in a few kilobytes, to a tenth of a degree: shown until the tiles are loaded. */
export const outlineLand = (
  land: readonly Position[][][][],
  tools: TopologyTools,
): Position[][][] => drawOutline(land, tools, { keep: 2, smallest: 4, digits: 1 })

/** The land around our countries for statistics screens, to the width of a line on them. */
export const outlineNear = (
  land: readonly Position[][][][],
  tools: TopologyTools,
): Position[][][] =>
  drawOutline(land, tools, { keep: 0.02, smallest: 0.1, digits: 2 }).filter(([outer]) =>
    hasPlaceNear(outer!),
  )
