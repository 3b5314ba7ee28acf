import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** From the first flight to the last; null if there are none. */
export const spanOfWork = async (db: Db): Promise<{ first: Date; last: Date } | null> => {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(start_at) as first, max(start_at) as last from work_record`.execute(db)
  const { first, last } = rows[0]!
  return first && last ? { first, last } : null
}

/** Some accounts of each type; the salt determines which. */
export const someAccounts = async (db: Db, salt: string, each: number) => {
  const { rows } = await sql<{
    id: string
    type: 'government' | 'manufacturer' | 'operator'
    region_code: string
    time_zone: string
  }>`
    select id, type, region_code, time_zone
    from (select account.*, row_number() over (partition by type order by md5(id || ${salt})) as place
      from account where type in ('government', 'manufacturer', 'operator')) as placed
    where place <= ${each}`.execute(db)
  return rows
}
