import type { Bounds, LngLat } from '@swath/domain/lng-lat'
import type { EdgePadding, MapHandle } from '../map/map-types.ts'

const marginPx = 24
/** Keeps a drone inside a just fitted track from triggering a move at once. */
const leewayPx = 12
const restMs = 450
/**
 * Share of the map's height that a sheet may take here, even if it is taller: the map's centre
 * cannot move farther.
 */
const sheetAtMost = 0.6

/**
 * The area that panels leave free in a frame, as padding. Each panel counts at the edge that it is
 * placed at.
 */
export const freeRoom = (
  frame: DOMRect,
  panels: readonly DOMRect[],
  beside = marginPx,
): EdgePadding => {
  let [right, bottom, left] = [0, 0, 0]
  for (const panel of panels) {
    if (
      panel.width === 0 ||
      panel.height === 0 ||
      panel.right <= frame.left ||
      panel.left >= frame.right
    )
      continue
    const middle = panel.left + panel.width / 2
    if (
      panel.width >= frame.width * 0.9 ||
      (panel.height < frame.height * 0.6 && panel.top > frame.top + frame.height * 0.4)
    )
      // The map cannot be moved into the strip above the tallest sheet.
      bottom = Math.min(Math.max(bottom, frame.bottom - panel.top), frame.height * sheetAtMost)
    else if (middle < frame.left + frame.width / 2) left = Math.max(left, panel.right - frame.left)
    else right = Math.max(right, frame.right - panel.left)
  }
  return { top: beside, right: right + beside, bottom: bottom + beside, left: left + beside }
}

/** The part of a view, in degrees, that panels leave free. `room` must not include a margin. */
export const freeBounds = (
  { minLng, minLat, maxLng, maxLat }: Bounds,
  { width, height }: Pick<DOMRect, 'width' | 'height'>,
  room: EdgePadding,
): Bounds => {
  if (room.left + room.right >= width || room.top + room.bottom >= height)
    return { minLng, minLat, maxLng, maxLat }
  // Degrees of latitude differ in height on the map (Mercator).
  const north = mercatorY(maxLat)
  const south = mercatorY(minLat)
  const lngAt = (x: number): number => minLng + ((maxLng - minLng) * x) / width
  const latAt = (y: number): number =>
    (Math.atan(Math.sinh(north + ((south - north) * y) / height)) * 180) / Math.PI
  return {
    minLng: lngAt(room.left),
    maxLng: lngAt(width - room.right),
    maxLat: latAt(room.top),
    minLat: latAt(height - room.bottom),
  }
}
const mercatorY = (lat: number): number =>
  Math.asinh(Math.tan((Math.max(-85, Math.min(85, lat)) * Math.PI) / 180))

/** The zoom at which bounds fit into the free area of a frame. */
export const fittingZoom = (
  { minLng, minLat, maxLng, maxLat }: Bounds,
  { width, height }: Pick<DOMRect, 'width' | 'height'>,
  room: EdgePadding,
): number => {
  // The world is 512 pixels wide and high at zoom 0.
  const across = ((maxLng - minLng) / 360) * 512
  const down = ((mercatorY(maxLat) - mercatorY(minLat)) / (2 * Math.PI)) * 512
  return Math.log2(
    Math.min(
      Math.max(1, width - room.left - room.right) / Math.max(1e-9, across),
      Math.max(1, height - room.top - room.bottom) / Math.max(1e-9, down),
    ),
  )
}

/**
 * Moves the map only when the drone leaves the free area, because a map that slides all the time is
 * hard to read.
 */
export const follower = (
  map: MapHandle,
  frame: () => DOMRect,
  padding: () => EdgePadding,
): ((place: LngLat) => void) => {
  let movedMs = -Infinity
  return ([lng, lat]) => {
    const nowMs = performance.now()
    if (nowMs - movedMs < restMs) return
    const { bounds } = map.view()
    const { width, height } = frame()
    const room = padding()
    const x = ((lng - bounds.minLng) / (bounds.maxLng - bounds.minLng)) * width
    const y = ((bounds.maxLat - lat) / (bounds.maxLat - bounds.minLat)) * height
    const isInside =
      x > room.left - leewayPx &&
      x < width - room.right + leewayPx &&
      y > room.top - leewayPx &&
      y < height - room.bottom + leewayPx
    if (isInside) return
    movedMs = nowMs
    map.moveTo([lng, lat], { padding: room })
  }
}
