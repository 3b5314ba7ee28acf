import type { FlightAlarm } from '@swath/contract/flights/flights'
import type { Feature } from 'geojson'
import { useEffect, useMemo, useRef } from 'react'
import { useMapLayer } from '../../../../map/map-context.ts'
import type { MapLayer } from '../../../../map/map-types.ts'
import { alarmColors, colors } from '../../../../lib/theme.ts'

/** Shows the positions of alarms on the map. */
export const useAlarmPlaces = (
  alarms: readonly FlightAlarm[],
  onOpen: (alarm: FlightAlarm) => void,
): void => {
  const latest = useRef(onOpen)
  useEffect(() => {
    latest.current = onOpen
  }, [onOpen])
  useMapLayer(
    useMemo(
      (): MapLayer | null =>
        alarms.length === 0
          ? null
          : {
              id: 'alarms',
              slot: 'past-alarms',
              sources: {
                places: {
                  data: {
                    type: 'FeatureCollection',
                    features: alarms.map(({ anomalyId, level, lng, lat }): Feature => ({
                      type: 'Feature',
                      properties: { id: anomalyId, level },
                      geometry: { type: 'Point', coordinates: [lng, lat] },
                    })),
                  },
                },
              },
              styleLayers: [
                {
                  id: 'places',
                  source: 'places',
                  kind: 'circle',
                  clickable: true,
                  paint: {
                    'circle-radius': 6,
                    'circle-color': [
                      'match',
                      ['get', 'level'],
                      1,
                      alarmColors[1],
                      2,
                      alarmColors[2],
                      alarmColors[3],
                    ],
                    'circle-stroke-color': colors.paper,
                    'circle-stroke-width': 2,
                  },
                },
              ],
              onClick: ({ properties }) => {
                const alarm = alarms.find(({ anomalyId }) => anomalyId === properties['id'])
                if (alarm) latest.current(alarm)
              },
            },
      [alarms],
    ),
  )
}
