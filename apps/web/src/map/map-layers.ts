import type { GeoJSON } from 'geojson'
import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl'
import { slotHeight, type MapSlot } from './map-slots.ts'
import type { MapLayer, MapStyleLayer, StyleValue } from './map-types.ts'

/** After this many ms a changed source counts as drawn: a hidden page never draws. */
const longestWaitMs = 1500

type SourceState = { busy: boolean; waiting: GeoJSON | null; data: GeoJSON }
/** Features that arrive each second are often none: MapLibre would draw the map again for them. */
const isEmpty = (data: GeoJSON) => data.type === 'FeatureCollection' && data.features.length === 0
const sourceId = (layer: string, source: string) => `${layer}/${source}`
const styleLayerId = (layer: string, styleLayer: string) => `${layer}:${styleLayer}`
/** Whether a source or style layer belongs to a feature instead of the base map. */
export const isOwn = (id: string) => id.includes('/') || id.includes(':')

const specification = (layerId: string, styleLayer: MapStyleLayer): LayerSpecification => {
  const { id, source, kind, paint, layout, filter, minZoom: from, maxZoom: to } = styleLayer
  return {
    id: styleLayerId(layerId, id),
    type: kind,
    source: sourceId(layerId, source),
    paint: paint ?? {},
    layout: layout ?? {},
    ...(filter ? { filter } : {}),
    ...(from === undefined ? {} : { minzoom: from }),
    ...(to === undefined ? {} : { maxzoom: to }),
  } as LayerSpecification
}

/** The sources and style layers of the features on the map, in MapLibre's terms. */
export class MapLayers {
  private readonly map: MapLibreMap
  private readonly layers = new Map<string, MapLayer>()
  private readonly sources = new Map<string, SourceState>()
  /** By source and feature: applied again when a source is recreated, or added later. */
  private readonly featureStates = new Map<string, Map<number, Readonly<Record<string, boolean>>>>()

  constructor(map: MapLibreMap) {
    this.map = map
  }

  readonly setLayer = (layer: MapLayer): void => {
    const before = this.layers.get(layer.id)
    this.layers.set(layer.id, layer)
    if (!this.isReady()) return
    if (before && JSON.stringify(before.styleLayers) !== JSON.stringify(layer.styleLayers)) {
      for (const styleLayer of before.styleLayers) this.dropStyleLayer(layer.id, styleLayer.id)
    }
    for (const name of Object.keys(before?.sources ?? {}))
      if (!(name in layer.sources)) this.dropSource(sourceId(layer.id, name))
    this.put(layer)
  }

  readonly removeLayer = (id: string): void => {
    const layer = this.layers.get(id)
    if (!layer) return
    this.layers.delete(id)
    for (const styleLayer of layer.styleLayers) this.dropStyleLayer(id, styleLayer.id)
    for (const name of Object.keys(layer.sources)) {
      this.featureStates.delete(sourceId(id, name))
      this.dropSource(sourceId(id, name))
    }
  }

  readonly setData = (layerId: string, source: string, data: GeoJSON): void => {
    const layer = this.layers.get(layerId)
    const before = layer?.sources[source]
    if (!layer || !before || (isEmpty(data) && isEmpty(before.data))) return
    this.layers.set(layerId, {
      ...layer,
      sources: { ...layer.sources, [source]: { ...before, data } },
    })
    if (this.isReady()) this.send(sourceId(layerId, source), data)
  }

  readonly setPaint = (
    layerId: string,
    styleLayer: string,
    property: string,
    value: StyleValue,
  ): void => {
    const layer = this.layers.get(layerId)
    if (!layer) return
    const styleLayers = layer.styleLayers.map((one) =>
      one.id === styleLayer ? { ...one, paint: { ...one.paint, [property]: value } } : one,
    )
    this.layers.set(layerId, { ...layer, styleLayers })
    const id = styleLayerId(layerId, styleLayer)
    // The property name is dynamic here, so it is not type-checked; MapLibre reports an invalid
    // one.
    if (this.isReady() && this.map.getLayer(id))
      (this.map.setPaintProperty as (id: string, property: string, value: unknown) => unknown).call(
        this.map,
        id,
        property,
        value,
      )
  }

  readonly setFeatureState = (
    layerId: string,
    source: string,
    featureId: number,
    state: Readonly<Record<string, boolean>>,
  ): void => {
    const id = sourceId(layerId, source)
    const states =
      this.featureStates.get(id) ?? new Map<number, Readonly<Record<string, boolean>>>()
    this.featureStates.set(id, states.set(featureId, state))
    if (this.isReady() && this.map.getSource(id))
      this.map.setFeatureState({ source: id, id: featureId }, state)
  }

  forgetAll(): void {
    this.layers.clear()
    this.sources.clear()
  }

