// Fields of every kind, and what plans over them spray by a raster of their waypoints, without the
// planner's geometry.
import type { Parts } from '@swath/domain/plot-parts'
import type { GroupPlan, PlanSettings } from './plan.ts'
import {
  createRandom,
  edgesOf,
  ringOf,
  segmentDistance,
  testingDrones,
  testingSettings,
  toXY,
  type Edge,
  type Random,
  type XY,
} from './testing-fields.ts'

const within = (random: Random, least: number, most: number): number =>
  least + (most - least) * random()

/** Corners on an ellipse. */
const drawConvex = (random: Random): XY[] => {
  const [a, b] = [within(random, 60, 160), within(random, 40, 120)]
  const corners = 3 + Math.floor(random() * 9)
  return Array.from({ length: corners }, (_, i): XY => {
    const angle = (2 * Math.PI * (i + 0.7 * random())) / corners
    return [a * Math.cos(angle), b * Math.sin(angle)]
  })
}

/** Dents and spikes. */
const drawStar = (random: Random): XY[] => {
  const radiusM = within(random, 70, 180)
  const corners = 5 + Math.floor(random() * 10)
  return Array.from({ length: corners }, (_, i): XY => {
    const angle = (2 * Math.PI * (i + 0.6 * random())) / corners
    const awayM = radiusM * within(random, 0.45, 1)
    return [awayM * Math.cos(angle), awayM * Math.sin(angle)]
  })
}

const drawRectangle = (random: Random): XY[] => {
  const [x, y] = [within(random, 25, 120), within(random, 20, 90)]
  return [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ]
}

/** With teeth on one side. */
const drawComb = (random: Random): XY[] => {
  const [widthM, depthM] = [within(random, 30, 60), within(random, 20, 80)]
  const teeth = 2 + Math.floor(random() * 2)
  const top = Array.from({ length: teeth }, (_, i): XY[] => [
    [widthM * (teeth - 0.05 - i), depthM],
    [widthM * (teeth - 0.5 - i), depthM],
    [widthM * (teeth - 0.5 - i), 0],
    [widthM * (teeth - 1 - i), 0],
  ]).flat()
  return [[0, -40], [widthM * teeth, -40], ...top.slice(0, -1), [0, 0]].map(([x, y]): XY => [
    x! - (widthM * teeth) / 2,
    y!,
  ])
}

/** Long, and as wide as a few swaths at one end and about one at the other. */
const drawSliver = (random: Random): XY[] => {
  const [lengthM, startM, endM] = [
    within(random, 100, 300),
    within(random, 18, 45),
    within(random, 3, 30),
  ]
  const bend = within(random, -20, 20)
  return [
    [-lengthM / 2, 0],
    [0, bend],
    [lengthM / 2, 0],
    [lengthM / 2, endM],
    [0, bend + (startM + endM) / 2],
    [-lengthM / 2, startM],
  ]
}

const shapes = [drawConvex, drawStar, drawRectangle, drawComb, drawSliver] as const

const turnedBy = (corners: readonly XY[], rad: number): XY[] =>
  corners.map(([x, y]) => [
    x * Math.cos(rad) - y * Math.sin(rad),
    x * Math.sin(rad) + y * Math.cos(rad),
  ])

const drawHole = (random: Random, corners: readonly XY[]): XY[] => {
  const [x, y] = corners.reduce<XY>(([sumX, sumY], [cx, cy]) => [sumX + cx, sumY + cy], [0, 0])
  const middle: XY = [x / corners.length, y / corners.length]
  const clearM = Math.min(
    ...corners.map((a, i) => segmentDistance(middle, a, corners[(i + 1) % corners.length]!)),
  )
  const radiusM = clearM * within(random, 0.15, 0.5)
  const count = 3 + Math.floor(random() * 6)
  return Array.from({ length: count }, (_, i): XY => {
    const angle = (2 * Math.PI * (i + 0.5 * random())) / count
    return [middle[0] + radiusM * Math.cos(angle), middle[1] + radiusM * Math.sin(angle)]
  })
}

