// Outlines of fields: generated, the same at each run, or read from a file of the user.
import { readFileSync } from 'node:fs'
import type { LngLat } from '@swath/domain/lng-lat'
import type { Parts } from '@swath/domain/plot-parts'
import { checkPolygon, createPlane, type Polygon } from '@swath/domain/polygon'
import type { Obstacle } from '@swath/planner/plan'
import { at, ringOf, type XY } from '@swath/planner/testing-fields'
import { seeded } from './seeded.ts'

type Random = () => number
export type BenchField = { readonly parts: Parts; readonly obstacles: readonly Obstacle[] }

const between = (random: Random, least: number, most: number): number =>
  least + (most - least) * random()

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

/** A curve like a river or a slope: three sine waves, each shorter and flatter than the last. */
const drawBends = (random: Random, height: number): ((share: number) => number) => {
  const waves = [1, 2.3, 5.1].map((often) => ({
    often: often * between(random, 0.7, 1.4),
    from: 2 * Math.PI * random(),
    height: (height * between(random, 0.5, 1)) / often,
  }))
  return (share) =>
    waves.reduce(
      (sum, wave) => sum + wave.height * Math.sin(2 * Math.PI * wave.often * share + wave.from),
      0,
    )
}

const drawQuadrilateral = (random: Random): XY[] => {
  const length = between(random, 1, 3.5)
  const off = (): number => between(random, -0.15, 0.15)
  const lean = between(random, -0.4, 0.4)
  return [
    [off(), off()],
    [length + off(), off()],
    [length + lean + off(), 1 + off()],
    [lean + off(), 1 + off()],
  ]
}

const drawL = (random: Random): XY[] => {
  const [long, high] = [between(random, 1, 2.5), between(random, 1, 2)]
  const [x, y] = [long * between(random, 0.25, 0.75), high * between(random, 0.25, 0.75)]
  return [
    [0, 0],
    [long, between(random, -0.1, 0.1)],
    [long * between(random, 0.95, 1.05), y],
    [x, y * between(random, 0.9, 1.1)],
    [x, high],
    [between(random, -0.1, 0.1), high],
  ]
}

/** A field that narrows to a point, or nearly. */
const drawWedge = (random: Random): XY[] => {
  const [length, end] = [between(random, 1.5, 5), random() < 0.5 ? 0 : between(random, 0.03, 0.2)]
  const lean = between(random, -0.5, 0.5)
  const tip: XY[] = [[length, lean]]
  if (end > 0) tip.push([length + between(random, -0.1, 0.1), lean + end])
  return [[0, 0], ...tip, [between(random, -0.3, 0.3), 1]]
}

/** Three straight edges and a river of 40 to 200 corners. */
const drawRiverside = (random: Random): XY[] => {
  const [length, corners] = [between(random, 1.2, 3), Math.round(between(random, 40, 200))]
  const river = drawBends(random, 0.18)
  const bank = times(corners, (i): XY => {
    const share = 1 - i / (corners - 1)
    return [length * share, 1 + river(share) + between(random, -0.003, 0.003)]
  })
  return [[0, 0], [length, between(random, -0.1, 0.1)], ...bank]
}

/** A field between two roughly parallel lines, `length` times as long as wide. */
const drawBand = (random: Random, length: number, bend: number, corners: number): XY[] => {
  const [middle, width] = [drawBends(random, bend), drawBends(random, 0.15)]
  const side = (sign: number): XY[] =>
    times(corners, (i): XY => {
      const share = i / (corners - 1)
      return [length * share, middle(share) + sign * (0.5 + width(share) / 2)]
    })
  return [...side(-1), ...side(1).toReversed()]
}

const shapes: readonly ((random: Random) => XY[])[] = [
  drawQuadrilateral,
  drawL,
  drawWedge,
  drawRiverside,
  (random) => drawBand(random, between(random, 18, 22), 0.3, 2 + Math.floor(3 * random())),
  (random) => drawBand(random, between(random, 3, 8), 1, Math.round(between(random, 30, 120))),
]

/**
 * Centres corners on the origin, as the planner centres its plane on a plot, so that lengths are
 * the same in both planes.
 */
const centred = (corners: readonly XY[]): XY[] => {
  const middle = (axis: 0 | 1): number => {
    const all = corners.map((corner) => corner[axis])
    return (Math.min(...all) + Math.max(...all)) / 2
  }
  const [middleX, middleY] = [middle(0), middle(1)]
  return corners.map(([x, y]): XY => [x - middleX, y - middleY])
}

