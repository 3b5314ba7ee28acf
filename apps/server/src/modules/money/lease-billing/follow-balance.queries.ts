import { sql } from 'kysely'
import type { Currency } from '@swath/domain/money'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** 1: low, 2: negative; missing: sufficient. */
export type WarnedLevels = Partial<Record<Currency, 1 | 2>>

export type WarnedClient = {
  id: number
  name: string
  lessor_account_id: string
  tenant_account_id: string | null
  currency: Currency
  warn_below_minor: number | null
  warned_levels: WarnedLevels
}

/** Locks the client until the transaction ends. */
export const lockWarnedClient = (tx: Tx, clientId: number): Promise<WarnedClient | undefined> =>
  tx
    .selectFrom('rental_client')
    .where('id', '=', clientId)
    .select([
      'id',
      'name',
      'lessor_account_id',
      'tenant_account_id',
      'currency',
      'warn_below_minor',
      'warned_levels',
    ])
    .forNoKeyUpdate()
    .executeTakeFirst()

export const noteWarned = async (tx: Tx, clientId: number, levels: WarnedLevels): Promise<void> => {
  await tx
    .updateTable('rental_client')
    .set({ warned_levels: JSON.stringify(levels) })
    .where('id', '=', clientId)
    .execute()
}

/** Members of accounts who can receive messages. */
export const peopleOfAccounts = async (
  db: Db | Tx,
  accountIds: readonly string[],
): Promise<string[]> =>
  (
    await db
      .selectFrom('app_user')
      .where(sql<boolean>`account_id = any(${accountIds}::uuid[])`)
      .where('enabled', '=', true)
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or([eb('phone', 'is not', null), eb('email', 'is not', null)]))
      .select('id')
      .orderBy('id')
      .limit(400)
      .execute()
  ).map(({ id }) => id)

/**
 * Those of these clients whose balance must be checked: it is below the warning level, or they were
 * warned before.
 */
export const findWorthALook = async (tx: Tx, clientIds: readonly number[]): Promise<number[]> => {
  if (clientIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from clients_worth_a_look(${clientIds}::bigint[]) id`.execute(tx)
  return rows.map(({ id }) => id)
}
