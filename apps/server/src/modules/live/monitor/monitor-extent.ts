// The map's initial extent, and its extent after setting a filter: around the visible drones.
import type { monitorRoutes } from '@swath/contract/live/monitor'
import { joinBounds } from '@swath/domain/map-bounds'
import type { Bounds } from '@swath/domain/lng-lat'
import { findRegion } from '@swath/fixtures/regions'
import type { LiveDroneState, LiveState } from '../../../gateway/live/public.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { extentOfPlots } from './monitor.queries.ts'

const plotsAtMost = 2000
/** Size of the cells by which the place with most drones is found, degrees. */
const cellDeg = 5
/** Distance to each side, about what a phone shows at the smallest zoom of the map. */
const reachDeg = 10

/** Accumulates the extent of positions one by one, without storing them. */
const createExtent = () => {
  let bounds: Bounds | null = null
  let count = 0
  const cells = new Map<number, { count: number; lng: number; lat: number }>()
  return {
    add: ({ lng, lat }: { lng: number; lat: number }): void => {
      count += 1
      bounds = {
        minLng: Math.min(bounds?.minLng ?? lng, lng),
        minLat: Math.min(bounds?.minLat ?? lat, lat),
        maxLng: Math.max(bounds?.maxLng ?? lng, lng),
        maxLat: Math.max(bounds?.maxLat ?? lat, lat),
      }
      const key = Math.floor((lat + 90) / cellDeg) * 100 + Math.floor((lng + 180) / cellDeg)
      const cell = cells.get(key)
      if (!cell) return void cells.set(key, { count: 1, lng, lat })
      cell.count += 1
      cell.lng += lng
      cell.lat += lat
    },
    count: () => count,
    bounds: (): Bounds | null => bounds,
    /** Center of the cell with most drones. */
    densest: (): [lng: number, lat: number] => {
      let fullest = { count: 0, lng: 0, lat: 0 }
      for (const cell of cells.values()) if (cell.count > fullest.count) fullest = cell
      return [fullest.lng / fullest.count, fullest.lat / fullest.count]
    },
  }
}

/** Extent of the visible drones, in two passes, because they may be hundreds of thousands. */
const extentOfDrones = (
  live: LiveState,
  accepts: (drone: LiveDroneState) => boolean,
  isNarrowed: boolean,
) => {
  const [online, all] = [createExtent(), createExtent()]
  for (const drone of live.all()) {
    if (Number.isNaN(drone.lng) || !accepts(drone)) continue
    all.add(drone)
    if (live.flight(drone) !== 'offline') online.add(drone)
  }
  const isOnline = !isNarrowed && online.count() > 0
  const shown = isOnline ? online : all
  if (shown.count() === 0) return null
  const [lng, lat] = shown.densest()
  const near = createExtent()
  for (const drone of live.all())
    if (
      Math.abs(drone.lng - lng) < reachDeg &&
      Math.abs(drone.lat - lat) < reachDeg &&
      accepts(drone) &&
      (!isOnline || live.flight(drone) !== 'offline')
    )
      near.add(drone)
  return {
    of: isOnline || isNarrowed ? ('drones' as const) : ('offlineDrones' as const),
    count: shown.count(),
    bounds: shown.bounds(),
    densest: near.bounds(),
  }
}

/** Bounds of the smallest area with built-in borders that contains the region. */
const boundsOfRegion = (code: string): Bounds | null => {
  for (let region = findRegion(code); region; region = findRegion(region.parentCode ?? ''))
    if (region.bounds) {
      const [minLng, minLat, maxLng, maxLat] = region.bounds
      return { minLng, minLat, maxLng, maxLat }
    }
  return null
}

const regionAlone = (bounds: Bounds | null) => ({
  of: bounds ? ('region' as const) : ('nothing' as const),
  count: 0,
  bounds,
  densest: bounds,
})

type Calls = Handlers<typeof monitorRoutes>

export const getMonitorExtent =
  ({ readDb, live }: Services & { live: LiveState }): Calls['getMonitorExtent'] =>
  async ({ query }, { caller }) => {
    const accepts = live.matcher(caller.scope, query)
    const drones = extentOfDrones(live, accepts, query.condition !== undefined)
    if (drones) return drones
    if (Object.values(query).some((value) => value !== undefined))
      return regionAlone(query.region === undefined ? null : boundsOfRegion(query.region))
    // The platform sees all plots, so they are no useful starting point.
    const plots =
      caller.scope.kind === 'all'
        ? { count: 0, bounds: null }
        : await extentOfPlots(readDb, caller.scope, plotsAtMost)
    if (plots.bounds)
      return { of: 'plots', count: plots.count, bounds: plots.bounds, densest: plots.bounds }
    return regionAlone(caller.scope.kind === 'all' ? null : boundsOfRegion(caller.regionCode))
  }

/** Extent of the drones alone; null if none has a position. */
const boundsOfDrones = (
  live: LiveState,
  accepts: (drone: LiveDroneState) => boolean,
): Bounds | null => {
  const extent = createExtent()
  for (const drone of live.all()) if (!Number.isNaN(drone.lng) && accepts(drone)) extent.add(drone)
  return extent.bounds()
}

export const getOwnBounds =
  ({ readDb, live }: Services & { live: LiveState }): Calls['getOwnBounds'] =>
  async (_input, { caller }) => {
    const drones = boundsOfDrones(live, live.matcher(caller.scope, {}))
    const plots = await extentOfPlots(readDb, caller.scope, Infinity)
    return { bounds: joinBounds(drones, plots.bounds) }
  }
