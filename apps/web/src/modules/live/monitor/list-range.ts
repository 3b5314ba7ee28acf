import type { MapRange } from './map-range.ts'

/** The range that the list shows, and the map's view when it was last looked at. */
export type ListRange = { readonly range: MapRange; readonly view: string }

export type Look = {
  readonly range: MapRange
  readonly view: string
  /** The map moved to one drone, alarm or plot. */
  readonly isVisit: boolean
}

/**
 * The list follows the map when the person moves it or when filters do, but not when the map visits
 * a chosen drone: choosing would remove the other drones from the list. A panel that opens or closes
 * changes the free area without a move and does not change the list either.
 */
export const listAfter = (before: ListRange | null, { range, view, isVisit }: Look): ListRange => ({
  view,
  range: before && (isVisit || view === before.view) ? before.range : range,
})
