import { sql } from 'kysely'
import type { AuditEnd } from '../platform/audit/audit-ends.ts'
import type { Db } from '../platform/database/database.ts'

/** All accounts, and deleted ones whose log remains. */
export const accountsWithNames = async (db: Db): Promise<{ id: string; name: string }[]> =>
  (
    await sql<{ id: string; name: string }>`
  select coalesce(account.id, head.account_id) as id, coalesce(account.name, '-') as name
  from account full join audit_head head on head.account_id = account.id order by account.path nulls last, id`.execute(
      db,
    )
  ).rows
export const droneIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('drone').select('id').orderBy('id').execute()).map(({ id }) => id)

/** The hashes that the rows at these ends have now; null if a row is missing. In their order. */
export const hashesAt = async (db: Db, ends: readonly AuditEnd[]): Promise<(Buffer | null)[]> => {
  const { rows } = await sql<{ hash: Buffer | null }>`
    select log.hash
    from unnest(${ends.map(([id]) => id)}::uuid[], ${ends.map(([, number]) => number)}::bigint[])
      with ordinality as "end" (account_id, number, place)
    left join audit_log log on log.account_id = "end".account_id and log.number = "end".number
    order by place`.execute(db)
  return rows.map(({ hash }) => hash)
}
