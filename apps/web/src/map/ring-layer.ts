import type { FeatureCollection } from 'geojson'
import { colors } from '../lib/theme.ts'
import { fontStack } from './map-fonts.ts'
import { palettes } from './map-palette.ts'
import type { MapLayer, MapStyleLayer } from './map-types.ts'

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] }

const length = (source: string): MapStyleLayer => ({
  id: `${source}-length`,
  source,
  kind: 'symbol',
  layout: {
    'text-field': ['get', 'length'],
    'text-font': fontStack('zh-CN'),
    'text-size': 12,
    'text-offset': [0, -1],
    'text-allow-overlap': source === 'moving',
  },
  paint: {
    'text-color': palettes.light.label,
    'text-halo-color': palettes.light.halo,
    'text-halo-width': 1.8,
  },
})

export const ringLayerId = 'ring'

/** The style of a ring or circle while it is drawn or edited. */
export const createRingLayer = (colour: string): MapLayer => ({
  id: ringLayerId,
  slot: 'drafts',
  sources: {
    ground: { data: nothing },
    corners: { data: nothing },
    middles: { data: nothing },
    moving: { data: nothing },
  },
  styleLayers: [
    {
      id: 'fill',
      source: 'ground',
      kind: 'fill',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colour, 'fill-opacity': 0.2 },
    },
    {
      id: 'line',
      source: 'ground',
      kind: 'line',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colour, 'line-width': 2.5 },
    },
    {
      id: 'middles',
      source: 'middles',
      kind: 'circle',
      filter: ['==', ['get', 'handle'], 1],
      paint: {
        'circle-radius': 4,
        'circle-color': colour,
        'circle-stroke-color': colors.paper,
        'circle-stroke-width': 1,
      },
    },
    length('middles'),
    {
      id: 'corners',
      source: 'corners',
      kind: 'circle',
      paint: {
        'circle-radius': [
          'case',
          ['==', ['get', 'crowded'], 1],
          2.5,
          ['==', ['get', 'first'], 1],
          7,
          6,
        ],
        'circle-color': colors.paper,
        'circle-stroke-color': colour,
        'circle-stroke-width': ['case', ['==', ['get', 'crowded'], 1], 1, 2],
      },
    },
    {
      id: 'moving',
      source: 'moving',
      kind: 'circle',
      paint: {
        'circle-radius': 7,
        'circle-color': colour,
        'circle-stroke-color': colors.paper,
        'circle-stroke-width': 2,
      },
    },
    length('moving'),
  ],
})
