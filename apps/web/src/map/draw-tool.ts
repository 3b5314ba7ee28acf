import { distanceM, type LngLat } from '@swath/domain/lng-lat'
import { checkPolygon, type PolygonProblem } from '@swath/domain/polygon'
import {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
  type GeoJSONStoreFeatures,
  type HexColor,
} from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { MapEngine } from './map-engine.ts'
import { statusColors } from './map-palette.ts'
import { shapeCoordinates, type Shape } from './shapes.ts'

export type DrawMode = 'polygon' | 'circle' | 'edit'
export type ShapeProblem = PolygonProblem | 'no_radius'

export type DrawToolOptions = {
  readonly mode: DrawMode
  /** What is edited; a polygon's holes are kept as they are. */
  readonly initial: Shape | null
  readonly colour: string
  readonly takesFocus: boolean
  /** At every step; null while there is not yet a shape. */
  readonly onChange: (shape: Shape | null, problem: ShapeProblem | null) => void
  /** Only ever with a shape that has no problem. It stays on the map and may be changed further. */
  readonly onFinish: (shape: Shape) => void
  readonly onCancel: () => void
}

/** Under this radius a circle is a slip of the hand. */
const smallestRadiusM = 1
/** The drawing library takes no more digits; a tenth of a millimetre. */
const round9 = (degrees: number) => Math.round(degrees * 1e9) / 1e9

const toCircle = (ring: readonly LngLat[]): Shape => {
  const places = ring.slice(0, -1)
  const centre: LngLat = [
    places.reduce((sum, [lng]) => sum + lng, 0) / places.length,
    places.reduce((sum, [, lat]) => sum + lat, 0) / places.length,
  ]
  return {
    kind: 'circle',
    centre,
    radiusM: places.reduce((sum, place) => sum + distanceM(centre, place), 0) / places.length,
  }
}

const findProblem = (shape: Shape): ShapeProblem | null => {
  if (shape.kind === 'circle') return shape.radiusM < smallestRadiusM ? 'no_radius' : null
  const check = checkPolygon(shape.rings)
  return check.ok ? null : check.problem
}

/** The ways to draw and to change; `isCircle`: what is changed now. */
const createModes = (options: DrawToolOptions, isCircle: () => boolean) => {
  const colour = options.colour as HexColor
  const paper = statusColors.lockGround as HexColor
  const shapeStyles = {
    fillColor: colour,
    fillOpacity: 0.15,
    outlineColor: colour,
    outlineWidth: 2,
  }
  // A circle shows four handles; all of its 64 points may be drawn by.
  const handle =
    (width: number) =>
    ({ properties }: GeoJSONStoreFeatures) =>
      isCircle() && Number(properties['index'] ?? 0) % 16 !== 0 ? 0 : width
  const pointStyles = {
    selectionPointColor: paper,
    selectionPointOutlineColor: colour,
    selectionPointOutlineWidth: handle(2),
    selectionPointWidth: handle(6),
    midPointColor: colour,
    midPointOutlineColor: paper,
    midPointOutlineWidth: 1,
    midPointWidth: 4,
    selectedPolygonColor: colour,
    selectedPolygonFillOpacity: 0.15,
    selectedPolygonOutlineColor: colour,
    selectedPolygonOutlineWidth: 2,
  }
  const closing = {
    closingPointColor: paper,
    closingPointOutlineColor: colour,
    closingPointOutlineWidth: 2,
    closingPointWidth: 6,
  }
  return [
    new TerraDrawPolygonMode({
      styles: { ...shapeStyles, ...closing },
      keyEvents: { cancel: null, finish: 'Enter' },
      pointerDistance: 18,
    }),
    new TerraDrawCircleMode({
      styles: shapeStyles,
      keyEvents: { cancel: null, finish: 'Enter' },
      drawInteraction: 'click-move-or-drag',
      segments: 64,
    }),
    new TerraDrawSelectMode({
      styles: pointStyles,
      keyEvents: null,
      allowManualDeselection: false,
      flags: {
        polygon: {
          feature: {
            draggable: true,
            selfIntersectable: true,
            coordinates: { midpoints: true, draggable: true, deletable: true },
          },
        },
        circle: {
          feature: {
            draggable: true,
            coordinates: {
              midpoints: false,
              draggable: false,
              resizable: 'center-fixed',
              deletable: false,
            },
          },
        },
      },
    }),
  ]
}

