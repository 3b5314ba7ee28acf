import { useEffect, useMemo, useRef } from 'react'
import type { Feature } from 'geojson'
import { fontStack } from './base-style.ts'
import { useMapLayer, useMapPalette } from './map-context.ts'
import { groundColors, palettes } from './map-palette.ts'
import { zonePictures } from './map-pictures.ts'
import type { MapLayer, StyleValue } from './map-types.ts'
import { shapeCoordinates, type Shape } from './shapes.ts'

export type MapZone = {
  readonly id: string
  readonly name: string
  readonly shape: Shape
  readonly isEnabled: boolean
}
export type MapPlot = { readonly id: string; readonly name: string; readonly shape: Shape }

type Props<T> = {
  readonly items: readonly T[]
  readonly selectedId?: string | null
  readonly onClick?: (id: string) => void
}

const toFeature = (shape: Shape, properties: Record<string, string | number>): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: shapeCoordinates(shape) },
})

const isSelected = ['==', ['get', 'selected'], 1] as const
const isEnabled = ['==', ['get', 'enabled'], 1] as const

/**
 * The newest handler in an unchanging function, so that a new closure does not count as a new
 * layer.
 */
function useLatest(handler: ((id: string) => void) | undefined): (id: string) => void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  }, [handler])
  return useMemo(() => (id: string) => latest.current?.(id), [])
}

/** No-fly zones: hatched, grey where they are disabled, named where there is room. */
export function ZoneLayer({ items, selectedId = null, onClick }: Props<MapZone>) {
  const click = useLatest(onClick)
  const isClickable = onClick !== undefined
  const palette = palettes[useMapPalette()]
  const layer = useMemo((): MapLayer => {
    const colour: StyleValue = ['case', isEnabled, groundColors.zone, groundColors.zoneDisabled]
    const features = items.map(({ id, name, shape, isEnabled: enabled }) =>
      toFeature(shape, { id, name, enabled: enabled ? 1 : 0, selected: id === selectedId ? 1 : 0 }),
    )
    return {
      id: 'zones',
      order: 30,
      pictures: zonePictures(),
      sources: { zones: { data: { type: 'FeatureCollection', features } } },
      drawings: [
        {
          id: 'ground',
          source: 'zones',
          kind: 'fill',
          clickable: true,
          paint: { 'fill-color': colour, 'fill-opacity': ['case', isSelected, 0.22, 0.08] },
        },
        {
          id: 'hatch',
          source: 'zones',
          kind: 'fill',
          paint: {
            'fill-pattern': ['case', isEnabled, 'zone-hatch', 'zone-hatch-disabled'],
            'fill-opacity': 0.5,
          },
        },
        {
          id: 'edge',
          source: 'zones',
          kind: 'line',
          layout: { 'line-join': 'round' },
          paint: { 'line-color': colour, 'line-width': ['case', isSelected, 3, 1.6] },
        },
        {
          id: 'names',
          source: 'zones',
          kind: 'symbol',
          minZoom: 9,
          layout: {
            'text-field': ['get', 'name'],
            'text-font': fontStack('zh-CN'),
            'text-size': 12,
            'text-max-width': 9,
          },
          paint: {
            'text-color': palette.label,
            'text-halo-color': palette.halo,
            'text-halo-width': 1.8,
          },
        },
      ],
      ...(isClickable ? { onClick: ({ properties }) => click(String(properties['id'])) } : {}),
    }
  }, [items, selectedId, isClickable, click, palette])
  useMapLayer(layer)
  return null
}

/** Plots: a line and a faint ground, named from near. */
export function PlotLayer({ items, selectedId = null, onClick }: Props<MapPlot>) {
  const click = useLatest(onClick)
  const isClickable = onClick !== undefined
  const palette = palettes[useMapPalette()]
  const layer = useMemo((): MapLayer => {
    const features = items.map(({ id, name, shape }) =>
      toFeature(shape, { id, name, selected: id === selectedId ? 1 : 0 }),
    )
    return {
      id: 'plots',
      order: 20,
      sources: { plots: { data: { type: 'FeatureCollection', features } } },
      drawings: [
        {
          id: 'ground',
          source: 'plots',
          kind: 'fill',
          clickable: true,
          paint: {
            'fill-color': groundColors.plot,
            'fill-opacity': ['case', isSelected, 0.28, 0.12],
          },
        },
        {
          id: 'edge',
          source: 'plots',
          kind: 'line',
          layout: { 'line-join': 'round' },
          paint: { 'line-color': groundColors.plot, 'line-width': ['case', isSelected, 3, 1.4] },
        },
        {
          id: 'names',
          source: 'plots',
          kind: 'symbol',
          minZoom: 13.5,
          layout: {
            'text-field': ['get', 'name'],
            'text-font': fontStack('zh-CN'),
            'text-size': 12,
            'text-max-width': 9,
          },
          paint: {
            'text-color': palette.label,
            'text-halo-color': palette.halo,
            'text-halo-width': 1.6,
          },
        },
      ],
      ...(isClickable ? { onClick: ({ properties }) => click(String(properties['id'])) } : {}),
    }
  }, [items, selectedId, isClickable, click, palette])
  useMapLayer(layer)
  return null
}