  /** Draws an image that a style layer uses and that is not on the map yet. */
  readonly drawMissing = (name: string): void => {
    for (const { drawImage } of this.layers.values()) {
      const image = drawImage?.(name)
      if (image && !this.map.hasImage(name)) this.map.addImage(name, image, { pixelRatio: 2 })
      if (image) return
    }
  }

  /** Ids of the style layers that receive clicks. */
  clickableIds(): string[] {
    if (!this.isReady()) return []
    return [...this.layers.values()]
      .filter((layer) => layer.onClick)
      .flatMap((layer) =>
        layer.styleLayers
          .filter((styleLayer) => styleLayer.clickable)
          .map((styleLayer) => styleLayerId(layer.id, styleLayer.id)),
      )
      .filter((id) => this.map.getLayer(id))
  }

  ofStyleLayer(id: string): MapLayer | undefined {
    return this.layers.get(id.slice(0, id.indexOf(':')))
  }

  isReady(): boolean {
    return this.map.style !== undefined && this.map.style._loaded
  }

  /** Adds all layers again after a change of the base map. */
  readonly restore = (): void => {
    if (!this.isReady()) return
    for (const layer of this.fromTheGround()) this.put(layer)
  }

  private put(layer: MapLayer): void {
    for (const [name, image] of Object.entries(layer.images ?? {})) {
      if (!this.map.hasImage(name)) this.map.addImage(name, image, { pixelRatio: 2 })
      else if (this.map.getImage(name)?.data.width === image.width)
        this.map.updateImage(name, image)
    }
    for (const [name, { data, lineMetrics }] of Object.entries(layer.sources)) {
      const id = sourceId(layer.id, name)
      if (this.map.getSource(id)) {
        if (this.sources.get(id)?.data !== data) this.send(id, data)
        continue
      }
      this.map.addSource(id, {
        type: 'geojson',
        data,
        lineMetrics: lineMetrics ?? false,
        ...(lineMetrics ? { tolerance: 0 } : {}),
      })
      this.sources.set(id, { busy: false, waiting: null, data })
      for (const [featureId, state] of this.featureStates.get(id) ?? [])
        this.map.setFeatureState({ source: id, id: featureId }, state)
    }
    const above = this.styleLayerAbove(layer.slot)
    for (const styleLayer of layer.styleLayers) {
      const id = styleLayerId(layer.id, styleLayer.id)
      if (this.map.getLayer(id)) this.map.moveLayer(id, above)
      else this.map.addLayer(specification(layer.id, styleLayer), above)
    }
  }

  private fromTheGround(): MapLayer[] {
    return [...this.layers.values()].sort((a, b) => slotHeight(a.slot) - slotHeight(b.slot))
  }

  /** The style layer above which nothing of this slot is drawn; undefined: the top. */
  private styleLayerAbove(slot: MapSlot): string | undefined {
    // A large filled area would hide the names of the base map.
    if (slot === 'regions')
      return this.map
        .getLayersOrder()
        .find((id) => !isOwn(id) && this.map.getLayer(id)?.type === 'symbol')
    return this.fromTheGround()
      .filter((other) => slotHeight(other.slot) > slotHeight(slot))
      .flatMap((other) => other.styleLayers.map(({ id }) => styleLayerId(other.id, id)))
      .find((id) => this.map.getLayer(id))
  }

  /**
   * Waits until the previous change of a source is drawn, because overlapping updates make MapLibre
   * throw.
   */
  private send(id: string, data: GeoJSON): void {
    const state = this.sources.get(id)
    const source = this.map.getSource(id) as GeoJSONSource | undefined
    if (!state || !source) return
    state.data = data
    if (state.busy) {
      state.waiting = data
      return
    }
    state.busy = true
    const done = () => {
      if (this.sources.get(id) !== state) return
      state.busy = false
      const next = state.waiting
      state.waiting = null
      if (next) this.send(id, next)
    }
    // Rejects if the source is removed or replaced; changes that waited for it are then dropped
    // too.
    void source
      .setData(data)
      .then(
        () => this.afterDrawn(id),
        () => undefined,
      )
      .then(done)
  }

  private afterDrawn(id: string): Promise<void> {
    if (!this.map.getSource(id) || this.map.isSourceLoaded(id)) return Promise.resolve()
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        subscription.unsubscribe()
        resolve()
      }
      const subscription = this.map.on('sourcedata', (event) => {
        if (event.sourceId === id && this.map.getSource(id) && this.map.isSourceLoaded(id)) finish()
      })
      const timer = setTimeout(finish, longestWaitMs)
    })
  }

  private dropStyleLayer(layer: string, styleLayer: string): void {
    const id = styleLayerId(layer, styleLayer)
    if (this.isReady() && this.map.getLayer(id)) this.map.removeLayer(id)
  }

  private dropSource(id: string): void {
    this.sources.delete(id)
    if (this.isReady() && this.map.getSource(id)) this.map.removeSource(id)
  }
}
