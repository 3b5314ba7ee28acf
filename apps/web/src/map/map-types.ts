import type { Bounds, LngLat } from '@swath/domain/lng-lat'
import type { GeoJSON } from 'geojson'
import type { MapSlot } from './map-slots.ts'

/** Which state's reading of disputed borders is drawn; the host's setting. */
export type Boundaries = 'china' | 'international' | 'india'

/** A style expression or value, passed on as it is (MapLibre style specification). */
export type StyleValue =
  | string
  | number
  | boolean
  | readonly StyleValue[]
  | { readonly [key: string]: StyleValue }
  | null

export type MapStyleLayer = {
  /** Unique within its layer; drawn in the order of the list, the last on top. */
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
  /** Needed for `line-gradient`: computes the distance along the line for each of its points. */
  readonly lineMetrics?: boolean
}

/** A drawn image: pixels at twice the size that it shows. */
export type MapImage = ImageData

/** A file of tiles on this host. */
export type MapArchive = {
  /** From this host's root; names the version of the file. */
  readonly url: string
  /**
   * `base`: layers of the Protomaps base map, drawn in our own style; `shapes`: other layers, drawn
   * plainly; `pictures`: raster tiles.
   */
  readonly kind: 'base' | 'shapes' | 'pictures'
  /** Of `base` and `shapes`. */
  readonly encoding: 'mvt' | 'mlt'
  readonly title: string
  readonly minZoom: number
  readonly maxZoom: number
  /** Where it has something: west, south, east, north. */
  readonly coverage: readonly (readonly [number, number, number, number])[]
  /** Of `shapes`. */
  readonly layers: readonly string[]
  /** HTML of words and links. */
  readonly credits: string
}

export type MapHit = { readonly properties: Readonly<Record<string, unknown>>; readonly at: LngLat }

/**
 * The content of a feature on the map, as data. Equal `sources` (by identity) are not sent again,
 * changed ones are sent when the previous ones are on the map; the latest wins.
 */
export type MapLayer = {
  readonly id: string
  readonly slot: MapSlot
  readonly sources: Readonly<Record<string, MapSource>>
  readonly styleLayers: readonly MapStyleLayer[]
  readonly images?: Readonly<Record<string, MapImage>>
  /** Pictures that are drawn when a style layer first names them; null: none of this layer's. */
  readonly drawImage?: (name: string) => MapImage | null
  readonly onClick?: (hit: MapHit) => void
  /** The pointer has entered something clickable of the layer, or left it (null). */
  readonly onHover?: (hit: MapHit | null) => void
}

export type MapViewState = {
  readonly centre: LngLat
  readonly zoom: number
  readonly bounds: Bounds
}

/** Pixels along each edge that panels cover. */
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
  readonly onViewChange: (listener: (view: MapViewState) => void) => () => void
  /** The person moves the map to another place, by pointer or keys; zooming is none. */
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
    },
  ) => void
  readonly palette: () => 'light' | 'dark'
  /** Called after the map changed its palette; answers how to stop. */
  readonly onPaletteChange: (listener: () => void) => () => void
}
