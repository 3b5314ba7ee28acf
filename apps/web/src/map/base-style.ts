import type { Language } from '@swath/i18n/languages'
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import type { GeodataPart } from './geodata.ts'
import { palettes, type MapPalette, type PaletteName } from './map-palette.ts'
import type { Boundaries } from './map-types.ts'

/** Requests to it are answered in the page from the files in `public/geo`. */
export const geodataProtocol = 'geodata'

export type RasterSettings = {
  /** Tile address with {z} {x} {y}. */
  readonly url: string
  readonly attribution?: string
}

export type BaseStyleSettings = {
  readonly language: Language
  readonly palette: PaletteName
  readonly boundaries: Boundaries
  readonly raster?: RasterSettings
}

export const rasterSource = 'raster'

/**
 * Used as CSS families: without `glyphs` in the style every script is drawn from fonts of the
 * device.
 */
const fontsByLanguage: Readonly<Record<Language, readonly string[]>> = {
  'en': [],
  'th': ['Noto Sans Thai', 'Thonburi', 'Leelawadee UI'],
  'zh-CN': ['PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC'],
  'zh-TW': ['PingFang TC', 'Microsoft JhengHei', 'Noto Sans CJK TC', 'Noto Sans TC'],
  'ko': ['Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans CJK KR', 'Noto Sans KR'],
}
const otherFonts = [
  'Noto Sans',
  'Segoe UI',
  'Helvetica Neue',
  'Noto Sans CJK SC',
  'Noto Sans Thai',
  'sans-serif',
]

export const fontStack = (language: Language): string[] => [
  ...new Set([...fontsByLanguage[language], ...otherFonts]),
]

const viewLetters: Readonly<Record<Boundaries, string>> = {
  china: 'c',
  international: 'i',
  india: 'n',
}

const source = (part: GeodataPart, tolerance: number) => ({
  type: 'geojson' as const,
  data: `${geodataProtocol}://${part}`,
  tolerance,
  buffer: 8,
  ...(part === 'land' ? { attribution: 'Natural Earth' } : {}),
})

/** Width by zoom, growing evenly between the stops. */
const byZoom = (...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops] as unknown as ExpressionSpecification

type Look = {
  readonly palette: MapPalette
  /** Only what the host's reading of borders shows. */
  readonly seen: (filter: FilterSpecification) => FilterSpecification
  readonly name: ExpressionSpecification
  readonly fonts: string[]
  readonly spacing: number
}

const toLook = ({ language, palette, boundaries }: BaseStyleSettings): Look => ({
  palette: palettes[palette],
  seen: (filter) =>
    ['all', filter, ['in', viewLetters[boundaries], ['get', 'views']]] as FilterSpecification,
  name: ['coalesce', ['get', language], ['get', 'en']],
  fonts: fontStack(language),
  spacing: language === 'en' ? 0.02 : 0.06,
})

const toHalo = ({ halo }: MapPalette) => ({
  'text-halo-color': halo,
  'text-halo-width': 1.6,
  'text-halo-blur': 0.4,
})

const cities =
  ({ palette, seen, name, fonts }: Look) =>
  (
    rank: number,
    id: string,
    minzoom: number,
    size: ExpressionSpecification,
  ): LayerSpecification => ({
    id,
    type: 'symbol',
    source: 'labels',
    minzoom,
    filter: seen(['all', ['==', ['get', 'kind'], 'city'], ['==', ['get', 'rank'], rank]]),
    layout: {
      'text-field': name,
      'text-font': fonts,
      'text-size': size,
      'icon-image': 'place-dot',
      'icon-size': rank === 1 ? 1 : 0.8,
      'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
      'text-radial-offset': 0.5,
      'text-justify': 'auto',
      'icon-optional': false,
      'symbol-sort-key': rank,
      'text-max-width': 8,
    },
    paint: { 'text-color': palette.cityLabel, ...toHalo(palette) },
  })

const areas =
  ({ palette, seen, name, fonts, spacing }: Look) =>
  (rank: number, minzoom: number): LayerSpecification => ({
    id: `label-areas-${rank}`,
    type: 'symbol',
    source: 'labels',
    minzoom,
    maxzoom: rank === 1 ? 9 : 11,
    filter: seen(['all', ['==', ['get', 'kind'], 'area'], ['==', ['get', 'rank'], rank]]),
    layout: {
      'text-field': name,
      'text-font': fonts,
      'text-size': byZoom(3, 10.5, 6, 12.5, 9, 15),
      'text-letter-spacing': spacing,
      'text-max-width': 7,
      'text-padding': 6,
    },
    paint: { 'text-color': palette.areaLabel, ...toHalo(palette) },
  })

