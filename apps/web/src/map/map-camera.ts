import type { Bounds } from '@swath/domain/lng-lat'
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { EdgePadding, MapHandle, MapViewState } from './map-types.ts'

/**
 * Reads and moves the view. While a person holds the map it does not move: MapLibre would end their
 * drag.
 */
export class MapCamera {
  private readonly map: MapLibreMap
  private isHeld = false

  constructor(map: MapLibreMap) {
    this.map = map
    const removed = new AbortController()
    map.on('remove', () => removed.abort())
    const options = { capture: true, signal: removed.signal }
    map.getCanvasContainer().addEventListener(
      'pointerdown',
      ({ button }) => {
        if (button === 0) this.isHeld = true
      },
      options,
    )
    for (const type of ['pointerup', 'pointercancel'])
      window.addEventListener(type, () => (this.isHeld = false), options)
    // not captured: fields that lose focus are no reason
    window.addEventListener('blur', () => (this.isHeld = false), { signal: removed.signal })
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

  readonly onViewChange: MapHandle['onViewChange'] = (listener) => {
    const subscription = this.map.on('moveend', (event) =>
      listener(this.view(), { isVisit: 'isVisit' in event && event.isVisit === true }),
    )
    return () => subscription.unsubscribe()
  }

  readonly fitBounds = (
    bounds: Bounds,
    options: { padding?: Partial<EdgePadding>; maxZoom?: number; animate?: boolean } = {},
  ): void => {
    if (this.isHeld) return
    this.map.fitBounds([bounds.minLng, bounds.minLat, bounds.maxLng, bounds.maxLat], {
      padding: this.fittingPadding(options.padding),
      maxZoom: options.maxZoom ?? 17,
      ...this.motion(options.animate),
    })
  }

  readonly moveTo: MapHandle['moveTo'] = (centre, options = {}) => {
    if (this.isHeld) return
    const { left, right, top, bottom } = this.fittingPadding(options.padding)
    this.map.easeTo(
      {
        center: [...centre],
        ...(options.zoom === undefined ? {} : { zoom: options.zoom }),
        offset: [(left - right) / 2, (top - bottom) / 2],
        ...this.motion(options.animate),
      },
      // MapLibre adds this to the events of the move.
      { isVisit: options.isVisit ?? false },
    )
  }

  /** Panels may cover more than the map; then the centre is kept as well as possible. */
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
}
