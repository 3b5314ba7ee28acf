import type { Feature } from 'geojson'
import { useEffect, useMemo, useRef } from 'react'
import { colors } from '../lib/theme.ts'
import type { GroundLayerProps, GroundShape } from './ground-shapes.ts'
import { useMapLayer } from './map-context.ts'
import type { MapSlot } from './map-slots.ts'
import type { MapLayer, StyleValue } from './map-types.ts'
import { boundsOfShape } from './shapes.ts'

/** Keep its properties identical between renders. */
export type GroundPointStyle<T extends GroundShape> = {
  readonly id: string
  readonly slot: MapSlot
  readonly colour: StyleValue
  /** From this zoom on such ground is large enough to be seen. */
  readonly seenFromZoom: number
  /** Properties that `colour` depends on, for MapLibre's expressions. */
  readonly properties?: (item: T) => Readonly<Record<string, string | number>>
}

/** Dots for ground that is too small to see at the current zoom. */
export const useGroundPoints = <T extends GroundShape>(
  style: GroundPointStyle<T>,
  { items, selectedId = null, onClick }: GroundLayerProps<T>,
): void => {
  const click = useRef(onClick)
  useEffect(() => {
    click.current = onClick
  })
  const layer = useMemo((): MapLayer => {
    const features = items.flatMap((item): Feature[] => {
      const bounds = boundsOfShape(item.shape)
      if (!bounds) return []
      const middle = [(bounds.minLng + bounds.maxLng) / 2, (bounds.minLat + bounds.maxLat) / 2]
      const selected = item.id === selectedId ? 1 : 0
      return [
        {
          type: 'Feature',
          properties: { ...style.properties?.(item), id: item.id, selected },
          geometry: { type: 'Point', coordinates: middle },
        },
      ]
    })
    return {
      id: style.id,
      slot: style.slot,
      sources: { points: { data: { type: 'FeatureCollection', features } } },
      styleLayers: [
        {
          id: 'dots',
          source: 'points',
          kind: 'circle',
          clickable: true,
          maxZoom: style.seenFromZoom,
          paint: {
            'circle-radius': ['case', ['==', ['get', 'selected'], 1], 8, 5],
            'circle-color': style.colour,
            'circle-stroke-color': colors.paper,
            'circle-stroke-width': 2,
          },
        },
      ],
      onClick: ({ properties }) => click.current?.(String(properties['id'])),
    }
  }, [style, items, selectedId])
  useMapLayer(layer)
}
