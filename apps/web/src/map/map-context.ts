import { createContext, useContext, useEffect, useRef } from 'react'
import type { PaletteName } from './map-palette.ts'
import type { MapHandle, MapLayer } from './map-types.ts'

export const MapContext = createContext<MapHandle | null>(null)

/**
 * The map beneath the page; null until it is ready, or for good if the browser cannot draw maps.
 */
export const useMap = (): MapHandle | null => useContext(MapContext)

export const MapPaletteContext = createContext<PaletteName>('light')

/** The map's current palette, for layers whose colours depend on it. */
export const useMapPalette = (): PaletteName => useContext(MapPaletteContext)

/**
 * Keeps a layer on the map while the component is mounted; null removes it. Memoize the layer's
 * data: identical objects are not sent again.
 */
export const useMapLayer = (layer: MapLayer | null): void => {
  const map = useMap()
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (!map) return
    if (shown.current !== null && shown.current !== layer?.id) map.removeLayer(shown.current)
    shown.current = layer?.id ?? null
    if (layer) map.setLayer(layer)
  }, [map, layer])
  useEffect(
    () => () => {
      if (map && shown.current !== null) map.removeLayer(shown.current)
      shown.current = null
    },
    [map],
  )
}
