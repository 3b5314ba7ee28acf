// What a plan leaves dry, in figures and as outlines to be drawn.
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

/** Of each plot its own legs; what is in none counts for the first. */
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

type Patch = { readonly left: Place[]; readonly right: Place[]; last: Span; areaM2: number }

/** Smaller ones cannot be seen, and more of them are a pattern. */
const smallestPatchM2 = 0.5
const patchesAtMost = 300

const overlap = (a: Span, b: Span): boolean => a[0] < b[1] && b[0] < a[1]

/** Dry spans of rows that follow each other, as outlines in the frame. */
const toPatches = ({ heights, bandM }: GroundRows, dry: SpanRows): Patch[] => {
  const patches: Patch[] = []
  let open: Patch[] = []
  const add = (patch: Patch, [from, to]: Span, yM: number): void => {
    patch.left.push([from, yM])
    patch.right.push([to, yM])
  }
  for (let row = 0; row < heights.length; row++) {
    const spans = spansOfRow(dry, row)
    const [yM, halfM] = [heights[row]!, bandM[row]! / 2]
    const next = spans.map((span): Patch => {
      const below = open.filter(({ last }) => overlap(last, span))
      const only = below.length === 1 ? below[0]! : null
      const goesOn = only !== null && spans.filter((one) => overlap(only.last, one)).length === 1
      const patch = goesOn ? only : { left: [], right: [], last: span, areaM2: 0 }
      if (!goesOn) {
        patches.push(patch)
        add(patch, span, yM - halfM)
      }
      add(patch, span, yM)
      patch.last = span
      patch.areaM2 += (span[1] - span[0]) * bandM[row]!
      return patch
    })
    for (const patch of open)
      if (!next.includes(patch)) add(patch, patch.last, patch.left.at(-1)![1] + halfM)
    open = next
  }
  for (const patch of open) add(patch, patch.last, patch.left.at(-1)![1])
  return patches
}

const toRing = ({ left, right }: Patch, frame: Frame, plane: LocalPlane): LngLat[] =>
  [...left, ...right.toReversed(), left[0]!].map((place) => plane.fromPlane(...frame.out(place)))

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
