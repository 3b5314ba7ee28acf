// The strips of all plots, in one order from the first line of the first plot to the last of the
// last.
import type { LocalPlane } from '@swath/domain/lng-lat'
import { numberCells } from './cells.ts'
import { toGround, type PlaneGround } from './free-ground.ts'
import { layHeadland } from './headland.ts'
import { findBestTurn, layLines, type Lines } from './lay-lines.ts'
import { cutAtHeights, splitByDose, toPlaneZones, type Pass } from './passes.ts'
import type { PlanSettings } from './plan.ts'
import { between, Frame, measureM, openPlaces, type Place } from './plane.ts'

type LaidPlot = {
  readonly ground: PlaneGround
  readonly frame: Frame
  /** Of each line, in the order in which they are flown. */ readonly heights: readonly number[]
  readonly firstLine: number
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
  if (settings.windFromDeg === null) return frame.in(home)[1] >= frame.in(middle)[1]
  const rad = (settings.windFromDeg * Math.PI) / 180
  return frame.in([Math.sin(rad), Math.cos(rad)])[1] >= 0
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
    const frame = new Frame(given ?? findBestTurn(ground, settings))
    const firstLine = counters.line
    const isUp = isUpwards(frame, settings, middleOf(ground), home)
    const laid = layPlot(layLines(ground, frame, settings), isUp, counters, settings.doseLHa)
    plots.push({ ground, frame, heights: laid.heights, firstLine })
    lines.push(...laid.passes.map((row) => row.flatMap((pass) => splitByDose(pass, zones))))
  }
  return { plots, lines }
}

/** Cells of laps, apart from those of strips. */
const headlandCell = -1

/**
 * The laps of all plots, cut where the ground of one drone ends (`cuts`: its first line), so that
 * nobody's lap leads through another's ground.
 */
export const layLaps = (
  { plots }: LaidPasses,
  settings: PlanSettings,
  plane: LocalPlane,
  cuts: readonly number[],
): Pass[] => {
  const zones = toPlaneZones(settings.doseZones, plane)
  return plots.flatMap(({ ground, frame, heights, firstLine }, plot) => {
    const ends = cuts
      .map((cut) => cut - firstLine)
      .filter((index) => index > 0 && index < heights.length)
      .map((index) => (heights[index - 1]! + heights[index]!) / 2)
    const nearestLine = ({ from, to }: Pick<Pass, 'from' | 'to'>): number => {
      const y = frame.in(between(from, to, 0.5))[1]
      const nearest = heights.reduce(
        (best, height, i) => (Math.abs(height - y) < Math.abs(heights[best]! - y) ? i : best),
        0,
      )
      return firstLine + nearest
    }
    return layHeadland(ground, settings.widthM).flatMap((beside) => {
      const lap: Pass = {
        ...beside,
        line: 0,
        cell: headlandCell - plot,
        isHeadland: true,
        doseLHa: settings.doseLHa,
      }
      return cutAtHeights(lap, frame, ends)
        .map((piece) => ({ ...piece, line: nearestLine(piece) }))
        .flatMap((piece) => splitByDose(piece, zones))
    })
  })
}
