// Writes the demonstration's ground. Run after its fields change:
// node tools/geodata/demonstration-archive.ts
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDemonstrationArchive } from './build-demonstration-archive.ts'

const path = join(import.meta.dirname, '../../packages/fixtures/src/maps/demonstration.pmtiles')
const archive = buildDemonstrationArchive()
writeFileSync(path, archive)
process.stdout.write(`${path}: ${Math.round(archive.length / 1024)} KiB\n`)
