import type { Bounds, LngLat } from '@swath/domain/lng-lat'
import type { Language } from '@swath/i18n/languages'
import {
  addProtocol,
  AttributionControl,
  Map as MapLibreMap,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { baseStyle, geodataProtocol, rasterSource } from './base-style.ts'
import { gcjProtocol, gcjTileAddress, loadGcjTile } from './gcj-raster.ts'
import { loadGeodata } from './geodata.ts'
import { MapCamera } from './map-camera.ts'
import { placeDot } from './map-images.ts'
import { isOwn, MapLayers } from './map-layers.ts'
import { palettes, type PaletteName } from './map-palette.ts'
import { MapPointer } from './map-pointer.ts'
import type { Boundaries, MapHandle } from './map-types.ts'

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

/** Where the map begins, and what it never leaves. */
export type MapStart = {
  readonly centre: LngLat
  readonly zoom: number
  readonly within: Bounds | null
}

type MapOutside = 'raster' | 'style'
/**
 * Tiles that may fail before the pictures count as unreachable: one alone may be a hole in their
 * coverage.
 */
const patience = 4
const minZoom = 3
const maxZoom = 22

const wants = (settings: MapSettings, raster: boolean) =>
  settings.showHdMap && settings.raster !== undefined && raster

const corners = ({ minLng, minLat, maxLng, maxLat }: Bounds): [number, number, number, number] => [
  minLng,
  minLat,
  maxLng,
  maxLat,
]

/** The one map of the console behind our own words: the only class that talks to MapLibre. */
export class MapAdapter implements MapHandle {
  readonly map: MapLibreMap
  private settings: MapSettings
  private readonly layers: MapLayers
  private readonly pointer: MapPointer
  private readonly camera: MapCamera
  private readonly onOutsideFailure: (what: MapOutside) => void
  private failures = 0
  private rasterWorks = true
  private styleWorks = true

  /** Throws where the browser has no WebGL 2. */
  constructor(
    container: HTMLElement,
    settings: MapSettings,
    texts: MapTexts,
    start: MapStart,
    onOutsideFailure: (what: MapOutside) => void,
  ) {
    this.settings = settings
    this.onOutsideFailure = onOutsideFailure
    this.map = new MapLibreMap({
      container,
      style: this.style(),
      center: [...start.centre],
      zoom: start.zoom,
      ...(start.within ? { maxBounds: corners(start.within) } : {}),
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
    this.layers = new MapLayers(this.map)
    this.pointer = new MapPointer(this.map, this.layers)
    this.camera = new MapCamera(this.map)
    this.setTexts(texts)
    this.map.on('style.load', () => this.restore())
    this.map.once('style.load', () => this.landFirst())
    this.map.on('error', (event) => this.onError(event))
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
    this.layers.forgetAll()
    this.map.remove()
  }

  readonly setDrawing = (isDrawing: boolean): void => this.pointer.setDrawing(isDrawing)
  readonly palette: MapHandle['palette'] = () => this.settings.palette
  readonly setLayer: MapHandle['setLayer'] = (layer) => this.layers.setLayer(layer)
  readonly removeLayer: MapHandle['removeLayer'] = (id) => this.layers.removeLayer(id)
  readonly setData: MapHandle['setData'] = (...data) => this.layers.setData(...data)
  readonly setPaint: MapHandle['setPaint'] = (...paint) => this.layers.setPaint(...paint)
  readonly setFeatureState: MapHandle['setFeatureState'] = (...state) =>
    this.layers.setFeatureState(...state)
  readonly view: MapHandle['view'] = () => this.camera.view()
  readonly onViewChange: MapHandle['onViewChange'] = (listener) =>
    this.camera.onViewChange(listener)
  readonly fitBounds: MapHandle['fitBounds'] = (...where) => this.camera.fitBounds(...where)
  readonly moveTo: MapHandle['moveTo'] = (...where) => this.camera.moveTo(...where)
  readonly onPan: MapHandle['onPan'] = (listener) => this.pointer.onPan(listener)
  readonly onBackgroundClick: MapHandle['onBackgroundClick'] = (listener) =>
    this.pointer.onBackgroundClick(listener)

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
    this.restore()
  }

  private restore(): void {
    if (!this.layers.isReady()) return
    const dot = placeDot(palettes[this.settings.palette])
    if (this.map.hasImage('place-dot')) this.map.updateImage('place-dot', dot)
    else this.map.addImage('place-dot', dot, { pixelRatio: 2 })
    this.layers.restore()
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
