// Any client of its lessor can take and return a shared drone; only on the ground, because a flight
// in progress would be charged to two clients.
import type { leasingRoutes } from '@swath/contract/money/leasing'
import type { SharedDrone } from '@swath/contract/money/shared-drones'
import type { Caller } from '@swath/domain/access/caller'
import { muFromM2 } from '@swath/domain/units'
import type { Db } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { balanceOfClient } from '../lease-billing/client-balance.ts'
import { holdBillsOfDrone } from '../lease-billing/bill-flights.queries.ts'
import { presentPrices } from './client-presenters.ts'
import { handOver } from './hand-over.ts'
import { endUses } from './leases.queries.ts'
import type { Deps } from './leasing-deps.ts'
import {
  clientOf,
  findShared,
  flightsSince,
  insertUse,
  lockShared,
  openUse,
} from './shared-drones.queries.ts'
import { releaseDrones } from './lock-drones.ts'
import { isSpent } from './spent-balance.ts'

type Calls = Handlers<typeof leasingRoutes>

const readBalance = async (db: Db, clientId: number, currency: string): Promise<number> =>
  (await balanceOfClient(db, clientId)).find((one) => one.currency === currency)?.balanceMinor ?? 0

const readShared = async (
  db: Db,
  { accountId }: Pick<Caller, 'accountId'>,
  token: string,
): Promise<SharedDrone> => {
  const row = (await findShared(db, token)) ?? fail('not_found')
  const client = await clientOf(db, row.lessor_account_id, accountId)
  const use = await openUse(db, row.id)
  const isMine = use !== undefined && use.client_id === client?.id
  const flights = isMine ? await flightsSince(db, row.id, use.client_id, use.from_at) : []
  return {
    droneId: row.drone_id,
    droneName: row.drone_name,
    modelName: row.model_name,
    lessorAccountName: row.lessor_name,
    chargeBy: row.charge_by,
    ...presentPrices(row),
    locked: row.locked,
    inTheAir: row.in_the_air,
    state: !client ? 'notClient' : isMine ? 'mine' : use ? 'taken' : 'free',
    since: isMine ? use.from_at.toISOString() : null,
    flights: flights.map((flight) => ({
      startTime: flight.start_at.toISOString(),
      endTime: flight.end_at.toISOString(),
      coveredArea: muFromM2(flight.covered_m2),
      flightTime: flight.duration_s,
      charge: { currency: flight.currency, amount: flight.amount_minor },
    })),
    balance: client
      ? { currency: row.currency, amount: await readBalance(db, client.id, row.currency) }
      : null,
  }
}

const takeSharedDrone =
  ({ db, record }: Deps): Calls['takeSharedDrone'] =>
  async ({ params: { shareToken } }, context) => {
    const { caller } = context
    const before = await readShared(db, caller, shareToken)
    // Taking it twice, as by a double click, takes it once.
    if (before.state === 'mine') return before
    await record(context, async (trx, now) => {
      const row = (await lockShared(trx, shareToken)) ?? fail('not_found')
      const client =
        (await clientOf(trx, row.lessor_account_id, caller.accountId)) ??
        fail('client_not_activated')
      if (await openUse(trx, row.id)) fail('shared_drone_taken')
      if (row.in_the_air) fail('drone_in_the_air')
      if (isSpent(client, await balanceOfClient(trx, client.id))) fail('balance_spent')
      await holdBillsOfDrone(trx, row.drone_id)
      return {
        action: 'shared-drone.take',
        object: { type: 'lease', id: String(row.id), name: row.drone_name },
        details: { clientName: client.name },
        write: async () => {
          const { userId, userName } = caller
          await insertUse(trx, { leaseId: row.id, clientId: client.id, userId, userName, at: now })
          await handOver(trx, caller, row.drone_id, { tenant_id: caller.accountId, now })
        },
        answer: () => Promise.resolve(),
        tell: (events) => events.emit('dronesChanged', { droneIds: [row.drone_id] }),
      }
    })
    return readShared(db, caller, shareToken)
  }

const giveBackSharedDrone =
  ({ db, record }: Deps): Calls['giveBackSharedDrone'] =>
  async ({ params: { shareToken } }, context) => {
    const { caller } = context
    await record(context, async (trx, now) => {
      const row = (await lockShared(trx, shareToken)) ?? fail('not_found')
      const use = await openUse(trx, row.id)
      if (use?.tenant_account_id !== caller.accountId) fail('shared_drone_not_yours')
      if (row.in_the_air) fail('drone_in_the_air')
      await holdBillsOfDrone(trx, row.drone_id)
      return {
        action: 'shared-drone.give-back',
        object: { type: 'lease', id: String(row.id), name: row.drone_name },
        details: {},
        write: async () => {
          await endUses(trx, row.id, now)
          await handOver(trx, caller, row.drone_id, { tenant_id: null, now })
          const { drone_id: droneId, lessor_account_id: lessorId } = row
          await releaseDrones(trx, { droneId, lessorId, now })
        },
        answer: () => Promise.resolve(),
        tell: (events) => events.emit('dronesChanged', { droneIds: [row.drone_id] }),
      }
    })
    return readShared(db, caller, shareToken)
  }

export const sharedDroneHandlers = (deps: Deps) => ({
  getSharedDrone: (({ params }, { caller }) =>
    readShared(deps.db, caller, params.shareToken)) satisfies Calls['getSharedDrone'],
  takeSharedDrone: takeSharedDrone(deps),
  giveBackSharedDrone: giveBackSharedDrone(deps),
})