/** Turned by any angle and scaled to the given size. */
const turned = (random: Random, corners: readonly XY[], hectares: number): XY[] => {
  const shoelace = corners.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length]!
    return sum + x * nextY - nextX * y
  }, 0)
  const scale = Math.sqrt((hectares * 20_000) / Math.abs(shoelace))
  const angle = 2 * Math.PI * random()
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)]
  return centred(corners.map(([x, y]): XY => [x * cos - y * sin, x * sin + y * cos]))
}

/** A pond, a grove or a mast: half of them anywhere, half a few metres from an edge. */
const drawThing = (random: Random, outline: readonly XY[], sizeM: number): XY[] => {
  const radiusM = between(random, 1, Math.max(1.5, Math.min(30, sizeM * 0.06)))
  const i = Math.floor(random() * outline.length)
  const [[ax, ay], [bx, by]] = [outline[i]!, outline[(i + 1) % outline.length]!]
  const [share, lengthM] = [random(), Math.hypot(bx - ax, by - ay) || 1]
  const awayM =
    (radiusM + (random() < 0.5 ? between(random, 0.5, 8) : random() * sizeM)) *
    (random() < 0.5 ? 1 : -1)
  const x = ax + (bx - ax) * share - ((by - ay) / lengthM) * awayM
  const y = ay + (by - ay) * share + ((bx - ax) / lengthM) * awayM
  const corners = 4 + Math.floor(random() * 12)
  return times(corners, (corner): XY => {
    const angle = (2 * Math.PI * (corner + 0.4 * random())) / corners
    const r = radiusM * between(random, 0.7, 1)
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)]
  })
}

/** As many obstacles as fit: holes in the ground or objects on it, none touching another. */
const drawThings = (random: Random, outline: readonly XY[], sizeM: number): BenchField => {
  const wanted = 1 + Math.floor(random() * 3)
  const [holes, obstacles]: [LngLat[][], Obstacle[]] = [[], []]
  for (let tries = 0; tries < 60 && holes.length + obstacles.length < wanted; tries++) {
    const ring = ringOf(drawThing(random, outline, sizeM))
    const all = [...holes, ...obstacles.map(({ shape }) => [...shape]), ring]
    if (!checkPolygon([ringOf(outline), ...all]).ok) continue
    if (random() < 0.6) holes.push(ring)
    else obstacles.push({ shape: ring, marginM: between(random, 2, 5) })
  }
  return { parts: [[ringOf(outline), ...holes]], obstacles }
}

const drawField = (random: Random, index: number): BenchField => {
  const hasThings = index % 4 === 3
  // every fourth field has obstacles: shift the shapes by one after each, so that every shape gets
  // some
  const draw = shapes[(index + Math.floor(index / 4)) % shapes.length]!
  for (;;) {
    const hectares = 0.2 * 300 ** random()
    const outline = turned(random, draw(random), hectares)
    if (!checkPolygon([ringOf(outline)]).ok) continue
    if (!hasThings) return { parts: [[ringOf(outline)]], obstacles: [] }
    const field = drawThings(random, outline, Math.sqrt(hectares * 10_000))
    if (field.parts[0]!.length > 1 || field.obstacles.length > 0) return field
  }
}

/** From 0.2 to 60 ha, as many small as large; every fourth has one to three holes or obstacles. */
export const drawFields = (count: number): BenchField[] =>
  times(count, (i) => drawField(seeded(i + 1), i))

type Geometry =
  | { readonly type: 'Polygon'; readonly coordinates: Polygon }
  | { readonly type: 'MultiPolygon'; readonly coordinates: Parts }
type GeoJson = { readonly features: readonly { readonly geometry: Geometry | null }[] }

/** Moved to where the benchmark checks the invariants of plans. */
const moved = (polygon: Polygon): BenchField => {
  const plane = createPlane(polygon)
  const ring = (places: readonly LngLat[]): LngLat[] =>
    places.map((corner) => at(...plane.toPlane(corner)))
  return { parts: [polygon.map(ring)], obstacles: [] }
}

/** Every polygon of a FeatureCollection, in degrees of WGS 84, that is a possible field. */
export const readFields = (path: string): BenchField[] =>
  (JSON.parse(readFileSync(path, 'utf8')) as GeoJson).features
    .flatMap(({ geometry }): Parts => {
      if (geometry?.type === 'Polygon') return [geometry.coordinates]
      return geometry?.type === 'MultiPolygon' ? geometry.coordinates : []
    })
    .filter((polygon) => checkPolygon(polygon).ok)
    .map(moved)
