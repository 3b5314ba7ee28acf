// The demonstration's lease billing: every flight on a lease charged, a recharge at the beginning
// of each month, a deposit, damage, an idle fee, a pending recharge and a refused one; all months
// but the last two are closed.
import { sql } from 'kysely'
import { priceOfFlight, type ChargeUnit, type Currency } from '@swath/domain/money'
import type { LedgerAccount, LedgerPurpose } from '@swath/domain/ledger'
import type { Tx } from '@swath/server/platform/database/database'
import {
  closeMonth,
  firstMonthOf,
  listClosable,
  postEntries,
  type NewEntry,
} from '@swath/server/modules/money/public'
import { insertRows } from './demonstration.queries.ts'
import { demoId, type World } from './world-rows.seed.ts'
import { findAdmin } from './world.seed.ts'

type Flown = {
  lease_id: number
  lessor_account_id: string
  client_id: number
  drone_id: string
  sortie_id: string
  start_at: Date
  duration_s: number
  covered_m2: number
  charge_by: ChargeUnit
  currency: Currency
  mu_unit_price_minor: number
  hour_unit_price_minor: number
  end_at: Date
}

const readFlights = async (tx: Tx): Promise<Flown[]> =>
  (
    await sql<Flown>`
      select lease.id as lease_id, lease.lessor_account_id,
        coalesce(lease.client_id, used.client_id) as client_id, flown.drone_id, flown.sortie_id,
        flown.start_at, flown.end_at, flown.duration_s, flown.covered_m2, lease.charge_by,
        lease.currency, lease.mu_unit_price_minor, lease.hour_unit_price_minor
      from lease
      join work_record flown on flown.drone_id = lease.drone_id and flown.start_at >= lease.starts_at
        and (lease.returned_at is null or flown.start_at < lease.returned_at)
      left join shared_use used on used.lease_id = lease.id and flown.start_at >= used.from_at
        and (used.until_at is null or flown.start_at < used.until_at)
      where lease.cancelled_at is null and coalesce(lease.client_id, used.client_id) is not null
      order by flown.start_at, flown.sortie_id`.execute(tx)
  ).rows

const accountOf =
  (ownerAccountId: string, currency: Currency) =>
  (purpose: LedgerPurpose, clientId: number | null = null): LedgerAccount => ({
    ownerAccountId,
    clientId,
    purpose,
    currency,
  })

const unitPriceOf = (flight: Flown): number =>
  flight.charge_by === 'mu' ? flight.mu_unit_price_minor : flight.hour_unit_price_minor

const costOf = (flight: Flown): number =>
  priceOfFlight(flight.charge_by, unitPriceOf(flight), {
    coveredM2: flight.covered_m2,
    durationS: flight.duration_s,
  })

const toDeduction = (flight: Flown): NewEntry => {
  const account = accountOf(flight.lessor_account_id, flight.currency)
  const amount = costOf(flight)
  return {
    cause: { kind: 'sortie', id: flight.sortie_id },
    at: flight.start_at,
    lines: [
      { account: account('prepaid', flight.client_id), amountMinor: -amount },
      { account: account('revenue'), amountMinor: amount },
    ],
    about: {
      droneId: flight.drone_id,
      sortieId: flight.sortie_id,
      leaseId: flight.lease_id,
      chargeBy: flight.charge_by,
      unitPriceMinor: unitPriceOf(flight),
      coveredM2: flight.covered_m2,
      durationS: flight.duration_s,
    },
  }
}

const writeWorkRecords = (tx: Tx, flights: readonly Flown[], now: Date): Promise<void> =>
  insertRows(
    tx,
    'lease_work_record',
    flights.map((flight) => ({
      drone_id: flight.drone_id,
      sortie_id: flight.sortie_id,
      lease_id: flight.lease_id,
      client_id: flight.client_id,
      lessor_id: flight.lessor_account_id,
      start_at: flight.start_at.toISOString(),
      end_at: flight.end_at.toISOString(),
      covered_m2: flight.covered_m2,
      duration_s: flight.duration_s,
      charge_by: flight.charge_by,
      unit_price_minor: unitPriceOf(flight),
      currency: flight.currency,
      amount_minor: costOf(flight),
      state: 'charged',
      waived_reason: null,
      corrections: 0,
      billed_at: now.toISOString(),
      version: 1,
    })),
  )

type Recharged = {
  key: string
  clientId: number
  lessorId: string
  currency: Currency
  amount: number
  at: Date
  state: 'asked' | 'paid' | 'refused'
}

/**
 * Each month is recharged with a thousand more than its cost; the last one with half, so that
 * little is left.
 */
