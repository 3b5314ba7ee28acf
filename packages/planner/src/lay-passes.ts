// The strips of all plots, in one order from the first line of the first plot to the last of the
// last.
import type { LocalPlane } from '@swath/domain/lng-lat'
import { numberCells } from './cells.ts'
import { fillDry } from './fill-dry.ts'
import { toGround, type PlaneGround } from './free-ground.ts'
import { layHeadland, type Chain } from './headland.ts'
import { findBestTurn, layLines, type Lines } from './lay-lines.ts'
import {
  cutAtHeights,
  lengthOf,
  splitByDose,
  toPlaneZones,
  type Pass,
  type PlaneZone,
} from './passes.ts'
import type { PlanSettings } from './plan.ts'
import { between, Frame, measureM, openPlaces, toleranceM, type Place } from './plane.ts'
import { areaOfRows, rowsShared, rowsWithout } from './span-rows.ts'
import { coverRows, toGroundRows, type GroundRows, type Leg } from './sprayed-ground.ts'

type LaidPlot = {
  readonly frame: Frame
  /** Of each line, in the order in which they are flown. */ readonly heights: readonly number[]
  readonly firstLine: number
  /** Along edges, flown after the strips. */ readonly edgeWays: readonly Chain[]
  readonly rows: GroundRows
}

export type LaidPasses = {
  readonly plots: readonly LaidPlot[]
  readonly lines: readonly (readonly Pass[])[]
}

/** Direction of an edge of the first outline; null where there is none of that number. */
const edgeTurn = (settings: PlanSettings, plane: LocalPlane): number | null => {
  const outline = settings.plots[0]?.[0]?.[0]
  if (settings.alignEdgeIndex === null || !outline) return null
  const places = openPlaces(outline, plane)
  const a = places[settings.alignEdgeIndex]
  const b = places[(settings.alignEdgeIndex + 1) % places.length]
  return a && b ? Math.atan2(b[1] - a[1], b[0] - a[0]) : null
}

/** Against the wind; without wind towards home, so that the last strip ends near it. */
const isUpwards = (frame: Frame, settings: PlanSettings, middle: Place, home: Place): boolean => {
  if (settings.windFromDeg === null) return frame.in(home)[1] >= frame.in(middle)[1] - toleranceM
  const rad = (settings.windFromDeg * Math.PI) / 180
  return frame.in([Math.sin(rad), Math.cos(rad)])[1] >= -toleranceM
}

const middleOf = ({ edges }: PlaneGround): Place => {
  const [x, y] = edges.reduce<Place>(([sumX, sumY], { a }) => [sumX + a[0], sumY + a[1]], [0, 0])
  return [x / edges.length, y / edges.length]
}

/** The next plot is the nearest one. */
const chain = (grounds: readonly PlaneGround[], home: Place): PlaneGround[] => {
  const left = [...grounds]
  const ordered: PlaneGround[] = []
  let at = home
  while (left.length > 0) {
    const next = left.reduce((best, one) =>
      measureM(at, middleOf(one)) < measureM(at, middleOf(best)) ? one : best,
    )
    left.splice(left.indexOf(next), 1)
    ordered.push(next)
    at = middleOf(next)
  }
  return ordered
}

type Counters = { line: number; cell: number }

const layPlot = (
  { frame, lines }: Lines,
  isUp: boolean,
  counters: Counters,
  doseLHa: number,
): { passes: Pass[][]; heights: number[] } => {
  const flown = isUp ? lines : lines.toReversed()
  const spacingM =
    lines.length > 1 ? Math.min(...lines.slice(1).map(({ yM }, i) => yM - lines[i]!.yM)) : Infinity
  const cells = numberCells(flown, spacingM)
  const passes = flown.map(({ yM, spans }, i) =>
    spans.map(([from, to], j): Pass => ({
      from: frame.out([from, yM]),
      to: frame.out([to, yM]),
      line: counters.line + i,
      cell: counters.cell + cells[i]![j]!,
      isHeadland: false,
      doseLHa,
    })),
  )
  counters.line += flown.length
  counters.cell += Math.max(-1, ...cells.flat()) + 1
  return { passes, heights: flown.map(({ yM }) => yM) }
}

const legsOf = (ways: readonly Chain[]): Leg[] =>
  ways.flatMap((way) => way.slice(1).map((to, i) => ({ from: way[i]!, to })))

/**
 * The share of the ground within reach of a swath that may stay dry before further ways along edges
 * are added: with a lap almost nothing, else the share that is not worth a further way.
 */
const leaveDry = { lap: 0.002, strips: 0.007 } as const

