import type { FirstLevelShape } from './first-level-sources.ts'
import type { LineFeature, Position } from './topology.ts'

/**
 * Which depictions draw a line or a name: c as China's maps do, i as things stand on the ground
 * (Natural Earth), n as India's maps do.
 */
export type Views = 'cin' | 'ci' | 'in' | 'c' | 'i' | 'n' | ''
export type BorderKind = 'country' | 'disputed' | 'first'
export type Depiction = { readonly kind: BorderKind; readonly views: Views }
export type BorderLine = {
  readonly kind: BorderKind
  readonly views: Views
  readonly line: Position[]
}

const allViews: Views = 'cin'

/** West, south, east, north of the ground in question, in degrees. */
const easternSector = [91.4, 26.5, 97.5, 29.6] as const
const westernSector = [72.4, 32.2, 80.6, 37.2] as const

const within = (
  [lng, lat]: Position,
  [west, south, east, north]: readonly [number, number, number, number],
) => lng >= west && lng <= east && lat >= south && lat <= north

/**
 * How a piece of the border between two countries (ISO numeric codes, or '' where a side has none)
 * is drawn.
 */
export function pickDepictions(a: string, b: string, middle: Position): Depiction[] {
  const pair = [a, b].sort().join('-')
  if (pair === '156-356') {
    if (within(middle, easternSector)) return [{ kind: 'country', views: 'in' }]
    if (within(middle, westernSector) && middle[0] > 77.2 && middle[1] > 32.6)
      return [
        { kind: 'country', views: 'c' },
        { kind: 'disputed', views: 'i' },
      ]
    return [{ kind: 'country', views: allViews }]
  }
  const inKashmir = within(middle, westernSector) && (middle[1] > 32.6 || middle[0] > 74.6)
  if ((pair === '356-586' || pair === '-356' || pair === '-586' || pair === '-156') && inKashmir)
    return [{ kind: 'disputed', views: 'ci' }]
  if (
    (pair === '156-586' || pair === '004-586') &&
    within(middle, westernSector) &&
    middle[0] > 73.6
  )
    return [{ kind: 'country', views: 'ci' }]
  if (pair === '156-344' || pair === '156-446') return []
  if (a === '' || b === '' || pair === '504-732') return [{ kind: 'disputed', views: allViews }]
  return [{ kind: 'country', views: allViews }]
}

/** Splits a line where `classify` of its segments' middles changes. */
export function splitLine<T>(
  line: readonly Position[],
  classify: (middle: Position) => T,
  same: (a: T, b: T) => boolean,
): { value: T; line: Position[] }[] {
  const pieces: { value: T; line: Position[] }[] = []
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]!
    const b = line[i]!
    const value = classify([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])
    const last = pieces.at(-1)
    if (last && same(last.value, value)) last.line.push(b)
    else pieces.push({ value, line: [a, b] })
  }
  return pieces
}

type Edge = { a: Position; b: Position; owners: Set<string> }

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

/** The neighbour that an edge of one owner alone runs beside, if any. */
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
function listEdges(shapes: readonly FirstLevelShape[]): Edge[] {
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
    // Of two lines beside each other one is enough: that of the area which comes first.
    if (neighbour != null && neighbour > [...edge.owners][0]!) edge.owners.add(neighbour)
    else if (neighbour != null) edge.owners.clear()
  })
  return all
}

/** Joins segments end to end into lines; lines end where three or more meet. */
function chain(edges: readonly Edge[]): Position[][] {
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

/** Borders between areas of one country, grouped by what `readViews` says of their two sides. */
export function innerBorders(
  shapes: readonly FirstLevelShape[],
  describe: (owners: readonly string[]) => Depiction[],
): BorderLine[] {
  const groups = new Map<string, { kind: BorderKind; views: Views; edges: Edge[] }>()
  for (const edge of listEdges(shapes)) {
    if (edge.owners.size < 2) continue
    for (const { kind, views } of describe([...edge.owners].sort())) {
      const key = `${kind} ${views}`
      if (!groups.has(key)) groups.set(key, { kind, views, edges: [] })
      groups.get(key)!.edges.push(edge)
    }
  }
  return [...groups.values()].flatMap(({ kind, views, edges }) =>
    chain(edges).map((line) => ({ kind, views, line })),
  )
}

/** Outer edges of a union of areas. */
export function outline(shapes: readonly FirstLevelShape[]): Position[][] {
  return chain(listEdges(shapes).filter((edge) => edge.owners.size === 1))
}

/** One feature for each way of drawing, for a compact file. */
export function toFeatures(lines: readonly BorderLine[]): LineFeature[] {
  const groups = new Map<string, LineFeature>()
  for (const { kind, views, line } of lines) {
    if (views === '' || line.length < 2) continue
    const key = `${kind} ${views}`
    if (!groups.has(key))
      groups.set(key, {
        type: 'Feature',
        properties: { kind, views },
        geometry: { type: 'MultiLineString', coordinates: [] },
      })
    groups.get(key)!.geometry.coordinates.push(line)
  }
  return [...groups.values()]
}
