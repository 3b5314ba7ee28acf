// What a plan's ways leave dry, spray twice and spray outside, row by row.
//
// A drone sprays a disc of its swath's width around itself, so a leg sprays a capsule, as flown
// tracks are counted too. Along a row a capsule is one span, and everything is exact; across rows
// areas are sums over bands, which end where strips begin and end, an eighth of a swath high at
// most. Beside a raster of 5 cm that is within 0.1 % of the ground (sprayed-ground.test.ts).
import { addNear, freeRows, heightSpan, insideRows, turnGround } from './free-ground.ts'
import type { Edge, PlaneGround, Segment } from './free-ground.ts'
import type { Chain } from './headland.ts'
import type { PlaneZone } from './passes.ts'
import { measureM, toleranceM, type Frame, type Place } from './plane.ts'
import {
  areaOfRows,
  deepRows,
  emptyRows,
  joinRows,
  rowsShared,
  rowsTogether,
  rowsWithout,
  SpanCollector,
  type SpanRows,
} from './span-rows.ts'

/** A way with the pump on. */
export type Leg = { readonly from: Place; readonly to: Place }

/** A plot in rows that run along its strips. */
export type GroundRows = {
  readonly ground: PlaneGround
  readonly frame: Frame
  /** Of each row its middle. */ readonly heights: Float64Array
  /** Of each row. */ readonly bandM: Float64Array
  readonly plot: SpanRows
  /** Inside the margins, and where anything is to be sprayed. */ readonly wanted: SpanRows
  /** What a swath can reach without leaving the margins. */ readonly reachable: SpanRows
  readonly widthM: number
}

/** Bands: so many in the height of a field at least, and in the width of a swath. */
const bandsOfField = 200
const bandsOfWidth = 4
/** An edge along the rows begins and ends a band where it is longer than this share of the ground. */
const longEdgeShare = 1e-4

/** Where what rows hold changes at once: at edges that run along them, and their margins. */
const levelBorders = (
  edges: readonly Edge[],
  bandM: number,
  extentM: number,
  widthM: number,
): number[] => {
  const [lowest, highest] = heightSpan(edges)
  const leastM = longEdgeShare * (highest - lowest) * extentM
  return edges.flatMap(({ a, b, marginM }) => {
    const [riseM, lengthM] = [Math.abs(a[1] - b[1]), Math.abs(a[0] - b[0])]
    if (riseM > bandM || lengthM * bandM < leastM) return []
    const middle = (a[1] + b[1]) / 2
    return [0, marginM, marginM + widthM].flatMap((awayM) => [middle - awayM, middle + awayM])
  })
}

/** Bands between heights at which strips or level edges begin and end. */
const layBands = (
  { edges }: PlaneGround,
  strips: readonly number[],
  widthM: number,
): { heights: Float64Array; bandM: Float64Array } => {
  const [lowest, highest] = heightSpan(edges)
  const mostM = Math.min(widthM / bandsOfWidth, (highest - lowest) / bandsOfField)
  const xs = edges.map(({ a }) => a[0])
  const extentM = Math.max(...xs) - Math.min(...xs)
  const ends = strips.flatMap((yM) => [yM - widthM / 2, yM + widthM / 2])
  const borders = [lowest, highest, ...ends, ...levelBorders(edges, mostM, extentM, widthM)].sort(
    (a, b) => a - b,
  )
  const [heights, bands]: [number[], number[]] = [[], []]
  let from = borders[0]!
  for (const to of borders) {
    if (to - from < toleranceM) continue
    const count = Math.ceil((to - from) / mostM)
    const bandM = (to - from) / count
    for (let i = 0; i < count; i++) {
      heights.push(from + (i + 0.5) * bandM)
      bands.push(bandM)
    }
    from = to
  }
  return { heights: Float64Array.from(heights), bandM: Float64Array.from(bands) }
}

const turnedLeg = (frame: Frame, from: Place, to: Place): Segment => ({
  a: frame.in(from),
  b: frame.in(to),
})

