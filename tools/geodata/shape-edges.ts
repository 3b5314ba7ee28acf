// Edges of adjacent areas: their owners, and the edges joined to lines.
import type { FirstLevelShape } from './first-level-sources.ts'
import type { Position } from './topology.ts'

export type Edge = { a: Position; b: Position; owners: Set<string> }

/**
 * Edges of two neighbours that could not be made equal still count as their common border up to
 * this far apart, in degrees.
 */
const besideDeg = 0.035

function distanceToEdge([x, y]: Position, { a, b }: Edge): number {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const t = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy)
}

/** The neighbour along an edge that has only one owner, if any. */
function findNeighbour(edge: Edge, alone: readonly Edge[]): string | null {
  const owner = [...edge.owners][0]!
  const middle: Position = [(edge.a[0] + edge.b[0]) / 2, (edge.a[1] + edge.b[1]) / 2]
  for (const other of alone) {
    if (other.owners.has(owner)) continue
    if (
      Math.min(other.a[0], other.b[0]) - besideDeg > middle[0] ||
      Math.max(other.a[0], other.b[0]) + besideDeg < middle[0]
    )
      continue
    if (
      Math.min(other.a[1], other.b[1]) - besideDeg > middle[1] ||
      Math.max(other.a[1], other.b[1]) + besideDeg < middle[1]
    )
      continue
    if (distanceToEdge(middle, other) < besideDeg) return [...other.owners][0]!
  }
  return null
}

/**
 * Segments of the shapes' rings with the areas that they bound: two for an inner border, one for
 * the outline.
 */
export function listEdges(shapes: readonly FirstLevelShape[]): Edge[] {
  const edges = new Map<string, Edge>()
  for (const { iso, polygons } of shapes) {
    for (const ring of polygons.flat()) {
      for (let i = 1; i < ring.length; i++) {
        const a = ring[i - 1]!
        const b = ring[i]!
        if (a[0] === b[0] && a[1] === b[1]) continue
        const forward = a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])
        const key = (forward ? [a, b] : [b, a]).join()
        const edge = edges.get(key)
        if (edge) edge.owners.add(iso)
        else edges.set(key, { a, b, owners: new Set([iso]) })
      }
    }
  }
  const all = [...edges.values()]
  const alone = all.filter((edge) => edge.owners.size === 1)
  const beside = alone.map((edge) => findNeighbour(edge, alone))
  alone.forEach((edge, i) => {
    const neighbour = beside[i]
    // One of two parallel lines is enough: that of the first area.
    if (neighbour != null && neighbour > [...edge.owners][0]!) edge.owners.add(neighbour)
    else if (neighbour != null) edge.owners.clear()
  })
  return all
}

/** Joins segments end to end into lines; lines end where three or more meet. */
export function chain(edges: readonly Edge[]): Position[][] {
  const at = new Map<string, Edge[]>()
  const put = (point: Position, edge: Edge) => {
    const key = point.join()
    const list = at.get(key)
    if (list) list.push(edge)
    else at.set(key, [edge])
  }
  for (const edge of edges) {
    put(edge.a, edge)
    put(edge.b, edge)
  }
  const used = new Set<Edge>()
  const follow = (line: Position[]) => {
    for (;;) {
      const end = line.at(-1)!
      const here = at.get(end.join()) ?? []
      const next =
        here.length === 2 || line.length === 1 ? here.find((edge) => !used.has(edge)) : undefined
      if (!next) return line
      used.add(next)
      line.push(next.a[0] === end[0] && next.a[1] === end[1] ? next.b : next.a)
    }
  }
  const lines: Position[][] = []
  const isNode = (point: Position) => at.get(point.join())?.length !== 2
  for (const edge of edges) {
    for (const start of [edge.a, edge.b]) {
      if (!used.has(edge) && isNode(start)) {
        used.add(edge)
        lines.push(follow([start, start === edge.a ? edge.b : edge.a]))
      }
    }
  }
  for (const edge of edges) {
    if (used.has(edge)) continue
    used.add(edge)
    lines.push(follow([edge.a, edge.b]))
  }
  return lines
}
