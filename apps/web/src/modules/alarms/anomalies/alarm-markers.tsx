import type { RecentAlarm } from '@swath/contract/alarms/anomalies'
import type { Feature, FeatureCollection } from 'geojson'
import { useEffect, useMemo, useRef } from 'react'
import { useMap } from '../../../map/map-context.ts'
import type { MapLayer, StyleValue } from '../../../map/map-types.ts'
import { alarmColors } from '../../../lib/theme.ts'
import { anomalyImages } from './anomaly-images.ts'

export type MarkedAlarm = Pick<
  RecentAlarm,
  'anomalyId' | 'droneId' | 'level' | 'lng' | 'lat' | 'read'
>
type Props = {
  alarms: readonly MarkedAlarm[]
  /** Ids of new alarms. */
  freshIds: ReadonlySet<string>
  selectedId: string | null
  onSelect: (alarm: MarkedAlarm) => void
}

const layerId = 'anomalies'
const beatMs = 1200
/** The ring stops pulsing after this, because a map that redraws all the time uses a whole core. */
const beats = 3
const frameMs = 60

const collection = (
  alarms: readonly MarkedAlarm[],
  selectedId: string | null,
): FeatureCollection => ({
  type: 'FeatureCollection',
  features: alarms.map(({ anomalyId, level, lng, lat, read }): Feature => ({
    type: 'Feature',
    properties: {
      id: anomalyId,
      level,
      read: read ? 1 : 0,
      selected: anomalyId === selectedId ? 1 : 0,
    },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  })),
})
const nothing = collection([], null)

const colour = [
  'match',
  ['get', 'level'],
  1,
  alarmColors[1],
  2,
  alarmColors[2],
  alarmColors[3],
] as const

/** When zoomed out to drone counts, alarms are drawn below the number. */
const beneath = (downPx: number): StyleValue => [
  'interpolate',
  ['linear'],
  ['zoom'],
  8,
  ['literal', [0, downPx]],
  10,
  ['literal', [0, 0]],
]

const buildLayer = (onClick: (id: string) => void): MapLayer => ({
  id: layerId,
  slot: 'alarms',
  images: anomalyImages(),
  sources: { places: { data: nothing }, fresh: { data: nothing } },
  styleLayers: [
    {
      id: 'pulse',
      source: 'fresh',
      kind: 'circle',
      paint: {
        'circle-translate': beneath(24),
        'circle-radius': 20,
        'circle-color': colour,
        'circle-opacity': 0.18,
        'circle-stroke-color': colour,
        'circle-stroke-width': 2,
        'circle-stroke-opacity': 0.8,
      },
    },
    {
      id: 'selected',
      source: 'places',
      kind: 'circle',
      filter: ['==', ['get', 'selected'], 1],
      paint: {
        'circle-translate': beneath(24),
        'circle-radius': 19,
        'circle-opacity': 0,
        'circle-stroke-color': colour,
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'marks',
      source: 'places',
      kind: 'symbol',
      clickable: true,
      layout: {
        'icon-image': ['concat', 'anomaly-', ['to-string', ['get', 'level']]],
        'icon-size': ['interpolate', ['linear'], ['zoom'], 3, 0.6, 10, 0.9],
        'icon-offset': beneath(40),
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'symbol-sort-key': ['-', 4, ['get', 'level']],
      },
      paint: { 'icon-opacity': ['case', ['==', ['get', 'read'], 1], 0.5, 1] },
    },
  ],
  onClick: ({ properties }) => onClick(String(properties['id'])),
})

/**
 * Alarms on the map: shaped by level, paler once read, and a ring around new ones, which pulses a
 * few times (never with reduced motion).
 */
export const AlarmMarkers = ({ alarms, freshIds, selectedId, onSelect }: Props) => {
  const map = useMap()
  const latest = useRef({ alarms, onSelect })
  useEffect(() => {
    latest.current = { alarms, onSelect }
  }, [alarms, onSelect])
  useEffect(() => {
    if (!map) return
    map.setLayer(
      buildLayer((id) => {
        const alarm = latest.current.alarms.find(({ anomalyId }) => anomalyId === id)
        if (alarm) latest.current.onSelect(alarm)
      }),
    )
    return () => map.removeLayer(layerId)
  }, [map])

  const places = useMemo(() => collection(alarms, selectedId), [alarms, selectedId])
  useEffect(() => map?.setData(layerId, 'places', places), [map, places])
  const fresh = useMemo(
    () =>
      collection(
        alarms.filter(({ anomalyId }) => freshIds.has(anomalyId)),
        null,
      ),
    [alarms, freshIds],
  )
  useEffect(() => map?.setData(layerId, 'fresh', fresh), [map, fresh])

  const freshCount = fresh.features.length
  useEffect(() => {
    if (!map || freshCount === 0 || window.matchMedia('(prefers-reduced-motion: reduce)').matches)
      return
    const startedMs = Date.now()
    const timer = setInterval(() => {
      const sinceMs = Date.now() - startedMs
      const isOver = sinceMs >= beats * beatMs
      const share = isOver ? 0.4 : (sinceMs % beatMs) / beatMs
      map.setPaint(layerId, 'pulse', 'circle-radius', 12 + 20 * share)
      map.setPaint(layerId, 'pulse', 'circle-stroke-opacity', isOver ? 0.8 : 0.9 * (1 - share))
      if (isOver) clearInterval(timer)
    }, frameMs)
    return () => clearInterval(timer)
  }, [map, freshCount])
  return null
}
