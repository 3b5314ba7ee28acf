// Ground that a plan's ways leave dry, spray twice and spray outside, row by row.
//
// A drone sprays a disc of its swath's width around itself, so a leg sprays a capsule, as in the
// area of flown tracks. Along a row a capsule is one span, and everything is exact; across rows,
// areas are Gauss-Legendre sums between the heights at which strips, level edges and corners begin
// and end.
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
  /** Of each row, ascending. */ readonly heights: Float64Array
  /** The height that each row represents: bands without gaps. */
  readonly bandM: Float64Array
  /** Start of each row's band. */ readonly bandFromM: Float64Array
  readonly plot: SpanRows
  /** Inside the margins, and where anything is to be sprayed. */ readonly wanted: SpanRows
  /** The ground that a swath can reach without leaving the margins. */ readonly reachable: SpanRows
  readonly widthM: number
}

/** Minimum number of rows in the height of a field, and in the width of a swath. */
const rowsOfField = 100
const rowsOfWidth = 2
/** Share of a field's bounding box from which the error of a row next to an edge is examined. */
const noticedShare = 1e-3

type Finest = { readonly rowM: number; readonly noticedM2: number }

/**
 * Heights at which the content of rows changes abruptly: at edges parallel to them, and their
 * margins.
 */
const levelBorders = (
  edges: readonly Edge[],
  widthM: number,
  { rowM, noticedM2 }: Finest,
): number[] =>
  edges.flatMap(({ a, b, marginM }) => {
    const lengthM = Math.abs(a[0] - b[0])
    if (Math.abs(a[1] - b[1]) > rowM || lengthM * rowM < noticedM2) return []
    const middle = (a[1] + b[1]) / 2
    return [0, marginM, marginM + widthM].flatMap((awayM) => [middle - awayM, middle + awayM])
  })

/** A smaller turn is a bend that gets no separate height. */
const cornerSin = 0.05

/** Heights of corners next to shallow edges, and of the corners within their margins. */
const cornerBorders = (ring: readonly Edge[], { rowM, noticedM2 }: Finest): number[] =>
  ring.flatMap(({ a, b, marginM }, i) => {
    const next = ring[(i + 1) % ring.length]!
    const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], next.b[0] - b[0], next.b[1] - b[1]]
    // how far the edges before and after it run in the height of a row
    const runM =
      Math.abs(ux) * Math.min(1, rowM / Math.abs(uy)) +
      Math.abs(vx) * Math.min(1, rowM / Math.abs(vy))
    if (runM * rowM < noticedM2) return []
    const [lengthM, nextM] = [Math.hypot(ux, uy), Math.hypot(vx, vy)]
    const sin = (ux * vy - uy * vx) / (lengthM * nextM)
    if (Math.abs(sin) < cornerSin) return []
    const awayM = (marginM * (vy / nextM - uy / lengthM)) / sin
    return [b[1], b[1] - awayM, b[1] + awayM]
  })

/** If ways along edges have more places than this, no single place matters. */
const placesOfFewWays = 30

/** Heights at which the ground sprayed from places of ways along edges begins and ends. */
const wayBorders = (ways: readonly Chain[], frame: Frame, widthM: number): number[] => {
  const places = ways.flat()
  if (places.length > placesOfFewWays) return []
  return places.flatMap((place) => {
    const yM = frame.in(place)[1]
    return [yM - widthM / 2, yM + widthM / 2]
  })
}

/**
 * Places and weights of the Gauss-Legendre rule between -1 and 1, by how many places it has
 * (Abramowitz and Stegun, Handbook of Mathematical Functions, 25.4.30).
 */
const gaussRules: readonly (readonly { readonly place: number; readonly weight: number }[])[] = [
  [],
  [{ place: 0, weight: 2 }],
  [
    { place: -0.577350269189626, weight: 1 },
    { place: 0.577350269189626, weight: 1 },
  ],
  [
    { place: -0.774596669241483, weight: 5 / 9 },
    { place: 0, weight: 8 / 9 },
    { place: 0.774596669241483, weight: 5 / 9 },
  ],
  [
    { place: -0.861136311594053, weight: 0.347854845137454 },
    { place: -0.339981043584856, weight: 0.652145154862546 },
    { place: 0.339981043584856, weight: 0.652145154862546 },
    { place: 0.861136311594053, weight: 0.347854845137454 },
  ],
]
const placesAtMost = gaussRules.length - 1

