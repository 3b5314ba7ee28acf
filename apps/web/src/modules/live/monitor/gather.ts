/** Drones closer than this on the screen are merged into one sign with their number. */
const cellPx = 44
/** From this zoom on every drone is drawn, however close they are. */
const apartFromZoom = 10
/** Smaller groups are not merged, because two overlapping drones can still be distinguished. */
const fewest = 3

/** Signs of groups whose centres are closer than this overlap, px. */
const signPx = 40

/** Ungrouped drones, and the centre and members of each group. */
export type Gathered = {
  readonly single: number[]
  readonly groups: { lng: number; lat: number; members: readonly number[] }[]
}

type Group = Gathered['groups'][number]
type Place = { x: number; y: number }

/**
 * Adds groups to a larger one that their sign would cover: drones at the border of two cells make
 * two groups. The larger sign stays where it is.
 */
const mergeOverlapping = (groups: readonly Group[], toPx: (group: Group) => Place): Group[] => {
  const merged: Group[] = []
  const byCell = new Map<string, { place: Place; at: number }[]>()
  const cellOf = ({ x, y }: Place, dx = 0, dy = 0): string =>
    `${Math.floor(x / signPx) + dx},${Math.floor(y / signPx) + dy}`
  const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const))
  for (const group of groups.toSorted((a, b) => b.members.length - a.members.length)) {
    const place = toPx(group)
    const covering = around
      .flatMap(([dx, dy]) => byCell.get(cellOf(place, dx, dy)) ?? [])
      .find((other) => Math.hypot(other.place.x - place.x, other.place.y - place.y) < signPx)
    if (covering) {
      const host = merged[covering.at]!
      merged[covering.at] = { ...host, members: [...host.members, ...group.members] }
      continue
    }
    const cell = cellOf(place)
    byCell.set(cell, [...(byCell.get(cell) ?? []), { place, at: merged.length }])
    merged.push(group)
  }
  return merged
}

/** In world heights, northward. */
const mercatorY = (lat: number): number =>
  Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)

/**
 * Groups positions that would overlap at a zoom. The grid is fixed to the ground, so that groups do
 * not change when the map is panned. `kept` is never grouped.
 */
export const gather = (
  lng: ArrayLike<number>,
  lat: ArrayLike<number>,
  zoom: number,
  kept = -1,
): Gathered => {
  const all = Array.from({ length: lng.length }, (_, i) => i)
  if (zoom >= apartFromZoom) return { single: all, groups: [] }
  const worldPx = 512 * 2 ** zoom
  const cells = worldPx / cellPx
  const byCell = new Map<string, number[]>()
  for (const i of all) {
    const column = Math.floor((lng[i]! / 360) * cells)
    const cell = i === kept ? 'kept' : `${column},${Math.floor(mercatorY(lat[i]!) * cells)}`
    const there = byCell.get(cell)
    if (there) there.push(i)
    else byCell.set(cell, [i])
  }
  const gathered: Gathered = { single: [], groups: [] }
  for (const members of byCell.values()) {
    if (members.length < fewest) gathered.single.push(...members)
    else {
      const mean = (of: ArrayLike<number>) =>
        members.reduce((sum, i) => sum + of[i]!, 0) / members.length
      gathered.groups.push({ lng: mean(lng), lat: mean(lat), members })
    }
  }
  const toPx = (group: Group): Place => ({
    x: (group.lng / 360) * worldPx,
    y: mercatorY(group.lat) * worldPx,
  })
  return { ...gathered, groups: mergeOverlapping(gathered.groups, toPx) }
}
