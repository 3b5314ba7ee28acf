import type { RoutePoint } from '@swath/domain/command'
import { useMemo } from 'react'
import { fontStack } from '../../map/map-fonts.ts'
import { useMapLayer } from '../../map/map-context.ts'
import type { MapLayer } from '../../map/map-types.ts'
import { colors, flightColors } from '../../ui/theme.ts'
import { routeFeatures } from './route-draft.ts'

const isLeg = ['==', ['get', 'kind'], 'leg'] as const
const isPoint = ['==', ['get', 'kind'], 'point'] as const
const isSprayed = ['==', ['get', 'pump'], 1] as const

/** A route with its numbered points: whole lines are sprayed, dashed ones only flown. */
export const RouteOnMap = ({
  points,
  isDrawn,
}: {
  points: readonly RoutePoint[]
  isDrawn: boolean
}) => {
  const layer = useMemo(
    (): MapLayer => ({
      id: 'route',
      slot: 'route',
      sources: { route: { data: routeFeatures(points) } },
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
    [points, isDrawn],
  )
  useMapLayer(layer)
  return null
}
