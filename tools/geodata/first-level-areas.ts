// Writes packages/fixtures/src/first-level-areas.json. Run after regions.ts: node
// tools/geodata/first-level-areas.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  boundaryPackage,
  chinaCodes,
  firstLevelCountries,
  firstLevelShapes,
} from './first-level-sources.ts'
import type { Ring } from './join-borders.ts'
import { withPackages } from './packages.ts'

const fixtures = join(import.meta.dirname, '../../packages/fixtures/src')

/**
 * Whole thousandths of a degree (about 100 m): the first point, then the steps from point to point.
 */
function encode(ring: Ring): number[] {
  const numbers: number[] = []
  let lng = 0
  let lat = 0
  for (const point of ring.slice(0, -1)) {
    const nextLng = Math.round(point[0] * 1e3)
    const nextLat = Math.round(point[1] * 1e3)
    if (numbers.length > 0 && nextLng === lng && nextLat === lat) continue
    numbers.push(nextLng - lng, nextLat - lat)
    lng = nextLng
    lat = nextLat
  }
  return numbers
}

await withPackages([boundaryPackage], (packages) => {
  const rows = JSON.parse(readFileSync(join(fixtures, 'regions.json'), 'utf8')) as [
    string,
    ...unknown[],
  ][]
  const codeByIso = new Map(
    rows.flatMap((row) => (typeof row[6] === 'string' ? [[row[6], row[0]] as const] : [])),
  )
  const areas = new Map<string, number[][]>()
  for (const { file } of firstLevelCountries) {
    for (const { iso, polygons } of firstLevelShapes(packages, file)) {
      const code = iso.startsWith('CN-') ? `156${chinaCodes[iso.slice(3)]}` : codeByIso.get(iso)
      if (code === undefined) throw new Error(`No region has the code ${iso}`)
      // Holes need no mark: a point is inside when it is within an odd number of rings.
      areas.set(code, [
        ...(areas.get(code) ?? []),
        ...polygons
          .flat()
          .map(encode)
          .filter((ring) => ring.length >= 6),
      ])
    }
  }
  const ordered = [...areas].sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(
    join(fixtures, 'first-level-areas.json'),
    `{\n${ordered.map(([code, rings]) => `"${code}":${JSON.stringify(rings)}`).join(',\n')}\n}\n`,
  )
  process.stdout.write(`first-level-areas.json: ${ordered.length} areas\n`)
  return Promise.resolve()
})
