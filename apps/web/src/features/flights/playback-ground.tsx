import type { Feature } from 'geojson'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { queryOf } from '../../lib/query.ts'
import { useMapLayer } from '../../map/map-context.ts'
import type { MapLayer } from '../../map/map-types.ts'
import { ZoneLayer } from '../../map/zone-layer.tsx'
import { alarmColors, colors } from '../../ui/theme.ts'
import { boundsOf, type Mark } from './playback-times.ts'
import type { Played } from './played-moment.ts'

/** Degrees around what was flown in which zones are shown: about two kilometres. */
const aroundDeg = 0.02

const useZones = (drones: readonly Played[]) => {
  const query = useMemo(() => {
    const bounds = boundsOf(drones)
    return bounds && {
      minLng: String(Math.max(-180, bounds.minLng - aroundDeg)), maxLng: String(Math.min(180, bounds.maxLng + aroundDeg)),
      minLat: String(Math.max(-90, bounds.minLat - aroundDeg)), maxLat: String(Math.min(90, bounds.maxLat + aroundDeg)),
    }
  }, [drones])
  return useQuery({ ...queryOf('listMonitorZones', { query: query! }), enabled: query !== null, staleTime: 60_000 })
}

type Props = { drones: readonly Played[]; marks: readonly Mark[]; onMark: (mark: Mark) => void }

/** What lies still: the zones around, and where the alarms were raised. */
export const PlaybackGround = ({ drones, marks, onMark }: Props) => {
  const zones = useZones(drones)
  const items = useMemo(() => (zones.data?.items ?? []).map(({ noflyId, noflyName, shape, enabled }) => ({
    id: noflyId, name: noflyName, isEnabled: enabled,
    shape: shape.kind === 'circle' ? { kind: 'circle' as const, centre: shape.center, radiusM: shape.radiusM } : { kind: 'polygon' as const, rings: shape.rings },
  })), [zones.data])
  const latest = useRef({ marks, onMark })
  useEffect(() => { latest.current = { marks, onMark } }, [marks, onMark])
  useMapLayer(useMemo((): MapLayer => ({
    id: 'alarms', order: 58,
    sources: {
      places: { data: { type: 'FeatureCollection', features: marks.map(({ alarm }): Feature => ({ type: 'Feature', properties: { id: alarm.anomalyId, level: alarm.level }, geometry: { type: 'Point', coordinates: [alarm.lng, alarm.lat] } })) } },
    },
    drawings: [{
      id: 'places', source: 'places', kind: 'circle', clickable: true,
      paint: {
        'circle-radius': 6, 'circle-color': ['match', ['get', 'level'], 1, alarmColors[1], 2, alarmColors[2], alarmColors[3]], 'circle-stroke-color': colors.paper, 'circle-stroke-width': 2,
      },
    }],
    onClick: ({ properties }) => {
      const mark = latest.current.marks.find(({ alarm }) => alarm.anomalyId === properties['id'])
      if (mark) latest.current.onMark(mark)
    },
  }), [marks]))
  return <ZoneLayer items={items} />
}
