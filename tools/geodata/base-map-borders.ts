import type { FirstLevelShape } from './first-level-sources.ts'
import { chain, listEdges, type Edge } from './shape-edges.ts'
import type { LineFeature, Position } from './topology.ts'

/**
 * Depictions that draw a line or a name: c as on China's maps, i by actual control (Natural Earth),
 * n as on India's maps.
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

/** West, south, east, north of the disputed area, in degrees. */
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

/** Borders between areas of one country, grouped by the views of their two sides. */
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