const countries =
  ({ palette, seen, name, fonts, spacing }: Look) =>
  (rank: number, minzoom: number): LayerSpecification => ({
    id: `label-countries-${rank}`,
    type: 'symbol',
    source: 'labels',
    minzoom,
    maxzoom: 7,
    filter: seen(['all', ['==', ['get', 'kind'], 'country'], ['==', ['get', 'rank'], rank]]),
    layout: {
      'text-field': name,
      'text-font': fonts,
      'text-size': byZoom(2, 11, 4, rank === 1 ? 14.5 : 12.5, 6, rank === 1 ? 20 : 17),
      'text-letter-spacing': spacing * 2,
      'text-max-width': 7,
      'text-padding': 4,
    },
    paint: { 'text-color': palette.label, ...toHalo(palette), 'text-halo-width': 2 },
  })

const groundLayers = ({ palette }: Look): LayerSpecification[] => [
  { id: 'background', type: 'background', paint: { 'background-color': palette.water } },
  {
    id: 'land',
    type: 'fill',
    source: 'land',
    paint: { 'fill-color': palette.land, 'fill-outline-color': palette.land },
  },
  {
    id: 'shore',
    type: 'line',
    source: 'coast',
    paint: { 'line-color': palette.shore, 'line-width': byZoom(3, 0.5, 7, 0.9, 12, 1.2) },
  },
  {
    id: 'lakes',
    type: 'fill',
    source: 'lakes',
    minzoom: 3,
    paint: { 'fill-color': palette.water, 'fill-outline-color': palette.shore },
  },
  {
    id: 'rivers',
    type: 'line',
    source: 'rivers',
    minzoom: 3.5,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': palette.river,
      'line-width': byZoom(3.5, 0.5, 6, 1.1, 10, 2.4),
      'line-opacity': byZoom(3.5, 0.5, 5, 1),
    },
  },
]

const borderLayers = ({ palette, seen }: Look): LayerSpecification[] => [
  {
    id: 'borders-first',
    type: 'line',
    source: 'borders',
    filter: seen(['==', ['get', 'kind'], 'first']),
    layout: { 'line-join': 'round' },
    paint: { 'line-color': palette.areaBorder, 'line-width': byZoom(3, 0.5, 6, 0.9, 10, 1.4) },
  },
  {
    id: 'borders-country',
    type: 'line',
    source: 'borders',
    filter: seen(['==', ['get', 'kind'], 'country']),
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': palette.border, 'line-width': byZoom(3, 0.8, 6, 1.4, 10, 2) },
  },
  {
    id: 'borders-disputed',
    type: 'line',
    source: 'borders',
    filter: seen(['==', ['get', 'kind'], 'disputed']),
    paint: {
      'line-color': palette.border,
      'line-width': byZoom(3, 0.8, 6, 1.3, 10, 1.8),
      'line-dasharray': [3, 2],
    },
  },
]

/** Names, the smallest places first: what is drawn later wins the room. */
const labelLayers = (look: Look): LayerSpecification[] => {
  const [city, area, country] = [cities(look), areas(look), countries(look)]
  return [
    city(3, 'label-cities-minor', 6.5, byZoom(6.5, 11, 10, 13)),
    area(3, 6.6),
    city(2, 'label-cities', 5, byZoom(5, 11, 9, 14)),
    area(2, 4.8),
    city(1, 'label-cities-major', 4.2, byZoom(4, 11.5, 9, 15)),
    area(1, 3.4),
    country(2, 3.3),
    country(1, 0),
  ]
}

const rasterLayer: LayerSpecification = {
  id: rasterSource,
  type: 'raster',
  source: rasterSource,
  paint: { 'raster-fade-duration': 150 },
}

const rasterTiles = ({ url, attribution }: RasterSettings) => ({
  type: 'raster' as const,
  tiles: [url],
  tileSize: 256,
  maxzoom: 18,
  ...(attribution ? { attribution } : {}),
})

/**
 * The offline map: land, water, borders as the host is set to draw them, and names in the language,
 * from our own files alone. With a raster the pictures lie between land and borders.
 */
export const baseStyle = (settings: BaseStyleSettings): StyleSpecification => {
  const look = toLook(settings)
  const { raster } = settings
  return {
    version: 8,
    sources: {
      land: source('land', 0.2),
      coast: source('coast', 0.2),
      borders: source('borders', 0.2),
      labels: source('labels', 0),
      rivers: source('rivers', 0.3),
      lakes: source('lakes', 0.3),
      ...(raster ? { [rasterSource]: rasterTiles(raster) } : {}),
    },
    layers: [
      ...groundLayers(look),
      ...(raster ? [rasterLayer] : []),
      ...borderLayers(look),
      ...labelLayers(look),
    ],
    transition: { duration: 0, delay: 0 },
  }
}
