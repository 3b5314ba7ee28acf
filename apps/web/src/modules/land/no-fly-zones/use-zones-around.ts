import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import type { LngLat } from '@swath/domain/lng-lat'
import type { AirZone } from '@swath/domain/zone-index'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { buildQuery, keepShown } from '../../../lib/query.ts'

/** Zones are requested again only after the drone has moved this far, degrees. */
const stepDeg = 0.1
/** The maximum length of a route, degrees: 16 km to the north. */
const reachDeg = 0.15

const toMs = (time: string | null): number | null => (time === null ? null : Date.parse(time))

const toAirZone = (
  zone: Answer<Api['listMonitorZones']>['items'][number],
): AirZone & { name: string } => ({
  id: zone.noflyId,
  name: zone.noflyName,
  shape: zone.shape,
  kind: zone.kind,
  restriction: zone.restriction,
  lowerM: zone.lowerM,
  upperM: zone.upperM,
  lowerReference: zone.lowerReference,
  upperReference: zone.upperReference,
  fromMs: toMs(zone.validFrom),
  toMs: toMs(zone.validUntil),
  windows: zone.windows,
  ...(zone.timeZone === null ? {} : { timeZone: zone.timeZone }),
})

const boxAround = (at: LngLat) => {
  const [lng, lat] = [Math.round(at[0] / stepDeg), Math.round(at[1] / stepDeg)]
  const text = (degrees: number, most: number): string =>
    Math.max(-most, Math.min(most, degrees)).toFixed(6)
  return {
    minLng: text(lng * stepDeg - reachDeg, 180),
    maxLng: text(lng * stepDeg + reachDeg, 180),
    minLat: text(lat * stepDeg - reachDeg, 90),
    maxLat: text(lat * stepDeg + reachDeg, 90),
  }
}

/** The zones around a moving position; undefined until they are loaded. */
export const useZonesAround = (at: LngLat | null) => {
  const { data } = useQuery({
    ...buildQuery('listMonitorZones', { query: boxAround(at ?? [0, 0]) }),
    ...keepShown,
    enabled: at !== null,
    staleTime: 60_000,
  })
  return useMemo(() => data?.items.map(toAirZone), [data])
}
