// Starts and ends leases. During a lease, the tenant sees and flies the drone.
import { randomBytes } from 'node:crypto'
import type { leasingRoutes } from '@swath/contract/money/leasing'
import type { Caller } from '@swath/domain/access/caller'
import type { Currency } from '@swath/domain/money'
import { currencyOfRegion } from '@swath/domain/service-terms'
import type { Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { billFlights } from '../lease-billing/bill-flights.ts'
import { holdBillsOfDrone } from '../lease-billing/bill-flights.queries.ts'
import { lockClient, type ClientRecord } from './clients.queries.ts'
import { handOver } from './hand-over.ts'
import { leaseKind, readLease } from './lease-presenters.ts'
import {
  contractInForce,
  endUses,
  isHalfSigned,
  insertLease,
  lockOwnDrone,
  writeLease,
  type LeaseRecord,
} from './leases.queries.ts'
import type { Deps } from './leasing-deps.ts'
import { releaseDrones } from './lock-drones.ts'

type Calls = Handlers<typeof leasingRoutes>

const findOwnClient = async (trx: Tx, caller: Caller, id: string): Promise<ClientRecord> => {
  const client = await lockClient(trx, caller.scope, id)
  return client?.lessor_account_id === caller.accountId ? client : fail('not_found')
}

/** 128 bits, so that the printed code cannot be guessed. */
const makeShareToken = (): string => randomBytes(16).toString('base64url')

type Price = 'currency' | 'muUnitPrice' | 'durationPrice'
type Priced = { currency: Currency; muUnitPrice: number; durationPrice: number }

/** Missing prices of a lease are those of the client. */
const withPrices = <A extends { [K in Price]?: Priced[K] | undefined }>(
  asked: A,
  client: ClientRecord | null,
  { regionCode }: Caller,
): Omit<A, Price> & Priced => {
  const refuse = (path: Price) => fail('invalid_input', {}, [{ path, message: 'required' }])
  return {
    ...asked,
    currency: asked.currency ?? client?.currency ?? currencyOfRegion(regionCode),
    muUnitPrice: asked.muUnitPrice ?? client?.mu_unit_price_minor ?? refuse('muUnitPrice'),
    durationPrice: asked.durationPrice ?? client?.hour_unit_price_minor ?? refuse('durationPrice'),
  }
}

const createLease =
  ({ record }: Deps): Calls['createLease'] =>
  ({ body: asked }, context) =>
    record(context, async (trx, now) => {
      const { caller } = context
      const client =
        asked.clientId === null ? null : await findOwnClient(trx, caller, asked.clientId)
      const body = withPrices(asked, client, caller)
      await holdBillsOfDrone(trx, body.droneId)
      const drone = (await lockOwnDrone(trx, caller.accountId, body.droneId)) ?? fail('not_found')
      if (client && client.state !== 2) fail('client_not_activated')
      if (client && client.currency !== body.currency)
        fail('lease_currency', { currency: client.currency, given: body.currency })
      if (client && (await isHalfSigned(trx, client.id))) fail('contract_open')
      const id =
        (drone.tenant_id === null
          ? await insertLease(trx, {
              lessor_account_id: caller.accountId,
              client_id: client?.id ?? null,
              drone_id: drone.id,
              contract_id: client && (await contractInForce(trx, client.id)),
              rental_model: body.rentalModel,
              charge_by: body.chargeBy,
              currency: body.currency,
              mu_unit_price_minor: body.muUnitPrice,
              hour_unit_price_minor: body.durationPrice,
              share_token: client ? null : makeShareToken(),
              note: body.note,
              starts_at: now,
              created_by: caller.userName,
            })
          : null) ?? fail('drone_lent')
      return {
        action: 'lease.create',
        object: { type: 'lease', id: String(id), name: drone.name },
        details: { after: { ...body, clientName: client?.name ?? null } },
        write: () =>
          handOver(trx, caller, drone.id, {
            tenant_id: client?.tenant_account_id ?? null,
            rental_model: body.rentalModel,
            now,
          }),
        answer: () => readLease(trx, caller, id),
        tell: (events) => events.emit('dronesChanged', { droneIds: [drone.id] }),
      }
    })

const endLease = async (
  trx: Tx,
  caller: Caller,
  row: LeaseRecord,
  { now, ...end }: { now: Date; returned_at: Date } | { now: Date; cancelled_at: Date },
): Promise<void> => {
  const { id, drone_id: droneId, lessor_account_id: lessorId } = row
  const endedAt = 'returned_at' in end ? end.returned_at : row.starts_at
  await writeLease(trx, id, end)
  await endUses(trx, id, 'returned_at' in end ? endedAt : now)
  await holdBillsOfDrone(trx, droneId)
  await handOver(trx, caller, droneId, { tenant_id: null, now })
  await releaseDrones(trx, { droneId, lessorId, now })
  // Flights since then are charged to someone else, or to nobody.
  await billFlights(trx, droneId, { fromMs: endedAt.getTime(), untilMs: Infinity }, now)
}

const returnLease =
  ({ change }: Deps): Calls['returnLease'] =>
  ({ body: { id, returnTime, version } }, context) =>
    change(
      context,
      leaseKind,
      { id, version, to: 'end', action: 'lease.return' },
      async (trx, row, now) => {
        const at = returnTime === undefined ? now : new Date(returnTime)
        if (at > now || at < row.starts_at)
          fail('invalid_input', {}, [{ path: 'returnTime', message: 'returnTime' }])
        return {
          details: { returnTime: at.toISOString() },
          write: () => endLease(trx, context.caller, row, { now, returned_at: at }),
          answer: () => readLease(trx, context.caller, row.id),
          tell: (events) => events.emit('dronesChanged', { droneIds: [row.drone_id] }),
        }
      },
    )

const cancelLease =
  ({ change }: Deps): Calls['cancelLease'] =>
  ({ body: { id, version } }, context) =>
    change(
      context,
      leaseKind,
      { id, version, to: 'end', action: 'lease.cancel' },
      async (trx, row, now) => ({
        write: () => endLease(trx, context.caller, row, { now, cancelled_at: now }),
        answer: () => readLease(trx, context.caller, row.id),
        tell: (events) => events.emit('dronesChanged', { droneIds: [row.drone_id] }),
      }),
    )

export const leaseChangeHandlers = (deps: Deps) => ({
  createLease: createLease(deps),
  returnLease: returnLease(deps),
  cancelLease: cancelLease(deps),
})
