// Rows with names in five scripts, for the test of the search.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** One row of a kind; columns that do not matter here have any valid value. */
export type Named = { name: string; others?: string }

const region = '156330106'

export const insertPlots = async (
  db: Db,
  accountId: string,
  plots: readonly Named[],
): Promise<void> => {
  await sql`insert into plot (id, account_id, name, village, region_code, parts, bounds, area_m2)
    select gen_random_uuid(), ${accountId}, plot->>'name', coalesce(plot->>'others', ''), ${region},
      '[]', '((1,1),(0,0))', 1
    from jsonb_array_elements(${JSON.stringify(plots)}::jsonb) plot`.execute(db)
}

export const insertDrones = async (
  db: Db,
  parties: { modelId: string; manufacturerId: string; operatorId: string },
  drones: readonly Required<Named>[],
): Promise<void> => {
  await sql`insert into drone (id, name, model_id, manufacturer_id, operator_id, region_code)
    select drone->>'others', drone->>'name', ${parties.modelId}, ${parties.manufacturerId},
      ${parties.operatorId}, ${region}
    from jsonb_array_elements(${JSON.stringify(drones)}::jsonb) drone`.execute(db)
}

/** Members without a password; the other text is the e-mail address. */
export const insertMembers = async (
  db: Db,
  accountId: string,
  people: readonly Required<Named>[],
): Promise<void> => {
  await sql`insert into app_user (id, account_id, name, email, user_type)
    select gen_random_uuid(), ${accountId}, person->>'name', person->>'others', 2
    from jsonb_array_elements(${JSON.stringify(people)}::jsonb) person`.execute(db)
}

export const insertTasks = async (
  db: Db,
  accountId: string,
  tasks: readonly Named[],
): Promise<void> => {
  await sql`insert into unified_task
      (account_id, name, region_code, time_zone, type, start_day, end_day)
    select ${accountId}, task->>'name', ${region}, 'Asia/Shanghai', 1, '2026-06-01', '2026-06-30'
    from jsonb_array_elements(${JSON.stringify(tasks)}::jsonb) task`.execute(db)
}

/** Clients of a lessor; the other text is the phone number. */
export const insertClients = async (
  db: Db,
  lessorId: string,
  clients: readonly Named[],
): Promise<void> => {
  await sql`insert into rental_client (lessor_account_id, name, phone, currency,
      mu_unit_price_minor, hour_unit_price_minor, created_at)
    select ${lessorId}, client->>'name', coalesce(client->>'others', ''), 'CNY', 0, 0, now()
    from jsonb_array_elements(${JSON.stringify(clients)}::jsonb) client`.execute(db)
}

/** Without statistics PostgreSQL expects few rows of an account and would read them all. */
export const analyzeTables = async (db: Db): Promise<void> => {
  await sql`analyze`.execute(db)
}

/** The indexes of the search that were used since the database was made. */
export const listUsedSearchIndexes = async (db: Db): Promise<string[]> => {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string }>`select indexrelname as name
    from pg_stat_user_indexes where indexrelname like '%\\_search' and idx_scan > 0
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
