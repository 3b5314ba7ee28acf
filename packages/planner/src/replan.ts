// Distributes the rest of a plan among the remaining drones. A drone that drops out leaves the rest
// of its strips from the place where it stopped spraying.
import type { LngLat, LocalPlane } from '@swath/domain/lng-lat'
import { groundAlongStrips } from './coverage.ts'
import type { Pass } from './passes.ts'
import { lengthOf, partOf } from './passes.ts'
import type { GroupPlan, Planned, PlanSettings, PlanStrip } from './plan.ts'
import { createPlane, flyWork, toStrip } from './plan-group.ts'
import { Frame, measureM, shortestStripM, type Place } from './plane.ts'
import { splitEvenly } from './split-evenly.ts'

/** Progress of one drone. */
export type Progress = {
  /** Flights that are over. */ readonly doneSortieNum: number
  /**
   * The place where the current flight sprayed last; null: no flight has begun, or it sprayed
   * nothing.
   */
  readonly brokeOffAt: LngLat | null
}

const toPass = (strip: PlanStrip, plane: LocalPlane): Pass => ({
  from: plane.toPlane(strip.from),
  to: plane.toPlane(strip.to),
  line: strip.line,
  cell: strip.cell,
  isHeadland: strip.isHeadland,
  doseLHa: strip.doseLHa,
})

/** The nearest point of a pass, as a share of it, and its distance. */
const nearestOn = ({ from, to }: Pass, at: Place): { share: number; awayM: number } => {
  const [ux, uy] = [to[0] - from[0], to[1] - from[1]]
  const length2 = ux * ux + uy * uy
  const share =
    length2 === 0
      ? 0
      : Math.max(0, Math.min(1, ((at[0] - from[0]) * ux + (at[1] - from[1]) * uy) / length2))
  return { share, awayM: measureM([from[0] + ux * share, from[1] + uy * share], at) }
}

/** A piece that is not worth another approach. */
const leastM = shortestStripM

/** The strips of a flight before and after the place where it broke off. */
const cutFlight = (passes: readonly Pass[], at: Place): { done: Pass[]; left: Pass[] } => {
  let [index, best] = [0, { share: 0, awayM: Infinity }]
  for (const [i, pass] of passes.entries()) {
    const near = nearestOn(pass, at)
    if (near.awayM < best.awayM - 0.01) [index, best] = [i, near]
  }
  const broken = passes[index]
  if (!broken) return { done: [], left: [] }
  const pieces = [partOf(broken, 0, best.share), partOf(broken, best.share, 1)]
  const [before, after] = pieces.map((piece) => (lengthOf(piece) >= leastM ? [piece] : []))
  return {
    done: [...passes.slice(0, index), ...before!],
    left: [...after!, ...passes.slice(index + 1)],
  }
}

export type WhatIsLeft = { readonly done: readonly PlanStrip[]; readonly left: readonly Pass[] }

export const findLeft = (
  plan: GroupPlan,
  progress: readonly Progress[],
  plane: LocalPlane,
): WhatIsLeft => {
  const done: PlanStrip[] = []
  const left: Pass[] = []
  for (const [i, { sorties }] of plan.shares.entries()) {
    const { doneSortieNum, brokeOffAt } = progress[i] ?? { doneSortieNum: 0, brokeOffAt: null }
    for (const [j, { strips }] of sorties.entries()) {
      if (j < doneSortieNum) {
        done.push(...strips)
        continue
      }
      const passes = strips.map((strip) => toPass(strip, plane))
      if (j > doneSortieNum || brokeOffAt === null) {
        left.push(...passes)
        continue
      }
      const cut = cutFlight(passes, plane.toPlane(brokeOffAt))
      done.push(...cut.done.map((pass) => toStrip(pass, i, plane)))
      left.push(...cut.left)
    }
  }
  return { done, left }
}

export type Replanned = { readonly done: readonly PlanStrip[]; readonly planned: Planned }

/**
 * @param settings its `drones`: the remaining ones
 * @param doneBefore sprayed before `plan` was computed
 */
export const replanGroup = (
  plan: GroupPlan,
  progress: readonly Progress[],
  settings: PlanSettings,
  doneBefore: readonly PlanStrip[] = [],
): Replanned => {
  const plane = createPlane(settings)
  const { done, left } = findLeft(plan, progress, plane)
  const strips = left.filter(({ isHeadland }) => !isHeadland)
  const counted = strips.length > 0 ? strips : left
  const lines = [...new Set(counted.map(({ line }) => line))].toSorted((a, b) => a - b)
  const lengths = lines.map((line) =>
    counted.reduce((sum, pass) => (pass.line === line ? sum + lengthOf(pass) : sum), 0),
  )
  const cuts = splitEvenly(lengths, settings.drones.length).map(
    (index) => lines[index] ?? plan.lineNum,
  )
  const sprayed = [...doneBefore, ...done].map((strip) => toPass(strip, plane))
  const lying = [...sprayed, ...strips].filter(({ isHeadland }) => !isHeadland)
  const planned = flyWork(
    {
      passes: left,
      lineNum: plan.lineNum,
      cuts,
      along: new Frame(((90 - plan.bearingDeg) * Math.PI) / 180),
      ground: groundAlongStrips(lying, settings, plane),
      doneLegs: sprayed,
    },
    settings,
    plane,
  )
  return { done, planned }
}
