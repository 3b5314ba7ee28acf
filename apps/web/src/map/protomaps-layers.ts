// Draws archives with the layers of the Protomaps base map (docs.protomaps.com/basemaps/layers) in
// our own restrained style. The built-in map draws the borders of countries and first-level areas.
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import { localName } from './local-name.ts'
import { byZoom, toHalo, type Look } from './map-look.ts'

/** Version 4 uses `kind`, earlier ones `pmap:kind`. */
const kind: ExpressionSpecification = ['coalesce', ['get', 'kind'], ['get', 'pmap:kind'], '']
const oneOf = (...kinds: string[]): ExpressionSpecification => ['in', kind, ['literal', kinds]]
const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString']
const isGround: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon']

const woods = ['wood', 'forest', 'scrub', 'orchard', 'nature_reserve', 'national_park']
const greens = ['farmland', 'grassland', 'grass', 'meadow', 'park', 'allotments', 'village_green']
const built = ['residential', 'urban_area', 'industrial', 'commercial', 'school', 'hospital']

const grounds = (source: string, { palette }: Look): LayerSpecification[] => [
  {
    'id': `${source}-earth`,
    'type': 'fill',
    source,
    'source-layer': 'earth',
    'filter': isGround,
    'paint': { 'fill-color': palette.land },
  },
  ...['landcover', 'landuse'].map((layer): LayerSpecification => ({
    'id': `${source}-${layer}`,
    'type': 'fill',
    source,
    'source-layer': layer,
    'filter': ['all', isGround, oneOf(...woods, ...greens, ...built)],
    'paint': {
      'fill-color': ['match', kind, woods, palette.wood, built, palette.built, palette.farmland],
    },
  })),
  {
    'id': `${source}-water`,
    'type': 'fill',
    source,
    'source-layer': 'water',
    'filter': isGround,
    'paint': { 'fill-color': palette.water },
  },
  {
    'id': `${source}-waterways`,
    'type': 'line',
    source,
    'source-layer': 'water',
    'filter': isLine,
    'layout': { 'line-cap': 'round', 'line-join': 'round' },
    'paint': {
      'line-color': palette.river,
      'line-width': [
        'interpolate',
        ['exponential', 1.5],
        ['zoom'],
        8,
        ['match', kind, 'river', 1.2, 0.5],
        14,
        ['match', kind, 'river', 7, 2.2],
        18,
        ['match', kind, 'river', 30, 9],
      ],
    },
  },
  {
    'id': `${source}-buildings`,
    'type': 'fill',
    source,
    'source-layer': 'buildings',
    'minzoom': 13,
    'filter': isGround,
    'paint': { 'fill-color': palette.building, 'fill-opacity': byZoom(13, 0, 14, 1) },
  },
]

/**
 * A kind of road: its class, the zoom from which it is shown, and its width in px at zooms 8, 13
 * and 18.
 */
type Road = {
  readonly id: string
  readonly is: ExpressionSpecification
  readonly from: number
  readonly widths: readonly [number, number, number]
  readonly colour: 'road' | 'highway'
}

const roadsByRank: readonly Road[] = [
  {
    id: 'minor',
    is: oneOf('minor_road', 'other', 'service'),
    from: 11,
    widths: [0.3, 1.6, 13],
    colour: 'road',
  },
  {
    id: 'major',
    is: oneOf('major_road', 'medium_road'),
    from: 7,
    widths: [0.9, 3.2, 18],
    colour: 'road',
  },
  { id: 'highway', is: oneOf('highway'), from: 5, widths: [1.2, 4.2, 22], colour: 'highway' },
]

const roadWidth = (
  [far, middle, near]: Road['widths'],
  edgePx: number,
): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.4],
  ['zoom'],
  8,
  far + edgePx,
  13,
  middle + edgePx,
  18,
  near + edgePx,
]

const road = (
  source: string,
  { palette }: Look,
  { id, is, from, widths, colour }: Road,
  isEdge: boolean,
): LayerSpecification => ({
  'id': `${source}-roads-${id}${isEdge ? '-edge' : ''}`,
  'type': 'line',
  source,
  'source-layer': 'roads',
  'minzoom': from,
  'filter': ['all', isLine, is],
  'layout': { 'line-cap': 'round', 'line-join': 'round' },
  'paint': {
    'line-color': palette[isEdge ? (`${colour}Edge` as const) : colour],
    'line-width': roadWidth(widths, isEdge ? 1.6 : 0),
  },
})

