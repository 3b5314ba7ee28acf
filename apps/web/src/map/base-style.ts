import type { Language } from '@swath/i18n/languages'
import type {
  FilterSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  RasterSourceSpecification,
  StyleSpecification,
  VectorSourceSpecification,
} from 'maplibre-gl'
import { archiveLabels, archiveLayers, archiveSource, beyondArchives } from './archive-layers.ts'
import outline from './geo/outline.json' with { type: 'json' }
import townsUrl from './geo/towns.pmtiles?url'
import worldUrl from './geo/world.pmtiles?url'
import { toLook } from './map-look.ts'
import type { PaletteName } from './map-palette.ts'
import type { Boundaries, MapArchive } from './map-types.ts'
import { archiveTiles } from './tile-archive.ts'
import { borderLayers, gridLayers, groundLayers, labelLayers } from './world-layers.ts'

export type RasterSettings = {
  /** Tile URL with {z} {x} {y}. */
  readonly url: string
  readonly credits: string | null
}

export type BaseStyleSettings = {
  readonly language: Language
  readonly palette: PaletteName
  readonly boundaries: Boundaries
  readonly archives: readonly MapArchive[]
  /** External satellite or other imagery. */
  readonly raster?: RasterSettings | undefined
  readonly weather?: RasterSettings | undefined
}

export const rasterSource = 'raster'
export const weatherSource = 'weather'
/** Sources that must be loaded before the map counts as drawn. */
export const builtInSources = ['outline', 'world'] as const

const vectorTiles = (
  url: string,
  minzoom: number,
  maxzoom: number,
  attribution: string,
): VectorSourceSpecification => ({
  type: 'vector',
  tiles: [archiveTiles(url)],
  minzoom,
  maxzoom,
  attribution,
})

const rasterTiles = ({ url, credits }: RasterSettings): RasterSourceSpecification => ({
  type: 'raster',
  tiles: [url],
  tileSize: 256,
  maxzoom: 18,
  ...(credits === null ? {} : { attribution: credits }),
})

const rasterLayer = (id: string, opacity: number): LayerSpecification => ({
  id,
  type: 'raster',
  source: id,
  paint: { 'raster-fade-duration': 150, 'raster-opacity': opacity },
})

const outlineSource: GeoJSONSourceSpecification = {
  type: 'geojson',
  data: { type: 'MultiPolygon', coordinates: outline },
  tolerance: 0.2,
}
const gridSource: GeoJSONSourceSpecification = {
  type: 'geojson',
  data: { type: 'FeatureCollection', features: [] },
  tolerance: 0,
}

/** Hides built-in towns where an archive has its own. */
const leaveTo = (archives: readonly MapArchive[], layers: LayerSpecification[]) => {
  const beyond = beyondArchives(archives)
  if (!beyond) return layers
  return layers.map((layer) =>
    /^label-(towns|cities)/.test(layer.id) && layer.type === 'symbol'
      ? { ...layer, filter: ['all', layer.filter ?? true, beyond] as FilterSpecification }
      : layer,
  )
}

/**
 * The base map: the built-in map with this host's archives above it, and external pictures and
 * weather between ground and names. Borders and country names are always the built-in ones, because
 * the host decides how they are drawn.
 */
export const baseStyle = (settings: BaseStyleSettings): StyleSpecification => {
  const look = toLook(settings)
  const { archives, raster, weather } = settings
  return {
    version: 8,
    sources: {
      outline: outlineSource,
      world: vectorTiles(worldUrl, 0, 6, 'Natural Earth'),
      towns: vectorTiles(townsUrl, 6, 9, 'GeoNames'),
      grid: gridSource,
      ...Object.fromEntries(archives.map((archive, i) => archiveSource(archive, i))),
      ...(raster ? { [rasterSource]: rasterTiles(raster) } : {}),
      ...(weather ? { [weatherSource]: rasterTiles(weather) } : {}),
    },
    layers: [
      ...groundLayers(look),
      ...archives.flatMap((archive, i) => archiveLayers(archive, i, look)),
      ...(raster ? [rasterLayer(rasterSource, 1)] : []),
      ...(weather ? [rasterLayer(weatherSource, 0.6)] : []),
      ...gridLayers(look),
      ...borderLayers(look),
      ...leaveTo(archives, labelLayers(look)),
      ...archives.flatMap((archive, i) => archiveLabels(archive, i, look)),
    ],
    transition: { duration: 0, delay: 0 },
  }
}
