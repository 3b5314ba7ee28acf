import { useEffect, useMemo, useRef } from 'react'
import type { Feature, FeatureCollection } from 'geojson'
import { fontStack } from './map-fonts.ts'
import { useMapLayer, useMapPalette } from './map-context.ts'
import { palettes } from './map-palette.ts'
import type { MapImage, MapLayer, MapStyleLayer, StyleValue } from './map-types.ts'
import type { MapSlot } from './map-slots.ts'
import type { LngLat } from '@swath/domain/lng-lat'
import { boundsOfShape, groundGeometry, namePlace, type Ground } from './shapes.ts'

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
  /** Names below the shapes instead of on them. */
  readonly namesBelow?: boolean
  /** A shape narrower than this many px is marked by a dot of that width. */
  readonly smallest?: number
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

/** The middle of the southern edge. */
const placeBelow = (shape: Ground): LngLat | null => {
  const bounds = boundsOfShape(shape)
  return bounds && [(bounds.minLng + bounds.maxLng) / 2, bounds.minLat]
}

/** The zoom at which a shape is as wide as this; the map is 512 px wide at zoom 0. */
const zoomOfWidth = (shape: Ground, px: number): number => {
  const bounds = boundsOfShape(shape)
  return bounds ? Math.log2((px * 360) / (512 * (bounds.maxLng - bounds.minLng))) : 0
}

const toPoints = <T extends GroundShape>(
  items: readonly T[],
  placeOf: (shape: Ground) => LngLat | null,
  properties: (item: T) => Readonly<Record<string, string | number>>,
): FeatureCollection => ({
  type: 'FeatureCollection',
  features: items.flatMap((item): Feature[] => {
    const place = placeOf(item.shape)
    if (!place) return []
    const geometry = { type: 'Point' as const, coordinates: [...place] }
    return [{ type: 'Feature', properties: properties(item), geometry }]
  }),
})

/** One place per shape: the name of a polygon would be repeated in each tile that it touches. */
const toNames = (items: readonly GroundShape[], isBelow = false): FeatureCollection =>
  toPoints(items, isBelow ? placeBelow : namePlace, ({ name }) => ({ name }))

const toMarks = <T extends GroundShape>(
  items: readonly T[],
  { smallest, properties }: GroundStyle<T>,
): FeatureCollection =>
  toPoints(smallest ? items : [], namePlace, (item) => ({
    ...properties?.(item),
    untilZoom: zoomOfWidth(item.shape, smallest!),
  }))

const markLayer = <T extends GroundShape>({ colour, smallest }: GroundStyle<T>): MapStyleLayer[] =>
  smallest
    ? [
        {
          id: 'marks',
          source: 'marks',
          kind: 'circle',
          filter: ['<', ['zoom'], ['get', 'untilZoom']],
          paint: {
            'circle-radius': smallest / 2 - 1,
            'circle-color': colour,
            'circle-opacity': 0.25,
            'circle-stroke-color': colour,
            'circle-stroke-width': 2,
          },
        },
      ]
    : []

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
    ...markLayer(style),
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
        ...(style.namesBelow ? { 'text-anchor': 'top', 'text-offset': [0, 0.7] } : {}),
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
  const names = useMemo(() => toNames(items, style.namesBelow), [items, style])
  const marks = useMemo(() => toMarks(items, style), [items, style])
  const layer = useMemo(
    (): MapLayer => ({
      id: style.id,
      slot: style.slot,
      ...(style.pattern ? { images: style.pattern.images() } : {}),
      sources: {
        [style.id]: { data: toCollection(items, selectedId, style.properties) },
        names: { data: names },
        marks: { data: marks },
      },
      styleLayers: styleLayers(style, { label, halo }),
      ...(isClickable ? { onClick: ({ properties }) => click(String(properties['id'])) } : {}),
    }),
    [style, items, names, marks, selectedId, isClickable, click, label, halo],
  )
  useMapLayer(layer)
}
