// Writes packages/fixtures/src/regions.json and region-spellings.json. Run: node
// tools/geodata/regions.ts Needs Debian's packages iso-codes and unicode-cldr-core, and npm.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { boundaryPackage } from './first-level-sources.ts'
import { withPackages } from './packages.ts'
import {
  listChinaRows,
  listChinaSpellings,
  listCountryRows,
  listSubdivisionRows,
  listThaiDistrictRows,
  type RegionRow,
} from './region-rows.ts'
import { readRegionSources, regionPackages, type RegionSources } from './region-sources.ts'
import { readThaiDistricts } from './thai-districts.ts'

const output = join(import.meta.dirname, '../../packages/fixtures/src/regions.json')
const spellingsOutput = join(
  import.meta.dirname,
  '../../packages/fixtures/src/region-spellings.json',
)

/** A subdivision's number is never reused, even if the sources add or drop subdivisions. */
const readGivenCodes = (): Map<string, string> => {
  if (!existsSync(output)) return new Map()
  const rows = JSON.parse(readFileSync(output, 'utf8')) as RegionRow[]
  return new Map(rows.flatMap((row) => (row[6]?.includes('-') ? [[row[6], row[0]] as const] : [])))
}

/** A report for the person who runs this. */
const reportGaps = (rows: readonly RegionRow[], { shapes }: Pick<RegionSources, 'shapes'>) => {
  for (const row of rows) {
    if (row[6]?.includes('-') && (row[1] === row[6] || row[4] === '' || row[5] === ''))
      process.stderr.write(`Name missing: ${row.slice(0, 7).join(' | ')}\n`)
  }
  const present = new Set(rows.map((row) => row[6]))
  for (const iso of shapes.keys()) {
    if (!iso.startsWith('CN-') && !present.has(iso))
      process.stderr.write(`Boundary without a region: ${iso}\n`)
  }
}

await withPackages([...regionPackages, boundaryPackage], async (packages) => {
  const sources = await readRegionSources(packages)
  const subdivisions = listSubdivisionRows(sources, readGivenCodes())
  const rows = [
    ...listCountryRows(sources),
    ...listChinaRows(sources),
    ...subdivisions,
    ...listThaiDistrictRows(await readThaiDistricts(packages), subdivisions),
  ].sort((a, b) => (a[0] < b[0] ? -1 : 1))
  reportGaps(rows, sources)
  writeFileSync(output, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`)
  writeFileSync(spellingsOutput, `${JSON.stringify(listChinaSpellings(sources), null, 1)}\n`)
  process.stdout.write(`${dirname(output)}/regions.json: ${rows.length} regions\n`)
})
