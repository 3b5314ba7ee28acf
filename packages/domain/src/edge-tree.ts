import type { LngLat } from './lng-lat.ts'

/** Edges that share a box at the bottom of the tree. */
const LEAF_EDGES = 8
/** Allows for rounding of a crossing's place, in degrees, so that a box misses no edge. */
const MARGIN = 1e-9

/** A limit of edges that may still be visited: protects against rings crafted to be slow. */
export class EdgeWork {
  #left: number
  constructor(edges: number) {
    this.#left = edges
  }
  get left(): number {
    return this.#left
  }
  /** @throws TooMuchEdgeWork */
  spend(edges: number): void {
    this.#left -= edges
    if (this.#left < 0) throw new TooMuchEdgeWork('too many edges lie beside each other')
  }
}
export class TooMuchEdgeWork extends Error {}

/**
 * The direction of most of a ring's length, from doubled angles, so that opposite directions are
 * the same.
 */
const mainDirection = (ring: readonly LngLat[]): readonly [cos: number, sin: number] => {
  let [x, y] = [0, 0]
  for (let i = 0; i < ring.length; i++) {
    const [from, to] = [ring[i]!, ring[i + 1 === ring.length ? 0 : i + 1]!]
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    x += dx * dx - dy * dy
    y += 2 * dx * dy
  }
  const angle = Math.atan2(y, x) / 2
  return [Math.cos(angle), Math.sin(angle)]
}

/**
 * The edges of an open ring in a tree of bounding boxes, in the ring's order: neighbours are close
 * to each other, so that a box contains little that is far away. Queries that would visit all n
 * edges visit about log n of them. In addition to its box, each node stores how far its edges
 * extend across the main direction of the ring, which separates the teeth of a slanting comb.
 * Needles in all directions are the worst case: they cost as much as without a tree, up to `work`.
 */
export class EdgeTree {
  readonly ring: readonly LngLat[]
  readonly #work: EdgeWork | null
  readonly #direction: readonly [cos: number, sin: number]
  /** Least and greatest distance across the main direction, for each node. */
  readonly #across: Float64Array
  /** Leaves in the lowest level; a power of two. */
  readonly #leaves: number
  /**
   * minLng, minLat, maxLng, maxLat of each node; the root is node 1, children of n are 2n and 2n +
   * 1.
   */
  readonly #boxes: Float64Array

  constructor(ring: readonly LngLat[], work: EdgeWork | null = null) {
    this.ring = ring
    this.#work = work
    this.#direction = mainDirection(ring)
    let leaves = 1
    while (leaves * LEAF_EDGES < ring.length) leaves *= 2
    this.#leaves = leaves
    const boxes = new Float64Array(leaves * 2 * 4)
    for (let node = 0; node < leaves * 2; node++)
      boxes.set([Infinity, Infinity, -Infinity, -Infinity], node * 4)
    this.#boxes = boxes
    this.#across = new Float64Array(leaves * 2 * 2)
    for (let node = 0; node < leaves * 2; node++) this.#across.set([Infinity, -Infinity], node * 2)
    for (let i = 0; i < ring.length; i++) {
      const at = (leaves + Math.floor(i / LEAF_EDGES)) * 4
      for (const place of [ring[i]!, ring[(i + 1) % ring.length]!]) {
        this.#grow(at, place)
        this.#growAcross(at / 2, this.#distanceAcross(place))
      }
    }
    for (let node = leaves - 1; node >= 1; node--) {
      for (let side = 0; side < 4; side++) {
        const [one, other] = [boxes[node * 8 + side]!, boxes[node * 8 + 4 + side]!]
        boxes[node * 4 + side] = side < 2 ? Math.min(one, other) : Math.max(one, other)
      }
      const across = this.#across
      across[node * 2] = Math.min(across[node * 4]!, across[node * 4 + 2]!)
      across[node * 2 + 1] = Math.max(across[node * 4 + 1]!, across[node * 4 + 3]!)
    }
  }

  #grow(at: number, [lng, lat]: LngLat): void {
    const boxes = this.#boxes
    boxes[at] = Math.min(boxes[at]!, lng)
    boxes[at + 1] = Math.min(boxes[at + 1]!, lat)
    boxes[at + 2] = Math.max(boxes[at + 2]!, lng)
    boxes[at + 3] = Math.max(boxes[at + 3]!, lat)
  }

  /** Measured from the first corner, to reduce rounding errors. */
  #distanceAcross([lng, lat]: LngLat): number {
    const [cos, sin] = this.#direction
    const [x, y] = this.ring[0]!
    return (lat - y) * cos - (lng - x) * sin
  }

  #growAcross(at: number, distance: number): void {
    const across = this.#across
    across[at] = Math.min(across[at]!, distance - MARGIN)
    across[at + 1] = Math.max(across[at + 1]!, distance + MARGIN)
  }

  /**
   * The first non-null result of `ask`, in the ring's order, over the edges [from, …) whose box
   * meets that of a and b.
   */
  firstNear<T>(a: LngLat, b: LngLat, from: number, ask: (edge: number) => T | null): T | null {
    const minLng = Math.min(a[0], b[0])
    const minLat = Math.min(a[1], b[1])
    const maxLng = Math.max(a[0], b[0])
    const maxLat = Math.max(a[1], b[1])
    const boxes = this.#boxes
    const across = this.#across
    const [one, other] =
      this.ring.length === 0 ? [0, 0] : [this.#distanceAcross(a), this.#distanceAcross(b)]
    const least = Math.min(one, other)
    const greatest = Math.max(one, other)
    const walk = (node: number, first: number, edges: number): T | null => {
      const box = node * 4
      if (
        first + edges <= from ||
        boxes[box]! > maxLng ||
        boxes[box + 1]! > maxLat ||
        boxes[box + 2]! < minLng ||
        boxes[box + 3]! < minLat ||
        across[node * 2]! > greatest ||
        across[node * 2 + 1]! < least
      )
        return null
      if (node < this.#leaves) {
        const half = edges / 2
        return walk(node * 2, first, half) ?? walk(node * 2 + 1, first + half, half)
      }
      const end = Math.min(first + edges, this.ring.length)
      this.#work?.spend(edges)
      for (let edge = Math.max(first, from); edge < end; edge++) {
        const answer = ask(edge)
        if (answer !== null) return answer
      }
      return null
    }
    return walk(1, 0, this.#leaves * LEAF_EDGES)
  }

  /** Even-odd, exactly as a check of every edge. */
  contains(lng: number, lat: number): boolean {
    const { ring } = this
    const boxes = this.#boxes
    let inside = false
    const walk = (node: number, first: number, edges: number): void => {
      const box = node * 4
      if (boxes[box + 1]! > lat || boxes[box + 3]! < lat || boxes[box + 2]! + MARGIN < lng) return
      if (node < this.#leaves) {
        const half = edges / 2
        walk(node * 2, first, half)
        walk(node * 2 + 1, first + half, half)
        return
      }
      const end = Math.min(first + edges, ring.length)
      this.#work?.spend(edges)
      for (let edge = first; edge < end; edge++) {
        const b = ring[edge]!
        const a = ring[edge + 1 === ring.length ? 0 : edge + 1]!
        if (
          a[1] > lat !== b[1] > lat &&
          lng < ((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1]) + a[0]
        )
          inside = !inside
      }
    }
    walk(1, 0, this.#leaves * LEAF_EDGES)
    return inside
  }
}
