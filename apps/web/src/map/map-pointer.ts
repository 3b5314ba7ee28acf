import type { LngLat } from '@swath/domain/lng-lat'
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import type { MapLayers } from './map-layers.ts'
import type { MapLayer } from './map-types.ts'

type Hit = { layer: MapLayer; properties: Record<string, unknown> }

/** Tolerance of a click, px. */
const reach = 6

/** Dispatches clicks and pointer moves to the layer under the pointer, or else to the ground. */
export class MapPointer {
  private readonly map: MapLibreMap
  private readonly layers: MapLayers
  private readonly backgroundListeners = new Set<(at: LngLat) => void>()
  private readonly panListeners = new Set<() => void>()
  private hovered: MapLayer | null = null
  private isDrawing = false

  constructor(map: MapLibreMap, layers: MapLayers) {
    this.map = map
    this.layers = layers
    map.on('click', (event) => this.onClick(event))
    map.on('mousemove', (event) => this.onMove(event))
    map.on('mouseout', () => this.hover(null))
    map.on('dragstart', () => this.panned())
    // Programmatic moves have no original event.
    map.on('movestart', ({ originalEvent }) => {
      if (originalEvent instanceof KeyboardEvent && originalEvent.key.startsWith('Arrow'))
        this.panned()
    })
  }

  readonly setDrawing = (isDrawing: boolean): void => {
    this.isDrawing = isDrawing
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

  private hit({ point }: MapMouseEvent): Hit | null {
    const clickable = this.layers.clickableIds()
    if (clickable.length === 0) return null
    const box: [[number, number], [number, number]] = [
      [point.x - reach, point.y - reach],
      [point.x + reach, point.y + reach],
    ]
    const found = this.map.queryRenderedFeatures(box, { layers: clickable })[0]
    const layer = found && this.layers.ofStyleLayer(found.layer.id)
    return layer ? { layer, properties: found.properties } : null
  }

  private onMove(event: MapMouseEvent): void {
    if (this.isDrawing) return
    const found = this.hit(event)
    this.map.getCanvas().style.cursor = found ? 'pointer' : ''
    this.hover(found && { ...found, at: [event.lngLat.lng, event.lngLat.lat] })
  }

  private hover(found: (Hit & { at: LngLat }) | null): void {
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
}
