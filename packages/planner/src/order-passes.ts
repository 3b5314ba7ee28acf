// The order in which a drone flies its strips: cell after cell, to and fro in each, always towards
// the far end of the field, so that all drones move the same way (and against the wind: no drone
// flies through fresh spray).
import { lengthOf, reversed, type Pass } from './passes.ts'
import { measureM, type Place } from './plane.ts'

/** Passes of a cell on one line, from left to right. */
type Row = readonly Pass[]

const groupBy = <K, T>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

/** In the direction of the longest pass, so that pieces of a line follow each other. */
const toRow = (passes: readonly Pass[]): Row => {
  const longest = passes.reduce((best, one) => (lengthOf(one) > lengthOf(best) ? one : best))
  const [ux, uy] = [longest.to[0] - longest.from[0], longest.to[1] - longest.from[1]]
  const along = ([x, y]: Place): number => x * ux + y * uy
  return passes
    .map((pass) => (along(pass.from) <= along(pass.to) ? pass : reversed(pass)))
    .toSorted((a, b) => along(a.from) - along(b.from))
}

const turnedRow = (row: Row): Row => row.toReversed().map(reversed)

/** The row in the direction that begins nearer. */
const nearer = (row: Row, at: Place): Row =>
  measureM(at, row[0]!.from) <= measureM(at, row.at(-1)!.to) ? row : turnedRow(row)

const toCells = (passes: readonly Pass[]): Row[][] =>
  [...groupBy(passes, ({ cell }) => cell).values()].map((cell) =>
    [...groupBy(cell, ({ line }) => line).entries()]
      .toSorted(([a], [b]) => a - b)
      .map(([, row]) => toRow(row)),
  )

const orderStrips = (passes: readonly Pass[], from: Place): Pass[] => {
  const cells = toCells(passes)
  const ordered: Pass[] = []
  let at = from
  while (cells.length > 0) {
    const awayOf = ([row]: readonly Row[]): number => measureM(at, nearer(row!, at)[0]!.from)
    const next = cells.reduce((best, one) => (awayOf(one) < awayOf(best) ? one : best))
    cells.splice(cells.indexOf(next), 1)
    for (const row of next) {
      ordered.push(...nearer(row, at))
      at = ordered.at(-1)!.to
    }
  }
  return ordered
}

/** Orders the passes along the lap, from the nearest one. */
const orderHeadland = (passes: readonly Pass[], from: Place): Pass[] => {
  if (passes.length === 0) return []
  const first = passes.reduce(
    (best, one, i) => (measureM(from, one.from) < measureM(from, passes[best]!.from) ? i : best),
    0,
  )
  return [...passes.slice(first), ...passes.slice(0, first)]
}

export const orderPasses = (passes: readonly Pass[], from: Place): Pass[] => {
  const strips = orderStrips(
    passes.filter(({ isHeadland }) => !isHeadland),
    from,
  )
  const headland = passes.filter(({ isHeadland }) => isHeadland)
  return [...strips, ...orderHeadland(headland, strips.at(-1)?.to ?? from)]
}
