import type { LngLat } from '@swath/domain/lng-lat'
import { useEffect, useMemo } from 'react'
import { useMap } from '../../map/map-context.ts'
import type { MapLayer } from '../../map/map-types.ts'
import { colors, flightColors } from '../../ui/theme.ts'
import { liveConnection, useLiveTick } from '../live/public.ts'

const layerAt = ([lng, lat]: LngLat): MapLayer => ({
  id: 'resting',
  slot: 'hovered-drone',
  sources: {
    place: {
      data: {
        type: 'Feature',
        properties: {},
        geometry: { type: 'Point', coordinates: [lng, lat] },
      },
    },
  },
  styleLayers: [
    {
      id: 'ring',
      source: 'place',
      kind: 'circle',
      paint: {
        'circle-radius': 19,
        'circle-color': flightColors.offline,
        'circle-opacity': 0.12,
        'circle-stroke-color': flightColors.offline,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'dot',
      source: 'place',
      kind: 'circle',
      paint: {
        'circle-radius': 5,
        'circle-color': colors.paper,
        'circle-stroke-color': flightColors.offline,
        'circle-stroke-width': 2.5,
      },
    },
  ],
})

/**
 * Where the chosen drone was last seen, while the live positions leave it out: one that is offline
 * is chosen from lists and by links all the same.
 */
export const RestingSign = ({ droneId, place }: { droneId: string; place: LngLat }) => {
  const map = useMap()
  const isShown = liveConnection.store.read(droneId, useLiveTick()) !== null
  const [lng, lat] = place
  const layer = useMemo(() => (isShown ? null : layerAt([lng, lat])), [isShown, lng, lat])
  useEffect(() => {
    if (!map || !layer) return
    map.setLayer(layer)
    return () => map.removeLayer(layer.id)
  }, [map, layer])
  return null
}
