// Writes packages/fixtures/src/country-areas.json: the countries whose first level is not built in.
// Run after regions.ts: node tools/geodata/country-areas.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { joinRing, unwrap, worldPackage } from './base-map-world.ts'
import { firstLevelCountries } from './first-level-sources.ts'
import { withPackages } from './packages.ts'
import { absoluteArcs, type Position, type Topology } from './topology.ts'

const fixtures = join(import.meta.dirname, '../../packages/fixtures/src')
/** Countries whose first-level areas are built in under another code. */
const elsewhere = new Set([
  ...firstLevelCountries.map(({ numeric }) => numeric as string),
  '158',
  '344',
  '446',
])

/** Whole hundredths of a degree (about 1 km): the first point, then the steps. */
const encode = (ring: readonly Position[]): number[] => {
  const numbers: number[] = []
  let [x, y] = [0, 0]
  for (const [lng, lat] of ring.slice(0, -1)) {
    const [nextX, nextY] = [Math.round(lng * 100), Math.round(lat * 100)]
    if (numbers.length > 0 && nextX === x && nextY === y) continue
    numbers.push(nextX - x, nextY - y)
    ;[x, y] = [nextX, nextY]
  }
  return numbers
}

await withPackages([worldPackage], (packages) => {
  const file = join(packages.folder(worldPackage), 'countries-50m.json')
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology
  const rows = JSON.parse(readFileSync(join(fixtures, 'regions.json'), 'utf8')) as [string][]
  const known = new Set(rows.map(([code]) => code))
  const arcs = absoluteArcs(topology)
  const areas = new Map<string, number[][]>()
  for (const geometry of topology.objects['countries']!.geometries) {
    const code = `${geometry.id ?? ''}000000`
    if (!known.has(code) || elsewhere.has(code.slice(0, 3))) continue
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') continue
    const polygons = geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs
    const rings = polygons.flat().map((ring) => encode(unwrap(joinRing(arcs, ring))))
    areas.set(code, [...(areas.get(code) ?? []), ...rings.filter((ring) => ring.length >= 6)])
  }
  const ordered = [...areas].sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(
    join(fixtures, 'country-areas.json'),
    `{\n${ordered.map(([code, rings]) => `"${code}":${JSON.stringify(rings)}`).join(',\n')}\n}\n`,
  )
  process.stdout.write(`country-areas.json: ${ordered.length} countries\n`)
  return Promise.resolve()
})
