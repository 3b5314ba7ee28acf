// Where the map begins, and where it goes when a filter is chosen: around what the person sees.
import type { monitorRoutes } from '@swath/contract/monitor'
import type { Bounds } from '@swath/domain/lng-lat'
import { findRegion } from '@swath/fixtures/regions'
import type { LiveDroneState, LiveState } from '../../gateway/live/public.ts'
import type { Handlers } from '../../platform/http/context.ts'
import type { Services } from '../../platform/services.ts'
import { extentOfPlots } from './monitor.queries.ts'

type Place = Pick<LiveDroneState, 'lng' | 'lat'>

const plotsAtMost = 2000
/** Cells by which the place with most drones is found, degrees. */
const cellDeg = 5
/** About as far to each side as a telephone shows at the smallest zoom of the map. */
const reachDeg = 10

const boundsOf = (places: readonly Place[]): Bounds | null => {
  if (places.length === 0) return null
  const bounds = { minLng: 180, minLat: 90, maxLng: -180, maxLat: -90 }
  for (const { lng, lat } of places) {
    bounds.minLng = Math.min(bounds.minLng, lng)
    bounds.maxLng = Math.max(bounds.maxLng, lng)
    bounds.minLat = Math.min(bounds.minLat, lat)
    bounds.maxLat = Math.max(bounds.maxLat, lat)
  }
  return bounds
}

/** Those near the fullest cell's middle. */
export const findDensest = (places: readonly Place[]): Bounds | null => {
  const cells = Map.groupBy(
    places,
    ({ lng, lat }) => `${Math.floor(lng / cellDeg)} ${Math.floor(lat / cellDeg)}`,
  )
  const [fullest] = [...cells.values()].toSorted((a, b) => b.length - a.length)
  if (!fullest) return null
  const mean = (read: (place: Place) => number): number =>
    fullest.reduce((sum, place) => sum + read(place), 0) / fullest.length
  const [lng, lat] = [mean((place) => place.lng), mean((place) => place.lat)]
  return boundsOf(
    places.filter(
      (place) => Math.abs(place.lng - lng) < reachDeg && Math.abs(place.lat - lat) < reachDeg,
    ),
  )
}

/** Of the smallest area around the region whose borders are built in. */
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
    const placed = [...live.all()].filter((drone) => !Number.isNaN(drone.lng) && accepts(drone))
    const online = placed.filter((drone) => live.flight(drone) !== 'offline')
    const shown = online.length > 0 && query.condition === undefined ? online : placed
    if (shown.length > 0)
      return {
        of: online.length > 0 || query.condition !== undefined ? 'drones' : 'offlineDrones',
        count: shown.length,
        bounds: boundsOf(shown),
        densest: findDensest(shown),
      }
    if (Object.values(query).some((value) => value !== undefined))
      return regionAlone(query.region === undefined ? null : boundsOfRegion(query.region))
    // The platform's own plots are everyone's: no place to begin.
    const plots =
      caller.scope.kind === 'all'
        ? { count: 0, bounds: null }
        : await extentOfPlots(readDb, caller.scope, plotsAtMost)
    if (plots.bounds)
      return { of: 'plots', count: plots.count, bounds: plots.bounds, densest: plots.bounds }
    return regionAlone(caller.scope.kind === 'all' ? null : boundsOfRegion(caller.regionCode))
  }
