import { useEffect } from 'react'
import { mapSettings } from '../../../lib/map-settings.ts'
import { useStored } from '../../../lib/stored.ts'
import { liveConnection } from '../../../lib/live/live.ts'
import type { LiveView } from '../../../lib/live/live-connection.ts'
import type { MapRange } from './map-range.ts'

const everyDrone: LiveView['filters'] = {}

/** Subscribes to the live drones in a range of the map while the screen is open. */
export const useLiveRange = (
  range: MapRange | null,
  filters: LiveView['filters'] = everyDrone,
  showOffline = true,
): void => {
  useEffect(() => {
    if (!range) return
    const { minLng, minLat, maxLng, maxLat } = range.bounds
    const bounds: LiveView['bounds'] = [minLng, minLat, maxLng, maxLat]
    liveConnection.setView({ bounds, zoom: range.zoom, filters, showOffline })
  }, [range, filters, showOffline])
  useEffect(() => () => liveConnection.setView(null), [])
}

/** Subscribes to live drones with the filters of the monitor. */
export const useLiveView = (range: MapRange | null, wanted: LiveView['filters']): void => {
  const { showOfflineDrone } = useStored(mapSettings)
  // A condition may select offline drones, so these must be included.
  useLiveRange(range, wanted, showOfflineDrone || wanted.condition !== undefined)
}
