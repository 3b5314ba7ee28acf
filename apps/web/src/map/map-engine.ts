import type { Map as MapLibreMap } from 'maplibre-gl'
import type { MapHandle } from './map-types.ts'

export type MapEngine = {
  readonly map: MapLibreMap
  /** While drawing, clicks go to the drawing tool and reach no layer. */
  readonly setDrawing: (isDrawing: boolean) => void
}

/** Gives the drawing tools of this folder, and only these, access to MapLibre. */
const engines = new WeakMap<MapHandle, MapEngine>()

export const registerEngine = (handle: MapHandle, engine: MapEngine): void =>
  void engines.set(handle, engine)
export const findEngine = (handle: MapHandle): MapEngine | undefined => engines.get(handle)