type Bands = Pick<GroundRows, 'heights' | 'bandM' | 'bandFromM'>

/**
 * Rows between heights at which their content changes abruptly.
 * @param changes such heights, in addition to those of edges and corners
 */
const layBands = (
  { edges, rings }: PlaneGround,
  changes: readonly number[],
  widthM: number,
): Bands => {
  const [lowest, highest] = heightSpan(edges)
  const xs = edges.map(({ a }) => a[0])
  const extentM = Math.max(...xs) - Math.min(...xs)
  // outlines without an area have no height
  const rowM = Math.max(
    toleranceM,
    Math.min(widthM / rowsOfWidth, (highest - lowest) / rowsOfField),
  )
  const finest = { rowM, noticedM2: noticedShare * (highest - lowest) * extentM }
  const corners = rings.flatMap((ring) => cornerBorders(ring, finest))
  const borders = [
    lowest,
    highest,
    ...changes,
    ...levelBorders(edges, widthM, finest),
    ...corners.filter((yM) => yM > lowest && yM < highest),
  ].sort((a, b) => a - b)
  const [heights, bandM, bandFromM]: [number[], number[], number[]] = [[], [], []]
  let from = borders[0]!
  for (const to of borders) {
    if (to - from < toleranceM) continue
    const count = Math.ceil((to - from) / rowM)
    const parts = Math.ceil(count / placesAtMost)
    const rule = gaussRules[Math.ceil(count / parts)]!
    const halfM = (to - from) / parts / 2
    for (let part = 0; part < parts; part++) {
      let bandFrom = from + 2 * part * halfM
      for (const { place, weight } of rule) {
        heights.push(from + (2 * part + 1 + place) * halfM)
        bandM.push(weight * halfM)
        bandFromM.push(bandFrom)
        bandFrom += weight * halfM
      }
    }
    from = to
  }
  return {
    heights: Float64Array.from(heights),
    bandM: Float64Array.from(bandM),
    bandFromM: Float64Array.from(bandFromM),
  }
}

const turnedLeg = (frame: Frame, from: Place, to: Place): Segment => ({
  a: frame.in(from),
  b: frame.in(to),
})

/** Rows that have a dose; later zones take precedence. */
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

/**
 * A plot in rows along its strips.
 * @param strips heights of the strips in the frame in metres, in any order
 */
export const toGroundRows = (
  { ground, edgeWays, zones, doseLHa, widthM }: Ground,
  frame: Frame,
  strips: readonly number[],
): GroundRows => {
  const turned = turnGround(ground, frame)
  const changes = strips.flatMap((yM) => [yM - widthM / 2, yM + widthM / 2])
  const bands = layBands(turned, [...changes, ...wayBorders(edgeWays, frame, widthM)], widthM)
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

/** The sprayed spans of rows by each leg, sorted. */
const sprayRows = ({ frame, heights, widthM }: GroundRows, legs: readonly Leg[]): SpanRows => {
  const rows = new SpanCollector()
  for (const { from, to } of legs) addNear(rows, heights, turnedLeg(frame, from, to), widthM / 2)
  return rows.sorted(heights.length)
}

/**
 * The sprayed spans of rows by these legs, which are in the plane of the ground; sorted and joined.
 */
export const coverRows = (rows: GroundRows, legs: readonly Leg[]): SpanRows =>
  joinRows(sprayRows(rows, legs))

const sameJointM = 0.1

/**
 * Places where a leg begins at the end of the one before: ground around them counts as sprayed
 * once.
 */
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

/**
 * Ground that legs leave dry, spray twice and spray outside, in m². Compared with 3,000 rows per
 * field, over 300 random fields, each is off by 0.1 % of the ground at most.
 * @param legs in the order in which they are flown, in the plane of the ground
 */
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
