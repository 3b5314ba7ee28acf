// The audit log: a chain of hashes within each account, so that an edited, removed or moved row is
// detected.
import { storable, storableJson } from '../database/storable.ts'
import type { Db, Tx } from '../database/database.ts'
import { hashAuditRow, noHash, type AuditRow } from './audit-hash.ts'
import { appendRow, lockHead, readChain, readHead } from './audit.queries.ts'

export const signInLog = 1
export const changeLog = 2

export type AuditEntry = {
  /** The account whose log contains the entry. */
  accountId: string
  atMs: number
  logType: typeof signInLog | typeof changeLog
  user: { id: string | null; name: string }
  ip: string | null
  /** Formatted like a permission: no-fly-zone.delete */
  action: string
  object?: { type: string; id: string; name?: string | null }
  details?: Readonly<Record<string, unknown>>
}

/**
 * Appends to the account's log, in the transaction of the change. Other appends to the same log
 * wait until that transaction ends, so record last.
 */
export const recordAudit = async (tx: Tx, entry: AuditEntry): Promise<void> => {
  const head = await lockHead(tx, entry.accountId)
  const row: AuditRow = {
    accountId: entry.accountId,
    number: head.number + 1,
    at: new Date(entry.atMs),
    logType: entry.logType,
    userId: entry.user.id,
    userName: storable(entry.user.name),
    ip: entry.ip,
    action: entry.action,
    objectType: entry.object?.type ?? null,
    objectId: entry.object?.id ?? null,
    objectName: entry.object?.name == null ? null : storable(entry.object.name),
    details: storableJson(JSON.parse(JSON.stringify(entry.details ?? {}))) as Record<
      string,
      unknown
    >,
  }
  await appendRow(tx, { ...row, previousHash: head.hash, hash: hashAuditRow(row, head.hash) })
}

/** `brokenAt`: the number of the first changed or missing row. */
export type ChainCheck =
  | { whole: true; rows: number; hash: Buffer }
  | { whole: false; brokenAt: number }

const rowsAtATime = 1000

/**
 * Verifies the account's whole log. Rows appended meanwhile may or may not be included, and do not
 * affect the result.
 */
export const verifyChain = async (db: Db | Tx, accountId: string): Promise<ChainCheck> => {
  const head = await readHead(db, accountId)
  let number = 0
  let hash: Buffer = noHash
  for (;;) {
    const rows = await readChain(db, accountId, number, rowsAtATime)
    for (const row of rows) {
      const whole =
        row.number === number + 1 &&
        row.previousHash.equals(hash) &&
        row.hash.equals(hashAuditRow(row, hash))
      if (!whole) return { whole: false, brokenAt: number + 1 }
      number = row.number
      hash = row.hash
      if (number === head?.number && !head.hash.equals(hash))
        return { whole: false, brokenAt: number }
    }
    if (rows.length < rowsAtATime) break
  }
  // If the log was empty at the start, the first row may have been added since.
  const cutShort = head ? number < head.number : number > 0 && !(await readHead(db, accountId))
  return cutShort ? { whole: false, brokenAt: number + 1 } : { whole: true, rows: number, hash }
}
