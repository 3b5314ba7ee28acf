import type { LngLat } from '@swath/domain/lng-lat'
import type { Feature } from 'geojson'
import { useMemo } from 'react'
import { alarmColors, colors } from '../lib/theme.ts'
import { useMapLayer } from './map-context.ts'
import type { MapLayer, MapStyleLayer } from './map-types.ts'

const lines = (rings: readonly (readonly LngLat[])[]): Feature[] =>
  rings.map((ring) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates: [...ring, ring[0]!].map((place) => [...place]) },
  }))

const points = (place: LngLat | null): Feature[] =>
  place === null
    ? []
    : [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [...place] } }]

const styleLayers = (colour: string): MapStyleLayer[] => [
  {
    id: 'others',
    source: 'others',
    kind: 'line',
    paint: { 'line-color': colour, 'line-width': 2, 'line-dasharray': [2, 1.5] },
  },
  {
    id: 'crossing-ground',
    source: 'crossing',
    kind: 'circle',
    paint: {
      'circle-radius': 16,
      'circle-color': alarmColors[1],
      'circle-opacity': 0.2,
      'circle-stroke-color': alarmColors[1],
      'circle-stroke-width': 2,
    },
  },
  {
    id: 'crossing',
    source: 'crossing',
    kind: 'circle',
    paint: {
      'circle-radius': 4,
      'circle-color': alarmColors[1],
      'circle-stroke-color': colors.paper,
      'circle-stroke-width': 2,
    },
  },
]

/** Draws the rings of a shape that are not being edited, and marks the position of an error. */
export const useBesideDrawing = (
  rings: readonly (readonly LngLat[])[],
  crossing: LngLat | null,
  colour: string,
): void => {
  const [lng, lat] = crossing ?? []
  const layer = useMemo((): MapLayer => {
    const at: LngLat | null = lng === undefined || lat === undefined ? null : [lng, lat]
    return {
      id: 'beside-drawing',
      slot: 'drafts',
      sources: {
        others: { data: { type: 'FeatureCollection', features: lines(rings) } },
        crossing: { data: { type: 'FeatureCollection', features: points(at) } },
      },
      styleLayers: styleLayers(colour),
    }
  }, [rings, lng, lat, colour])
  useMapLayer(layer)
}
