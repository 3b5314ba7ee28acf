/**
 * Maximum distance between a drawn line and the points it omits, m: less than a pixel at the
 * highest zoom that people work at.
 */
const toleranceM = 0.6
/** After a longer time without a point, the path in between is unknown. */
export const gapMs = 10_000

type Line = {
  readonly tMs: ArrayLike<number>
  readonly lng: ArrayLike<number>
  readonly lat: ArrayLike<number>
  readonly sprays: ArrayLike<number>
}

const turn = (angle: number): number =>
  angle > Math.PI ? angle - 2 * Math.PI : angle <= -Math.PI ? angle + 2 * Math.PI : angle

/**
 * The rows in [from, to) that are needed to draw the line, found in one pass: starting at a kept
 * row, each following row narrows a cone, and the last row before the first one outside it is kept
 * (Zhao and Saalfeld, "Linear-time sleeve-fitting polyline simplification", 1997). Rows where the
 * pump switches on or off and those at a gap are kept as well.
 */
export const pickLineRows = (
  { tMs, lng, lat, sprays }: Line,
  from: number,
  to: number,
): Uint32Array => {
  if (to <= from) return new Uint32Array(0)
  const rows = new Uint32Array(to - from)
  let count = 0
  rows[count++] = from
  let anchor = from
  /** The cone: its direction and half its width, radians. */
  let middle = 0
  let half = Math.PI
  let farthestM = 0
  const metresALat = 111_320
  const metresALng = metresALat * Math.cos((lat[from]! * Math.PI) / 180)
  const start = (row: number): void => {
    anchor = row
    half = Math.PI
    farthestM = 0
    if (rows[count - 1] !== row) rows[count++] = row
  }
  for (let row = from + 1; row < to; row++) {
    const isForced = sprays[row] !== sprays[row - 1] || tMs[row]! - tMs[row - 1]! > gapMs
    if (isForced && row - 1 > anchor) start(row - 1)
    const x = (lng[row]! - lng[anchor]!) * metresALng
    const y = (lat[row]! - lat[anchor]!) * metresALat
    const distanceM = Math.hypot(x, y)
    if (distanceM > toleranceM) {
      const angle = Math.atan2(y, x)
      const reach = Math.asin(Math.min(1, toleranceM / distanceM))
      const off = half >= Math.PI ? 0 : turn(angle - middle)
      if (Math.abs(off) > half || distanceM < farthestM - toleranceM) {
        start(row - 1)
        row-- // processed again from the new anchor
        continue
      }
      if (half >= Math.PI) {
        middle = angle
        half = reach
      } else {
        const low = Math.max(-half, off - reach)
        const high = Math.min(half, off + reach)
        middle = turn(middle + (low + high) / 2)
        half = (high - low) / 2
      }
      farthestM = Math.max(farthestM, distanceM)
    } else if (farthestM > 2 * toleranceM) {
      start(row - 1)
      row--
      continue
    }
    if (isForced) start(row)
  }
  if (rows[count - 1] !== to - 1) rows[count++] = to - 1
  return rows.slice(0, count)
}
