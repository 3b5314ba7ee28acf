// Parallel lines over a plot, and the direction in which they take least time (the survey of
// QGroundControl lays its transects so; Fields2Cover calls it a swath generator with an objective).
import { freeSpans, heightSpan, turnGround, type PlaneGround } from './free-ground.ts'
import { Frame, joinSpans, sharedSpans, type Span } from './plane.ts'

/** Lines of one plot in a frame of its own. */
export type Line = { readonly yM: number; readonly spans: readonly Span[] }
export type Lines = { readonly frame: Frame; readonly lines: readonly Line[] }

type Laying = { readonly widthM: number; readonly overlapShare: number; readonly headland: boolean }

/**
 * Shorter ones are left out. Whatever lies a swath or more inside holds a piece of 0.28 widths on
 * its nearest line, so no ground is lost but along edges.
 */
const shortestM = (widthM: number): number => Math.min(1, widthM / 5)

/** Over the width of a strip, as shares of it from its middle. */
const acrossStrip = [-0.5, -0.25, 0, 0.25, 0.5] as const

/** What a strip sprays at a height; beside a lap as far as the lap leaves ground anywhere over it. */
const stripSpans = (ground: PlaneGround, yM: number, laying: Laying): Span[] => {
  const { widthM, overlapShare, headland } = laying
  const safe = freeSpans(ground, yM, widthM / 2)
  if (!headland) return safe
  const left = acrossStrip.flatMap((share) =>
    freeSpans(ground, yM + share * widthM, widthM * (1 - overlapShare)),
  )
  return sharedSpans(safe, joinSpans(left))
}

export const layLines = (ground: PlaneGround, frame: Frame, laying: Laying): Lines => {
  const turned = turnGround(ground, frame)
  const [lowest, highest] = heightSpan(turned)
  const spacingM = laying.widthM * (1 - laying.overlapShare)
  const besideM = laying.widthM / 2 + (laying.headland ? spacingM : 0)
  const margin = Math.min(...turned.edges.map(({ marginM }) => marginM))
  const fromM = lowest + margin + besideM
  const rangeM = highest - margin - besideM - fromM
  if (!(rangeM >= 0)) return { frame, lines: [] }
  const count = Math.max(1, Math.ceil(rangeM / spacingM - 1e-9) + 1)
  const stepM = rangeM / Math.max(1, count - 1)
  const atLeastM = shortestM(laying.widthM)
  const layAt = (heightsM: readonly number[]): Line[] =>
    heightsM
      .map((yM) => ({
        yM,
        spans: stripSpans(turned, yM, laying).filter(([a, b]) => b - a >= atLeastM),
      }))
      .filter(({ spans }) => spans.length > 0)
  const middleM = fromM + rangeM / 2
  const lines =
    count === 1
      ? layAt([middleM])
      : layAt(Array.from({ length: count }, (_, i) => fromM + i * stepM))
  // A field that narrows to both sides holds no strip at its extremes, and yet one between them.
  return { frame, lines: lines.length > 0 ? lines : layAt([middleM]) }
}

const candidatesAtMost = 16
const eachDeg = 15
/** A look needs no more lines than this to tell directions apart. */
const linesOfALook = 60

/**
 * How many strips there would be: each costs a turn, while their length together is the ground's
 * area over their width, whatever the direction.
 */
const countStrips = (ground: PlaneGround, turnRad: number, laying: Laying): number => {
  const turned = turnGround(ground, new Frame(turnRad))
  const [lowest, highest] = heightSpan(turned)
  const spacingM = laying.widthM * (1 - laying.overlapShare)
  const count = Math.max(1, Math.min(linesOfALook, Math.ceil((highest - lowest) / spacingM)))
  const stepM = (highest - lowest) / count
  let strips = 0
  for (let i = 0; i < count; i++)
    strips += Math.max(1, freeSpans(turned, lowest + (i + 0.5) * stepM, laying.widthM / 2).length)
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

/** In radians from east; the first of equally good ones. */
export const findBestTurn = (ground: PlaneGround, laying: Laying): number => {
  let [best, least] = [0, Infinity]
  for (const turnRad of candidateTurns(ground)) {
    const cost = countStrips(ground, turnRad, laying)
    if (cost < least * 0.999) [best, least] = [turnRad, cost]
  }
  return best
}
