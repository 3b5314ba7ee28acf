import { EdgeWork, TooMuchEdgeWork } from '@swath/domain/edge-tree'
import { distanceM, type LngLat } from '@swath/domain/lng-lat'
import {
  areaM2,
  checkPolygon,
  contains,
  geoJsonPolygon,
  MIN_AREA_M2,
  perimeterM,
  polygonBounds,
  type Polygon,
  type PolygonProblem,
} from '@swath/domain/polygon'
import { boundsOverlap } from '@swath/domain/lng-lat'
import type { FieldShape, Problem, ProblemReason, ParsedGeometry } from '../feature.ts'
import { LIMITS, type Kept } from '../limits.ts'
import { broken, listProblems, repaired } from '../problems.ts'
import { cleanRing } from './clean-ring.ts'
import { nestRings } from './nest-rings.ts'
import { splitRing } from './split-ring.ts'
import { thinRing } from './thin-ring.ts'

export type Judged = {
  /** The valid shape, with all possible repairs; null: none. */
  readonly shape: FieldShape | null
  readonly problems: readonly Problem[]
  readonly areaM2: number
}

/** The size of a province; anything larger is a mistake. */
const LARGEST_M2 = 40_000e6
const CIRCLE_M = { least: 5, most: 100_000 } as const
/** A path whose ends are this close to each other, relative to its length, counts as an outline. */
const NEARLY_CLOSED = 0.1

const unfit = (...problems: readonly Problem[]): Judged => ({ shape: null, problems, areaM2: 0 })

const isFiniteRing = (ring: readonly LngLat[]): boolean =>
  ring.every(([lng, lat]) => Number.isFinite(lng) && Number.isFinite(lat))

/** Finds coordinates that are not valid positions, which cannot be repaired. */
const findBadPlace = (rings: Polygon): Problem | null => {
  for (const ring of rings) {
    if (!isFiniteRing(ring)) return broken('not_a_number')
    const outside = ring.find(([lng, lat]) => Math.abs(lng) > 180 || Math.abs(lat) > 90)
    if (outside) return broken('out_of_range', outside)
    const { minLng, maxLng } = polygonBounds([ring])
    if (maxLng - minLng > 180) return broken('crossing_date_line', ring[0] ?? null)
  }
  return null
}

const polygonProblems: Readonly<Record<PolygonProblem, ProblemReason>> = {
  no_ring: 'empty',
  too_few_points: 'too_few_points',
  not_a_number: 'not_a_number',
  out_of_range: 'out_of_range',
  no_area: 'no_area',
  self_crossing: 'self_crossing',
  hole_outside: 'hole_outside',
  hole_crossing: 'hole_crossing',
  holes_overlap: 'holes_overlap',
}

/** `work`: limits the edges that are visited for one geometry. */
type Judging = { readonly kept: Kept; readonly work: EdgeWork }

type Parts = { readonly parts: LngLat[][][]; readonly problems: Problem[] }

/** Converts one polygon of the file to the polygons that it represents. */
const mendPart = (parsed: Polygon, isByNesting: boolean, work: EdgeWork): Parts => {
  const cleaned = parsed.map(cleanRing)
  const problems = listProblems({
    unclosed: cleaned.filter(({ isUnclosed }) => isUnclosed).length,
    duplicate_points: cleaned.reduce((sum, { duplicates }) => sum + duplicates, 0),
    spike: cleaned.reduce((sum, { spikes }) => sum + spikes, 0),
  })
  const rings = cleaned.map(({ ring }) => ring)
  const whole = rings.filter((ring) => ring.length >= 3)
  if (whole.length === 0 || (rings[0]!.length < 3 && !isByNesting))
    return { parts: [], problems: [...problems, broken('too_few_points', rings[0]?.[0] ?? null)] }
  problems.push(...listProblems({ too_few_points: rings.length - whole.length }))
  const split = whole.map((ring) => splitRing(ring, work))
  problems.push(...split.flatMap((one) => one.problems))
  if (problems.some(({ isRepaired }) => !isRepaired)) return { parts: [], problems }
  const loops = split.flatMap((one) => one.loops)
  if (loops.length === 1) return { parts: [loops], problems }
  const isSplit = loops.length > whole.length
  const isOutlineLate = whole.some((ring) => areaM2([ring]) > areaM2([whole[0]!]))
  if (!isByNesting && !isSplit && !isOutlineLate) return { parts: [loops], problems }
  if (!isByNesting && isOutlineLate) problems.push(repaired('ring_order'))
  return { parts: nestRings(loops, work), problems }
}

const thinPart = (
  part: readonly LngLat[][],
  { cornersARing }: Kept,
): { part: LngLat[][]; removed: number } => {
  const thin = part.map((ring) => [...thinRing(ring, cornersARing - 1)])
  const count = (rings: readonly (readonly LngLat[])[]): number =>
    rings.reduce((sum, ring) => sum + ring.length, 0)
  return { part: thin, removed: count(part) - count(thin) }
}

/** Duplicate parts are removed; other parts that overlap are reported. */
const findOverlap = (parts: readonly Polygon[], work: EdgeWork): Problem | null => {
  for (const [i, part] of parts.entries()) {
    const box = polygonBounds(part)
    for (const other of parts.slice(0, i)) {
      if (!boundsOverlap(box, polygonBounds(other))) continue
      for (const [outer, inner] of [
        [part, other],
        [other, part],
      ] as const) {
        const check = checkPolygon([outer[0]!, inner[0]!], work)
        const [lng, lat] = inner[0]![0]!
        if (check.ok ? contains(outer, lng, lat) : check.problem === 'hole_crossing')
          return broken('parts_overlap', check.ok ? inner[0]![0]! : check.at)
      }
    }
  }
  return null
}

