// Properties that hold for all sequences of changes of flights, leases and money: every balance is
// the sum of its lines and of its flights' charges, debits equal credits, nothing is charged twice,
// and closed months never change.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Currency, priceOfFlight } from '@swath/domain/money'
import { insertAccount } from '../../../platform/auth/testing.queries.ts'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
} from '../../flights/flights/testing-rows.queries.ts'
import { closeMonth, listClosable, sealLedger } from '../ledger/seal.ts'
import { readBook } from '../ledger/seal.queries.ts'
import { verifyBook } from '../ledger/verify.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { leaseOfFlight } from './lease-flights.queries.ts'
import { billFlights } from './bill-flights.ts'
import { balanceOfClient } from './client-balance.ts'
import { bookRecharge } from './recharge-payments.ts'
import { findRecharge, insertRecharge } from './recharges.queries.ts'
import { bookRefund, refundableOf } from './refund-recharges.ts'
import {
  changeRecord,
  deleteRecord,
  insertClient,
  insertLease,
  writeLeaseRow,
} from './testing-leases.queries.ts'

const { db } = await ownTestDatabase(loadRegionTable)
/** Set RUNS=1000 before a release. */
const numRuns = Number(process.env['RUNS'] ?? 6)
const now = Date.parse('2026-06-15T04:00:00Z')
const day = 86_400_000

type Step =
  | { do: 'fly'; drone: number; daysAgo: number; coveredM2: number }
  | { do: 'change'; flight: number; coveredM2: number }
  | { do: 'drop'; flight: number }
  | { do: 'replay'; drone: number }
  | { do: 'return'; lease: number; daysAgo: number }
  | { do: 'cancel'; lease: number }
  | { do: 'pass'; lease: number; client: number }
  | { do: 'recharge'; client: number; amount: number; times: number }
  | { do: 'refund'; recharge: number; amount: number; times: number }
  | { do: 'close' }
  | { do: 'seal' }

const small = fc.nat({ max: 5 })
const daysAgo = fc.nat({ max: 80 })
const coveredM2 = fc.integer({ min: 0, max: 40_000_000 }).map((milli) => milli / 1000)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('fly'), drone: small, daysAgo, coveredM2 }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change'), flight: small, coveredM2 }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop'), flight: small }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('replay'), drone: small }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('return'), lease: small, daysAgo }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel'), lease: small }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass'), lease: small, client: small }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('recharge'),
      client: small,
      amount: fc.integer({ min: 1, max: 1_000_000 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund'),
      recharge: small,
      amount: fc.integer({ min: 1, max: 1_000_000 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('seal') }) },
) as fc.Arbitrary<Step>

const pick = <T>(list: readonly T[], place: number): T | undefined => list[place % list.length]

const openWorld = async () => {
  const lessor = await insertAccount(db, { type: 'operator', operator_type: 'team' })
  const modelId = await insertModel(db, lessor.id)
  const currencies: Currency[] = ['CNY', 'KRW']
  const clients = []
  for (const currency of currencies)
    clients.push({
      id: await insertClient(db, { lessor_account_id: lessor.id, currency }),
      currency,
    })
  const drones = []
  const leases: { id: number; droneId: string; isOpen: boolean }[] = []
  for (const [i, { id, currency }] of clients.entries()) {
    const drone = await insertDroneRow(db, {
      modelId,
      manufacturerId: lessor.id,
      operatorId: lessor.id,
    })
    drones.push(drone)
    const leaseId = await insertLease(db, {
      lessor_account_id: lessor.id,
      client_id: id,
      drone_id: drone.id,
      starts_at: new Date(now - 70 * day),
      currency,
      charge_by: i === 0 ? 'mu' : 'hour',
      mu_unit_price_minor: 333,
    })
    leases.push({ id: leaseId, droneId: drone.id, isOpen: true })
  }
  return {
    lessorId: lessor.id,
    clients,
    drones,
    leases,
    flights: [] as string[],
    recharges: [] as string[],
  }
}
type World = Awaited<ReturnType<typeof openWorld>>

