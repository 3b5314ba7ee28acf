import type { Point } from 'maplibre-gl'
import { colors } from '../lib/theme.ts'
import { palettes } from './map-palette.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
type Attributes = Readonly<Record<string, string | number>>

const draw = <Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  around?: SVGElement,
): SVGElementTagNameMap[Name] => {
  const element = document.createElementNS(svgNamespace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  around?.append(element)
  return element
}

const toText = ({ x, y }: Point): string => `${x.toFixed(1)},${y.toFixed(1)} `
const middleOf = (a: Point, b: Point): { x: number; y: number } => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
})

/** Labels for the two edges at a corner. */
export type EdgeTexts = readonly [before: string, after: string]

/**
 * A ring with a dragged corner, drawn as SVG above the map. The map would send its shapes to a
 * worker and redraw everything on each move: 22 ms of main-thread time for 2,000 corners, instead
 * of 4 (npm run drawing -w e2e).
 */
export class HeldRing {
  readonly #svg = draw('svg', { 'aria-hidden': 'true' })
  readonly #ground: SVGPathElement
  readonly #corner: SVGCircleElement
  readonly #texts: readonly [SVGTextElement, SVGTextElement]
  #around: readonly [string, string] = ['', '']
  #beside: readonly [Point, Point] | null = null

  constructor(container: HTMLElement, colour: string) {
    Object.assign(this.#svg.style, {
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      pointerEvents: 'none',
    })
    this.#ground = draw(
      'path',
      {
        'fill': colour,
        'fill-opacity': 0.2,
        'stroke': colour,
        'stroke-width': 2.5,
        'stroke-linejoin': 'round',
      },
      this.#svg,
    )
    const circle = { 'r': 7, 'fill': colour, 'stroke': colors.paper, 'stroke-width': 2 }
    this.#corner = draw('circle', circle, this.#svg)
    const text = {
      'font-size': 12,
      'text-anchor': 'middle',
      'dy': '-0.5em',
      'fill': palettes.light.label,
      'stroke': palettes.light.halo,
      'stroke-width': 3.6,
      'paint-order': 'stroke',
    }
    this.#texts = [draw('text', text, this.#svg), draw('text', text, this.#svg)]
    container.append(this.#svg)
  }

  /** Sets the screen positions of all corners, and which of them is dragged. */
  lay(corners: readonly Point[], held: number): void {
    this.#around = [
      corners.slice(0, held).map(toText).join(''),
      corners
        .slice(held + 1)
        .map(toText)
        .join(''),
    ]
    this.#beside = [corners.at(held - 1)!, corners[(held + 1) % corners.length]!]
  }

  /** Moves the dragged corner. */
  move(at: Point, edges: EdgeTexts): void {
    const [before, after] = this.#around
    this.#ground.setAttribute('d', `M${before}${toText(at)}${after}Z`)
    this.#corner.setAttribute('cx', String(at.x))
    this.#corner.setAttribute('cy', String(at.y))
    for (const [i, text] of this.#texts.entries()) {
      const { x, y } = middleOf(this.#beside![i]!, at)
      text.setAttribute('x', String(x))
      text.setAttribute('y', String(y))
      text.textContent = edges[i]!
    }
  }

  remove(): void {
    this.#svg.remove()
  }
}
