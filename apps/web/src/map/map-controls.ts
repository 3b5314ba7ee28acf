import type { LngLat } from '@swath/domain/lng-lat'
import {
  AttributionControl,
  NavigationControl,
  ScaleControl,
  type IControl,
  type Map as MapLibreMap,
} from 'maplibre-gl'
import { sizes } from '../lib/theme.ts'
import type { OverlayAreas } from './map-overlays.tsx'

const creditsShownMs = 5_000

export type ControlTexts = {
  readonly zoomIn: string
  readonly zoomOut: string
  readonly attribution: string
}

/** MapLibre's own controls, in the areas over the map instead of MapLibre's corners. */
export class MapControls {
  /** For further controls above the zoom buttons. */
  readonly corner: HTMLElement = document.createElement('div')
  private readonly map: MapLibreMap
  private readonly areas: OverlayAreas
  private readonly placed: IControl[] = []
  private zoomPlace: LngLat | null = null

  constructor(map: MapLibreMap, areas: OverlayAreas) {
    this.map = map
    this.areas = areas
    this.corner.className = 'maplibregl-ctrl maplibregl-ctrl-group'
    areas.controls.append(this.corner)
    this.place(new NavigationControl({ showCompass: false }), areas.controls)
    this.place(new ScaleControl({ maxWidth: 96 }), areas.scale)
    this.place(new AttributionControl({ compact: true }), areas.credits)
    this.foldCredits()
    // Before MapLibre's own listener.
    areas.controls.addEventListener('click', this.zoomAround, { capture: true })
  }

  readonly setZoomPlace = (place: LngLat | null): void => {
    this.zoomPlace = place
  }

  setTexts({ zoomIn, zoomOut, attribution }: ControlTexts): void {
    const name = (area: HTMLElement, selector: string, text: string): void => {
      const button = area.querySelector(selector)
      button?.setAttribute('aria-label', text)
      button?.setAttribute('title', text)
    }
    name(this.areas.controls, '.maplibregl-ctrl-zoom-in', zoomIn)
    name(this.areas.controls, '.maplibregl-ctrl-zoom-out', zoomOut)
    name(this.areas.credits, '.maplibregl-ctrl-attrib-button', attribution)
  }

  remove(): void {
    this.areas.controls.removeEventListener('click', this.zoomAround, { capture: true })
    for (const control of this.placed) control.onRemove(this.map)
    this.corner.remove()
  }

  private place(control: IControl, area: HTMLElement): void {
    area.append(control.onAdd(this.map))
    this.placed.push(control)
  }

  /**
   * Panels cover parts of the map, so a chosen drone is not at its centre and would leave the view
   * after a few presses.
   */
  private readonly zoomAround = (event: MouseEvent): void => {
    const place = this.zoomPlace
    const button = event.target instanceof Element ? event.target.closest('button') : null
    const by = button?.matches('.maplibregl-ctrl-zoom-in')
      ? 1
      : button?.matches('.maplibregl-ctrl-zoom-out')
        ? -1
        : 0
    if (by === 0 || !place || !this.map.getBounds().contains([...place])) return
    event.stopPropagation()
    this.map.zoomTo(
      this.map.getZoom() + by,
      { around: [...place] },
      // The person looks closer at one thing, and lists stay as they are.
      { originalEvent: event, isVisit: true },
    )
  }

  /** Collapses the credits after a while, so that they cover nothing. */
  private foldCredits(): void {
    const isNarrow = this.map.getContainer().clientWidth < sizes.narrow
    setTimeout(
      () =>
        this.areas.credits
          .querySelector('.maplibregl-ctrl-attrib')
          ?.classList.remove('maplibregl-compact-show'),
      isNarrow ? creditsShownMs / 5 : creditsShownMs,
    )
  }
}