const ways = (source: string, look: Look): LayerSpecification[] => [
  {
    'id': `${source}-paths`,
    'type': 'line',
    source,
    'source-layer': 'roads',
    'minzoom': 12,
    'filter': ['all', isLine, oneOf('path')],
    'paint': {
      'line-color': look.palette.path,
      'line-width': byZoom(12, 0.7, 15, 1.4, 18, 3),
      'line-dasharray': [4, 2],
    },
  },
  {
    'id': `${source}-rails`,
    'type': 'line',
    source,
    'source-layer': 'roads',
    'minzoom': 9,
    'filter': ['all', isLine, oneOf('rail')],
    'paint': { 'line-color': look.palette.rail, 'line-width': byZoom(9, 0.6, 14, 1.6, 18, 3) },
  },
  ...roadsByRank.map((one) => road(source, look, one, true)),
  ...roadsByRank.map((one) => road(source, look, one, false)),
]

/**
 * Only counties and smaller areas: the host's setting decides how states and countries are drawn.
 */
const boundaries = (source: string, { palette }: Look): LayerSpecification => ({
  'id': `${source}-boundaries`,
  'type': 'line',
  source,
  'source-layer': 'boundaries',
  'minzoom': 8,
  'filter': oneOf('county', 'locality'),
  'paint': {
    'line-color': palette.areaBorder,
    'line-width': byZoom(8, 0.6, 14, 1.2),
    'line-dasharray': [4, 2, 1, 2],
  },
})

export const baseGround = (source: string, look: Look): LayerSpecification[] => [
  ...grounds(source, look),
  ...ways(source, look),
  boundaries(source, look),
]

const along = (
  source: string,
  { palette, language, fonts }: Look,
  layer: 'roads' | 'water',
): LayerSpecification => ({
  'id': `${source}-${layer}-names`,
  'type': 'symbol',
  source,
  'source-layer': layer,
  'minzoom': layer === 'roads' ? 13 : 11,
  'filter': isLine as FilterSpecification,
  'layout': {
    'symbol-placement': 'line',
    'symbol-spacing': 380,
    'text-field': localName(language),
    'text-font': fonts,
    'text-size': byZoom(11, 10.5, 17, 13),
    'text-max-angle': 30,
  },
  'paint': {
    'text-color': layer === 'roads' ? palette.areaLabel : palette.waterLabel,
    ...toHalo(palette),
  },
})

const placeKind: ExpressionSpecification = [
  'coalesce',
  ['get', 'kind_detail'],
  ['get', 'pmap:kind_detail'],
  kind,
]

/** Places, grouped by the smallest zoom at which they are labelled. */
const placesBySize = [
  {
    id: 'hamlets',
    from: 12,
    kinds: ['hamlet', 'isolated_dwelling', 'farm', 'locality', 'neighbourhood'],
    sizes: [11, 13],
  },
  {
    id: 'villages',
    from: 10,
    kinds: ['village', 'suburb', 'quarter', 'macrohood'],
    sizes: [11.5, 14],
  },
  { id: 'towns', from: 8, kinds: ['town'], sizes: [12, 15.5] },
  { id: 'cities', from: 6, kinds: ['city'], sizes: [12.5, 18] },
] as const

const places = (source: string, { palette, language, fonts }: Look): LayerSpecification[] =>
  placesBySize.map(({ id, from, kinds, sizes }) => ({
    'id': `${source}-${id}`,
    'type': 'symbol',
    source,
    'source-layer': 'places',
    'minzoom': from,
    'maxzoom': 17,
    'filter': [
      'all',
      ['!', oneOf('country', 'region', 'state')],
      ['in', placeKind, ['literal', [...kinds]]],
    ],
    'layout': {
      'text-field': localName(language),
      'text-font': fonts,
      'text-size': byZoom(from, sizes[0], 15, sizes[1]),
      'text-max-width': 8,
      'text-padding': 6,
      'symbol-sort-key': [
        '-',
        ['coalesce', ['get', 'population_rank'], ['get', 'pmap:population_rank'], 0],
      ],
    },
    'paint': { 'text-color': palette.cityLabel, ...toHalo(palette) },
  }))

const pois = (source: string, { palette, language, fonts }: Look): LayerSpecification => ({
  'id': `${source}-pois`,
  'type': 'symbol',
  source,
  'source-layer': 'pois',
  'minzoom': 15,
  'filter': ['any', ['has', 'name'], ['has', 'name:en']],
  'layout': {
    'text-field': localName(language),
    'text-font': fonts,
    'text-size': 11,
    'icon-image': 'place-dot',
    'icon-size': 0.7,
    'text-anchor': 'left',
    'text-offset': [0.6, 0],
    'text-max-width': 8,
    'text-padding': 8,
  },
  'paint': { 'text-color': palette.areaLabel, ...toHalo(palette) },
})

export const baseLabels = (source: string, look: Look): LayerSpecification[] => [
  pois(source, look),
  along(source, look, 'water'),
  along(source, look, 'roads'),
  ...places(source, look),
]
