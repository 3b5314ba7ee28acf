import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { orderTypes } from '@swath/domain/service-terms'
import { tx } from '@swath/server/platform/database/database'
import { ownTestDatabase } from '@swath/server/platform/database/testing-file'
import { sealLedger, verifyBook, hasLapsed } from '@swath/server/modules/money/public'
import { loadRegionTable } from '@swath/server/modules/people/regions/regions.seed'
import { writeOrders } from './orders.seed.ts'
import { buildWorld } from './world.seed.ts'
import { demoId } from './world-rows.seed.ts'
import { writeWorld } from './write-world.seed.ts'

const { db } = await ownTestDatabase(loadRegionTable)

test('paid orders are in the ledger, and no drone’s service has lapsed', async () => {
  const world = buildWorld()
  const nowMs = Date.parse('2026-11-23T04:00:00Z')
  await tx(db, async (trx) => {
    await writeWorld(trx, world, '', nowMs)
    await writeOrders(trx, world, nowMs)
  })
  const inBooks = await sql`select currency, sum(amount_minor)::bigint as amount
    from ledger_line where purpose = 'fees' group by currency order by currency`.execute(db)
  const paid = await sql`select currency, sum(amount_minor)::bigint as amount
    from service_order where state = 'paid' group by currency order by currency`.execute(db)
  expect(inBooks.rows.length).toBeGreaterThan(1)
  expect(inBooks.rows).toEqual(paid.rows)
  await sealLedger(db)
  const { entries, problems } = await verifyBook(db, demoId('account', 'platform'))
  expect(problems).toEqual([])
  expect(entries).toBeGreaterThan(200)
  for (const orderType of Object.values(orderTypes)) {
    const lapsed = await db
      .selectFrom('drone')
      .where(hasLapsed(orderType, new Date(nowMs)))
      .select('id')
      .execute()
    expect(lapsed).toEqual([])
  }
})
