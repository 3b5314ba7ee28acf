// Base prices: added, changed and deleted by the lessor.
import {
  BasicPriceTerms,
  basicPriceList,
  type BasicPrice,
  type BasicPriceInput,
  type BasicPriceStep,
} from '@swath/contract/money/basic-prices'
import type { leasingRoutes } from '@swath/contract/money/leasing'
import type { Caller } from '@swath/domain/access/caller'
import type { z } from 'zod'
import { listChanges } from '../../../platform/audit/audit.queries.ts'
import { createPlainChanges } from '../../../platform/change/plain-changes.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { lockAccount } from '../../../platform/access/lock-account.queries.ts'
import {
  basicPriceRows,
  deleteBasicPrice,
  findBasicPrice,
  insertBasicPrice,
  isOwnModel,
  isPriced,
  ownModels,
  lockBasicPrice,
  updateBasicPrice,
  type BasicPriceRow,
} from './basic-prices.queries.ts'
import { lends, managesAs, presentPrices } from './client-presenters.ts'
import type { Deps } from './leasing-deps.ts'
import { priceCell } from './price-cell.ts'

type Fields = z.output<typeof BasicPriceInput>

const loggedType = 'basic-price'

const toFields = (row: BasicPriceRow): Fields => ({
  flyModelId: row.model_id,
  rentalModel: row.rental_model,
  ...presentPrices(row),
  validFrom: row.valid_from,
  validUntil: row.valid_until,
  note: row.note,
})

const toColumns = (fields: Fields) => ({
  model_id: fields.flyModelId,
  rental_model: fields.rentalModel,
  currency: fields.currency,
  mu_unit_price_minor: fields.muUnitPrice,
  hour_unit_price_minor: fields.durationPrice,
  valid_from: fields.validFrom,
  valid_until: fields.validUntil,
  note: fields.note,
})

const present = (row: BasicPriceRow, caller: Caller): BasicPrice => {
  const may = managesAs(caller, 'lease.manage', row.lessor_account_id)
  return {
    priceId: row.id,
    ...toFields(row),
    modelName: row.model_name,
    accountName: row.lessor_name,
    state: row.state,
    version: row.version,
    can: { update: may, delete: may },
  }
}

const LoggedTerms = BasicPriceTerms.partial()

/** Who set the price, reconstructed from the present one and what each entry of the log replaced. */
const readHistory = async (db: Db, row: BasicPriceRow): Promise<BasicPriceStep[]> => {
  let to = BasicPriceTerms.parse(toFields(row))
  const changes = await listChanges(db, row.lessor_account_id, loggedType, row.id)
  return changes.map(({ at, user_name: userName, action, details }) => {
    const from =
      action === `${loggedType}.add`
        ? null
        : { ...to, ...LoggedTerms.parse(details['before'] ?? {}) }
    const step = { at: at.toISOString(), userName, from, to }
    to = from ?? to
    return step
  })
}

const requireModel = async (db: Db, { accountId }: Caller, id: string | null): Promise<void> => {
  if (id !== null && !(await isOwnModel(db, accountId, id))) fail('not_found')
}

/** Checked after writing, while changes are serialized, so that two prices cannot overlap. */
const checkDays = async (trx: Tx, caller: Caller, id: string, fields: Fields): Promise<void> => {
  await lockAccount(trx, caller.accountId)
  if (await isPriced(trx, id, caller.accountId, toColumns(fields))) fail('price_overlaps')
}

type BasicPriceCalls = Pick<
  Handlers<typeof leasingRoutes>,
  | 'listBasicPrices'
  | 'exportBasicPrices'
  | 'listLeasedModels'
  | 'getBasicPriceHistory'
  | 'addBasicPrice'
  | 'updateBasicPrice'
  | 'deleteBasicPrice'
>

export const basicPriceHandlers = (deps: Deps): BasicPriceCalls => {
  const { readDb, clock } = deps
  const askedBy = ({ scope }: Caller) => ({ scope, now: new Date(clock.now()) })
  const { add, update, remove } = createPlainChanges<BasicPriceRow, Fields, BasicPrice>(deps, {
    kind: {
      type: 'basic-price',
      lock: (trx, { caller }, id) => lockBasicPrice(trx, askedBy(caller), id),
      refusal: ({ caller }, row) =>
        managesAs(caller, 'lease.manage', row.lessor_account_id) ? null : 'forbidden',
      identify: ({ id, valid_from: name }) => ({ id, name }),
      readVersion: (row) => row.version,
    },
    nameOf: ({ validFrom }) => validFrom,
    toFields,
    insert: (trx, { caller }, id, fields) =>
      insertBasicPrice(trx, { id, lessor_account_id: caller.accountId, ...toColumns(fields) }),
    update: (trx, id, fields) => updateBasicPrice(trx, id, toColumns(fields)),
    remove: deleteBasicPrice,
    read: async (trx, { caller }, id) => {
      const row = (await findBasicPrice(trx, askedBy(caller), id)) ?? fail('conflict')
      await checkDays(trx, caller, id, toFields(row))
      return present(row, caller)
    },
  })
  return {
    listBasicPrices: async ({ query }, { caller }) => {
      const asked = askedBy(caller)
      return {
        ...(await basicPriceRows.readPage(readDb, asked, query, (row) => present(row, caller))),
        can: { create: lends(caller, 'lease.manage') },
      }
    },
    exportBasicPrices: ({ query }, context) =>
      listFile(basicPriceList, query, context, {
        rows: basicPriceRows.each(readDb, askedBy(context.caller), query),
        present: (row) => present(row, context.caller),
        cells: {
          muUnitPrice: (row) => priceCell(row.mu_unit_price_minor, row.currency),
          durationPrice: (row) => priceCell(row.hour_unit_price_minor, row.currency),
          modelName: (row) => row.model_name ?? labelsIn(context.language)('leasing:everyModel'),
        },
      }),
    listLeasedModels: async (_asked, { caller }) => ({
      items: (await ownModels(readDb, caller.accountId)).map(({ id, name }) => ({
        flyModelId: id,
        modelName: name,
      })),
    }),
    getBasicPriceHistory: async ({ params }, { caller }) => {
      const row = await findBasicPrice(readDb, askedBy(caller), params.priceId)
      return { items: await readHistory(readDb, row ?? fail('not_found')) }
    },
    addBasicPrice: async ({ body }, context) => {
      await requireModel(deps.db, context.caller, body.flyModelId)
      return add(context, body)
    },
    updateBasicPrice: async ({ body: { priceId: id, version, ...fields } }, context) => {
      await requireModel(deps.db, context.caller, fields.flyModelId)
      return update(context, { id, version }, fields)
    },
    deleteBasicPrice: ({ params }, context) => remove(context, params.priceId),
  }
}
