// The layers of the built-in map: land, water, borders, names and towns, from the archives that
// tools/geodata writes.
import type { Language } from '@swath/i18n/languages'
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import { byZoom, toHalo, type Look } from './map-look.ts'

/** Traditional Chinese names are omitted from the data where they equal the Simplified ones. */
const builtInName = (language: Language): ExpressionSpecification => [
  'coalesce',
  ['get', language],
  ...(language === 'zh-TW' ? [['get', 'zh-CN'] as ExpressionSpecification] : []),
  ['get', 'en'],
]

const cities =
  ({ palette, language, seen, fonts }: Look) =>
  (
    rank: number,
    id: string,
    minzoom: number,
    size: ExpressionSpecification,
  ): LayerSpecification => ({
    id,
    'type': 'symbol',
    'source': 'world',
    'source-layer': 'labels',
    minzoom,
    'filter': seen(['all', ['==', ['get', 'kind'], 'city'], ['==', ['get', 'rank'], rank]]),
    'layout': {
      'text-field': builtInName(language),
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
    'paint': { 'text-color': palette.cityLabel, ...toHalo(palette) },
  })

const areas =
  ({ palette, language, seen, fonts, spacing }: Look) =>
  (rank: number, minzoom: number): LayerSpecification => ({
    'id': `label-areas-${rank}`,
    'type': 'symbol',
    'source': 'world',
    'source-layer': 'labels',
    minzoom,
    'maxzoom': rank === 1 ? 9 : 11,
    'filter': seen(['all', ['==', ['get', 'kind'], 'area'], ['==', ['get', 'rank'], rank]]),
    'layout': {
      'text-field': builtInName(language),
      'text-font': fonts,
      'text-size': byZoom(3, 10.5, 6, 12.5, 9, 15),
      'text-letter-spacing': spacing,
      'text-max-width': 7,
      'text-padding': 6,
    },
    'paint': { 'text-color': palette.areaLabel, ...toHalo(palette) },
  })

const countries =
  ({ palette, language, seen, fonts, spacing }: Look) =>
  (rank: number, minzoom: number): LayerSpecification => ({
    'id': `label-countries-${rank}`,
    'type': 'symbol',
    'source': 'world',
    'source-layer': 'labels',
    minzoom,
    'maxzoom': 7,
    'filter': seen(['all', ['==', ['get', 'kind'], 'country'], ['==', ['get', 'rank'], rank]]),
    'layout': {
      'text-field': builtInName(language),
      'text-font': fonts,
      'text-size': byZoom(2, 11, 4, rank === 1 ? 14.5 : 12.5, 6, rank === 1 ? 20 : 17),
      'text-letter-spacing': spacing * 2,
      'text-max-width': 7,
      'text-padding': 4,
    },
    'paint': { 'text-color': palette.label, ...toHalo(palette), 'text-halo-width': 2 },
  })

/**
 * The outline of the continents is below the tiles; a loaded tile covers it completely, with its
 * sea first.
 */
export const groundLayers = ({ palette }: Look): LayerSpecification[] => [
  { id: 'background', type: 'background', paint: { 'background-color': palette.water } },
  { id: 'outline', type: 'fill', source: 'outline', paint: { 'fill-color': palette.land } },
  {
    'id': 'sea',
    'type': 'fill',
    'source': 'world',
    'source-layer': 'sea',
    'paint': { 'fill-color': palette.water, 'fill-antialias': false },
  },
  {
    'id': 'land',
    'type': 'fill',
    'source': 'world',
    'source-layer': 'land',
    'paint': { 'fill-color': palette.land, 'fill-outline-color': palette.land },
  },
  {
    'id': 'shore',
    'type': 'line',
    'source': 'world',
    'source-layer': 'coast',
    'paint': { 'line-color': palette.shore, 'line-width': byZoom(3, 0.5, 7, 0.9, 12, 1.2) },
  },
  {
    'id': 'lakes',
    'type': 'fill',
    'source': 'world',
    'source-layer': 'lakes',
    'minzoom': 3,
    'paint': { 'fill-color': palette.water, 'fill-outline-color': palette.shore },
  },
  {
    'id': 'rivers',
    'type': 'line',
    'source': 'world',
    'source-layer': 'rivers',
    'minzoom': 3.5,
    'maxzoom': 9.5,
    'layout': { 'line-cap': 'round', 'line-join': 'round' },
    'paint': {
      'line-color': palette.river,
      'line-width': byZoom(3.5, 0.5, 6, 1.1, 10, 2.4),
      // Known to two kilometres: at larger scales the line is visibly wrong.
      'line-opacity': byZoom(3.5, 0.5, 5, 1, 8.5, 1, 9.5, 0),
    },
  },
]

export const borderLayers = ({ palette, seen }: Look): LayerSpecification[] => [
  {
    'id': 'borders-first',
    'type': 'line',
    'source': 'world',
    'source-layer': 'borders',
    'filter': seen(['==', ['get', 'kind'], 'first']),
    'maxzoom': 11.5,
    'layout': { 'line-join': 'round' },
    'paint': {
      'line-color': palette.areaBorder,
      'line-width': byZoom(3, 0.5, 6, 0.9, 10, 1.4),
      // Known to a kilometre: too coarse where single fields are visible.
      'line-opacity': byZoom(9, 1, 11.5, 0),
    },
  },
  {
    'id': 'borders-country',
    'type': 'line',
    'source': 'world',
    'source-layer': 'borders',
    'filter': seen(['==', ['get', 'kind'], 'country']),
    'layout': { 'line-join': 'round', 'line-cap': 'round' },
    'paint': { 'line-color': palette.border, 'line-width': byZoom(3, 0.8, 6, 1.4, 10, 2) },
  },
  {
    'id': 'borders-disputed',
    'type': 'line',
    'source': 'world',
    'source-layer': 'borders',
    'filter': seen(['==', ['get', 'kind'], 'disputed']),
    'paint': {
      'line-color': palette.border,
      'line-width': byZoom(3, 0.8, 6, 1.3, 10, 1.8),
      'line-dasharray': [3, 2],
    },
  },
]

/** Kilometre lines, with labels along the lines. */
export const gridLayers = ({ palette, fonts }: Look): LayerSpecification[] => [
  {
    id: 'grid',
    type: 'line',
    source: 'grid',
    paint: { 'line-color': palette.grid, 'line-width': 0.8 },
  },
  {
    id: 'grid-labels',
    type: 'symbol',
    source: 'grid',
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 520,
      'text-field': ['get', 'label'],
      'text-font': fonts,
      'text-size': 10,
      'text-padding': 12,
    },
    paint: { 'text-color': palette.areaLabel, 'text-opacity': 0.75, ...toHalo(palette) },
  },
]

/** Towns and villages by size; 1 is the largest. */
const towns = ({ palette, language, fonts }: Look): LayerSpecification => ({
  'id': 'label-towns',
  'type': 'symbol',
  'source': 'towns',
  'source-layer': 'towns',
  'minzoom': 7,
  'layout': {
    'text-field': builtInName(language),
    'text-font': fonts,
    'text-size': [
      'interpolate',
      ['linear'],
      ['zoom'],
      7,
      10.5,
      11,
      ['match', ['get', 'rank'], [1, 2], 14, 3, 13, 11.5],
    ],
    'icon-image': 'place-dot',
    'icon-size': 0.75,
    'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
    'text-radial-offset': 0.5,
    'text-justify': 'auto',
    'symbol-sort-key': ['get', 'rank'],
    'text-max-width': 8,
    'text-padding': 6,
  },
  'paint': { 'text-color': palette.areaLabel, ...toHalo(palette) },
})

/** Smallest places first: later layers have priority where there is little room. */
export const labelLayers = (look: Look): LayerSpecification[] => {
  const [city, area, country] = [cities(look), areas(look), countries(look)]
  return [
    towns(look),
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
