// The edge of the ground on which a drone may be: parallel to each edge, and around corners that
// point into the ground, as far as it stays clear of all other edges. A lap follows it, and ground
// that strips leave dry can be reached from it.
import type { Edge, PlaneGround } from './free-ground.ts'
import { Capsule, insideRows, isInside } from './free-ground.ts'
import {
  between,
  Frame,
  measureM,
  shortestStripM,
  sortSpans,
  toleranceM,
  withoutSpans,
  type Place,
  type Span,
} from './plane.ts'
import { spansOfRow } from './span-rows.ts'

/** A way along the edge, without a gap. */
export type Chain = readonly Place[]
type Beside = { readonly from: Place; readonly to: Place }

/** Ends closer than this are joined: at sharp corners a tolerance grows to this length. */
const joinM = 0.1
/** Arcs are flown as straight pieces that touch them, each around this angle at most. */
const arcStepRad = Math.PI / 5

type Around = {
  readonly ground: PlaneGround
  readonly edges: readonly Edge[]
  /** The distance that everything keeps from each edge: its margin and half a swath. */
  readonly clearM: Float64Array
  /** Bounding box of each edge, enlarged by this distance: least x and y, largest x and y. */
  readonly boxes: Float64Array
}

const toAround = (ground: PlaneGround, halfM: number): Around => {
  const edges = [...ground.edges, ...ground.obstacles.flat()]
  const clearM = Float64Array.from(edges, ({ marginM }) => marginM + halfM - toleranceM)
  const boxes = new Float64Array(4 * edges.length)
  for (const [i, { a, b }] of edges.entries()) {
    boxes[4 * i] = Math.min(a[0], b[0]) - clearM[i]!
    boxes[4 * i + 1] = Math.min(a[1], b[1]) - clearM[i]!
    boxes[4 * i + 2] = Math.max(a[0], b[0]) + clearM[i]!
    boxes[4 * i + 3] = Math.max(a[1], b[1]) + clearM[i]!
  }
  return { ground, edges, clearM, boxes }
}

/** The free parts of the line from p to q. */
const freeOf = ({ ground, edges, clearM, boxes }: Around, { from: p, to: q }: Beside): Beside[] => {
  const minX = Math.min(p[0], q[0])
  const maxX = Math.max(p[0], q[0])
  const minY = Math.min(p[1], q[1])
  const maxY = Math.max(p[1], q[1])
  const lengthM = measureM(p, q)
  const frame = new Frame(Math.atan2(q[1] - p[1], q[0] - p[0]))
  const [startM, y] = frame.in(p)
  const taken: Span[] = []
  for (let i = 0; i < edges.length; i++) {
    if (boxes[4 * i]! >= maxX || boxes[4 * i + 2]! <= minX) continue
    if (boxes[4 * i + 1]! >= maxY || boxes[4 * i + 3]! <= minY) continue
    const { a, b } = edges[i]!
    const capsule = new Capsule(frame.in(a), frame.in(b), clearM[i]!)
    if (capsule.cut(y)) taken.push([capsule.from, capsule.to])
  }
  for (const obstacle of ground.obstacles) {
    const turned = obstacle.map(({ a, b }) => ({ a: frame.in(a), b: frame.in(b) }))
    taken.push(...spansOfRow(insideRows(turned, [y]), 0))
  }
  return withoutSpans([[startM, startM + lengthM]], sortSpans(taken))
    .filter(([from, to]) => to - from >= toleranceM)
    .map(([from, to]) => ({ from: frame.out([from, y]), to: frame.out([to, y]) }))
    .filter(({ from, to }) =>
      isInside(ground.edges, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]),
    )
}

const polar = ([x, y]: Place, awayM: number, angle: number): Place => [
  x + awayM * Math.cos(angle),
  y + awayM * Math.sin(angle),
]

/** Straight pieces around a place, from one angle on, turning by `turnRad`. */
const arcAround = (place: Place, awayM: number, fromRad: number, turnRad: number): Beside[] => {
  const steps = Math.ceil(Math.abs(turnRad) / arcStepRad)
  const each = turnRad / steps
  const corners = Array.from({ length: steps }, (_, i) =>
    polar(place, awayM / Math.cos(each / 2), fromRad + (i + 0.5) * each),
  )
  const places = [polar(place, awayM, fromRad), ...corners, polar(place, awayM, fromRad + turnRad)]
  return places.slice(1).map((to, i) => ({ from: places[i]!, to }))
}

const halfTurn = Math.PI
const spikeRad = 0.001
/** Between -π and π. */
const turnBetween = (fromRad: number, toRad: number): number => {
  const turn = (toRad - fromRad) % (2 * halfTurn)
  return turn > halfTurn ? turn - 2 * halfTurn : turn < -halfTurn ? turn + 2 * halfTurn : turn
}