const planRecharges = (flights: readonly Flown[], now: Date): Recharged[] => {
  const byMonth = Map.groupBy(
    flights,
    (one) => `${one.client_id} ${one.start_at.toISOString().slice(0, 7)}`,
  )
  const planned = [...byMonth].map(([key, those], place, all): Recharged => {
    const [first] = those as [Flown]
    const cost = those.reduce((sum, one) => sum + costOf(one), 0)
    const share = place === all.length - 1 ? 0.5 : 1
    return {
      key,
      clientId: first.client_id,
      lessorId: first.lessor_account_id,
      currency: first.currency,
      amount: Math.max(1, Math.round((cost * share) / 100_000)) * 100_000,
      at: new Date(first.start_at.getTime() - 3_600_000),
      state: 'paid',
    }
  })
  const last = planned.at(-1)
  if (!last) return []
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  return [
    ...planned,
    { ...last, key: 'waiting', amount: 500_000, at: hoursAgo(5), state: 'asked' },
    { ...last, key: 'refused', amount: 300_000, at: hoursAgo(190), state: 'refused' },
  ]
}

const numberOf = ({ at, key }: Recharged): string =>
  `R${at.toISOString().slice(2, 10).replaceAll('-', '')}${demoId('rechargeNo', key).slice(-6).toUpperCase()}`

const writeRecharges = async (
  tx: Tx,
  recharges: readonly Recharged[],
  { tenant, lessor }: { tenant: { id: string; name: string; accountId: string }; lessor: string },
): Promise<void> => {
  await insertRows(
    tx,
    'lease_recharge',
    recharges.map((one) => ({
      id: demoId('recharge', one.key),
      number: numberOf(one),
      lessor_id: one.lessorId,
      client_id: one.clientId,
      currency: one.currency,
      amount_minor: one.amount,
      refunded_minor: 0,
      state: one.state,
      note: '',
      reason: one.state === 'refused' ? '未收到这笔转账,请核对账号。' : '',
      asked_at: new Date(one.at.getTime() - 7_200_000).toISOString(),
      asked_by: tenant.id,
      asked_by_name: tenant.name,
      asked_by_account_id: tenant.accountId,
      decided_at: one.state === 'asked' ? null : one.at.toISOString(),
      decided_by_name: one.state === 'asked' ? null : lessor,
      version: one.state === 'asked' ? 1 : 2,
    })),
  )
}

const toRechargeEntry = (one: Recharged, byName: string): NewEntry => {
  const account = accountOf(one.lessorId, one.currency)
  return {
    cause: { kind: 'recharge', id: demoId('recharge', one.key) },
    at: one.at,
    lines: [
      { account: account('prepaid', one.clientId), amountMinor: one.amount },
      { account: account('cash'), amountMinor: -one.amount },
    ],
    about: { rechargeNo: numberOf(one) },
    note: numberOf(one),
    byName,
  }
}

/** Entries made by the lessor by hand. */
const byHand = (first: Flown, now: Date, byName: string): NewEntry[] => {
  const account = accountOf(first.lessor_account_id, first.currency)
  const entry = (
    kind: 'deposit' | 'damage' | 'idle',
    daysAgo: number,
    amount: number,
    note: string,
  ): NewEntry => ({
    cause: { kind, id: `${first.client_id} ${demoId('clientBill', kind)}` },
    at: kind === 'deposit' ? first.start_at : new Date(now.getTime() - daysAgo * 86_400_000),
    lines: [
      {
        account: kind === 'deposit' ? account('cash') : account('prepaid', first.client_id),
        amountMinor: -amount,
      },
      {
        account: kind === 'deposit' ? account('deposit', first.client_id) : account(kind),
        amountMinor: amount,
      },
    ],
    note,
    byName,
  })
  return [
    entry('deposit', 0, 2_000_000, '十台无人机押金'),
    entry('damage', 38, 86_000, '更换左前机臂一支'),
    entry('idle', 12, 45_000, '停机等药三天'),
  ]
}

export const writeLeaseBills = async (tx: Tx, world: World, nowMs: number): Promise<void> => {
  const now = new Date(nowMs)
  const flights = await readFlights(tx)
  const [first] = flights
  if (!first) return
  const ownerId = first.lessor_account_id
  const lessor = findAdmin(world, ownerId).name
  const tenantId = world.drones.find(({ id }) => id === first.drone_id)!.tenantId!
  const tenant = findAdmin(world, tenantId)
  const recharges = planRecharges(flights, now)
  await writeWorkRecords(tx, flights, now)
  await writeRecharges(tx, recharges, {
    tenant: { id: tenant.id, name: tenant.name, accountId: tenantId },
    lessor,
  })
  const entries = [
    ...flights.filter((flight) => costOf(flight) > 0).map(toDeduction),
    ...recharges.filter(({ state }) => state === 'paid').map((one) => toRechargeEntry(one, lessor)),
    ...byHand(first, now, lessor),
  ]
  await postEntries(tx, ownerId, entries, now)
  const months = listClosable({
    closedUntil: null,
    firstMonth: await firstMonthOf(tx, ownerId),
    thisMonth: `${new Date(nowMs - 32 * 86_400_000).toISOString().slice(0, 7)}-01`,
  })
  for (const month of months) await closeMonth(tx, { ownerId, month, at: now, byName: lessor })
}
