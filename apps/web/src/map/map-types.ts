import type { Bounds, LngLat } from '@swath/domain/lng-lat'
import type { GeoJSON } from 'geojson'
import type { MapSlot } from './map-slots.ts'

/** Which country's view of disputed borders is drawn: a setting of the host. */
export type Boundaries = 'china' | 'international' | 'india'

/** A style expression or value, passed to MapLibre unchanged (MapLibre style specification). */
export type StyleValue =
  | string
  | number
  | boolean
  | readonly StyleValue[]
  | { readonly [key: string]: StyleValue }
  | null

export type MapStyleLayer = {
  /** Unique within its layer; the last one in the list is drawn on top. */
  readonly id: string
  /** Key of the layer's `sources`. */
  readonly source: string
  readonly kind: 'fill' | 'line' | 'circle' | 'symbol'
  readonly paint?: Readonly<Record<string, StyleValue>>
  readonly layout?: Readonly<Record<string, StyleValue>>
  readonly filter?: readonly StyleValue[]
  readonly minZoom?: number
  readonly maxZoom?: number
  /** Whether a click on it reaches the layer's `onClick`. */
  readonly clickable?: boolean
}

export type MapSource = {
  readonly data: GeoJSON
  /** Required by `line-gradient`: computes the distance along the line for each point. */
  readonly lineMetrics?: boolean
}

/** An image with twice the resolution of its display size. */
export type MapImage = ImageData

/** A file of tiles on this host. */
export type MapArchive = {
  /** Relative to this host's root; includes the version of the file. */
  readonly url: string
  /**
   * `base`: layers of the Protomaps base map, drawn in our own style; `shapes`: other layers, drawn
   * plainly; `pictures`: raster tiles.
   */
  readonly kind: 'base' | 'shapes' | 'pictures'
  /** For `base` and `shapes`. */
  readonly encoding: 'mvt' | 'mlt'
  readonly title: string
  readonly minZoom: number
  readonly maxZoom: number
  /** Bounding boxes with data: west, south, east, north. */
  readonly coverage: readonly (readonly [number, number, number, number])[]
  /** Only for `shapes`: the names of its layers. */
  readonly layers: readonly string[]
  /** HTML with text and links. */
  readonly credits: string
}

export type MapHit = { readonly properties: Readonly<Record<string, unknown>>; readonly at: LngLat }

/**
 * What a feature draws on the map. Identical `sources` are not sent again; changed ones are sent
 * after the previous ones are drawn, and the latest wins.
 */
export type MapLayer = {
  readonly id: string
  readonly slot: MapSlot
  readonly sources: Readonly<Record<string, MapSource>>
  readonly styleLayers: readonly MapStyleLayer[]
  readonly images?: Readonly<Record<string, MapImage>>
  /**
   * Draws an image when a style layer first uses it; null if the name is not one of this layer's.
   */
  readonly drawImage?: (name: string) => MapImage | null
  readonly onClick?: (hit: MapHit) => void
  /** Called when the pointer enters a clickable feature of the layer, or leaves it (null). */
  readonly onHover?: (hit: MapHit | null) => void
}

export type MapViewState = {
  readonly centre: LngLat
  readonly zoom: number
  readonly bounds: Bounds
}

export type ViewMove = {
  /** A program moved the map to one thing, so what the person was looking at has not changed. */
  readonly isVisit: boolean
}

/** Width that panels cover at each edge, px. */
export type EdgePadding = {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

export type MapHandle = {
  readonly setLayer: (layer: MapLayer) => void
  readonly removeLayer: (id: string) => void
  readonly setData: (layerId: string, source: string, data: GeoJSON) => void
  readonly setPaint: (
    layerId: string,
    styleLayerId: string,
    property: string,
    value: StyleValue,
  ) => void
  /**
   * Sets the `feature-state` of a feature with this id for the style: cheap, because its geometry
   * is not sent. Cleared with the source.
   */
  readonly setFeatureState: (
    layerId: string,
    source: string,
    featureId: number,
    state: Readonly<Record<string, boolean>>,
  ) => void
  readonly view: () => MapViewState
  /**
   * Called after the person or a program moved the map and it stopped.
   * @returns a function that unsubscribes
   */
  readonly onViewChange: (listener: (view: MapViewState, move: ViewMove) => void) => () => void
  /** Called when the person pans the map by pointer or keys, but not when zooming. */
  readonly onPan: (listener: () => void) => () => void
  readonly onBackgroundClick: (listener: (at: LngLat) => void) => () => void
  readonly fitBounds: (
    bounds: Bounds,
    options?: {
      readonly padding?: Partial<EdgePadding>
      readonly maxZoom?: number
      readonly animate?: boolean
    },
  ) => void
  readonly moveTo: (
    centre: LngLat,
    options?: {
      readonly zoom?: number
      readonly padding?: Partial<EdgePadding>
      readonly animate?: boolean
      /** See {@link ViewMove}. */
      readonly isVisit?: boolean
    },
  ) => void
  /** The zoom buttons keep this place where it is, while it is in view; null: the map's centre. */
  readonly setZoomPlace: (place: LngLat | null) => void
  readonly palette: () => 'light' | 'dark'
  /** Called after the map's palette changed; returns a function that unsubscribes. */
  readonly onPaletteChange: (listener: () => void) => () => void
}
