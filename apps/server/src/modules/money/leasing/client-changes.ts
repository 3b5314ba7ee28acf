// Registering, changing and activating clients, with their prices and codes.
import type { leasingRoutes } from '@swath/contract/money/leasing'
import type { RentalClientChange } from '@swath/contract/money/rental-clients'
import { currencyOfRegion } from '@swath/domain/service-terms'
import type { z } from 'zod'
import type { Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import {
  codeLifeDays,
  groupCode,
  hashActivationCode,
  makeActivationCode,
} from './activation-code.ts'
import { clientKind, presentPrices, readClient } from './client-presenters.ts'
import {
  findOffer,
  insertClient,
  isClientOf,
  keepPrice,
  lockOffer,
  usersOfAccount,
  writeClient,
  type ClientRecord,
  type OfferRow,
} from './clients.queries.ts'
import type { Deps } from './leasing-deps.ts'
import { lockDronesKind } from '../lease-billing/locking-of-drones.ts'

type Calls = Handlers<typeof leasingRoutes>
type Fields = Omit<z.infer<typeof RentalClientChange>, 'version'>

const toColumns = (fields: Fields) => ({
  name: fields.clientName,
  contact: fields.contactName,
  phone: fields.contactPhone,
  note: fields.note,
  warn_below_minor: fields.warnBelow,
  locks_when_empty: fields.locksWhenEmpty,
  grace_minor: fields.grace,
})

const toFields = (row: ClientRecord): Fields => ({
  clientName: row.name,
  contactName: row.contact,
  contactPhone: row.phone,
  note: row.note,
  warnBelow: row.warn_below_minor,
  locksWhenEmpty: row.locks_when_empty,
  grace: row.grace_minor,
})

/**
 * Changed rules or currency may change whether the balance counts as spent, so it is checked again.
 */
const writeRules = async (
  trx: Tx,
  clientId: number,
  columns: Parameters<typeof writeClient>[2],
): Promise<void> => {
  await writeClient(trx, clientId, columns)
  await enqueueJob(trx, lockDronesKind, { clientId }, { key: `lock ${clientId}` })
}

const createRentalClient =
  ({ record }: Deps): Calls['createRentalClient'] =>
  ({ body }, context) =>
    record(context, async (trx, now) => {
      const { caller } = context
      const {
        currency = currencyOfRegion(caller.regionCode),
        muUnitPrice,
        durationPrice,
        ...fields
      } = body
      const price = {
        currency,
        mu_unit_price_minor: muUnitPrice,
        hour_unit_price_minor: durationPrice,
      }
      const id = await insertClient(trx, {
        ...toColumns(fields),
        ...price,
        lessor_account_id: caller.accountId,
        tenant_account_id: null,
        code_hash: null,
        created_at: now,
      })
      await keepPrice(trx, { client_id: id, from_at: now, ...price, user_name: caller.userName })
      return {
        action: 'rental-client.create',
        object: { type: 'rental-client', id: String(id), name: fields.clientName },
        details: { after: { ...body, currency } },
        answer: () => readClient(trx, caller, String(id)),
      }
    })

const updateRentalClient =
  ({ change }: Deps): Calls['updateRentalClient'] =>
  ({ params: { clientId: id }, body: { version, ...fields } }, context) =>
    change(
      context,
      clientKind,
      { id, version, to: 'update', action: 'rental-client.update' },
      async (trx, row) => ({
        name: fields.clientName,
        before: toFields(row),
        after: fields,
        write: () => writeRules(trx, row.id, toColumns(fields)),
        answer: () => readClient(trx, context.caller, id),
      }),
    )

const setClientPrice =
  ({ change }: Deps): Calls['setClientPrice'] =>
  ({ params: { clientId: id }, body: { version, ...given } }, context) =>
    change(
      context,
      clientKind,
      { id, version, to: 'update', action: 'rental-client.price' },
      async (trx, row, now) => {
        const price = { ...given, currency: given.currency ?? row.currency }
        const columns = {
          currency: price.currency,
          mu_unit_price_minor: price.muUnitPrice,
          hour_unit_price_minor: price.durationPrice,
        }
        // Amounts in the old currency are not valid in the new one.
        const { warnBelow, grace } =
          price.currency === row.currency ? toFields(row) : { warnBelow: null, grace: 0 }
        return {
          before: {
            ...presentPrices(row),
            warnBelow: row.warn_below_minor,
            grace: row.grace_minor,
          },
          after: { ...price, warnBelow, grace },
          write: async () => {
            await writeRules(trx, row.id, {
              ...columns,
              warn_below_minor: warnBelow,
              grace_minor: grace,
            })
            await keepPrice(trx, {
              client_id: row.id,
              from_at: now,
              ...columns,
              user_name: context.caller.userName,
            })
          },
          answer: () => readClient(trx, context.caller, id),
        }
      },
    )

const issueActivationCode =
  ({ change }: Deps): Calls['issueActivationCode'] =>
  ({ params: { clientId: id }, body: { version } }, context) =>
    change(
      context,
      clientKind,
      { id, version, to: 'activate', action: 'rental-client.code' },
      async (trx, row, now) => {
        const code = makeActivationCode()
        const until = new Date(now.getTime() + codeLifeDays * 86_400_000)
        return {
          write: () =>
            writeClient(trx, row.id, {
              state: 1,
              code_hash: hashActivationCode(code),
              code_until: until,
            }),
          answer: async () => ({
            code: groupCode(code),
            validUntil: until.toISOString(),
            client: await readClient(trx, context.caller, id),
          }),
        }
      },
    )

const presentOffer = (row: OfferRow) => ({
  clientId: String(row.id),
  clientName: row.name,
  lessorAccountName: row.lessor_name,
  ...presentPrices(row),
})

/** Correct codes do not count as attempts. */
const tryCode = async <Answer>(
  { throttle }: Deps,
  accountId: string,
  work: () => Promise<Answer | undefined>,
): Promise<Answer> => {
  const admission = await throttle.admitActivation({ accountId })
  if (!admission.admitted) return fail('too_many_requests', { retryAfterS: admission.retryAfterS })
  const answer = (await work()) ?? fail('activation_code_wrong')
  await admission.undo()
  return answer
}

const lookAtActivation =
  (deps: Deps): Calls['lookAtActivation'] =>
  async ({ body: { code } }, { caller }) => {
    if (caller.accountType !== 'operator') fail('tenants_are_operators')
    const now = new Date(deps.clock.now())
    const offer = await tryCode(deps, caller.accountId, () =>
      findOffer(deps.db, hashActivationCode(code), now),
    )
    return presentOffer(offer)
  }

const activateRentalClient =
  (deps: Deps): Calls['activateRentalClient'] =>
  ({ body: { code } }, context) => {
    const { caller } = context
    if (caller.accountType !== 'operator') fail('tenants_are_operators')
    return tryCode(deps, caller.accountId, () =>
      deps.record(context, async (trx, now) => {
        const row =
          (await lockOffer(trx, hashActivationCode(code), now)) ?? fail('activation_code_wrong')
        if (
          row.lessor_account_id === caller.accountId ||
          (await isClientOf(trx, row.lessor_account_id, caller.accountId))
        )
          fail('client_already')
        const userIds = await usersOfAccount(trx, caller.accountId)
        return {
          action: 'rental-client.activate',
          object: { type: 'rental-client', id: String(row.id), name: row.name },
          details: { lessor: row.lessor_name, tenant: caller.accountName },
          write: () =>
            writeClient(trx, row.id, {
              state: 2,
              tenant_account_id: caller.accountId,
              activated_at: now,
              code_hash: null,
              code_until: null,
            }),
          answer: () => Promise.resolve(presentOffer(row)),
          // These people now have the leasing screens.
          tell: (events) => events.emit('accessChanged', { userIds }),
        }
      }),
    )
  }

export const clientChangeHandlers = (deps: Deps) => ({
  createRentalClient: createRentalClient(deps),
  updateRentalClient: updateRentalClient(deps),
  setClientPrice: setClientPrice(deps),
  issueActivationCode: issueActivationCode(deps),
  lookAtActivation: lookAtActivation(deps),
  activateRentalClient: activateRentalClient(deps),
})
