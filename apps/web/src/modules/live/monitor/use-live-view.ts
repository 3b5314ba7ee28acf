import { useEffect } from 'react'
import { mapSettings } from '../../../lib/map-settings.ts'
import { useStored } from '../../../lib/stored.ts'
import { liveConnection } from '../../../lib/live/live.ts'
import type { LiveView } from '../../../lib/live/live-connection.ts'
import type { MapRange } from './map-range.ts'

/** Subscribes to the drones of the map's range; ends when the screen is left. */
export const useLiveView = (range: MapRange | null, wanted: LiveView['filters']): void => {
  const { showOfflineDrone } = useStored(mapSettings)
  useEffect(() => {
    if (!range) return
    const { minLng, minLat, maxLng, maxLat } = range.bounds
    liveConnection.setView({
      bounds: [minLng, minLat, maxLng, maxLat],
      zoom: range.zoom,
      filters: wanted,
      // A drone that a condition selects is shown though it is offline.
      showOffline: showOfflineDrone || wanted.condition !== undefined,
    })
  }, [range, wanted, showOfflineDrone])
  useEffect(() => () => liveConnection.setView(null), [])
}
