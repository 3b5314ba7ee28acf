// One line of a bill and one recharge of each lessor in the world of the sweep.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { buildCanary, idsFor, world, worldNow } from '../../../sweep/testing-world.ts'

export const lenders = ['root', 'east', 'team', 'teamSub', 'rival'] as const
export type Lender = (typeof lenders)[number]

export const rechargeIds = idsFor(lenders)
export const leaseSortieIds = idsFor(lenders)
export const toLineId = (clientId: number): string => `${clientId}-1`

/** The entry and the line have the number of the client. */
export const insertBill = async (db: Db, lender: Lender, clientId: number): Promise<void> => {
  const lessor = world.accountId[lender]
  const at = new Date(worldNow - 86_400_000)
  await db
    .insertInto('ledger_book')
    .values({ owner_id: lessor, closed_until: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`
    insert into ledger_account (owner_id, client_id, purpose, currency)
    values (${lessor}, ${clientId}, 'prepaid', 'CNY'), (${lessor}, null, 'cash', 'CNY')`.execute(db)
  await sql`
    insert into ledger_entry (id, owner_id, cause_kind, cause_id, at, posted_at, month, note)
    overriding system value
    values (${clientId}, ${lessor}, 'adjustment', ${`sweep ${clientId}`}, ${at}, ${at}, '2026-11-01',
      ${buildCanary('bill', lender)})`.execute(db)
  await sql`
    insert into ledger_line (entry_id, line, account_id, owner_id, client_id, purpose, currency,
      amount_minor, at, month)
    select ${clientId}, case purpose when 'prepaid' then 1 else 2 end, id, owner_id, client_id, purpose,
      currency, case purpose when 'prepaid' then 700 else -700 end, ${at}, '2026-11-01'
    from ledger_account where owner_id = ${lessor}`.execute(db)
  await db
    .insertInto('lease_recharge')
    .values({
      id: rechargeIds[lender],
      number: `SWEEP${clientId}`,
      lessor_id: lessor,
      client_id: clientId,
      currency: 'CNY',
      amount_minor: 5_000,
      note: buildCanary('recharge', lender),
      asked_at: at,
      asked_by: null,
      asked_by_name: 'Zhao',
      asked_by_account_id: lessor,
      decided_by_name: null,
    })
    .execute()
}
