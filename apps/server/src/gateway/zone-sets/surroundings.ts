// The area around a position for which a drone requests zones: a grid cell plus a margin.
import type { Bounds, LngLat } from '@swath/domain/lng-lat'

/** 22 km from south to north. */
const cellDeg = 0.2
/** Margin of a set around its cell: 11 km to the north and to the south. */
const rimDeg = 0.1
const columns = 360 / cellDeg

/** Number of the cell. It must never change: drones store it. */
export const cellAt = ([lng, lat]: LngLat): number =>
  Math.min(Math.floor((lat + 90) / cellDeg), 180 / cellDeg - 1) * columns +
  (Math.floor((lng + 180) / cellDeg) % columns)

const isCell = (cell: number): boolean =>
  Number.isInteger(cell) && cell >= 0 && cell < columns * (180 / cellDeg)

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** Clipped at the 180° meridian. */
export const boundsOfCell = (cell: number): Bounds => {
  const minLng = (cell % columns) * cellDeg - 180
  const minLat = Math.floor(cell / columns) * cellDeg - 90
  return {
    minLng: round(Math.max(-180, minLng - rimDeg)),
    minLat: round(Math.max(-90, minLat - rimDeg)),
    maxLng: round(Math.min(180, minLng + cellDeg + rimDeg)),
    maxLat: round(Math.min(90, minLat + cellDeg + rimDeg)),
  }
}

export const isTouching = (a: Bounds, b: Bounds): boolean =>
  a.minLng <= b.maxLng && b.minLng <= a.maxLng && a.minLat <= b.maxLat && b.minLat <= a.maxLat

/** Identifies a set: its cell, its newest change, and the accounts whose areas bind the drone. */
export type SetName = { readonly cell: number; readonly number: number; readonly binding: string }

export const writeSetName = ({ cell, number, binding }: SetName): string =>
  [cell.toString(36), number.toString(36), ...(binding === '' ? [] : [binding])].join('.')

export const readSetName = (text: string): SetName | null => {
  const match = /^([0-9a-z]{1,6})\.([0-9a-z]{1,10})(?:\.([0-9a-f]{8}))?$/.exec(text)
  if (!match) return null
  const [cell, number] = [parseInt(match[1]!, 36), parseInt(match[2]!, 36)]
  return isCell(cell) && Number.isSafeInteger(number)
    ? { cell, number, binding: match[3] ?? '' }
    : null
}
