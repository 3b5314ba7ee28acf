import type { RoutePoint } from '@swath/domain/command'
import type { LngLat } from '@swath/domain/lng-lat'
import type { FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { fontStack } from '../../../map/map-fonts.ts'
import { useMapLayer } from '../../../map/map-context.ts'
import type { MapLayer, MapStyleLayer } from '../../../map/map-types.ts'
import { colors, flightColors, groundColors } from '../../../lib/theme.ts'
import { routeFeatures } from './route-draft.ts'

const isLeg = ['==', ['get', 'kind'], 'leg'] as const
const isPoint = ['==', ['get', 'kind'], 'point'] as const
const isSprayed = ['==', ['get', 'pump'], 1] as const

const toPlaces = (crossings: readonly Crossing[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: crossings.map(({ at }) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates: [at[0], at[1]] },
  })),
})

const crossingRing: MapStyleLayer = {
  id: 'crossings',
  source: 'crossings',
  kind: 'circle',
  paint: {
    'circle-radius': 14,
    'circle-color': colors.paper,
    'circle-opacity': 0.4,
    'circle-stroke-color': groundColors.zone,
    'circle-stroke-width': 3,
  },
}

type Crossing = { readonly at: LngLat }
const noCrossings: readonly Crossing[] = []

type Props = { points: readonly RoutePoint[]; isDrawn: boolean; crossings?: readonly Crossing[] }

/**
 * A route with numbered points: solid lines are sprayed, dashed ones are only flown. Rings mark
 * where it enters zones.
 */
export const RouteOnMap = ({ points, isDrawn, crossings = noCrossings }: Props) => {
  const layer = useMemo(
    (): MapLayer => ({
      id: 'route',
      slot: 'route',
      sources: { route: { data: routeFeatures(points) }, crossings: { data: toPlaces(crossings) } },
      styleLayers: [
        {
          id: 'rim',
          source: 'route',
          kind: 'line',
          filter: isLeg,
          layout: { 'line-cap': 'round' },
          paint: { 'line-color': colors.paper, 'line-width': 6, 'line-opacity': 0.85 },
        },
        {
          id: 'sprayed',
          source: 'route',
          kind: 'line',
          filter: ['all', isLeg, isSprayed],
          layout: { 'line-cap': 'round' },
          paint: { 'line-color': flightColors.spraying, 'line-width': 3 },
        },
        {
          id: 'flown',
          source: 'route',
          kind: 'line',
          filter: ['all', isLeg, ['!', isSprayed]],
          paint: { 'line-color': flightColors.flying, 'line-width': 3, 'line-dasharray': [2, 1.5] },
        },
        crossingRing,
        {
          id: 'points',
          source: 'route',
          kind: 'circle',
          filter: isPoint,
          paint: {
            'circle-radius': isDrawn ? 10 : 7,
            'circle-color': colors.paper,
            'circle-stroke-color': colors.brand,
            'circle-stroke-width': 2,
          },
        },
        {
          id: 'numbers',
          source: 'route',
          kind: 'symbol',
          filter: isPoint,
          layout: {
            'text-field': ['to-string', ['get', 'number']],
            'text-font': fontStack('en'),
            'text-size': isDrawn ? 11 : 9,
            'text-allow-overlap': true,
            'text-ignore-placement': true,
          },
          paint: { 'text-color': colors.ink },
        },
      ],
    }),
    [points, isDrawn, crossings],
  )
  useMapLayer(layer)
  return null
}
