// Merges the changes of two people to one row, relative to the version both started from.
import type { Values } from './form-checks.tsx'

/** The value of an emptied input equals no value. */
const plain = (value: unknown): unknown => (value === undefined || value === '' ? null : value)
const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(plain(a)) === JSON.stringify(plain(b))

export type Merged = {
  readonly values: Values
  /** Fields that only the other person changed: their value is taken. */
  readonly theirs: readonly string[]
  /** Fields that both changed, to different values: one's own value is kept. */
  readonly both: readonly string[]
}

/** Merges field by field: a change on one side is kept; where both changed it, `mine` wins. */
export const mergeChanges = (base: Values, mine: Values, given: Values): Merged => {
  const changed = Object.keys(given).filter(
    (name) => !isSame(given[name], base[name]) && !isSame(given[name], mine[name]),
  )
  const theirs = changed.filter((name) => isSame(mine[name], base[name]))
  return {
    values: { ...mine, ...Object.fromEntries(theirs.map((name) => [name, given[name]])) },
    theirs,
    both: changed.filter((name) => !theirs.includes(name)),
  }
}
