import type { Map as MapLibreMap } from 'maplibre-gl'
import type { MapHandle } from './map-types.ts'

export type MapEngine = {
  readonly map: MapLibreMap
  /** While something is drawn, clicks belong to the drawing and reach no layer. */
  readonly setDrawing: (isDrawing: boolean) => void
}

/** The engine behind a handle, for the drawing tools of this folder alone. */
const engines = new WeakMap<MapHandle, MapEngine>()

export const registerEngine = (handle: MapHandle, engine: MapEngine): void =>
  void engines.set(handle, engine)
export const findEngine = (handle: MapHandle): MapEngine | undefined => engines.get(handle)
