// Fields around a village: rows of irregular four-sided and L-shaped plots that do not overlap.
import { LocalPlane } from '@swath/domain/lng-lat'
import type { LngLat } from '@swath/domain/lng-lat'
import type { DemoDistrict } from './data/districts.ts'
import type { Random } from '@swath/simulator/random'

export type LaidPlot = {
  readonly village: string
  readonly number: number
  readonly ring: readonly LngLat[]
  readonly takeoff: LngLat
}

const muM2 = 2000 / 3
/** Roads and ditches between fields. */
const laneM = 14
/** Distance of the truck from the plot's corner. */
const truckM = 9

/**
 * The grid of a village's fields: its cells, and conversion of metres along (x) and across (y) the
 * rows.
 */
export const layGrid = (district: DemoDistrict, village: DemoDistrict['villages'][number]) => {
  const plane = new LocalPlane(village.at[0], village.at[1])
  const rows = (district.rowsDeg * Math.PI) / 180
  const [, largest] = district.plotMu
  return {
    cellLengthM: Math.sqrt(largest * muM2 * 2.1) + laneM,
    cellDepthM: Math.sqrt((largest * muM2) / 1.6) + laneM,
    place: (x: number, y: number): LngLat =>
      plane.fromPlane(
        x * Math.sin(rows) + y * Math.cos(rows),
        x * Math.cos(rows) - y * Math.sin(rows),
      ),
  }
}

/** `count` plots of a village from its middle outwards, the rows along the district's bearing. */
export const layPlots = (
  district: DemoDistrict,
  village: DemoDistrict['villages'][number],
  count: number,
  random: Random,
): { plots: LaidPlot[]; reachM: number } => {
  const { cellLengthM, cellDepthM, place } = layGrid(district, village)
  const [smallest, largest] = district.plotMu
  const plots: LaidPlot[] = []
  let reachM = 0
  for (const [column, row] of spiral(count, cellDepthM / cellLengthM)) {
    const areaM2 = muM2 * smallest * (largest / smallest) ** random.unit()
    const lengthM = Math.min(cellLengthM - laneM, Math.sqrt(areaM2 * random.between(1.5, 3)))
    const depthM = Math.min(cellDepthM - laneM, areaM2 / lengthM)
    const x = column * cellLengthM + random.between(-0.5, 0.5) * (cellLengthM - laneM - lengthM)
    const y = row * cellDepthM + random.between(-0.5, 0.5) * (cellDepthM - laneM - depthM)
    const corners = placeCorners(lengthM, depthM, random).map(
      ([cornerX, cornerY]) => [x + cornerX, y + cornerY] as const,
    )
    const outward = Math.hypot(corners[0]![0] - x, corners[0]![1] - y)
    const ring = corners.map(([cornerX, cornerY]) => place(cornerX, cornerY))
    plots.push({
      village: village.name,
      number: plots.length + 1,
      ring: [...ring, ring[0]!],
      takeoff: place(
        corners[0]![0] + ((corners[0]![0] - x) / outward) * truckM,
        corners[0]![1] + ((corners[0]![1] - y) / outward) * truckM,
      ),
    })
    reachM = Math.max(reachM, Math.hypot(x, y) + cellLengthM / 2)
  }
  return { plots, reachM }
}

/** Corners around 0, 0, inside the given box. */
const placeCorners = (
  lengthM: number,
  depthM: number,
  random: Random,
): (readonly [number, number])[] => {
  const inward = () => random.between(0, 0.07)
  const [left, right, low, high] = [-lengthM / 2, lengthM / 2, -depthM / 2, depthM / 2]
  if (random.chance(0.14)) {
    const notchX = left + lengthM * random.between(0.5, 0.7)
    const notchY = low + depthM * random.between(0.45, 0.65)
    return [
      [left, low],
      [right, low],
      [right, notchY],
      [notchX, notchY],
      [notchX, high],
      [left, high],
    ]
  }
  return [
    [left + lengthM * inward(), low + depthM * inward()],
    [right - lengthM * inward(), low + depthM * inward()],
    [right - lengthM * inward(), high - depthM * inward()],
    [left + lengthM * inward(), high - depthM * inward()],
  ]
}

/** Cells by distance from the middle; `flatness`: the depth of a cell, divided by its length. */
const spiral = (count: number, flatness: number): [number, number][] => {
  const reach = Math.ceil(Math.sqrt(count / flatness)) + 2
  const cells: [number, number][] = []
  for (let column = -reach; column <= reach; column++)
    for (let row = -reach; row <= reach; row++) cells.push([column, row])
  return cells
    .sort(
      (a, b) =>
        Math.hypot(a[0], a[1] * flatness) - Math.hypot(b[0], b[1] * flatness) ||
        a[0] - b[0] ||
        a[1] - b[1],
    )
    .slice(0, count)
}
