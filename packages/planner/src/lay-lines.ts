// Parallel lines over a plot, and the direction in which they take least time (QGroundControl's
// survey lays transects in this way; Fields2Cover calls it a swath generator with an objective).
import { freeRows, isInside, turnGround, type Edge, type PlaneGround } from './free-ground.ts'
import { Frame, toleranceM, type Place, type Span } from './plane.ts'
import { emptyRows, rowsShared, rowsTogether, spansOfRow, type SpanRows } from './span-rows.ts'

/** Lines of one plot in its own frame. */
export type Line = { readonly yM: number; readonly spans: readonly Span[] }
export type Lines = { readonly frame: Frame; readonly lines: readonly Line[] }

type Laying = { readonly widthM: number; readonly overlapShare: number; readonly headland: boolean }

/**
 * Shorter ones are left out: everything that they would spray is closer to the edge of the ground.
 */
const shortestM = (widthM: number): number => Math.min(1, widthM / 5)

/** Offsets across a strip from its middle, as shares of its width. */
const acrossStrip = [-0.5, -0.375, -0.25, -0.125, 0, 0.125, 0.25, 0.375, 0.5] as const

/**
 * The spans sprayed by strips at these heights; with a lap, only as far as the lap leaves ground
 * anywhere over their width.
 */
const stripRows = (
  ground: PlaneGround,
  heights: readonly number[],
  { widthM, overlapShare, headland }: Laying,
): Span[][] => {
  const safe = freeRows(ground, heights, widthM / 2 - toleranceM)
  const spansOf = (rows: SpanRows): Span[][] => heights.map((_, row) => spansOfRow(rows, row))
  if (!headland) return spansOf(safe)
  let left = emptyRows(heights.length)
  for (const share of acrossStrip) {
    const across = heights.map((yM) => yM + share * widthM)
    left = rowsTogether(left, freeRows(ground, across, widthM * (1 - overlapShare)))
  }
  return spansOf(rowsShared(safe, left))
}

/** Heights of lines between two heights, no farther apart than the spacing. */
const heightsBetween = (fromM: number, toM: number, spacingM: number): number[] => {
  const rangeM = toM - fromM
  if (rangeM < -toleranceM) return []
  const steps = Math.ceil((rangeM - toleranceM) / spacingM)
  return steps <= 0
    ? [fromM + rangeM / 2]
    : Array.from({ length: steps + 1 }, (_, i) => fromM + (i * rangeM) / steps)
}

/** @param edgeWays the edges of the area where a drone may fly; lines are between their extremes */
export const layLines = (
  ground: PlaneGround,
  edgeWays: readonly (readonly Place[])[],
  frame: Frame,
  laying: Laying,
): Lines => {
  const turned = turnGround(ground, frame)
  const [lowestM, highestM] = extremesOf(edgeWays, frame)
  if (lowestM > highestM) return { frame, lines: [] }
  const spacingM = laying.widthM * (1 - laying.overlapShare)
  const besideM = laying.headland ? spacingM : 0
  const atLeastM = shortestM(laying.widthM)
  const layAt = (heights: readonly number[]): Line[] =>
    stripRows(turned, heights, laying)
      .map((spans, i) => ({ yM: heights[i]!, spans: spans.filter(([a, b]) => b - a >= atLeastM) }))
      .filter(({ spans }) => spans.length > 0)
  const lines = layAt(heightsBetween(lowestM + besideM, highestM - besideM, spacingM))
  // A field that narrows to both sides may fit no strip at its extremes, but one between them.
  return { frame, lines: lines.length > 0 ? lines : layAt([(lowestM + highestM) / 2]) }
}

const extremesOf = (ways: readonly (readonly Place[])[], frame: Frame): Span => {
  let [lowestM, highestM] = [Infinity, -Infinity]
  for (const place of ways.flat()) {
    const [, y] = frame.in(place)
    lowestM = Math.min(lowestM, y)
    highestM = Math.max(highestM, y)
  }
  return [lowestM, highestM]
}

