import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { buildQuery } from '../../../../lib/query.ts'
import { toMapZone, ZoneLayer } from '../../../land/public.ts'
import { computeBounds, type Mark } from './playback-times.ts'
import type { Played } from './played-moment.ts'
import { useAlarmPlaces } from '../track/use-alarm-places.ts'

/** Margin around the flights for showing zones, degrees: about two kilometres. */
const aroundDeg = 0.02

const useZones = (drones: readonly Played[]) => {
  const query = useMemo(() => {
    const bounds = computeBounds(drones)
    return (
      bounds && {
        minLng: String(Math.max(-180, bounds.minLng - aroundDeg)),
        maxLng: String(Math.min(180, bounds.maxLng + aroundDeg)),
        minLat: String(Math.max(-90, bounds.minLat - aroundDeg)),
        maxLat: String(Math.min(90, bounds.maxLat + aroundDeg)),
      }
    )
  }, [drones])
  return useQuery({
    ...buildQuery('listMonitorZones', { query: query! }),
    enabled: query !== null,
    staleTime: 60_000,
  })
}

type Props = { drones: readonly Played[]; marks: readonly Mark[]; onMark: (mark: Mark) => void }

/** The static parts of the map: nearby zones, and the positions of alarms. */
export const PlaybackGround = ({ drones, marks, onMark }: Props) => {
  const zones = useZones(drones)
  const items = useMemo(() => (zones.data?.items ?? []).map(toMapZone), [zones.data])
  useAlarmPlaces(
    useMemo(() => marks.map(({ alarm }) => alarm), [marks]),
    ({ anomalyId }) => {
      const mark = marks.find(({ alarm }) => alarm.anomalyId === anomalyId)
      if (mark) onMark(mark)
    },
  )
  return <ZoneLayer items={items} />
}
