// Plots and tracks of a subsidy, or of one line, on the map beneath.
import { useQuery } from '@tanstack/react-query'
import type { FeatureCollection } from 'geojson'
import { useEffect, useMemo } from 'react'
import { buildQuery } from '../../../lib/query.ts'
import { useGroundLayer, type GroundShape, type GroundStyle } from '../../../map/ground-shapes.ts'
import { useMap, useMapLayer } from '../../../map/map-context.ts'
import type { MapLayer, StyleValue } from '../../../map/map-types.ts'
import { boundsOfShape } from '../../../map/shapes.ts'
import { useListedOnMap } from '../../../ui/listed-on-map.ts'
import { flightColors, groundColors } from '../../../lib/theme.ts'

type PaidPlot = GroundShape & { readonly state: 'payable' | 'stopped' | 'nothing' }

const byState: StyleValue = [
  'match',
  ['get', 'state'],
  'payable',
  groundColors.covered,
  'stopped',
  groundColors.zone,
  groundColors.plot,
]

const plotStyle: GroundStyle<PaidPlot> = {
  id: 'subsidy-plots',
  slot: 'plots',
  colour: byState,
  opacity: [0.6, 0.25],
  edgeWidth: 1.4,
  namesFromZoom: 14,
  nameHaloWidth: 1.6,
  properties: ({ state }) => ({ state }),
}

type Path = readonly (readonly [number, number])[]

const useTrackLines = (paths: readonly Path[]): void => {
  useMapLayer(
    useMemo((): MapLayer | null => {
      const data: FeatureCollection = {
        type: 'FeatureCollection',
        features: paths
          .filter((path) => path.length > 1)
          .map((path) => ({
            type: 'Feature',
            properties: {},
            geometry: { type: 'LineString', coordinates: path.map((place) => [...place]) },
          })),
      }
      return {
        id: 'subsidy-tracks',
        slot: 'covered-ground',
        sources: { tracks: { data } },
        styleLayers: [
          {
            id: 'tracks',
            source: 'tracks',
            kind: 'line',
            paint: { 'line-color': flightColors.spraying, 'line-width': 1.6 },
          },
        ],
      }
    }, [paths]),
  )
}

const noPlots: readonly PaidPlot[] = []
const noPaths: readonly Path[] = []

const useAsked = (subsidyId: string, lineId?: string) => {
  const asked = useQuery(
    buildQuery('getSubsidyTracks', {
      params: { subsidyId },
      query: { ...(lineId ? { lineId } : {}) },
    }),
  )
  const plots = useMemo(
    () =>
      asked.data?.plots.map(({ blockId, blockName, parts, state }) => ({
        id: blockId,
        name: blockName,
        state,
        shape: { kind: 'parts' as const, parts },
      })) ?? noPlots,
    [asked.data],
  )
  const paths = useMemo(() => asked.data?.tracks.map(({ path }) => path) ?? noPaths, [asked.data])
  return { plots, paths, withoutTrackNum: asked.data?.withoutTrackNum ?? 0 }
}

/**
 * Shows the tracks over a line's plot, and moves the map to them, while its details are open.
 * @returns the number of flights without a track
 */
export const useSubsidyTracks = (subsidyId: string, lineId: string): number => {
  const map = useMap()
  const { plots, paths, withoutTrackNum } = useAsked(subsidyId, lineId)
  useTrackLines(paths)
  useEffect(() => {
    const bounds = plots[0] && boundsOfShape(plots[0].shape)
    if (bounds) map?.fitBounds(bounds, { maxZoom: 16 })
  }, [map, plots])
  return withoutTrackNum
}

/** Plots of a subsidy, coloured by the result. */
export const SubsidyPlots = ({ subsidyId }: { subsidyId: string }) => {
  const { plots } = useAsked(subsidyId)
  useListedOnMap(plots)
  useGroundLayer(plotStyle, { items: plots })
  return null
}