const candidatesAtMost = 16
const eachDeg = 15
/** Enough lines to compare directions. */
const linesOfALook = 60

/**
 * Estimates the number of strips: each costs a turn, while their total length is the ground's area
 * divided by their width, in every direction. A line has as many pieces as half the edges that it
 * crosses, plus one for each obstacle; margins do not change which direction is best.
 * @param corners x and y in metres of the start and the end of each edge
 */
const countStrips = (
  corners: Float64Array,
  obstacles: readonly (readonly Edge[])[],
  turnRad: number,
  laying: Laying,
): number => {
  const frame = new Frame(turnRad)
  const [cos, sin] = [Math.cos(turnRad), Math.sin(turnRad)]
  const heights = new Float64Array(corners.length / 2)
  let [lowest, highest] = [Infinity, -Infinity]
  for (let i = 0; i < heights.length; i++) {
    const yM = corners[2 * i + 1]! * cos - corners[2 * i]! * sin
    heights[i] = yM
    if (yM < lowest) lowest = yM
    if (yM > highest) highest = yM
  }
  const spacingM = laying.widthM * (1 - laying.overlapShare)
  const count = Math.max(1, Math.min(linesOfALook, Math.ceil((highest - lowest) / spacingM)))
  const stepM = (highest - lowest) / count
  const starts = new Float64Array(count + 1)
  /** The line at i + 0.5 steps is the first one above. */
  const firstAbove = (yM: number): number =>
    Math.max(0, Math.min(count, Math.ceil((yM - lowest) / stepM - 0.5)))
  const addPieces = (fromM: number, toM: number, pieces: number): void => {
    starts[firstAbove(fromM)]! += pieces
    starts[firstAbove(toM)]! -= pieces
  }
  for (let i = 0; i < heights.length; i += 2) {
    const [one, other] = [heights[i]!, heights[i + 1]!]
    addPieces(Math.min(one, other), Math.max(one, other), 0.5)
  }
  for (const obstacle of obstacles) {
    const besideM = obstacle[0]!.marginM + laying.widthM / 2
    const [fromM, toM] = extremesOf([obstacle.flatMap(({ a, b }) => [a, b])], frame)
    addPieces(fromM - besideM, toM + besideM, 1)
  }
  let [strips, pieces] = [0, 0]
  for (let i = 0; i < count; i++) {
    pieces += starts[i]!
    strips += Math.max(1, pieces)
  }
  return (strips * stepM) / spacingM
}

/** Directions of the longest edges, and a few around. */
const candidateTurns = ({ edges }: PlaneGround): number[] => {
  const byLength = edges
    .map(({ a, b }) => ({
      lengthM: Math.hypot(b[0] - a[0], b[1] - a[1]),
      turnRad: Math.atan2(b[1] - a[1], b[0] - a[0]),
    }))
    .toSorted((one, other) => other.lengthM - one.lengthM)
  const turns: number[] = []
  const add = (turnRad: number): void => {
    const half = ((turnRad % Math.PI) + Math.PI) % Math.PI
    if (!turns.some((one) => Math.abs(one - half) < 0.01)) turns.push(half)
  }
  for (const { turnRad } of byLength) if (turns.length < candidatesAtMost) add(turnRad)
  for (let deg = 0; deg < 180; deg += eachDeg) add((deg * Math.PI) / 180)
  return turns
}

/**
 * The direction of lines with the fewest strips, in radians from east within [0, π); of equally
 * good ones that of the longest edge.
 */
export const findBestTurn = (ground: PlaneGround, laying: Laying): number => {
  const inside = ground.obstacles.filter(([edge]) => edge && isInside(ground.edges, edge.a))
  const corners = Float64Array.from(ground.edges.flatMap(({ a, b }) => [...a, ...b]))
  let [best, least] = [0, Infinity]
  for (const turnRad of candidateTurns(ground)) {
    const cost = countStrips(corners, inside, turnRad, laying)
    if (cost < least * 0.999) [best, least] = [turnRad, cost]
  }
  return best
}
