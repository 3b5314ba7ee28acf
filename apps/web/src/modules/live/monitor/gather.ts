/** Drones closer than this on the screen are merged into one sign with their number. */
const cellPx = 44
/** From this zoom on every drone is drawn, however close they are. */
const apartFromZoom = 10
/** Smaller groups are not merged, because two overlapping drones can still be distinguished. */
const fewest = 3

/** Ungrouped drones, and the centre and members of each group. */
export type Gathered = {
  readonly single: number[]
  readonly groups: { lng: number; lat: number; members: readonly number[] }[]
}

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
  const cells = (512 * 2 ** zoom) / cellPx
  const byCell = new Map<string, number[]>()
  for (const i of all) {
    const y = Math.asinh(Math.tan((lat[i]! * Math.PI) / 180)) / (2 * Math.PI)
    const cell =
      i === kept ? 'kept' : `${Math.floor((lng[i]! / 360) * cells)},${Math.floor(y * cells)}`
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
  return gathered
}
