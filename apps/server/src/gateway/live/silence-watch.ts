import type { LiveDroneState } from './live-drone.ts'
import type { LiveTable } from './live-table.ts'

/**
 * Reports once a second the drones that have just gone offline. Returns a function that stops it.
 */
export const watchSilence = (
  drones: LiveTable,
  listener: {
    isOnline: (drone: LiveDroneState) => boolean
    fellSilent: (drone: LiveDroneState) => void
  },
): (() => void) => {
  let online = new Set<LiveDroneState>()
  const timer = setInterval(() => {
    const before = online
    online = new Set()
    for (const drone of drones.all()) if (listener.isOnline(drone)) online.add(drone)
    for (const drone of before) if (!online.has(drone)) listener.fellSilent(drone)
  }, 1_000).unref()
  return () => clearInterval(timer)
}
