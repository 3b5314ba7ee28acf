// Shared code of the drawing tools.
import type { LngLat } from '@swath/domain/lng-lat'
import type { Feature, FeatureCollection } from 'geojson'
import type { MapMouseEvent, MapTouchEvent } from 'maplibre-gl'

export type PointerEvent = MapMouseEvent | MapTouchEvent

/** Hit distance in pixels, for mouse and touch. */
const reach = { mouse: 12, touch: 24 }

export const isTouch = (event: PointerEvent): event is MapTouchEvent => 'points' in event

/** A tap is reported as a click like any other; only its original event shows the difference. */
const isByThumb = ({ originalEvent }: PointerEvent): boolean =>
  'pointerType' in originalEvent && originalEvent.pointerType === 'touch'

export const reachPx = (event: PointerEvent): number =>
  isTouch(event) || isByThumb(event) ? reach.touch : reach.mouse

/** One finger or the main mouse button can grab something. */
export const takesHold = (event: PointerEvent): boolean =>
  isTouch(event) ? event.points.length === 1 : event.originalEvent.button === 0

export const round7 = (degrees: number): number => Math.round(degrees * 1e7) / 1e7

export const collection = (features: Feature[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})
export const pointFeature = (place: LngLat, properties: Feature['properties'] = {}): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [...place] },
})