const billAll = (droneId: string) =>
  tx(db, (trx) =>
    billFlights(trx, droneId, { fromMs: now - 90 * day, untilMs: Infinity }, new Date(now)),
  )

const recharge = async (
  { lessorId, clients, recharges }: World,
  asked: Extract<Step, { do: 'recharge' }>,
): Promise<void> => {
  const client = pick(clients, asked.client)!
  const row = {
    id: crypto.randomUUID(),
    number: crypto.randomUUID(),
    lessor_id: lessorId,
    client_id: client.id,
    currency: client.currency,
    amount_minor: asked.amount,
  }
  await tx(db, (trx) =>
    insertRecharge(trx, {
      ...row,
      note: '',
      asked_at: new Date(now),
      asked_by: null,
      asked_by_name: 'Zhao',
      asked_by_account_id: lessorId,
      decided_by_name: null,
    }),
  )
  recharges.push(row.id)
  await Promise.all(
    Array.from({ length: asked.times }, () =>
      tx(db, (trx) => bookRecharge(trx, row, { at: new Date(now), byName: 'Qian' })),
    ),
  )
}

const prepaidOf = async (clientId: number): Promise<number> =>
  (await balanceOfClient(db, clientId))[0]?.balanceMinor ?? 0

/**
 * Refunds several recharges at once, and one of them several times, as long as the client has the
 * money.
 */
const refund = async (
  { lessorId, clients, recharges }: World,
  { recharge: place, amount, times }: Extract<Step, { do: 'refund' }>,
): Promise<void> => {
  if (recharges.length === 0) return
  const reader = { kind: 'owner', accountIds: [lessorId] } as const
  const once = async (trx: Tx, id: string): Promise<void> => {
    const row = await findRecharge(trx, [reader], id, { forUpdate: true })
    const amountMinor = Math.min(amount, await refundableOf(trx, row!))
    if (amountMinor < 1) return
    const said = { amountMinor, at: new Date(now), byName: 'Qian', reason: 'Left' }
    await bookRefund(trx, row!, { causeId: crypto.randomUUID(), ...said })
  }
  const before = await Promise.all(clients.map(({ id }) => prepaidOf(id)))
  await Promise.all(
    Array.from({ length: times }, (_, i) =>
      tx(db, (trx) => once(trx, pick(recharges, place + i)!)),
    ),
  )
  for (const [i, { id }] of clients.entries())
    expect(await prepaidOf(id)).toBeGreaterThanOrEqual(Math.min(0, before[i]!))
}

const closeNext = async ({ lessorId }: World): Promise<void> => {
  const { closedUntil } = await readBook(db, lessorId)
  const [month] = listClosable({ closedUntil, firstMonth: '2026-03-01', thisMonth: '2026-06-01' })
  if (month !== undefined)
    await tx(db, (trx) =>
      closeMonth(trx, { ownerId: lessorId, month, at: new Date(now), byName: 'Sun' }),
    )
}

const takeStep = async (world: World, one: Step): Promise<void> => {
  switch (one.do) {
    case 'fly': {
      const drone = pick(world.drones, one.drone)!
      const startMs = now - one.daysAgo * day - world.flights.length * 1_000
      world.flights.push(await insertFlight(db, drone, { startMs, coveredM2: one.coveredM2 }))
      return billAll(drone.id)
    }
    case 'change':
    case 'drop': {
      const flight = pick(world.flights, one.flight)
      if (flight === undefined) return
      if (one.do === 'drop') await deleteRecord(db, flight)
      else await changeRecord(db, flight, { covered_m2: one.coveredM2 })
      await Promise.all(world.drones.map(({ id }) => billAll(id)))
      return
    }
    case 'replay': {
      const { id } = pick(world.drones, one.drone)!
      await Promise.all([billAll(id), billAll(id)])
      return
    }
    case 'return':
    case 'cancel':
    case 'pass': {
      const lease = pick(world.leases, one.lease)!
      if (one.do === 'pass') {
        const client = pick(world.clients, one.client)!
        await writeLeaseRow(db, lease.id, { client_id: client.id })
      } else if (lease.isOpen) {
        lease.isOpen = false
        await writeLeaseRow(
          db,
          lease.id,
          one.do === 'cancel'
            ? { cancelled_at: new Date(now) }
            : { returned_at: new Date(now - Math.min(one.daysAgo, 69) * day) },
        )
      }
      return billAll(lease.droneId)
    }
    case 'recharge':
      return recharge(world, one)
    case 'refund':
      return refund(world, one)
    case 'close':
      return closeNext(world)
    default:
      await sealLedger(db)
  }
}