/** A field of any kind, with random values of the settings that affect dry ground. */
export const randomSettings = (seed: number): PlanSettings => {
  const random = createRandom(seed)
  const shape = shapes[seed % shapes.length]!
  const corners = turnedBy(shape(random), random() < 0.3 ? 0 : 2 * Math.PI * random())
  const hasHole = random() < 0.3 && shape !== drawSliver && shape !== drawComb
  const parts: Parts = [[ringOf(corners), ...(hasHole ? [ringOf(drawHole(random, corners))] : [])]]
  return testingSettings({
    plots: [parts],
    widthM: Math.round(within(random, 40, 110)) / 10,
    marginM: random() < 0.4 ? 0 : Math.round(within(random, 0, 30)) / 10,
    holeMarginM: Math.round(within(random, 0, 40)) / 10,
    headland: random() < 0.5,
    drones: testingDrones(1 + Math.floor(random() * 3), { tankL: 60, enduranceS: 2_400 }),
  })
}

export type RasterSprayed = {
  readonly groundM2: number
  /** The part of the ground that a swath within the margins can reach. */ readonly reachableM2: number
  readonly dryM2: number
  /** Of the dry ground. */ readonly dryReachableM2: number
  readonly twiceM2: number
  readonly outsideM2: number
}

type Raster = { minX: number; minY: number; columns: number; rows: number; cellM: number }

const eachCell = (
  { minX, minY, columns, rows, cellM }: Raster,
  [a, b]: readonly [XY, XY],
  reachM: number,
  visit: (index: number) => void,
): void => {
  const column = (x: number): number => Math.min(columns - 1, Math.max(0, (x - minX) / cellM))
  const row = (y: number): number => Math.min(rows - 1, Math.max(0, (y - minY) / cellM))
  const lastRow = Math.ceil(row(Math.max(a[1], b[1]) + reachM))
  const [low, high] = a[1] < b[1] ? [a, b] : [b, a]
  const xAt = (y: number): number =>
    high[1] - low[1] < 1e-6
      ? low[0]
      : low[0] +
        ((high[0] - low[0]) * (Math.min(high[1], Math.max(low[1], y)) - low[1])) /
          (high[1] - low[1])
  for (let j = Math.floor(row(low[1] - reachM)); j <= lastRow; j++) {
    const y = minY + (j + 0.5) * cellM
    const isLevel = high[1] - low[1] < 1e-6
    const ends = isLevel ? [a[0], b[0]] : [xAt(y - reachM), xAt(y + reachM)]
    const lastColumn = Math.ceil(column(Math.max(...ends) + reachM))
    for (let i = Math.floor(column(Math.min(...ends) - reachM)); i <= lastColumn; i++)
      if (segmentDistance([minX + (i + 0.5) * cellM, y], a, b) < reachM) visit(j * columns + i)
  }
}

/**
 * Whether a disc within the margins can contain a point: its middle is searched around the point.
 */
const isReachable = (place: XY, edges: readonly Edge[], radiusM: number): boolean => {
  const roomAt = (at: XY): number =>
    Math.hypot(at[0] - place[0], at[1] - place[1]) > radiusM
      ? -Infinity
      : Math.min(...edges.map(({ a, b, marginM }) => segmentDistance(at, a, b) - marginM))
  const around = ([x, y]: XY, awayM: number): XY[] =>
    Array.from({ length: 16 }, (_, i): XY => {
      const angle = (2 * Math.PI * i) / 16
      return [x + awayM * Math.cos(angle), y + awayM * Math.sin(angle)]
    })
  const best = (places: readonly XY[]): XY =>
    places.reduce((one, other) => (roomAt(other) > roomAt(one) ? other : one))
  let at = best([
    place,
    ...[0.25, 0.5, 0.75, 0.99].flatMap((share) => around(place, share * radiusM)),
  ])
  for (let stepM = radiusM / 4; stepM > 0.005; stepM /= 2) at = best([at, ...around(at, stepM)])
  return roomAt(at) >= radiusM - 0.02
}

