import { useEffect, useMemo, useRef } from 'react'
import type { Feature, FeatureCollection } from 'geojson'
import { fontStack } from './map-fonts.ts'
import { useMapLayer, useMapPalette } from './map-context.ts'
import { palettes } from './map-palette.ts'
import type { MapImage, MapLayer, MapStyleLayer, StyleValue } from './map-types.ts'
import type { MapSlot } from './map-slots.ts'
import { groundGeometry, namePlace, type Ground } from './shapes.ts'

/** A named piece of ground: a zone or a plot. */
export type GroundShape = { readonly id: string; readonly name: string; readonly shape: Ground }

export type GroundLayerProps<T extends GroundShape> = {
  readonly items: readonly T[]
  readonly selectedId?: string | null
  readonly onClick?: (id: string) => void
}

/** How one kind of ground is drawn. Keep its properties identical between renders. */
export type GroundStyle<T extends GroundShape> = {
  readonly id: string
  readonly slot: MapSlot
  readonly colour: StyleValue
  /** Opacity of the fill, selected and not. */
  readonly opacity: readonly [selected: number, other: number]
  readonly edgeWidth: number
  /** Dash and gap of the edge; absent: a solid line. */
  readonly dash?: readonly [line: number, gap: number]
  readonly namesFromZoom: number
  readonly nameHaloWidth: number
  /** Properties that `colour` and `pattern` depend on, for MapLibre's expressions. */
  readonly properties?: (item: T) => Readonly<Record<string, string | number>>
  /** Drawn over the fill. */
  readonly pattern?: { readonly image: StyleValue; readonly images: () => Record<string, MapImage> }
}

const isSelected = ['==', ['get', 'selected'], 1] as const

/**
 * Wraps the latest handler in a stable function, so that a new closure does not count as a new
 * layer.
 */
const useLatest = (handler: ((id: string) => void) | undefined): ((id: string) => void) => {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  }, [handler])
  return useMemo(() => (id: string) => latest.current?.(id), [])
}

const toCollection = <T extends GroundShape>(
  items: readonly T[],
  selectedId: string | null,
  properties: GroundStyle<T>['properties'],
): FeatureCollection => ({
  type: 'FeatureCollection',
  features: items.map((item): Feature => ({
    type: 'Feature',
    properties: {
      ...properties?.(item),
      id: item.id,
      name: item.name,
      selected: item.id === selectedId ? 1 : 0,
    },
    geometry: groundGeometry(item.shape),
  })),
})

/** One place per shape: the name of a polygon would be repeated in each tile that it touches. */
const toNames = (items: readonly GroundShape[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: items.flatMap(({ name, shape }): Feature[] => {
    const place = namePlace(shape)
    return place
      ? [
          {
            type: 'Feature',
            properties: { name },
            geometry: { type: 'Point', coordinates: [...place] },
          },
        ]
      : []
  }),
})

const styleLayers = <T extends GroundShape>(
  style: GroundStyle<T>,
  names: { label: string; halo: string },
): MapStyleLayer[] => {
  const source = style.id
  const [selected, other] = style.opacity
  return [
    {
      id: 'ground',
      source,
      kind: 'fill',
      clickable: true,
      paint: { 'fill-color': style.colour, 'fill-opacity': ['case', isSelected, selected, other] },
    },
    ...(style.pattern
      ? [
          {
            id: 'pattern',
            source,
            kind: 'fill' as const,
            paint: { 'fill-pattern': style.pattern.image, 'fill-opacity': 0.5 },
          },
        ]
      : []),
    {
      id: 'edge',
      source,
      kind: 'line',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': style.colour,
        'line-width': ['case', isSelected, 3, style.edgeWidth],
        ...(style.dash ? { 'line-dasharray': style.dash } : {}),
      },
    },
    {
      id: 'names',
      source: 'names',
      kind: 'symbol',
      minZoom: style.namesFromZoom,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fontStack('zh-CN'),
        'text-size': 12,
        'text-max-width': 9,
      },
      paint: {
        'text-color': names.label,
        'text-halo-color': names.halo,
        'text-halo-width': style.nameHaloWidth,
      },
    },
  ]
}

/** Shows named pieces of ground on the map while the component is mounted. */
export const useGroundLayer = <T extends GroundShape>(
  style: GroundStyle<T>,
  { items, selectedId = null, onClick }: GroundLayerProps<T>,
): void => {
  const click = useLatest(onClick)
  const isClickable = onClick !== undefined
  const { label, halo } = palettes[useMapPalette()]
  const names = useMemo(() => toNames(items), [items])
  const layer = useMemo(
    (): MapLayer => ({
      id: style.id,
      slot: style.slot,
      ...(style.pattern ? { images: style.pattern.images() } : {}),
      sources: {
        [style.id]: { data: toCollection(items, selectedId, style.properties) },
        names: { data: names },
      },
      styleLayers: styleLayers(style, { label, halo }),
      ...(isClickable ? { onClick: ({ properties }) => click(String(properties['id'])) } : {}),
    }),
    [style, items, names, selectedId, isClickable, click, label, halo],
  )
  useMapLayer(layer)
}