/** The expected balance of each client, computed from flights, leases and recharges alone. */
const expectedBalances = async ({ clients, drones }: World): Promise<Map<string, number>> => {
  const sums = new Map<string, number>()
  const add = (clientId: number, currency: string, amount: number): void => {
    const key = `${clientId} ${currency}`
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }
  for (const { id } of clients) {
    const { rows } = await sql<{ currency: string; amount: number }>`
      select currency, amount_minor - refunded_minor as amount from lease_recharge where client_id = ${id}`.execute(
      db,
    )
    for (const { currency, amount } of rows) add(id, currency, amount)
  }
  for (const { id } of drones) {
    const { rows } = await sql<{ start_at: Date; covered_m2: number; duration_s: number }>`
      select start_at, covered_m2, duration_s from work_record where drone_id = ${id}`.execute(db)
    for (const row of rows) {
      const lease = await leaseOfFlight(db, id, row.start_at)
      if (!lease) continue
      const price = lease.chargeBy === 'mu' ? lease.muUnitPriceMinor : lease.hourUnitPriceMinor
      const flown = { coveredM2: row.covered_m2, durationS: row.duration_s }
      add(lease.clientId, lease.currency, -priceOfFlight(lease.chargeBy, price, flown))
    }
  }
  return sums
}

const checkWorld = async (world: World): Promise<void> => {
  expect((await verifyBook(db, world.lessorId)).problems).toEqual([])
  const expected = await expectedBalances(world)
  for (const { id } of world.clients)
    for (const { currency, balanceMinor } of await balanceOfClient(db, id))
      expect(balanceMinor, `${id} ${currency}`).toBe(expected.get(`${id} ${currency}`) ?? 0)
  const { rows } = await sql<{ cause: string }>`
    select entry.cause_id as cause from ledger_entry entry
    where entry.owner_id = ${world.lessorId} and entry.cause_kind = 'sortie'
      and entry.reverses_id is null
      and not exists (select from ledger_entry later where later.reverses_id = entry.id)
    group by entry.cause_id having count(*) > 1`.execute(db)
  expect(rows).toEqual([])
}

test('any sequence of flights, leases, recharges, refunds and closings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const world = await openWorld()
      for (const one of steps) await takeStep(world, one)
      await checkWorld(world)
      await sealLedger(db)
      await checkWorld(world)
    }),
    { numRuns, ...(numRuns > 20 ? {} : { endOnFailure: true }) },
  )
}, 600_000)

test('return and cancel at the same moment leave one bill', async () => {
  for (let i = 0; i < Math.min(numRuns, 50); i++) {
    const world = await openWorld()
    const [drone] = world.drones
    const [lease] = world.leases
    await insertFlight(db, drone!, { startMs: now - 5 * day })
    await billAll(drone!.id)
    const end = (set: Parameters<typeof writeLeaseRow>[2]) =>
      tx(db, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('lease')
          .set(set)
          .where('id', '=', lease!.id)
          .where('returned_at', 'is', null)
          .where('cancelled_at', 'is', null)
          .executeTakeFirst()
        await billFlights(
          trx,
          drone!.id,
          { fromMs: now - 90 * day, untilMs: Infinity },
          new Date(now),
        )
        return numUpdatedRows
      })
    const won = await Promise.all([
      end({ returned_at: new Date(now - day) }),
      end({ cancelled_at: new Date(now) }),
      billAll(drone!.id),
    ])
    expect(won.filter((rows) => rows === 1n)).toHaveLength(1)
    await checkWorld(world)
  }
})
