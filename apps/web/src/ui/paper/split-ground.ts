// Divides scattered plots among several printed maps, so that single plots are visible on each.
import { LocalPlane, type LngLat } from '@swath/domain/lng-lat'

type Polygon = readonly (readonly LngLat[])[]
/** Middle and length of a side, metres. */
type Placed = { index: number; x: number; y: number; sideM: number }
type Page = {
  widthMm: number
  heightMm: number
  /** Side of the median plot below which a map is divided, mm. */
  leastPlotMm: number
  mostMaps: number
}

const spanOf = (values: readonly number[]): readonly [number, number] =>
  values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  )
const lengthOf = (values: readonly number[]): number => {
  const [least, most] = spanOf(values)
  return Math.max(0, most - least)
}

const locate = (polygon: Polygon, index: number, plane: LocalPlane): Placed[] => {
  const ring = polygon[0] ?? []
  if (ring.length === 0) return []
  const [west, east] = spanOf(ring.map(([lng]) => plane.toX(lng)))
  const [south, north] = spanOf(ring.map(([, lat]) => plane.toY(lat)))
  const sideM = Math.sqrt((east - west) * (north - south))
  return [{ index, x: (west + east) / 2, y: (south + north) / 2, sideM }]
}

/** Side of the median plot on a map of the group, mm. */
const plotMm = (group: readonly Placed[], { widthMm, heightMm }: Page): number => {
  const sides = group.map(({ sideM }) => sideM).toSorted((a, b) => a - b)
  const width = lengthOf(group.map(({ x }) => x))
  const height = lengthOf(group.map(({ y }) => y))
  return sides[sides.length >> 1]! * Math.min(widthMm / width, heightMm / height)
}

type Cut = { worth: number; sorted: readonly Placed[]; at: number }

/** The widest gap along one direction that leaves many plots on both sides. */
const findCut = (group: readonly Placed[], along: (one: Placed) => number): Cut => {
  const sorted = group.toSorted((a, b) => along(a) - along(b))
  const worthOf = (at: number): number =>
    (along(sorted[at]!) - along(sorted[at - 1]!)) * Math.sqrt(Math.min(at, sorted.length - at))
  let at = 1
  for (let one = 2; one < sorted.length; one++) if (worthOf(one) > worthOf(at)) at = one
  return { worth: worthOf(at), sorted, at }
}

const divide = (group: readonly Placed[]): readonly [Placed[], Placed[]] => {
  const [across, down] = [findCut(group, ({ x }) => x), findCut(group, ({ y }) => y)]
  const { sorted, at } = across.worth > down.worth ? across : down
  return [sorted.slice(0, at), sorted.slice(at)]
}

/** One group per place if there are maps for all places. */
const groupByPlace = (placed: readonly Placed[], page: Page, nameOf: (one: Placed) => string) => {
  const groups = [...Map.groupBy(placed, nameOf).values()]
  return groups.length <= page.mostMaps ? groups : [placed]
}

/**
 * Indexes of the plots on each map, from north to south; one map if plots are large enough on it.
 * Plots of one place are not scattered over maps of others.
 */
export const splitGround = (
  plots: readonly { polygon: Polygon; place: string }[],
  page: Page,
): number[][] => {
  const first = plots.find(({ polygon }) => polygon[0]?.[0])?.polygon[0]?.[0]
  if (!first) return []
  const plane = new LocalPlane(first[0], first[1])
  const placed = plots.flatMap(({ polygon }, index) => locate(polygon, index, plane))
  let groups: (readonly Placed[])[] =
    placed.length > 1 && plotMm(placed, page) < page.leastPlotMm
      ? groupByPlace(placed, page, ({ index }) => plots[index]!.place)
      : [placed]
  while (groups.length < page.mostMaps) {
    const [smallest] = groups
      .filter((group) => group.length > 1)
      .map((group) => ({ group, size: plotMm(group, page) }))
      .filter(({ size }) => size < page.leastPlotMm)
      .toSorted((a, b) => a.size - b.size)
    if (!smallest) break
    groups = [...groups.filter((group) => group !== smallest.group), ...divide(smallest.group)]
  }
  const northOf = (group: readonly Placed[]): number => spanOf(group.map(({ y }) => y))[1]
  return groups
    .toSorted((a, b) => northOf(b) - northOf(a))
    .map((group) => group.map(({ index }) => index).toSorted((a, b) => a - b))
}
