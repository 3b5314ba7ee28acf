// Ground that a plan leaves dry, as figures and as outlines.
import type { LngLat, LocalPlane } from '@swath/domain/lng-lat'
import type { Flight } from './fly-share.ts'
import { isInside, toGround } from './free-ground.ts'
import { layHeadland } from './headland.ts'
import { toPlaneZones } from './passes.ts'
import type { PlanCoverage, PlanSettings } from './plan.ts'
import { between, Frame, measureM, type Place, type Span } from './plane.ts'
import { spansOfRow, type SpanRows } from './span-rows.ts'
import { measureSprayed, toGroundRows, type GroundRows, type Leg } from './sprayed-ground.ts'

export const legsOfFlights = (flights: readonly Flight[]): Leg[] =>
  flights.flatMap(({ nodes }) =>
    nodes.flatMap(({ at, doseLHa }, i) =>
      doseLHa === null || !nodes[i + 1] ? [] : [{ from: at, to: nodes[i + 1]!.at }],
    ),
  )

/** The legs of each plot; legs outside all plots count for the first. */
const legsByPlot = (plots: readonly GroundRows[], legs: readonly Leg[]): Leg[][] => {
  const [first] = plots
  if (plots.length === 1 && first) return [[...legs]]
  const byPlot = plots.map((): Leg[] => [])
  for (const leg of legs) {
    const middle = between(leg.from, leg.to, 0.5)
    const plot = plots.findIndex(({ ground }) => isInside(ground.edges, middle))
    byPlot[Math.max(0, plot)]!.push(leg)
  }
  return byPlot
}

/** A plot of a plan whose strips are known, in rows along them. */
const rowsAlong = (
  parts: PlanSettings['plots'][number],
  strips: readonly Leg[],
  settings: PlanSettings,
  plane: LocalPlane,
): GroundRows => {
  const { widthM, doseLHa } = settings
  const ground = toGround(parts, settings.obstacles, plane, settings)
  const own = strips.filter(({ from, to }) => isInside(ground.edges, between(from, to, 0.5)))
  const longest = own.reduce<Leg | null>(
    (best, leg) =>
      best && measureM(best.from, best.to) >= measureM(leg.from, leg.to) ? best : leg,
    null,
  )
  const [a, b] = longest ? [longest.from, longest.to] : [[0, 0] as const, [1, 0] as const]
  const frame = new Frame(Math.atan2(b[1] - a[1], b[0] - a[0]))
  const zones = toPlaneZones(settings.doseZones, plane)
  const edgeWays = layHeadland(ground, widthM)
  const heights = own.map(({ from }) => frame.in(from)[1])
  return toGroundRows({ ground, edgeWays, zones, doseLHa, widthM }, frame, heights)
}

/** @param strips of all plots, without those along edges */
export const groundAlongStrips = (
  strips: readonly Leg[],
  settings: PlanSettings,
  plane: LocalPlane,
): GroundRows[] => settings.plots.map((parts) => rowsAlong(parts, strips, settings, plane))

/** Dry spans of rows that follow each other: from, to and height of each, in the frame. */
type Patch = { readonly outline: number[]; last: Span; areaM2: number }

/** Smaller patches are not visible on a map, and more of them are not useful. */
const smallestPatchM2 = 0.5
const patchesAtMost = 300

const overlap = (a: Span, b: Span): boolean => a[0] < b[1] && b[0] < a[1]

/** The only open patch that a span continues; null: the span begins a new one. */
const patchBelow = (open: readonly Patch[], spans: readonly Span[], span: Span): Patch | null => {
  let only: Patch | null = null
  for (const patch of open) {
    if (!overlap(patch.last, span)) continue
    if (only) return null
    only = patch
  }
  if (!only) return null
  for (const one of spans) if (one !== span && overlap(only.last, one)) return null
  return only
}

const toPatches = ({ heights, bandM, bandFromM }: GroundRows, dry: SpanRows): Patch[] => {
  const patches: Patch[] = []
  let open: Patch[] = []
  const close = (patch: Patch, yM: number): void => {
    patch.outline.push(...patch.last, yM)
  }
  for (let row = 0; row < heights.length; row++) {
    const spans = spansOfRow(dry, row)
    const below = spans.map((span) => patchBelow(open, spans, span))
    for (const patch of open) if (!below.includes(patch)) close(patch, bandFromM[row]!)
    open = spans.map((span, i) => {
      const patch = below[i] ?? { outline: [...span, bandFromM[row]!], last: span, areaM2: 0 }
      if (!below[i]) patches.push(patch)
      patch.outline.push(...span, heights[row]!)
      patch.last = span
      patch.areaM2 += (span[1] - span[0]) * bandM[row]!
      return patch
    })
  }
  for (const patch of open) close(patch, bandFromM.at(-1)! + bandM.at(-1)!)
  return patches
}

const toRing = ({ outline }: Patch, frame: Frame, plane: LocalPlane): LngLat[] => {
  const [left, right]: [Place[], Place[]] = [[], []]
  for (let i = 0; i < outline.length; i += 3) {
    left.push([outline[i]!, outline[i + 2]!])
    right.push([outline[i + 1]!, outline[i + 2]!])
  }
  return [...left, ...right.toReversed(), left[0]!].map((place) =>
    plane.fromPlane(...frame.out(place)),
  )
}

/**
 * @param plots of a plan
 * @param legs with the pump on, in the order in which they are flown, of all plots
 * @param plane in which both are; outlines are converted to degrees
 */
export const measureCoverage = (
  plots: readonly GroundRows[],
  legs: readonly Leg[],
  plane: LocalPlane,
): PlanCoverage => {
  const byPlot = legsByPlot(plots, legs)
  const measured = plots.map((rows, i) => ({ rows, ...measureSprayed(rows, byPlot[i]!) }))
  const sum = (of: (one: (typeof measured)[number]) => number): number =>
    measured.reduce((total, one) => total + of(one), 0)
  const patches = measured
    .flatMap(({ rows, dry }) => toPatches(rows, dry).map((patch) => ({ rows, patch })))
    .filter(({ patch }) => patch.areaM2 >= smallestPatchM2)
    .toSorted((a, b) => b.patch.areaM2 - a.patch.areaM2)
    .slice(0, patchesAtMost)
  return {
    groundM2: sum(({ groundM2 }) => groundM2),
    coveredM2: sum(({ coveredM2 }) => coveredM2),
    dryM2: sum(({ dryM2 }) => dryM2),
    unreachableM2: sum(({ unreachableM2 }) => unreachableM2),
    twiceM2: sum(({ twiceM2 }) => twiceM2),
    outsideM2: sum(({ outsideM2 }) => outsideM2),
    dryRings: patches.map(({ rows, patch }) => toRing(patch, rows.frame, plane)),
  }
}
