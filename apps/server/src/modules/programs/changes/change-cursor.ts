// A cursor names a position among the events, and the era of the database in which it is valid.
import { fail } from '../../../platform/errors/fail.ts'
import type { Era, Position } from './changes.queries.ts'

const eraStart = (era: string): string => era.slice(0, 8)

export const writeCursor = ({ era }: Era, { transaction, id }: Position): string =>
  `${eraStart(era)}.${transaction}.${id}`

/** Whether events after the position may have been deleted. */
export const isBefore = (one: Position, other: Position): boolean =>
  BigInt(one.transaction) < BigInt(other.transaction) ||
  (one.transaction === other.transaction && one.id < other.id)

/** @throws cursor_expired */
export const readCursor = (now: Era, cursor: string): Position => {
  const [era, transaction, id] = cursor.split('.') as [string, string, string]
  const position = { transaction, id: Number(id) }
  if (era !== eraStart(now.era) || isBefore(position, now.deleted)) return fail('cursor_expired')
  return position
}
