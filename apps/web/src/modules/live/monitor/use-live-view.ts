import { useEffect } from 'react'
import { mapSettings } from '../../../lib/map-settings.ts'
import { useStored } from '../../../lib/stored.ts'
import { liveConnection } from '../../../lib/live/live.ts'
import type { LiveView } from '../../../lib/live/live-connection.ts'
import type { MapRange } from './map-range.ts'

const everyDrone: LiveView['filters'] = {}

/** Subscribes to the live drones of a range of the map; ends when the screen is left. */
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

/** The same with the conditions of the monitor. */
export const useLiveView = (range: MapRange | null, wanted: LiveView['filters']): void => {
  const { showOfflineDrone } = useStored(mapSettings)
  // A drone that a condition selects is shown though it is offline.
  useLiveRange(range, wanted, showOfflineDrone || wanted.condition !== undefined)
}
