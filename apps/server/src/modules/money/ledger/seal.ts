// Posting locks no shared row. Once a minute, posted entries are sealed: added to the sums and
// chained by hashes, so that a changed, missing or inserted entry is detected.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { monthAfter, sealInput, type SealedEntry } from '@swath/domain/ledger'
import { tx, type Db, type Tx } from '../../../platform/database/database.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import {
  addPending,
  clientsOfEntries,
  closeBook,
  holdSealing,
  readChainEnd,
  readEntries,
  writeMonthClose,
  writeSeals,
  type ChainEnd,
  type NewSeal,
} from './seal.queries.ts'

const entriesAtOnce = 2_000

export const hashEntry = (entry: SealedEntry, previousHash: Buffer): Buffer =>
  createHash('sha256')
    .update(sealInput(entry, previousHash.toString('hex')))
    .digest()

type Sealed = { entries: number; clientIds: number[] }

const sealSome = async (trx: Tx): Promise<Sealed> => {
  await holdSealing(trx)
  const ids = await addPending(trx, entriesAtOnce)
  if (ids.length === 0) return { entries: 0, clientIds: [] }
  const ends = new Map<string, ChainEnd>()
  const seals: NewSeal[] = []
  for (const entry of await readEntries(trx, ids)) {
    const { ownerId } = entry
    const end = ends.get(ownerId) ?? (await readChainEnd(trx, ownerId))
    const number = end.number + 1
    const hash = hashEntry({ ...entry, number }, end.hash)
    seals.push({ ownerId, number, entryId: entry.id, previousHash: end.hash, hash })
    ends.set(ownerId, { number, hash })
  }
  await writeSeals(trx, seals)
  return { entries: ids.length, clientIds: await clientsOfEntries(trx, ids) }
}

/** @returns the clients whose balance has changed */
export const sealLedger = async (db: Db): Promise<number[]> => {
  const moved = new Set<number>()
  for (;;) {
    const { entries, clientIds } = await tx(db, sealSome)
    for (const id of clientIds) moved.add(id)
    if (entries < entriesAtOnce) return [...moved]
  }
}

export const sealLedgerKind: JobKind<object> = {
  name: 'ledger.seal',
  payload: z.object({}),
  triesAtMost: 10,
  schedule: { hour: 'every', minute: 'every' },
}

export const sealLedgerJob = (
  { db }: Pick<Services, 'db'>,
  tellMoved: (clientIds: readonly number[]) => Promise<void>,
): Job => createJob(sealLedgerKind, async () => tellMoved(await sealLedger(db)))

/**
 * Closes a month of the books and all months before it, so that nothing can be entered there. Waits
 * for transactions that are about to post.
 */
export const closeMonth = async (
  trx: Tx,
  { ownerId, month, at, byName }: { ownerId: string; month: string; at: Date; byName: string },
): Promise<void> => {
  await holdSealing(trx)
  await closeBook(trx, ownerId, month)
  while ((await sealSome(trx)).entries === entriesAtOnce);
  await writeMonthClose(trx, { ownerId, month, at, byName, end: await readChainEnd(trx, ownerId) })
}

/**
 * Months that can be closed now: those that are over in the time zone of the books, from the first
 * open one.
 */
export const listClosable = ({
  closedUntil,
  firstMonth,
  thisMonth,
}: {
  closedUntil: string | null
  /** The first month with an entry; null: there is none. */
  firstMonth: string | null
  thisMonth: string
}): string[] => {
  const months: string[] = []
  const from = closedUntil === null ? firstMonth : monthAfter(closedUntil)
  for (let month = from; month !== null && month < thisMonth; month = monthAfter(month))
    months.push(month)
  return months
}