const directionOf = ({ a, b }: Edge): number => Math.atan2(b[1] - a[1], b[0] - a[0])

/** Lines along a ring, on one side (1: left), edge after edge. */
const besideRing = (ring: readonly Edge[], halfM: number, side: 1 | -1): Beside[] =>
  ring.flatMap((edge, i) => {
    const awayM = edge.marginM + halfM
    const direction = directionOf(edge)
    const normal = direction + (side * halfTurn) / 2
    const beside = { from: polar(edge.a, awayM, normal), to: polar(edge.b, awayM, normal) }
    const turned = turnBetween(direction, directionOf(ring[(i + 1) % ring.length]!))
    // a corner opens on the side away from which the ring turns; where it turns back, on both
    const turn = Math.abs(turned) > halfTurn - spikeRad ? -side * halfTurn : turned
    return turn * side < 0 ? [beside, ...arcAround(edge.b, awayM, normal, turn)] : [beside]
  })

/** The side of a ring that contains ground (1: left): the same all along it. */
const sideWithin = (ring: readonly Edge[], edges: readonly Edge[]): 1 | -1 => {
  const longest = ring.reduce((best, edge) =>
    measureM(edge.a, edge.b) > measureM(best.a, best.b) ? edge : best,
  )
  const left = polar(
    between(longest.a, longest.b, 0.5),
    toleranceM,
    directionOf(longest) + halfTurn / 2,
  )
  return isInside(edges, left) ? 1 : -1
}

/** Lines around an obstacle that is one place or one line: both sides and its ends. */
const besideThin = (edge: Edge, halfM: number): Beside[] => {
  const awayM = edge.marginM + halfM
  if (measureM(edge.a, edge.b) < toleranceM) return arcAround(edge.a, awayM, 0, -2 * halfTurn)
  const back: Edge = { a: edge.b, b: edge.a, marginM: edge.marginM }
  return [edge, back].flatMap((one) => {
    const normal = directionOf(one) + halfTurn / 2
    return [
      { from: polar(one.a, awayM, normal), to: polar(one.b, awayM, normal) },
      ...arcAround(one.b, awayM, normal, -halfTurn),
    ]
  })
}

const awayFromLineM = (place: Place, a: Place, b: Place): number => {
  const lengthM = measureM(a, b)
  if (lengthM < toleranceM) return measureM(place, a)
  return Math.abs((b[0] - a[0]) * (place[1] - a[1]) - (b[1] - a[1]) * (place[0] - a[0])) / lengthM
}

/** Without places within a tolerance of the straight way, or too near to each other. */
const simplified = (chain: Chain): Chain => {
  const kept: Place[] = [chain[0]!]
  let start = 0
  for (let end = 2; end < chain.length; end++) {
    const [from, to] = [kept.at(-1)!, chain[end]!]
    const isStraight = chain
      .slice(start + 1, end)
      .every((place) => awayFromLineM(place, from, to) < toleranceM)
    if (isStraight || measureM(from, chain[end - 1]!) < shortestStripM) continue
    kept.push(chain[end - 1]!)
    start = end - 1
  }
  const last = chain.at(-1)!
  return kept.length > 1 && measureM(kept.at(-1)!, last) < shortestStripM ? kept : [...kept, last]
}

export const wayLengthM = (chain: Chain): number =>
  chain.reduce((sum, to, i) => (i === 0 ? 0 : sum + measureM(chain[i - 1]!, to)), 0)

const toChains = (pieces: readonly Beside[]): Place[][] => {
  const chains: Place[][] = []
  for (const { from, to } of pieces) {
    const last = chains.at(-1)
    if (last && measureM(last.at(-1)!, from) < joinM) last.push(to)
    else chains.push([from, to])
  }
  const [first, last] = [chains[0], chains.at(-1)]
  if (first && last && first !== last && measureM(last.at(-1)!, first[0]!) < joinM) {
    chains.pop()
    chains[0] = [...last, ...first.slice(1)]
  }
  return chains
}

/**
 * The ways half a swath (`widthM` / 2) and its margin from every edge, where there is ground for
 * them; in the order of the rings, then of obstacles. None is shorter than a strip may be.
 */
export const layHeadland = (ground: PlaneGround, widthM: number): Chain[] => {
  const halfM = widthM / 2
  const around = toAround(ground, halfM)
  const ways = [
    ...ground.rings.map((ring) => besideRing(ring, halfM, sideWithin(ring, ground.edges))),
    ...ground.obstacles.map((ring) =>
      ring.length === 1
        ? besideThin(ring[0]!, halfM)
        : besideRing(ring, halfM, sideWithin(ring, ring) === 1 ? -1 : 1),
    ),
  ]
  return ways
    .flatMap((way) => toChains(way.flatMap((piece) => freeOf(around, piece))))
    .map(simplified)
    .filter((chain) => wayLengthM(chain) >= shortestStripM)
}