/** Different from the directions of edges and strips, so that no row of cells is along one. */
const rasterTurnRad = 0.4142
const turnedPlace = ([x, y]: XY): XY => [
  x * Math.cos(rasterTurnRad) - y * Math.sin(rasterTurnRad),
  x * Math.sin(rasterTurnRad) + y * Math.cos(rasterTurnRad),
]

const legsOf = (plan: GroupPlan): (readonly [XY, XY])[] =>
  plan.shares.flatMap(({ sorties }) =>
    sorties.flatMap(({ points }) =>
      points.flatMap(({ pumpOn, at }, i) =>
        pumpOn && points[i + 1]
          ? [[turnedPlace(toXY(at)), turnedPlace(toXY(points[i + 1]!.at))] as const]
          : [],
      ),
    ),
  )

const scanInside = (raster: Raster, edges: readonly Edge[]): Uint8Array => {
  const { minX, minY, columns, rows, cellM } = raster
  const inside = new Uint8Array(columns * rows)
  for (let j = 0; j < rows; j++) {
    const y = minY + (j + 0.5) * cellM
    const crossings = edges
      .filter(({ a, b }) => a[1] > y !== b[1] > y)
      .map(({ a, b }) => a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
      .toSorted((a, b) => a - b)
    for (let k = 0; k + 1 < crossings.length; k += 2)
      for (let i = 0; i < columns; i++) {
        const x = minX + (i + 0.5) * cellM
        if (x > crossings[k]! && x < crossings[k + 1]!) inside[j * columns + i] = 1
      }
  }
  return inside
}

/** Measured from the plan's waypoints with the pump on, over one plot without obstacles. */
export const rasterSprayed = (
  plan: GroupPlan,
  settings: PlanSettings,
  cellM = 0.15,
): RasterSprayed => {
  const edges = edgesOf(settings).ground.map(({ a, b, marginM }) => ({
    a: turnedPlace(a),
    b: turnedPlace(b),
    marginM,
  }))
  const radiusM = settings.widthM / 2
  const xs = edges.map(({ a }) => a[0])
  const ys = edges.map(({ a }) => a[1])
  const [minX, minY] = [Math.min(...xs) - 3, Math.min(...ys) - 3]
  const raster: Raster = {
    minX,
    minY,
    cellM,
    columns: Math.ceil((Math.max(...xs) + 3 - minX) / cellM),
    rows: Math.ceil((Math.max(...ys) + 3 - minY) / cellM),
  }
  const plot = scanInside(raster, edges)
  const ground = plot.slice()
  for (const { a, b, marginM } of edges)
    eachCell(raster, [a, b], marginM, (index) => (ground[index] = 0))
  const visits = new Int16Array(plot.length)
  const legs = legsOf(plan)
  for (const [i, leg] of legs.entries()) {
    eachCell(raster, leg, radiusM, (index) => visits[index]!++)
    const next = legs[i + 1]
    // a leg that continues where this one ends covers the area around that point once together with
    // it
    if (next && Math.hypot(next[0][0] - leg[1][0], next[0][1] - leg[1][1]) < 0.1)
      eachCell(raster, [next[0], next[0]], radiusM, (index) => visits[index]!--)
  }
  const cells = { ground: 0, dry: 0, dryReachable: 0, twice: 0, outside: 0 }
  for (let i = 0; i < plot.length; i++) {
    if (ground[i] === 1) cells.ground++
    if (plot[i] === 1 && visits[i]! > 1) cells.twice++
    if (plot[i] === 0 && visits[i]! > 0) cells.outside++
    if (ground[i] === 0 || visits[i]! > 0) continue
    cells.dry++
    const x = minX + ((i % raster.columns) + 0.5) * cellM
    const y = minY + (Math.floor(i / raster.columns) + 0.5) * cellM
    if (isReachable([x, y], edges, radiusM)) cells.dryReachable++
  }
  const m2 = (count: number): number => count * cellM * cellM
  return {
    groundM2: m2(cells.ground),
    reachableM2: m2(cells.ground - (cells.dry - cells.dryReachable)),
    dryM2: m2(cells.dry),
    dryReachableM2: m2(cells.dryReachable),
    twiceM2: m2(cells.twice),
    outsideM2: m2(cells.outside),
  }
}
