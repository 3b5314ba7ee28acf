import type { Anomaly } from '@swath/contract/anomalies'
import type { Feature, FeatureCollection } from 'geojson'
import { useEffect, useMemo, useRef } from 'react'
import { useMap } from '../../map/map-context.ts'
import type { MapLayer } from '../../map/map-types.ts'
import { alarmColors } from '../../ui/theme.ts'
import { anomalyImages } from './anomaly-images.ts'

type Props = {
  anomalies: readonly Anomaly[]
  /** Ids of those that just came. */
  newIds: ReadonlySet<string>
  selectedId: string | null
  onClick: (id: string) => void
}

const beatMs = 1200
const frameMs = 60

const collection = (
  anomalies: readonly Anomaly[],
  selectedId: string | null,
): FeatureCollection => ({
  type: 'FeatureCollection',
  features: anomalies.map(({ anomalyId, level, lng, lat }): Feature => ({
    type: 'Feature',
    properties: { id: anomalyId, level, selected: anomalyId === selectedId ? 1 : 0 },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  })),
})
const colour = [
  'match',
  ['get', 'level'],
  1,
  alarmColors[1],
  2,
  alarmColors[2],
  alarmColors[3],
] as const

/**
 * Alarms on the map: the shape of their level, a beating ring round those that just came (a still
 * one under reduced motion).
 */
export const AnomalyMarkers = ({ anomalies, newIds, selectedId, onClick }: Props) => {
  const map = useMap()
  const click = useRef(onClick)
  useEffect(() => {
    click.current = onClick
  }, [onClick])
  const layer = useMemo(
    (): MapLayer => ({
      id: 'anomalies',
      slot: 'alarms',
      images: anomalyImages(),
      sources: {
        places: { data: collection(anomalies, selectedId) },
        fresh: {
          data: collection(
            anomalies.filter(({ anomalyId }) => newIds.has(anomalyId)),
            null,
          ),
        },
      },
      styleLayers: [
        {
          id: 'pulse',
          source: 'fresh',
          kind: 'circle',
          paint: {
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
            'icon-allow-overlap': true,
            'icon-ignore-placement': true,
            'symbol-sort-key': ['-', 4, ['get', 'level']],
          },
        },
      ],
      onClick: ({ properties }) => click.current(String(properties['id'])),
    }),
    [anomalies, newIds, selectedId],
  )
  useEffect(() => map?.setLayer(layer), [map, layer])
  useEffect(() => () => map?.removeLayer('anomalies'), [map])

  const beats = newIds.size > 0
  useEffect(() => {
    if (!map || !beats || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      const share = (Date.now() % beatMs) / beatMs
      map.setPaint('anomalies', 'pulse', 'circle-radius', 12 + 20 * share)
      map.setPaint('anomalies', 'pulse', 'circle-stroke-opacity', 0.9 * (1 - share))
    }, frameMs)
    return () => clearInterval(timer)
  }, [map, beats])
  return null
}
