import { sql } from 'kysely'
import { regions } from '@swath/fixtures/regions'
import type { Db } from '../../../platform/database/database.ts'

const numbers = { country: 0, first: 1, second: 2, third: 3 } as const

/**
 * Updates the region table to the built-in regions, in one statement; regions that the operator
 * imported stay.
 */
export const loadRegionTable = async (db: Db): Promise<void> => {
  const rows = regions.map(({ code, parentCode, level, names }) => ({
    code,
    parent: parentCode,
    level: numbers[level],
    names,
  }))
  await sql`
    insert into region (code, parent_code, level, names)
    select code, parent, level, names
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (code text, parent text, level smallint, names jsonb)
    on conflict (code) do update
    set parent_code = excluded.parent_code, level = excluded.level, names = excluded.names
    where (region.parent_code, region.level, region.names)
      is distinct from (excluded.parent_code, excluded.level, excluded.names)`.execute(db)
}
