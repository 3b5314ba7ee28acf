import type { PlotGround } from '@swath/contract/flights/plot-work'
import type { Feature } from 'geojson'
import { useMemo } from 'react'
import { useMapLayer } from '../../../map/map-context.ts'
import type { MapLayer } from '../../../map/map-types.ts'
import { groundColors } from '../../../lib/theme.ts'

const polygons = (rings: PlotGround['coveredRings']): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'MultiPolygon', coordinates: rings },
})

/** The covered area, above it the area covered twice, and the outline of the missed area. */
export const useGroundOnMap = (ground: PlotGround | null | undefined): void =>
  useMapLayer(
    useMemo(
      (): MapLayer | null =>
        ground
          ? {
              id: 'plot-ground',
              slot: 'covered-ground',
              sources: {
                covered: { data: polygons(ground.coveredRings) },
                repeated: { data: polygons(ground.repeatedRings) },
                missed: { data: polygons(ground.missedRings) },
              },
              styleLayers: [
                {
                  id: 'covered',
                  source: 'covered',
                  kind: 'fill',
                  paint: { 'fill-color': groundColors.covered, 'fill-opacity': 0.45 },
                },
                {
                  id: 'repeated',
                  source: 'repeated',
                  kind: 'fill',
                  paint: { 'fill-color': groundColors.repeated, 'fill-opacity': 0.6 },
                },
                {
                  id: 'missed',
                  source: 'missed',
                  kind: 'line',
                  paint: { 'line-color': groundColors.missed, 'line-width': 2 },
                },
              ],
            }
          : null,
      [ground],
    ),
  )
