// `verify-ledger`: verifies the books of an owner, entry by entry.
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../../platform/database/database.ts'
import { hashEntry } from './seal.ts'
import { readSealed, totalsUntil } from './seal.queries.ts'
import {
  monthCloses,
  unbalancedEntries,
  unsealedEntries,
  wrongBookSums,
  wrongDroneSums,
  wrongSums,
} from './verify.queries.ts'

const atOnce = 2_000

export type BookCheck = { entries: number; problems: string[] }

type ClosedEnd = { month: string; sealed_number: number; sealed_hash: Buffer }

const walkChain = async (
  db: Db,
  ownerId: string,
  closes: readonly ClosedEnd[],
): Promise<BookCheck> => {
  const problems: string[] = []
  let number = 0
  let hash: Buffer = Buffer.alloc(0)
  const checkEnds = (): void => {
    for (const close of closes)
      if (close.sealed_number === number && !close.sealed_hash.equals(hash))
        problems.push(`${close.month.slice(0, 7)} was closed upon another entry ${number}`)
  }
  checkEnds()
  for (;;) {
    const rows = await readSealed(db, ownerId, number, atOnce)
    for (const row of rows) {
      const isWhole =
        row.number === number + 1 &&
        row.previousHash.equals(hash) &&
        row.hash.equals(hashEntry(row, hash))
      if (!isWhole) {
        problems.push(`entry ${number + 1} (${row.kind} ${row.causeId}) is not as it was sealed`)
        return { entries: number, problems }
      }
      number = row.number
      hash = row.hash
      checkEnds()
    }
    if (rows.length < atOnce) break
  }
  for (const close of closes)
    if (close.sealed_number > number)
      problems.push(`entry ${number + 1} is missing: ${close.month.slice(0, 7)} was closed with it`)
  return { entries: number, problems }
}

export const verifyBook = async (db: Db, ownerId: string): Promise<BookCheck> => {
  const closes = await monthCloses(db, ownerId)
  const { entries, problems } = await walkChain(db, ownerId, closes)
  for (const id of await unbalancedEntries(db, ownerId))
    problems.push(`the lines of entry id ${id} do not come to zero`)
  for (const { account_id: account, month } of await wrongSums(db, ownerId))
    problems.push(`the sum of account ${account} in ${month.slice(0, 7)} is not that of its lines`)
  for (const { drone_id: drone, month } of await wrongDroneSums(db, ownerId))
    problems.push(`the sum of drone ${drone} in ${month.slice(0, 7)} is not that of its lines`)
  for (const month of await wrongBookSums(db, ownerId))
    problems.push(`the sum of the book in ${month.slice(0, 7)} is not that of its accounts`)
  for (const id of await unsealedEntries(db, ownerId))
    problems.push(`entry id ${id} was never sealed`)
  for (const { month, totals } of closes)
    if (!isDeepStrictEqual(totals, await totalsUntil(db, ownerId, month)))
      problems.push(`the closed month ${month.slice(0, 7)} is not as it was closed`)
  return { entries, problems }
}
