import type { MapMouseEvent, Subscription } from 'maplibre-gl'
import type { PointerEvent } from './drawing-parts.ts'
import type { MapEngine } from './map-engine.ts'
import type { MapHandle } from './map-types.ts'
import { createRingLayer, ringLayerId } from './ring-layer.ts'

/** Handles pointer and keyboard events of the map during drawing. */
export abstract class DrawingTool {
  protected readonly map: MapHandle
  protected readonly engine: MapEngine
  protected frame = 0
  #heard: Subscription[]

  constructor(map: MapHandle, engine: MapEngine, colour: string, takesFocus: boolean) {
    this.map = map
    this.engine = engine
    engine.setDrawing(true)
    map.setLayer(createRingLayer(colour))
    this.#heard = this.listen()
    engine.map.doubleClickZoom.disable()
    const canvas = engine.map.getCanvas()
    canvas.addEventListener('keydown', this.#handleKey)
    if (takesFocus) canvas.focus({ preventScroll: true })
  }

  stop(): void {
    cancelAnimationFrame(this.frame)
    for (const one of this.#heard) one.unsubscribe()
    const { map } = this.engine
    map.getCanvas().removeEventListener('keydown', this.#handleKey)
    this.showCross(false)
    map.doubleClickZoom.enable()
    this.map.removeLayer(ringLayerId)
    this.engine.setDrawing(false)
  }

  protected listen(): Subscription[] {
    const { map } = this.engine
    const down = (event: PointerEvent): void => this.onDown(event)
    const move = (event: PointerEvent): void => this.onMove(event)
    const up = (): void => this.onUp()
    return [
      map.on('mousedown', down),
      map.on('touchstart', down),
      map.on('mousemove', move),
      map.on('touchmove', move),
      map.on('mouseup', up),
      map.on('touchend', up),
      map.on('click', (event: MapMouseEvent) => this.onClick(event)),
    ]
  }

  /** Redraws at most once a frame. */
  protected showSoon(show: () => void): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0
      show()
    })
  }

  protected showCross(isShown: boolean): void {
    this.engine.map.getCanvas().style.cursor = isShown ? 'crosshair' : ''
  }

  protected abstract onDown(event: PointerEvent): void
  protected abstract onMove(event: PointerEvent): void
  protected abstract onUp(): void
  protected abstract onClick(event: MapMouseEvent): void
  protected abstract onKey(event: KeyboardEvent): void

  readonly #handleKey = (event: KeyboardEvent): void => this.onKey(event)
}
