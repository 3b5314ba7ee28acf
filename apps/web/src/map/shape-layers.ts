// Draws archives with unknown layers by their geometry: faint areas, thin lines, and dots with
// names.
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import { byZoom, toHalo, type Look } from './map-look.ts'
import { localName } from './local-name.ts'

const isOf = (type: 'Polygon' | 'LineString' | 'Point'): FilterSpecification => [
  '==',
  ['geometry-type'],
  type,
]

/** Layers are numbered because their names are arbitrary and might contain our own prefixes. */
export const shapeLayers = (
  source: string,
  layers: readonly string[],
  { palette }: Look,
): LayerSpecification[] =>
  layers.flatMap((layer, i): LayerSpecification[] => [
    {
      'id': `${source}-${i}-grounds`,
      'type': 'fill',
      source,
      'source-layer': layer,
      'filter': isOf('Polygon'),
      'paint': { 'fill-color': palette.farmland, 'fill-outline-color': palette.areaBorder },
    },
    {
      'id': `${source}-${i}-lines`,
      'type': 'line',
      source,
      'source-layer': layer,
      'filter': isOf('LineString'),
      'paint': { 'line-color': palette.path, 'line-width': byZoom(6, 0.6, 12, 1.2, 18, 3) },
    },
    {
      'id': `${source}-${i}-places`,
      'type': 'circle',
      source,
      'source-layer': layer,
      'filter': isOf('Point'),
      'paint': { 'circle-color': palette.areaLabel, 'circle-radius': 2 },
    },
  ])

export const shapeLabels = (
  source: string,
  layers: readonly string[],
  { palette, language, fonts }: Look,
): LayerSpecification[] =>
  layers.map((layer, i) => ({
    'id': `${source}-${i}-names`,
    'type': 'symbol',
    source,
    'source-layer': layer,
    'filter': isOf('Point') as ExpressionSpecification,
    'layout': {
      'text-field': localName(language),
      'text-font': fonts,
      'text-size': 12,
      'text-anchor': 'left',
      'text-offset': [0.5, 0],
      'text-max-width': 8,
    },
    'paint': { 'text-color': palette.areaLabel, ...toHalo(palette) },
  }))
