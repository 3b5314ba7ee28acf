import type { LngLat } from '@swath/domain/lng-lat'
import type { Feature } from 'geojson'
import { useMemo } from 'react'
import { useMapLayer } from '../../map/map-context.ts'
import type { MapLayer } from '../../map/map-types.ts'
import { alarmColors, colors, groundColors } from '../../ui/theme.ts'
import type { Draft } from './zone-draft.ts'

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

const styleLayers: MapLayer['styleLayers'] = [
  {
    id: 'others',
    source: 'others',
    kind: 'line',
    paint: { 'line-color': groundColors.zone, 'line-width': 2, 'line-dasharray': [2, 1.5] },
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

/** The rings that are not being drawn, and where a mistake lies. */
export const useBesideDrawing = (draft: Draft, active: number, crossing: LngLat | null): void => {
  const [lng, lat] = crossing ?? []
  const layer = useMemo((): MapLayer => {
    const others =
      draft.kind === 'circle'
        ? []
        : draft.rings.filter((ring, i) => i !== active && ring.length >= 3)
    const at: LngLat | null = lng === undefined || lat === undefined ? null : [lng, lat]
    return {
      id: 'zone-beside',
      slot: 'drafts',
      sources: {
        others: { data: { type: 'FeatureCollection', features: lines(others) } },
        crossing: { data: { type: 'FeatureCollection', features: points(at) } },
      },
      styleLayers,
    }
  }, [draft, active, lng, lat])
  useMapLayer(layer)
}