/** One drawing on the map, from its first point until `stop`. */
export class DrawTool {
  private readonly options: DrawToolOptions
  private readonly engine: MapEngine
  private readonly draw: TerraDraw
  private readonly holes: readonly (readonly LngLat[])[]
  private readonly canvas: HTMLCanvasElement
  private shape: Shape | null = null
  private isPlaced: boolean

  constructor(engine: MapEngine, options: DrawToolOptions) {
    this.engine = engine
    this.options = options
    this.canvas = engine.map.getCanvas()
    this.holes = options.initial?.kind === 'polygon' ? options.initial.rings.slice(1) : []
    this.isPlaced = options.mode === 'edit'
    this.draw = new TerraDraw({
      // The prefix keeps the drawing on the map when the style beneath it changes.
      adapter: new TerraDrawMapLibreGLAdapter({ map: engine.map, prefixId: 'draw:shape' }),
      modes: createModes(options, () => this.shape?.kind === 'circle'),
    })
    engine.setDrawing(true)
    this.draw.start()
    this.draw.on('change', () => this.onChange())
    this.draw.on('finish', (id, { action }) => {
      if (action === 'draw') this.onPlaced(id)
    })
    this.canvas.addEventListener('keydown', this.onKey)
    if (options.mode === 'edit') this.edit(options.initial)
    else this.draw.setMode(options.mode)
    if (options.takesFocus) this.canvas.focus({ preventScroll: true })
  }

  readonly finish = (): void => {
    if (this.shape && findProblem(this.shape) === null) this.options.onFinish(this.shape)
  }

  stop(): void {
    this.canvas.removeEventListener('keydown', this.onKey)
    if (this.draw.enabled) {
      this.draw.clear()
      this.draw.stop()
    }
    this.engine.setDrawing(false)
    this.canvas.style.cursor = ''
  }

  private edit(initial: Shape | null): void {
    if (!initial) return
    const ring = shapeCoordinates(initial)[0]!.map(([lng, lat]) => [round9(lng!), round9(lat!)])
    const properties: Record<string, string | number> =
      initial.kind === 'circle'
        ? { mode: 'circle', radiusKilometers: initial.radiusM / 1000 }
        : { mode: 'polygon' }
    const [added] = this.draw.addFeatures([
      { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } },
    ])
    this.draw.setMode('select')
    if (added?.id !== undefined && added.valid) this.draw.selectFeature(added.id)
  }

  private onPlaced(id: string | number): void {
    this.isPlaced = true
    this.draw.setMode('select')
    this.draw.selectFeature(id)
    this.onChange()
    this.finish()
  }

  private onChange(): void {
    const feature = this.draw
      .getSnapshot()
      .find(
        ({ geometry, properties }) =>
          geometry.type === 'Polygon' &&
          (properties['mode'] === 'polygon' || properties['mode'] === 'circle'),
      )
    const shape = feature ? this.read(feature) : null
    if (JSON.stringify(shape) === JSON.stringify(this.shape)) return
    this.shape = shape
    this.options.onChange(shape, shape && findProblem(shape))
  }

  private read({ geometry, properties }: GeoJSONStoreFeatures): Shape | null {
    if (geometry.type !== 'Polygon') return null
    const ring = (geometry.coordinates[0] ?? []).map(([lng, lat]): LngLat => [lng!, lat!])
    if (properties['mode'] === 'circle') return toCircle(ring)
    // While it is drawn the ring holds the point under the pointer, or the same one twice.
    const open = ring
      .slice(0, -1)
      .filter((place, i) => i === 0 || place[0] !== ring[i - 1]![0] || place[1] !== ring[i - 1]![1])
    return open.length < 3 ? null : { kind: 'polygon', rings: [[...open, open[0]!], ...this.holes] }
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      this.options.onCancel()
    } else if (event.key === 'Enter' && this.isPlaced) {
      this.finish()
    }
  }
}
