// Fields and drones for tests, and invariants of every plan, checked without the planner's own
// geometry.
import { LocalPlane, type LngLat } from '@swath/domain/lng-lat'
import type { Parts } from '@swath/domain/plot-parts'
import type { GroupPlan, PlanDrone, PlanSettings } from './plan.ts'

export type XY = readonly [number, number]
export type Random = () => number

/** Mulberry32. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const origin: LngLat = [120.1, 30.2]
export const testingPlane = new LocalPlane(origin[0], origin[1])
export const at = (x: number, y: number): LngLat => testingPlane.fromPlane(x, y)
export const ringOf = (corners: readonly XY[]): LngLat[] => {
  const places = corners.map(([x, y]) => at(x, y))
  return [...places, places[0]!]
}

/** Corners around a middle, each at a random angle and distance: dents and spikes. */
const star = (random: Random, [x, y]: XY, radiusM: number, corners: number): XY[] =>
  Array.from({ length: corners }, (_, i): XY => {
    const angle = (2 * Math.PI * (i + 0.6 * random())) / corners
    const away = radiusM * (0.45 + 0.55 * random())
    return [x + away * Math.cos(angle), y + away * Math.sin(angle)]
  })

export const randomField = (seed: number): Parts => {
  const random = createRandom(seed)
  const radiusM = 80 + 320 * random()
  const outline = star(random, [0, 0], radiusM, 4 + Math.floor(random() * 12))
  const holes = Array.from({ length: Math.floor(random() * 3) }, (_, i) =>
    star(random, [(i - 0.5) * radiusM * 0.3, 0], radiusM * 0.09, 3 + Math.floor(random() * 6)),
  )
  return [[ringOf(outline), ...holes.map(ringOf)]]
}

export const testingDrones = (count: number, own: Partial<PlanDrone> = {}): PlanDrone[] =>
  Array.from({ length: count }, () => ({
    tankL: 30,
    enduranceS: 800,
    speedMs: 5.5,
    transitSpeedMs: 8,
    serviceS: 90,
    ...own,
  }))

export const testingSettings = (own: Partial<PlanSettings> = {}): PlanSettings => ({
  plots: [
    [
      [
        ringOf([
          [0, 0],
          [300, 0],
          [300, 200],
          [0, 200],
        ]),
      ],
    ],
  ],
  obstacles: [],
  alignEdgeIndex: null,
  marginM: 1,
  holeMarginM: 3,
  headland: false,
  widthM: 5,
  overlapShare: 0.04,
  home: at(-30, -30),
  refillPlaces: [],
  separationM: 8,
  heightM: 3,
  transitHeightM: 6,
  windFromDeg: null,
  doseLHa: 18,
  doseZones: [],
  drones: testingDrones(3),
  cuts: null,
  ...own,
})

export const segmentDistance = ([x, y]: XY, [ax, ay]: XY, [bx, by]: XY): number => {
  const [ux, uy] = [bx - ax, by - ay]
  const length2 = ux * ux + uy * uy
  const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * ux + (y - ay) * uy) / length2))
  return Math.hypot(x - ax - t * ux, y - ay - t * uy)
}

export const toXY = (place: LngLat): XY => testingPlane.toPlane(place)

export type Edge = { readonly a: XY; readonly b: XY; readonly marginM: number }

export const edgesOf = (settings: PlanSettings): { ground: Edge[]; obstacles: Edge[][] } => {
  const edges = (ring: readonly LngLat[], marginM: number): Edge[] =>
    ring.slice(1).map((b, i) => ({ a: toXY(ring[i]!), b: toXY(b), marginM }))
  const obstacleEdges = settings.obstacles.map(({ shape, marginM }) =>
    shape.length === 1
      ? [{ a: toXY(shape[0]!), b: toXY(shape[0]!), marginM }]
      : edges(shape, marginM),
  )
  return {
    ground: settings.plots.flatMap((parts) =>
      parts.flatMap((part) =>
        part.flatMap((ring, i) => edges(ring, i === 0 ? settings.marginM : settings.holeMarginM)),
      ),
    ),
    obstacles: obstacleEdges,
  }
}

const isInside = (edges: readonly Edge[], [x, y]: XY): boolean => {
  let inside = false
  for (const { a, b } of edges)
    if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
      inside = !inside
  return inside
}

const stripsOf = (plan: GroupPlan) =>
  plan.shares.flatMap(({ sorties }) => sorties.flatMap(({ strips }) => strips))

