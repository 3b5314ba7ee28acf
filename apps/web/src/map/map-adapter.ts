import type { Bounds, LngLat } from '@swath/domain/lng-lat'
import type { Language } from '@swath/i18n/languages'
import {
  addProtocol,
  Map as MapLibreMap,
  setWorkerUrl,
  type GeoJSONSource,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import {
  baseStyle,
  builtInSources,
  rasterSource,
  weatherSource,
  type BaseStyleSettings,
  type RasterSettings,
} from './base-style.ts'
import { gcjProtocol, gcjTileAddress, loadGcjTile } from './gcj-raster.ts'
import { kilometreGrid } from './kilometre-grid.ts'
import { MapCamera } from './map-camera.ts'
import { MapControls, type ControlTexts } from './map-controls.ts'
import { placeDot } from './map-images.ts'
import { isOwn, MapLayers } from './map-layers.ts'
import type { OverlayAreas } from './map-overlays.tsx'
import { palettes, type PaletteName } from './map-palette.ts'
import { MapPointer } from './map-pointer.ts'
import type { Boundaries, MapArchive, MapHandle } from './map-types.ts'
import { Losses, type MapOutside } from './losses.ts'
import { archiveProtocol, loadArchiveTile, saysGone } from './tile-archive.ts'

setWorkerUrl(workerUrl)
addProtocol(archiveProtocol, async ({ url, type }, abort) => {
  const tile = await loadArchiveTile(url, abort.signal)
  if (tile) return { data: tile }
  const isPicture = type === 'image'
  return { data: isPicture ? await createImageBitmap(new ImageData(1, 1)) : new ArrayBuffer(0) }
})
addProtocol(gcjProtocol, async (request, abort) => ({
  data: await loadGcjTile(request.url, abort.signal),
}))

type OutsideTiles = {
  readonly url: string
  readonly credits: string | null
  /** Coordinate system of their tiles. */
  readonly crs: 'wgs84' | 'gcj02'
}

export type MapSettings = {
  readonly language: Language
  readonly palette: PaletteName
  readonly boundaries: Boundaries
  /** Satellite or other imagery, external or from archives. */
  readonly showHdMap: boolean
  readonly showWeather: boolean
  readonly showGrid: boolean
  /** Limits panning to these bounds; null: no limit. */
  readonly within: Bounds | null
  readonly archives: readonly MapArchive[]
  readonly raster?: OutsideTiles
  readonly weather?: OutsideTiles
  /** An external style that replaces the built-in map. */
  readonly styleUrl?: string
}

export type MapTexts = ControlTexts & { readonly name: string }

/** The initial view. */
export type MapStart = { readonly centre: LngLat; readonly zoom: number }

export type MapEvents = {
  /** Called once when an optional source is lost. */
  readonly onLoss: (what: MapOutside) => void
  /** Called when the map is first drawn completely. */
  readonly onDrawn: () => void
}

const minZoom = 3
const maxZoom = 22

const toRaster = ({ url, credits, crs }: OutsideTiles): RasterSettings => ({
  url: crs === 'gcj02' ? gcjTileAddress(url) : url,
  credits,
})

const corners = ({ minLng, minLat, maxLng, maxLat }: Bounds): [number, number, number, number] => [
  minLng,
  minLat,
  maxLng,
  maxLat,
]

/** The console's single map. This is the only class that uses MapLibre directly. */
export class MapAdapter implements MapHandle {
  readonly map: MapLibreMap
  /** Above the zoom buttons, for further controls. */
  get corner(): HTMLElement {
    return this.controls.corner
  }
  private settings: MapSettings
  private readonly controls: MapControls
  private readonly layers: MapLayers
  private readonly pointer: MapPointer
  private readonly camera: MapCamera
  private readonly events: MapEvents
  private readonly losses = new Losses()
  private readonly paletteListeners = new Set<() => void>()

  /** Throws where the browser has no WebGL 2. */
  constructor(
    container: HTMLElement,
    areas: OverlayAreas,
    settings: MapSettings,
    texts: MapTexts,
    start: MapStart,
    events: MapEvents,
  ) {
    this.settings = settings
    this.events = events
    this.map = new MapLibreMap({
      container,
      style: this.style(),
      center: [...start.centre],
      zoom: start.zoom,
      ...(settings.within ? { maxBounds: corners(settings.within) } : {}),
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
    this.controls = new MapControls(this.map, areas)
    this.layers = new MapLayers(this.map)
    this.map.setMissingStyleImageResolver(this.layers.drawMissing)
    this.pointer = new MapPointer(this.map, this.layers)
    this.camera = new MapCamera(this.map)
    this.setTexts(texts)
    this.map.on('style.load', () => this.restore())
    this.map.once('style.load', () => this.landFirst())
    this.map.on('error', (event) => this.onError(event))
    this.map.on('moveend', () => this.drawGrid())
    this.tellDrawn()
    if (settings.styleUrl) this.useStyle()
    window.addEventListener('online', this.askAgain)
  }

  /** Requests failed tiles again when the network is back. */
  private readonly askAgain = (): void => {
    for (const what of ['raster', 'weather', 'style']) this.losses.forgive(what)
    this.useStyle()
    for (const [id, { type }] of Object.entries(this.map.getStyle().sources))
      if (type !== 'geojson') this.map.refreshTiles(id)
  }

  /**
   * Draws everything as land until the outline of the continents has loaded: near fields, the blue
   * of the water would look like the sea.
   */
  private landFirst(): void {
    const paint = (colour: string) => {
      if (this.map.getLayer('background'))
        this.map.setPaintProperty('background', 'background-color', colour)
    }
    paint(palettes[this.settings.palette].land)
    const onData = () => {
      if (!this.map.getSource('outline') || !this.map.isSourceLoaded('outline')) return
      this.map.off('sourcedata', onData)
      paint(palettes[this.settings.palette].water)
    }
    this.map.on('sourcedata', onData)
  }

  /** Does not use `idle`: it never fires while drones move. */
  private tellDrawn(): void {
    const onRender = () => {
      const isThere = builtInSources.every(
        (source) => this.map.getSource(source) && this.map.isSourceLoaded(source),
      )
      if (!isThere && !this.settings.styleUrl) return
      this.map.off('render', onRender)
      this.events.onDrawn()
    }
    this.map.on('render', onRender)
  }

  update(settings: MapSettings): void {
    const before = this.settings
    this.settings = settings
    if (before.raster?.url !== settings.raster?.url) this.losses.forgive('raster')
    if (before.weather?.url !== settings.weather?.url) this.losses.forgive('weather')
    if (before.styleUrl !== settings.styleUrl) this.losses.forgive('style')
    if (JSON.stringify(before) !== JSON.stringify(settings)) this.useStyle()
    if (JSON.stringify(before.within) !== JSON.stringify(settings.within))
      this.map.setMaxBounds(settings.within ? corners(settings.within) : null)
    if (before.palette !== settings.palette) for (const hear of this.paletteListeners) hear()
  }

  setTexts(texts: MapTexts): void {
    this.map.getCanvas().setAttribute('aria-label', texts.name)
    this.controls.setTexts(texts)
  }

  destroy(): void {
    window.removeEventListener('online', this.askAgain)
    this.layers.forgetAll()
    this.controls.remove()
    this.map.remove()
  }

  readonly setDrawing = (isDrawing: boolean): void => this.pointer.setDrawing(isDrawing)
  readonly setZoomPlace: MapHandle['setZoomPlace'] = (place) => this.controls.setZoomPlace(place)
  readonly palette: MapHandle['palette'] = () => this.settings.palette
  readonly onPaletteChange: MapHandle['onPaletteChange'] = (listener) => {
    this.paletteListeners.add(listener)
    return () => void this.paletteListeners.delete(listener)
  }
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

  private shown(): BaseStyleSettings {
    const { language, palette, boundaries, showHdMap, showWeather, raster, weather } = this.settings
    return {
      language,
      palette,
      boundaries,
      archives: this.archives(),
      raster: raster && showHdMap && !this.losses.has('raster') ? toRaster(raster) : undefined,
      weather:
        weather && showWeather && !this.losses.has('weather') ? toRaster(weather) : undefined,
    }
  }

  private archives(): MapArchive[] {
    const { archives, showHdMap } = this.settings
    return archives.filter(
      ({ url, kind }) => (kind !== 'pictures' || showHdMap) && !this.losses.has(url),
    )
  }

  private style(): StyleSpecification {
    return baseStyle(this.shown())
  }

  private useStyle(): void {
    const { styleUrl } = this.settings
    this.map.setStyle(styleUrl && !this.losses.has('style') ? styleUrl : this.style(), {
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
    // A change that MapLibre could apply as a diff fires no `style.load`, and layers may have to be
    // moved below the names again.
    this.restore()
  }

  private restore(): void {
    if (!this.layers.isReady()) return
    const dot = placeDot(palettes[this.settings.palette])
    if (this.map.hasImage('place-dot')) this.map.updateImage('place-dot', dot)
    else this.map.addImage('place-dot', dot, { pixelRatio: 2 })
    this.layers.restore()
    this.drawGrid()
  }

  /** Also above archives: between their roads a view may be blank, and shows distances this way. */
  private drawGrid(): void {
    const source = this.map.getSource<GeoJSONSource>('grid')
    if (!source) return
    const { zoom, bounds } = this.camera.view()
    const { showGrid, language } = this.settings
    // Rejects if a newer view replaced this one.
    source.setData(kilometreGrid(bounds, showGrid ? zoom : 0, language)).catch(() => undefined)
  }

  /**
   * External sources may be unreachable and archives may be removed. Both are replaced by the
   * built-in map, and the loss is reported once.
   */
  private onError(event: { readonly error: { readonly message: string } }): void {
    const source = 'sourceId' in event && typeof event.sourceId === 'string' ? event.sourceId : null
    const loss = this.findLoss(source, event.error.message)
    if (!loss) return console.warn(event.error.message)
    if (!this.losses.count(loss.name, loss.atOnce)) return
    this.useStyle()
    this.events.onLoss(loss.what)
  }

  /** The optional source that an error is about; null for a required source. */
  private findLoss(
    source: string | null,
    message: string,
  ): { what: MapOutside; name: string; atOnce: boolean } | null {
    if (source === rasterSource || source === weatherSource)
      return { what: source, name: source, atOnce: false }
    const archive = this.settings.archives.find(({ url }) => message.startsWith(url))
    // Without a network all tiles fail, which does not mean that the file is gone.
    if (archive)
      return saysGone(message) ? { what: 'archive', name: archive.url, atOnce: true } : null
    return this.settings.styleUrl && !this.losses.has('style') && !isOwn(source ?? '')
      ? { what: 'style', name: 'style', atOnce: source === null }
      : null
  }
}
