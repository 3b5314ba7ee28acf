// Cuts shapes into vector tiles (MVT), one tile after the other.
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature } from 'geojson'
import type { Tile } from './write-archive.ts'

export type CutLayer = {
  /** Several may share one: their shapes are in it one after the other. */
  readonly name: string
  readonly features: readonly Feature[]
  /** The farthest zoom at which they are included. */
  readonly from: number
  /** Points that add less than this to a line are left out, in units of the tile (4096 across). */
  readonly tolerance?: number
}

const extent = 4096
const buffer = 64

type TileFeatures = Pick<GeoJSONVTTile, 'features'>

/** The whole tile and the edge that it shares with its neighbours. */
const wholeTile: TileFeatures = {
  features: [
    {
      type: 3,
      tags: {},
      geometry: [
        [
          [-buffer, -buffer],
          [extent + buffer, -buffer],
          [extent + buffer, extent + buffer],
          [-buffer, extent + buffer],
          [-buffer, -buffer],
        ],
      ],
    },
  ],
} as TileFeatures

/** Every place of a tile from zoom to zoom that `holds`. */
export const listPlaces = (
  fromZoom: number,
  toZoom: number,
  holds: (z: number, x: number, y: number) => boolean = () => true,
): [number, number, number][] => {
  const places: [number, number, number][] = []
  for (let z = fromZoom; z <= toZoom; z++)
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++) if (holds(z, x, y)) places.push([z, x, y])
  return places
}

/**
 * Tiles at the given places; empty ones are left out. `ground` names a layer that covers each tile
 * completely.
 */
export const cutTiles = (
  layers: readonly CutLayer[],
  places: readonly (readonly [number, number, number])[],
  ground?: string,
): Tile[] => {
  const maxZoom = places.reduce((deepest, [z]) => Math.max(deepest, z), 0)
  const indexes = layers.map((layer) => ({
    ...layer,
    index: new GeoJSONVT(
      { type: 'FeatureCollection', features: [...layer.features] },
      { maxZoom, indexMaxZoom: 0, extent, buffer, tolerance: layer.tolerance ?? 3 },
    ),
  }))
  const tiles: Tile[] = []
  for (const [z, x, y] of places) {
    const cut: Record<string, TileFeatures> = ground === undefined ? {} : { [ground]: wholeTile }
    for (const { name, from, index } of indexes) {
      if (z < from) continue
      const features = index.getTile(z, x, y)?.features ?? []
      if (features.length > 0)
        cut[name] = { features: [...(cut[name]?.features ?? []), ...features] } as TileFeatures
    }
    if (Object.keys(cut).length === 0) continue
    const data = fromGeojsonVt(cut as Record<string, GeoJSONVTTile>, { version: 2, extent })
    tiles.push({ z, x, y, data })
  }
  return tiles
}