const withoutTwins = (parts: readonly Polygon[]): Polygon[] => [
  ...new Map(parts.map((part) => [JSON.stringify(part), part])).values(),
]

const isGround = (ring: Polygon[number]): boolean => areaM2([ring]) >= MIN_AREA_M2

/**
 * Land registers cut the foundations of masts out of a field, and leave slivers next to it: pieces
 * too small to be separate ground are dropped, and the rest of the field is imported.
 */
const withoutTiny = (parts: readonly Polygon[]): Polygon[] => {
  const large = parts.filter(([outline]) => isGround(outline!))
  return (large.length > 0 ? large : parts).map((part) =>
    part.filter((ring, i) => i === 0 || isGround(ring)),
  )
}

const checkParts = (parts: readonly Polygon[], kept: Kept, work: EdgeWork): Problem | null => {
  if (parts.length > kept.parts) return broken('too_many_parts', null, parts.length)
  for (const part of parts) {
    if (part.length > kept.ringsAPart) return broken('too_many_rings', null, part.length)
    const check = checkPolygon(part, work)
    if (!check.ok) return broken(polygonProblems[check.problem], check.at)
  }
  return findOverlap(parts, work)
}

const judgePolygons = (
  parsed: readonly Polygon[],
  isByNesting: boolean,
  { kept, work }: Judging,
): Judged => {
  const rings = parsed.flat()
  if (rings.every((ring) => ring.length === 0)) return unfit(broken('empty'))
  if (rings.length > LIMITS.ringsAFeature)
    return unfit(broken('too_many_rings', null, rings.length))
  const bad = findBadPlace(rings)
  if (bad) return unfit(bad)
  const mended = parsed
    .filter((part) => part.length > 0)
    .map((part) => mendPart(part, isByNesting, work))
  const problems = mended.flatMap((one) => one.problems)
  if (problems.some(({ isRepaired }) => !isRepaired)) return unfit(...problems)
  const thinned = mended.flatMap((one) => one.parts).map((part) => thinPart(part, kept))
  const removed = thinned.reduce((sum, one) => sum + one.removed, 0)
  const all = thinned.map(({ part }) => geoJsonPolygon(part))
  const large = withoutTiny(all)
  const parts = withoutTwins(large)
  problems.push(
    ...listProblems({
      too_many_corners: removed,
      tiny_rings: all.flat().length - large.flat().length,
      parts_overlap: large.length - parts.length,
    }),
  )
  const problem = checkParts(parts, kept, work)
  if (problem) return unfit(...problems, problem)
  const sum = parts.reduce((total, part) => total + areaM2(part), 0)
  if (sum > LARGEST_M2) return unfit(...problems, broken('too_large', null, sum))
  return { shape: { kind: 'polygon', parts }, problems, areaM2: sum }
}

/** Whether a path was drawn as an outline. */
const isOutline = (line: readonly LngLat[]): boolean => {
  if (line.length < 4 || !isFiniteRing(line)) return false
  const gapM = distanceM(line[0]!, line.at(-1)!)
  return gapM <= perimeterM([line]) * NEARLY_CLOSED
}

const judgeLines = (lines: Polygon, judging: Judging): Judged => {
  const outlines = lines.filter(isOutline)
  if (outlines.length === 0)
    return unfit(lines.every((line) => line.length === 0) ? broken('empty') : broken('wrong_type'))
  const judged = judgePolygons(
    outlines.map((line) => [line]),
    false,
    judging,
  )
  const rest = listProblems({ parts_left_out: lines.length - outlines.length })
  const problems = judged.problems.filter(({ reason }) => reason !== 'unclosed')
  return {
    ...judged,
    problems: [repaired('line_as_outline', outlines.length), ...rest, ...problems],
  }
}

const judgeCircle = (center: LngLat, radiusM: number): Judged => {
  const bad = findBadPlace([[center]])
  if (bad) return unfit(bad)
  if (!(radiusM >= CIRCLE_M.least && radiusM <= CIRCLE_M.most))
    return unfit(broken('circle_size', center, Number.isFinite(radiusM) ? radiusM : 0))
  return {
    shape: { kind: 'circle', center, radiusM },
    problems: [],
    areaM2: Math.PI * radiusM ** 2,
  }
}

const judgeWithin = (geometry: ParsedGeometry, judging: Judging): Judged => {
  if (geometry.kind === 'circle') return judgeCircle(geometry.center, geometry.radiusM)
  if (geometry.kind === 'polygons') return judgePolygons(geometry.parts, false, judging)
  if (geometry.kind === 'rings') return judgePolygons([geometry.rings], true, judging)
  if (geometry.kind === 'lines') return judgeLines(geometry.lines, judging)
  return unfit(broken(geometry.found === '' ? 'empty' : 'wrong_type'))
}

/**
 * Checks geometry in WGS-84, and converts it to the form in which it may be stored. `ofFile`: the
 * number of edges that may be visited for all geometries of a file together.
 */
export const judgeGeometry = (
  geometry: ParsedGeometry,
  kept: Kept,
  ofFile = new EdgeWork(LIMITS.edgesLookedAt),
): Judged => {
  const most = Math.min(LIMITS.edgesLookedAtOfOne, ofFile.left)
  const work = new EdgeWork(most)
  try {
    return judgeWithin(geometry, { kept, work })
  } catch (error) {
    if (!(error instanceof TooMuchEdgeWork)) throw error
    return unfit(broken('too_complex'))
  } finally {
    ofFile.spend(Math.min(ofFile.left, most - work.left))
  }
}