/** How far sprayed ground reaches beyond where it may, in metres; at most a rounding. */
export const measureBeyond = (plan: GroupPlan, settings: PlanSettings): number => {
  const { ground, obstacles } = edgesOf(settings)
  const all = [...ground, ...obstacles.flat()]
  let beyondM = 0
  for (const { from, to } of stripsOf(plan)) {
    const [a, b] = [toXY(from), toXY(to)]
    const steps = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 10))
    for (let i = 0; i <= steps; i++) {
      const place: XY = [a[0] + ((b[0] - a[0]) * i) / steps, a[1] + ((b[1] - a[1]) * i) / steps]
      if (!isInside(ground, place) || obstacles.some((one) => isInside(one, place))) return Infinity
      for (const edge of all)
        beyondM = Math.max(
          beyondM,
          edge.marginM + settings.widthM / 2 - segmentDistance(place, edge.a, edge.b),
        )
    }
  }
  return beyondM
}

/** Random places at least a swath inside all edges that no strip covers. */
export const findMissed = (
  plan: GroupPlan,
  settings: PlanSettings,
  looks: number,
  random: Random,
): XY[] => {
  const { ground, obstacles } = edgesOf(settings)
  const all = [...ground, ...obstacles.flat()]
  const strips = stripsOf(plan).map(({ from, to }) => [toXY(from), toXY(to)] as const)
  const xs = ground.map(({ a }) => a[0])
  const ys = ground.map(({ a }) => a[1])
  const [minX, maxX] = [Math.min(...xs), Math.max(...xs)]
  const [minY, maxY] = [Math.min(...ys), Math.max(...ys)]
  const missed: XY[] = []
  for (let i = 0; i < looks; i++) {
    const place: XY = [minX + (maxX - minX) * random(), minY + (maxY - minY) * random()]
    if (!isInside(ground, place) || obstacles.some((one) => isInside(one, place))) continue
    const isDeep = all.every(
      ({ a, b, marginM }) => segmentDistance(place, a, b) > marginM + settings.widthM,
    )
    if (!isDeep) continue
    if (!strips.some(([a, b]) => segmentDistance(place, a, b) <= settings.widthM / 2 + 0.01))
      missed.push(place)
  }
  return missed
}

type Fix = readonly [x: number, y: number, heightM: number]

/** Position of a drone at a second of the plan; null: on the ground. */
const placeAt = (share: GroupPlan['shares'][number], tS: number): Fix | null => {
  const sortie = share.sorties.find(({ points }) => points[0]!.tS <= tS && tS <= points.at(-1)!.tS)
  if (!sortie) return null
  const i = sortie.points.findIndex((point) => point.tS >= tS)
  const [a, b] = [sortie.points[Math.max(0, i - 1)]!, sortie.points[i]!]
  const part = b.tS > a.tS ? (tS - a.tS) / (b.tS - a.tS) : 1
  const [p, q] = [toXY(a.at), toXY(b.at)]
  return [
    p[0] + (q[0] - p[0]) * part,
    p[1] + (q[1] - p[1]) * part,
    a.heightM + (b.heightM - a.heightM) * part,
  ]
}

/** The least distance of any two drones in the air, at any second. */
export const measureNearest = (plan: GroupPlan): number => {
  let nearestM = Infinity
  for (let tS = 0; tS <= plan.totals.durationS; tS++) {
    const fixes = plan.shares
      .map((share) => placeAt(share, tS))
      .filter((fix) => fix !== null && fix[2] > 0.5) as Fix[]
    for (const [i, a] of fixes.entries())
      for (const b of fixes.slice(i + 1))
        nearestM = Math.min(nearestM, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]))
  }
  return nearestM
}

/** Lengths of lines by their number, in metres, including the ways along edges. */
export const lineLengths = (plan: GroupPlan): number[] => {
  const lengths = new Map<number, number>()
  for (const { from, to, line } of stripsOf(plan)) {
    const [a, b] = [toXY(from), toXY(to)]
    lengths.set(line, (lengths.get(line) ?? 0) + Math.hypot(b[0] - a[0], b[1] - a[1]))
  }
  return [...lengths.values()]
}

/** The minimum distance of a flown way to obstacles and holes, less their margins. */
export const measureClear = (plan: GroupPlan, settings: PlanSettings): number => {
  const { obstacles } = edgesOf(settings)
  let clearM = Infinity
  for (const { sorties } of plan.shares)
    for (const { points } of sorties)
      for (let i = 1; i < points.length; i++) {
        const [a, b] = [toXY(points[i - 1]!.at), toXY(points[i]!.at)]
        const steps = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 2))
        for (let s = 0; s <= steps; s++) {
          const place: XY = [a[0] + ((b[0] - a[0]) * s) / steps, a[1] + ((b[1] - a[1]) * s) / steps]
          for (const edge of obstacles.flat())
            clearM = Math.min(clearM, segmentDistance(place, edge.a, edge.b) - edge.marginM)
        }
      }
  return clearM
}
