import { createHash } from 'node:crypto'

export type AuditRow = {
  accountId: string
  /** 1, 2, 3 … within the account. */
  number: number
  at: Date
  logType: number
  userId: string | null
  userName: string
  ip: string | null
  action: string
  objectType: string | null
  objectId: string | null
  objectName: string | null
  details: Readonly<Record<string, unknown>>
}

/** Used as the previous hash of an account's first row. */
export const noHash = Buffer.alloc(32)

/** Sorts keys, because the database reorders the keys of JSON objects. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, ordered(inner)]),
  )
}

/** SHA-256 over the previous row's hash and all fields of the row; `at` in milliseconds. */
export const hashAuditRow = (row: AuditRow, previousHash: Uint8Array): Buffer =>
  createHash('sha256')
    .update(previousHash)
    .update(
      JSON.stringify([
        row.accountId,
        row.number,
        row.at.toISOString(),
        row.logType,
        row.userId,
        row.userName,
        row.ip,
        row.action,
        row.objectType,
        row.objectId,
        row.objectName,
        ordered(row.details),
      ]),
    )
    .digest()
