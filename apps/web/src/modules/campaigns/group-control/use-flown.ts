// Current positions of a plan's drones, each second, and the flown part of their current flights.
import type { GroupPlanDrone } from '@swath/contract/campaigns/group-plans'
import type { MonitorDroneDetail } from '@swath/contract/live/monitor'
import { useQueries } from '@tanstack/react-query'
import type { FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { buildQuery } from '../../../lib/query.ts'
import { useMapLayer } from '../../../map/map-context.ts'
import type { MapLayer } from '../../../map/map-types.ts'
import { flightColors } from '../../../lib/theme.ts'
import { liveConnection } from '../../../lib/live/live.ts'
import { useLiveTick } from '../../../lib/live/live-tick.ts'
import type { Watched } from './find-meetings.ts'
import { sprayedLines } from './sprayed-lines.ts'

const trailMs = 10_000

/**
 * The drones by name: positions from the latest frame, or from the last response outside the map's
 * view.
 */
export const useWatchedDrones = (
  drones: readonly GroupPlanDrone[],
  known: (droneId: string) => MonitorDroneDetail | undefined,
): Watched[] => {
  useLiveTick()
  const { store } = liveConnection
  return drones.flatMap(({ position, droneId, droneName }) => {
    if (droneId === null) return []
    const now = store.read(droneId, Date.now())
    const flight = now?.status ?? known(droneId)?.flight
    return [
      {
        position,
        droneId,
        name: droneName ?? droneId,
        at: now ? ([now.lng, now.lat] as const) : null,
        heightM: now?.heightM ?? null,
        batteryPercent: now?.batteryPercent ?? known(droneId)?.batteryPercent ?? null,
        isOffline: !now && known(droneId)?.flight === 'offline',
        isAirborne: flight === 'flying' || flight === 'spraying',
      },
    ]
  })
}

/** The tracks of the drones' current flights, and where each sprayed last. */
export const useFlown = (drones: readonly GroupPlanDrone[]) => {
  const named = useMemo(
    () => drones.flatMap(({ droneId }) => (droneId === null ? [] : [droneId])),
    [drones],
  )
  const asked = useQueries({
    queries: named.map((droneId) => ({
      ...buildQuery('getMonitorDrone', { query: { droneId } }),
      refetchInterval: trailMs,
      retry: false,
    })),
    combine: (results) => results.map(({ data }) => data),
  })
  const flown = useMemo(
    (): FeatureCollection => ({
      type: 'FeatureCollection',
      features: asked.flatMap((drone) => (drone?.currentSortie ? sprayedLines(drone.trail) : [])),
    }),
    [asked],
  )
  useMapLayer(
    useMemo(
      (): MapLayer => ({
        id: 'group-flown',
        slot: 'trail',
        sources: { flown: { data: flown } },
        styleLayers: [
          {
            id: 'flown',
            source: 'flown',
            kind: 'line',
            layout: { 'line-cap': 'round', 'line-join': 'round' },
            paint: { 'line-color': flightColors.spraying, 'line-width': 8, 'line-opacity': 0.45 },
          },
        ],
      }),
      [flown],
    ),
  )
  const known = (droneId: string) => asked[named.indexOf(droneId)]
  const sprayedLast = (droneId: string): [number, number] | null => {
    const trail = known(droneId)?.trail
    const last = trail?.spraying.lastIndexOf(true) ?? -1
    return trail && last >= 0 ? [trail.lng[last]!, trail.lat[last]!] : null
  }
  return { known, sprayedLast }
}
