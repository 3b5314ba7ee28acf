// The canonical order of points: sorted, without duplicates, times inside whole seconds spread.
import { COLUMN_NAMES, PointColumns } from './telemetry-point.ts'

/**
 * The canonical table of a set of points, independent of order, repeats and batching: sorted,
 * without duplicates, whole-second times of a faster log spread inside their second.
 * Points are the same if time, boot and sequence number are equal; without a sequence number, if
 * time and place are equal (a log uploaded after the live stream, or a part of it with less data
 * than the whole). Applying it to its own result changes nothing.
 */
export function canonicalPoints(points: PointColumns): PointColumns {
  const raw = withoutSpread(points).sorted()
  const kept = new PointColumns(raw.length)
  /** Rows before this are processed; from here to `from` each has its own time. */
  let taken = 0
  for (let from = 0; from < raw.length;) {
    let to = from + 1
    while (to < raw.length && raw.tMs[to] === raw.tMs[from]) to++
    if (to > from + 1) {
      kept.appendRows(raw, taken, from)
      appendDistinct(raw, from, to, kept)
      taken = to
    }
    from = to
  }
  kept.appendRows(raw, taken, raw.length)
  return spreadWholeSeconds(kept)
}

/** With the times as reported. */
export function withoutSpread(points: PointColumns): PointColumns {
  const raw = points.slice(0, points.length)
  for (let i = 0; i < raw.length; i++) {
    const spread = raw.spreadMs[i]!
    if (Number.isNaN(spread)) continue
    raw.tMs[i] = raw.tMs[i]! - spread
    raw.spreadMs[i] = NaN
  }
  return raw
}

/** Rows [from, to) have one time and are sorted by boot, then number. */
function appendDistinct(raw: PointColumns, from: number, to: number, kept: PointColumns): void {
  const chosen = chosenOfPlaces(raw, from, to)
  let last = -1
  for (let i = from; i < to; i++) {
    if (Number.isNaN(raw.seq[i]!)) {
      if (chosen.get(placeKey(raw, i)) === i) kept.appendFrom(raw, i)
      continue
    }
    if (last >= 0 && Object.is(raw.boot[last], raw.boot[i]) && raw.seq[last] === raw.seq[i])
      continue
    kept.appendFrom(raw, i)
    last = i
  }
}

const placeKey = (points: PointColumns, row: number): string =>
  `${points.lng[row]} ${points.lat[row]}`

/**
 * Of the points without a sequence number, the row chosen for each place: the one with the most
 * data, the first of equals; none if there is a numbered point.
 */
function chosenOfPlaces(raw: PointColumns, from: number, to: number): ReadonlyMap<string, number> {
  const chosen = new Map<string, number>()
  for (let i = from; i < to; i++) {
    if (!Number.isNaN(raw.seq[i]!)) continue
    const key = placeKey(raw, i)
    const before = chosen.get(key)
    if (before === undefined || knownCount(raw, i) > knownCount(raw, before)) chosen.set(key, i)
  }
  if (chosen.size > 0)
    for (let i = from; i < to; i++) if (!Number.isNaN(raw.seq[i]!)) chosen.delete(placeKey(raw, i))
  return chosen
}

function knownCount(points: PointColumns, row: number): number {
  let count = 0
  for (const name of COLUMN_NAMES) if (name !== 'boot' && !Number.isNaN(points[name][row]!)) count++
  return count
}

/**
 * A 10 Hz log with whole-second times has ten numbered points with one time: they are put 100 ms
 * apart, in the order of their numbers. Points of a clock with milliseconds do not change, because
 * they do not share a time.
 */
export function spreadWholeSeconds(points: PointColumns): PointColumns {
  let spread = false
  for (let from = 0; from < points.length;) {
    let to = from + 1
    while (
      to < points.length &&
      points.tMs[to] === points.tMs[from] &&
      Object.is(points.boot[to], points.boot[from]) &&
      !Number.isNaN(points.seq[to]!)
    )
      to++
    const count = to - from
    if (count > 1 && points.tMs[from]! % 1000 === 0 && !Number.isNaN(points.seq[from]!)) {
      for (let i = 1; i < count; i++) {
        const addedMs = Math.floor((i * 1000) / count)
        points.tMs[from + i] = points.tMs[from + i]! + addedMs
        const before = points.spreadMs[from + i]!
        points.spreadMs[from + i] = (Number.isNaN(before) ? 0 : before) + addedMs
        spread = true
      }
    }
    from = to
  }
  return spread ? points.sorted() : points
}