/** Where ground has a dose; zones that come later count. */
const dosedRows = (
  rows: SpanRows,
  zones: readonly PlaneZone[],
  doseLHa: number,
  frame: Frame,
  heights: Float64Array,
): SpanRows => {
  if (doseLHa > 0 && zones.every((zone) => zone.doseLHa > 0)) return rows
  let dosed = doseLHa > 0 ? rows : emptyRows(heights.length)
  for (const { rings, doseLHa: zoneLHa } of zones) {
    const edges = rings.flatMap((ring) =>
      ring.map((a, i) => turnedLeg(frame, a, ring[(i + 1) % ring.length]!)),
    )
    const within = insideRows(edges, heights)
    dosed =
      zoneLHa === 0 ? rowsWithout(dosed, within) : rowsTogether(dosed, rowsShared(rows, within))
  }
  return dosed
}

export type Ground = {
  readonly ground: PlaneGround
  readonly edgeWays: readonly Chain[]
  readonly zones: readonly PlaneZone[]
  readonly doseLHa: number
  readonly widthM: number
}

/** @param strips heights of the strips in the frame */
export const toGroundRows = (
  { ground, edgeWays, zones, doseLHa, widthM }: Ground,
  frame: Frame,
  strips: readonly number[],
): GroundRows => {
  const turned = turnGround(ground, frame)
  const bands = layBands(turned, strips, widthM)
  const { heights } = bands
  const plot = insideRows(turned.edges, heights)
  const edges = new SpanCollector()
  for (const way of edgeWays)
    for (let i = 1; i < way.length; i++)
      addNear(edges, heights, turnedLeg(frame, way[i - 1]!, way[i]!), widthM / 2)
  const beside = edges.sorted(heights.length)
  return {
    ground,
    frame,
    ...bands,
    plot,
    wanted: dosedRows(freeRows(turned, heights, 0, plot), zones, doseLHa, frame, heights),
    reachable: rowsTogether(freeRows(turned, heights, widthM / 2, plot), beside),
    widthM,
  }
}

/** Where rows are sprayed by each leg, sorted. */
const sprayRows = ({ frame, heights, widthM }: GroundRows, legs: readonly Leg[]): SpanRows => {
  const rows = new SpanCollector()
  for (const { from, to } of legs) addNear(rows, heights, turnedLeg(frame, from, to), widthM / 2)
  return rows.sorted(heights.length)
}

/** Where rows are sprayed, sorted and joined. */
export const coverRows = (rows: GroundRows, legs: readonly Leg[]): SpanRows =>
  joinRows(sprayRows(rows, legs))

const sameJointM = 0.1

/** Where a leg goes on at which the one before ended: ground around it is sprayed once. */
const jointsOf = (legs: readonly Leg[]): Leg[] =>
  legs
    .slice(1)
    .flatMap(({ from }, i) =>
      measureM(legs[i]!.to, from) < sameJointM ? [{ from, to: from }] : [],
    )

export type Sprayed = {
  readonly groundM2: number
  readonly coveredM2: number
  readonly dryM2: number
  readonly unreachableM2: number
  readonly twiceM2: number
  readonly outsideM2: number
  readonly dry: SpanRows
}

export const measureSprayed = (rows: GroundRows, legs: readonly Leg[]): Sprayed => {
  const sprayed = sprayRows(rows, legs)
  const covered = joinRows(sprayed)
  const dry = rowsWithout(rows.wanted, covered)
  const twice = deepRows(sprayed, sprayRows(rows, jointsOf(legs)))
  const area = (spans: SpanRows): number => areaOfRows(spans, rows.bandM)
  const groundM2 = area(rows.wanted)
  const dryM2 = area(dry)
  return {
    groundM2,
    coveredM2: groundM2 - dryM2,
    dryM2,
    unreachableM2: area(rowsWithout(dry, rows.reachable)),
    twiceM2: area(rowsShared(rows.plot, twice)),
    outsideM2: area(rowsWithout(covered, rows.plot)),
    dry,
  }
}
