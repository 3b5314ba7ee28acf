import type { Bounds, LngLat } from '@swath/domain/lng-lat'
import type { Language } from '@swath/i18n/languages'
import type { GeoJSON } from 'geojson'
import {
  addProtocol,
  AttributionControl,
  Map as MapLibreMap,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type GeoJSONSource,
  type LayerSpecification,
  type MapMouseEvent,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { baseStyle, geodataProtocol, rasterSource } from './base-style.ts'
import { gcjProtocol, gcjTileAddress, loadGcjTile } from './gcj-raster.ts'
import { loadGeodata } from './geodata.ts'
import { placeDot } from './map-images.ts'
import { palettes, type PaletteName } from './map-palette.ts'
import { slotHeight, type MapSlot } from './map-slots.ts'
import type {
  Boundaries,
  EdgePadding,
  MapStyleLayer,
  MapHandle,
  MapLayer,
  MapViewState,
  StyleValue,
} from './map-types.ts'

setWorkerUrl(workerUrl)
addProtocol(geodataProtocol, async (request) => ({
  data: await loadGeodata(request.url.slice(geodataProtocol.length + 3)),
}))
addProtocol(gcjProtocol, async (request, abort) => ({
  data: await loadGcjTile(request.url, abort.signal),
}))

export type MapSettings = {
  readonly language: Language
  readonly palette: PaletteName
  readonly boundaries: Boundaries
  /**
   * Satellite or other pictures from outside, shown while `showHdMap`; `crs` says what their tiles
   * are laid out in.
   */
  readonly showHdMap: boolean
  readonly raster?: {
    readonly url: string
    readonly attribution?: string
    readonly crs: 'wgs84' | 'gcj02'
  }
  /** A style from outside instead of the offline map. */
  readonly styleUrl?: string
}

export type MapTexts = {
  readonly name: string
  readonly zoomIn: string
  readonly zoomOut: string
  readonly attribution: string
}

type MapOutside = 'raster' | 'style'
/**
 * Tiles that may fail before the pictures count as unreachable: one alone may be a hole in their
 * coverage.
 */
const patience = 4
/**
 * A changed source counts as drawn after this many milliseconds, so that a hidden page does not
 * wait for ever.
 */
const longestWaitMs = 1500
const minZoom = 3
const maxZoom = 22

type SourceState = { busy: boolean; waiting: GeoJSON | null; data: GeoJSON }
const sourceId = (layer: string, source: string) => `${layer}/${source}`
const styleLayerId = (layer: string, styleLayer: string) => `${layer}:${styleLayer}`
const isOwn = (id: string) => id.includes('/') || id.includes(':')

const wants = (settings: MapSettings, raster: boolean) =>
  settings.showHdMap && settings.raster !== undefined && raster

/** The one map of the console behind our own words: the only class that talks to MapLibre. */
export class MapAdapter implements MapHandle {
  readonly map: MapLibreMap
  private settings: MapSettings
  private readonly layers = new Map<string, MapLayer>()
  private readonly sources = new Map<string, SourceState>()
  /** By source and feature: told again to a source that is made anew, or was not there yet. */
  private readonly featureStates = new Map<string, Map<number, Readonly<Record<string, boolean>>>>()
  private readonly backgroundListeners = new Set<(at: LngLat) => void>()
  private readonly panListeners = new Set<() => void>()
  private hovered: MapLayer | null = null
  private readonly onOutsideFailure: (what: MapOutside) => void
  private failures = 0
  private rasterWorks = true
  private styleWorks = true
  private isDrawing = false

  /** Throws where the browser has no WebGL 2. */
  constructor(
    container: HTMLElement,
    settings: MapSettings,
    texts: MapTexts,
    start: { centre: LngLat; zoom: number },
    onOutsideFailure: (what: MapOutside) => void,
  ) {
    this.settings = settings
    this.onOutsideFailure = onOutsideFailure
    this.map = new MapLibreMap({
      container,
      style: this.style(),
      center: [...start.centre],
      zoom: start.zoom,
      minZoom,
      maxZoom,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      fadeDuration: 0,
      localIdeographFontFamily: false,
      maxPitch: 0,
    })
    this.map.touchZoomRotate.disableRotation()
    this.map.keyboard.disableRotation()
    this.map.addControl(new AttributionControl({ compact: true }), 'bottom-right')
    this.map.addControl(new NavigationControl({ showCompass: false }), 'bottom-right')
    this.map.addControl(new ScaleControl({ maxWidth: 96 }), 'bottom-left')
    this.setTexts(texts)
    this.map.on('style.load', () => this.restore())
    this.map.once('style.load', () => this.landFirst())
    this.map.on('error', (event) => this.onError(event))
    this.map.on('click', (event) => this.onClick(event))
    this.map.on('mousemove', (event) => this.onMove(event))
    this.map.on('mouseout', () => this.hover(null))
    this.map.on('dragstart', () => this.panned())
    // What a program moves has no event of the person behind it.
    this.map.on('movestart', ({ originalEvent }) => {
      if (originalEvent instanceof KeyboardEvent && originalEvent.key.startsWith('Arrow'))
        this.panned()
    })
    if (settings.styleUrl) this.useStyle()
  }

  /**
   * Until the land has come, all is land: whoever looks at fields would take the blue of the water
   * for the sea.
   */
  private landFirst(): void {
    const paint = (colour: string) => {
      if (this.map.getLayer('background'))
        this.map.setPaintProperty('background', 'background-color', colour)
    }
    paint(palettes[this.settings.palette].land)
    const onData = () => {
      if (!this.map.getSource('land') || !this.map.isSourceLoaded('land')) return
      this.map.off('sourcedata', onData)
      paint(palettes[this.settings.palette].water)
    }
    this.map.on('sourcedata', onData)
  }

  update(settings: MapSettings): void {
    const before = this.settings
    this.settings = settings
    if (before.raster?.url !== settings.raster?.url) this.rasterWorks = true
    if (before.styleUrl !== settings.styleUrl) this.styleWorks = true
    if (JSON.stringify(before) !== JSON.stringify(settings)) this.useStyle()
  }

  setTexts(texts: MapTexts): void {
    this.map.getCanvas().setAttribute('aria-label', texts.name)
    const container = this.map.getContainer()
    const name = (selector: string, text: string) => {
      const button = container.querySelector(selector)
      button?.setAttribute('aria-label', text)
      button?.setAttribute('title', text)
    }
    name('.maplibregl-ctrl-zoom-in', texts.zoomIn)
    name('.maplibregl-ctrl-zoom-out', texts.zoomOut)
    name('.maplibregl-ctrl-attrib-button', texts.attribution)
  }

  destroy(): void {
    this.layers.clear()
    this.sources.clear()
    this.map.remove()
  }

  readonly setDrawing = (isDrawing: boolean): void => {
    this.isDrawing = isDrawing
  }

  readonly palette = () => this.settings.palette

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
    if (!layer || !before) return
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
    // The property's name is data here; MapLibre checks it against its specification and reports a
    // wrong one.
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

  readonly view = (): MapViewState => {
    const centre = this.map.getCenter().wrap()
    const bounds = this.map.getBounds()
    return {
      centre: [centre.lng, centre.lat],
      zoom: this.map.getZoom(),
      bounds: {
        minLng: Math.max(-180, bounds.getWest()),
        minLat: Math.max(-90, bounds.getSouth()),
        maxLng: Math.min(180, bounds.getEast()),
        maxLat: Math.min(90, bounds.getNorth()),
      },
    }
  }

  readonly onViewChange = (listener: (view: MapViewState) => void): (() => void) => {
    const subscription = this.map.on('moveend', () => listener(this.view()))
    return () => subscription.unsubscribe()
  }

  readonly onPan = (listener: () => void): (() => void) => {
    this.panListeners.add(listener)
    return () => void this.panListeners.delete(listener)
  }

  private panned(): void {
    for (const listener of this.panListeners) listener()
  }

  readonly onBackgroundClick = (listener: (at: LngLat) => void): (() => void) => {
    this.backgroundListeners.add(listener)
    return () => void this.backgroundListeners.delete(listener)
  }

  readonly fitBounds = (
    bounds: Bounds,
    options: { padding?: Partial<EdgePadding>; maxZoom?: number; animate?: boolean } = {},
  ): void => {
    this.map.fitBounds([bounds.minLng, bounds.minLat, bounds.maxLng, bounds.maxLat], {
      padding: this.fittingPadding(options.padding),
      maxZoom: options.maxZoom ?? 17,
      ...this.motion(options.animate),
    })
  }

  readonly moveTo = (
    centre: LngLat,
    options: { zoom?: number; padding?: Partial<EdgePadding>; animate?: boolean } = {},
  ): void => {
    const { left, right, top, bottom } = this.fittingPadding(options.padding)
    this.map.easeTo({
      center: [...centre],
      ...(options.zoom === undefined ? {} : { zoom: options.zoom }),
      offset: [(left - right) / 2, (top - bottom) / 2],
      ...this.motion(options.animate),
    })
  }

  /** Panels may cover more than the window has left: then the middle is kept as well as it goes. */
  private fittingPadding(wanted: Partial<EdgePadding> = {}): EdgePadding {
    const { top = 24, right = 24, bottom = 24, left = 24 } = wanted
    const { clientWidth, clientHeight } = this.map.getContainer()
    const acrossShare = Math.min(1, Math.max(0, clientWidth - 80) / Math.max(1, left + right))
    const downShare = Math.min(1, Math.max(0, clientHeight - 80) / Math.max(1, top + bottom))
    return {
      top: top * downShare,
      bottom: bottom * downShare,
      left: left * acrossShare,
      right: right * acrossShare,
    }
  }

  private motion(animate = true): { animate: boolean; duration: number } {
    const still = !animate || matchMedia('(prefers-reduced-motion: reduce)').matches
    return { animate: !still, duration: still ? 0 : 400 }
  }

  private style(): StyleSpecification {
    const { raster } = this.settings
    const shown = raster !== undefined && wants(this.settings, this.rasterWorks)
    const url = raster?.crs === 'gcj02' ? gcjTileAddress(raster.url) : (raster?.url ?? '')
    return baseStyle({
      ...this.settings,
      ...(shown
        ? { raster: { url, ...(raster.attribution ? { attribution: raster.attribution } : {}) } }
        : { raster: undefined }),
    })
  }

  private useStyle(): void {
    const { styleUrl } = this.settings
    this.failures = 0
    this.map.setStyle(styleUrl && this.styleWorks ? styleUrl : this.style(), {
      transformStyle: (before, next) =>
        before
          ? {
              ...next,
              sources: {
                ...next.sources,
                ...Object.fromEntries(Object.entries(before.sources).filter(([id]) => isOwn(id))),
              },
              layers: [...next.layers, ...before.layers.filter((layer) => isOwn(layer.id))],
            }
          : next,
    })
    // A change that MapLibre could apply step by step brings no `style.load`, and layers may have
    // to go under the names again.
    if (this.isReady()) this.restore()
  }

  private isReady(): boolean {
    return this.map.style !== undefined && this.map.style._loaded
  }

  private restore(): void {
    if (!this.isReady()) return
    const dot = placeDot(palettes[this.settings.palette])
    if (this.map.hasImage('place-dot')) this.map.updateImage('place-dot', dot)
    else this.map.addImage('place-dot', dot, { pixelRatio: 2 })
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
      else this.map.addLayer(this.specification(layer.id, styleLayer), above)
    }
  }

  private fromTheGround(): MapLayer[] {
    return [...this.layers.values()].sort((a, b) => slotHeight(a.slot) - slotHeight(b.slot))
  }

  /** What a layer of this slot must lie beneath: the lowest that is drawn of those above it. */
  private styleLayerAbove(slot: MapSlot): string | undefined {
    return this.fromTheGround()
      .filter((other) => slotHeight(other.slot) > slotHeight(slot))
      .flatMap((other) => other.styleLayers.map(({ id }) => styleLayerId(other.id, id)))
      .find((id) => this.map.getLayer(id))
  }

  private specification(layerId: string, styleLayer: MapStyleLayer): LayerSpecification {
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

  /**
   * Never a second change of a source before the first is drawn: overtaking updates make MapLibre
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
    // An aborted change rejects: the source is gone or replaced, and so is what waited for it.
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

  private hit({
    point,
  }: MapMouseEvent): { layer: MapLayer; properties: Record<string, unknown> } | null {
    if (!this.isReady()) return null
    const clickable = [...this.layers.values()]
      .filter((layer) => layer.onClick)
      .flatMap((layer) =>
        layer.styleLayers
          .filter((styleLayer) => styleLayer.clickable)
          .map((styleLayer) => styleLayerId(layer.id, styleLayer.id)),
      )
      .filter((id) => this.map.getLayer(id))
    if (clickable.length === 0) return null
    const reach = 6
    const box: [[number, number], [number, number]] = [
      [point.x - reach, point.y - reach],
      [point.x + reach, point.y + reach],
    ]
    const found = this.map.queryRenderedFeatures(box, { layers: clickable })[0]
    const layer = found && this.layers.get(found.layer.id.slice(0, found.layer.id.indexOf(':')))
    return layer ? { layer, properties: found.properties } : null
  }

  private onMove(event: MapMouseEvent): void {
    if (this.isDrawing) return
    const found = this.hit(event)
    this.map.getCanvas().style.cursor = found ? 'pointer' : ''
    this.hover(found && { ...found, at: [event.lngLat.lng, event.lngLat.lat] })
  }

  private hover(
    found: { layer: MapLayer; properties: Record<string, unknown>; at: LngLat } | null,
  ): void {
    if (this.hovered && this.hovered !== found?.layer) this.hovered.onHover?.(null)
    this.hovered = found?.layer ?? null
    if (found) found.layer.onHover?.({ properties: found.properties, at: found.at })
  }

  private onClick(event: MapMouseEvent): void {
    if (this.isDrawing) return
    const at: LngLat = [event.lngLat.lng, event.lngLat.lat]
    const found = this.hit(event)
    if (found) found.layer.onClick?.({ properties: found.properties, at })
    else for (const listener of this.backgroundListeners) listener(at)
  }

  /**
   * What comes from outside may be unreachable: after a few failures the offline map takes over,
   * told once.
   */
  private onError(event: { readonly error: { readonly message: string } }): void {
    const source = 'sourceId' in event && typeof event.sourceId === 'string' ? event.sourceId : null
    const fromRaster = source === rasterSource
    if (fromRaster && wants(this.settings, this.rasterWorks)) {
      this.failures++
      if (this.failures < patience) return
      this.rasterWorks = false
      this.useStyle()
      this.onOutsideFailure('raster')
    } else if (this.settings.styleUrl && this.styleWorks && !isOwn(source ?? '')) {
      this.failures++
      if (source !== null && this.failures < patience) return
      this.styleWorks = false
      this.useStyle()
      this.onOutsideFailure('style')
    } else {
      console.warn(event.error.message)
    }
  }
}
