// The only way to move money: one entry per cause, or a counter-entry that reverses it.
import {
  findUnbalanced,
  reverseLines,
  type LedgerCause,
  type LedgerLine,
} from '@swath/domain/ledger'
import type { Tx } from '../../../platform/database/database.ts'
import {
  findLastOfCause,
  linesOfEntry,
  ownersOfCause,
  writeEntries,
  type EntryToWrite,
} from './post.queries.ts'

export type NewEntry = {
  cause: LedgerCause
  /** When the cause happened. */
  at: Date
  /**
   * Lines in the books of one owner: positive amounts are credits, negative ones debits; they sum
   * to zero.
   */
  lines: readonly LedgerLine[]
  /** The data that the entry was computed from, stored for later questions. */
  about?: Readonly<Record<string, unknown>>
  note?: string
  /** The person who entered it; absent: the program. */
  byName?: string
}

export type Posted = { entryId: number; wasAlreadyPosted: boolean }

const requireOwner = ({ cause, lines }: NewEntry): string => {
  const owners = new Set(lines.map(({ account }) => account.ownerAccountId))
  const [owner] = owners
  if (owners.size !== 1)
    throw new RangeError(`${cause.kind} ${cause.id} is of ${owners.size} books`)
  const unbalanced = findUnbalanced(lines)
  if (unbalanced.length > 0)
    throw new RangeError(`${cause.kind} ${cause.id} does not come to zero in ${unbalanced.join()}`)
  return owner!
}

const toWrite = ({ cause, at, lines, about, note, byName }: NewEntry): EntryToWrite => ({
  kind: cause.kind,
  causeId: cause.id,
  revision: cause.revision ?? 0,
  reversesId: null,
  at,
  about: about ?? {},
  note: note ?? '',
  byName: byName ?? null,
  lines,
})

/**
 * Enters the money of a cause, in the transaction of the cause. An existing entry stays unchanged,
 * however often and concurrently it is entered.
 * @throws RangeError if the lines are in several books or do not sum to zero
 */
export const postEntry = async (tx: Tx, entry: NewEntry, postedAt: Date): Promise<Posted> => {
  const ownerId = requireOwner(entry)
  const [entryId] = await writeEntries(tx, ownerId, [toWrite(entry)], postedAt)
  if (entryId != null) return { entryId, wasAlreadyPosted: false }
  const { kind, id } = entry.cause
  const standing = (await findLastOfCause(tx, ownerId, kind, id))!
  return { entryId: standing.id, wasAlreadyPosted: true }
}

/** The same for many entries in one owner's books; causes entered before are left out. */
export const postEntries = async (
  tx: Tx,
  ownerId: string,
  entries: readonly NewEntry[],
  postedAt: Date,
): Promise<void> => {
  const atOnce = 500
  for (const entry of entries)
    if (requireOwner(entry) !== ownerId) throw new RangeError(`${entry.cause.id} is of other books`)
  for (let i = 0; i < entries.length; i += atOnce)
    await writeEntries(tx, ownerId, entries.slice(i, i + atOnce).map(toWrite), postedAt)
}

/** The last revision of a cause's entry in an owner's books, reversed or not. */
export const readCause = async (
  tx: Tx,
  ownerId: string,
  { kind, id }: LedgerCause,
): Promise<{ revision: number; isTakenBack: boolean } | undefined> => {
  const last = await findLastOfCause(tx, ownerId, kind, id)
  return last && { revision: last.revision, isTakenBack: last.reversesId !== null }
}

/**
 * Reverses the current entry of a cause by a counter-entry, in the books that contain it; does
 * nothing without one. The counter-entry counts in the month of the reversed entry, or in the first
 * open month.
 */
export const reverseEntry = async (
  tx: Tx,
  cause: LedgerCause,
  { why, byName, postedAt }: { why: string; byName?: string; postedAt: Date },
): Promise<void> => {
  for (const ownerId of await ownersOfCause(tx, cause.kind, cause.id)) {
    const last = await findLastOfCause(tx, ownerId, cause.kind, cause.id)
    if (!last || last.reversesId !== null) continue
    await writeEntries(
      tx,
      ownerId,
      [
        {
          kind: cause.kind,
          causeId: cause.id,
          revision: last.revision + 1,
          reversesId: last.id,
          at: last.at,
          about: last.about,
          note: why,
          byName: byName ?? null,
          lines: reverseLines(await linesOfEntry(tx, last.id)),
        },
      ],
      postedAt,
    )
  }
}