/** The ways along edges: all of them as a lap, else those needed for dry ground. */
const chooseEdgeWays = (
  rows: GroundRows,
  strips: readonly Leg[],
  ways: readonly Chain[],
  isLap: boolean,
): readonly Chain[] => {
  if (isLap) return ways
  const reachable = rowsShared(rows.wanted, rows.reachable)
  const dry = rowsWithout(reachable, coverRows(rows, strips))
  const leaveM2 = leaveDry.strips * areaOfRows(reachable, rows.bandM)
  return fillDry(rows, dry, ways, areaOfRows(dry, rows.bandM), leaveM2)
}

export const layPasses = (settings: PlanSettings, plane: LocalPlane): LaidPasses => {
  const home = plane.toPlane(settings.home)
  const zones = toPlaneZones(settings.doseZones, plane)
  const given = edgeTurn(settings, plane)
  const grounds = settings.plots.map((parts) =>
    toGround(parts, settings.obstacles, plane, settings),
  )
  const counters = { line: 0, cell: 0 }
  const plots: LaidPlot[] = []
  const lines: Pass[][] = []
  for (const ground of chain(grounds, home)) {
    const edgeWays = layHeadland(ground, settings.widthM)
    const frame = new Frame(given ?? findBestTurn(ground, settings))
    const firstLine = counters.line
    const isUp = isUpwards(frame, settings, middleOf(ground), home)
    const within = layLines(ground, edgeWays, frame, settings)
    // a lap covers areas narrower than two swaths: no strip is left within it
    const isLap = settings.headland && within.lines.length > 0
    const all = isLap ? within : layLines(ground, edgeWays, frame, { ...settings, headland: false })
    const laid = layPlot(all, isUp, counters, settings.doseLHa)
    const passes = laid.passes.map((row) => row.flatMap((pass) => splitByDose(pass, zones)))
    const { doseLHa, widthM } = settings
    const rows = toGroundRows({ ground, edgeWays, zones, doseLHa, widthM }, frame, laid.heights)
    plots.push({
      frame,
      heights: laid.heights,
      firstLine,
      edgeWays: chooseEdgeWays(rows, passes.flat(), edgeWays, isLap),
      rows,
    })
    lines.push(...passes)
  }
  return { plots, lines }
}

/** Cells of ways along edges, apart from those of strips. */
const headlandCell = -1

const nearestLine = ({ frame, heights, firstLine }: LaidPlot, { from, to }: Leg): number => {
  const y = frame.in(between(from, to, 0.5))[1]
  let nearest = 0
  for (let i = 1; i < heights.length; i++)
    if (Math.abs(heights[i]! - y) < Math.abs(heights[nearest]! - y)) nearest = i
  return firstLine + nearest
}

/** Heights halfway between two lines. */
const halfways = (heights: readonly number[]): number[] =>
  heights.slice(1).map((height, i) => (heights[i]! + height) / 2)

/** The ways of a plot along its edges, cut at heights. */
const cutEdgeWays = (
  plot: LaidPlot,
  index: number,
  heights: readonly number[],
  doseLHa: number,
  zones: readonly PlaneZone[],
): Pass[] =>
  legsOf(plot.edgeWays).flatMap((leg) => {
    const pass: Pass = { ...leg, line: 0, cell: headlandCell - index, isHeadland: true, doseLHa }
    return cutAtHeights(pass, plot.frame, heights)
      .map((piece) => ({ ...piece, line: nearestLine(plot, piece) }))
      .flatMap((piece) => splitByDose(piece, zones))
  })

/** For each line, the length sprayed along it and along edges next to it. */
export const lengthsOfLines = (
  { plots, lines }: LaidPasses,
  { doseLHa }: PlanSettings,
): number[] => {
  const lengths = lines.map((row) => row.reduce((sum, pass) => sum + lengthOf(pass), 0))
  for (const [i, plot] of plots.entries())
    for (const pass of cutEdgeWays(plot, i, halfways(plot.heights), doseLHa, []))
      lengths[pass.line]! += lengthOf(pass)
  return lengths
}

/**
 * The ways of all plots along their edges, cut where the ground of one drone ends (`cuts`: its
 * first line), so that none leads through another drone's ground.
 */
export const layEdgePasses = (
  { plots }: LaidPasses,
  { doseLHa, doseZones }: PlanSettings,
  plane: LocalPlane,
  cuts: readonly number[],
): Pass[] => {
  const zones = toPlaneZones(doseZones, plane)
  return plots.flatMap((plot, i) => {
    const middles = halfways(plot.heights)
    const borders = cuts
      .map((cut) => cut - plot.firstLine)
      .filter((line) => line > 0 && line < plot.heights.length)
      .map((line) => middles[line - 1]!)
    return cutEdgeWays(plot, i, borders, doseLHa, zones)
  })
}
