// A lessor's default prices, used if nothing else is agreed, each with its first and last day.
import { z } from 'zod'
import { RowVersion, SearchText, SeenVersion, Time, filter, AskedDay } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import {
  CurrencyCode,
  RentalModelCode,
  leasingBase,
  prices,
  rentalModelCodes,
  rentalModelLabels,
} from './leasing-fields.ts'
import { declareList } from '../list.ts'
import { fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Leasing')
const base = `${leasingBase}/basicPrices`
const screens = ['basic-price-list'] as const
const manage = { screens, right: 'lease.manage' } as const

const basicPriceFields = {
  flyModelId: id('droneModel')
    .nullable()
    .default(null)
    .describe('Null: applies to every model without a model-specific price'),
  rentalModel: RentalModelCode,
  ...prices,
  validFrom: AskedDay,
  validUntil: AskedDay.nullable()
    .default(null)
    .describe('Last day; null: valid until another price follows'),
  note: z.string().trim().max(200).default(''),
}
const inOrder = ({ validFrom, validUntil }: { validFrom: string; validUntil: string | null }) =>
  validUntil === null || validUntil >= validFrom
const orderRule = { path: ['validUntil'], message: 'endBeforeStart' }

export const BasicPriceInput = z.object(basicPriceFields).refine(inOrder, orderRule)
export const BasicPriceChange = z
  .object({ priceId: id('basicPrice'), ...basicPriceFields, version: SeenVersion })
  .refine(inOrder, orderRule)

export const BasicPrice = z
  .object({
    priceId: id('basicPrice'),
    ...basicPriceFields,
    modelName: z.string().nullable(),
    accountName: z.string(),
    state: z.enum(['coming', 'inForce', 'past']),
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'BasicPrice' })
export type BasicPrice = z.infer<typeof BasicPrice>

const priceTerms = {
  ...prices,
  validFrom: basicPriceFields.validFrom,
  validUntil: basicPriceFields.validUntil,
}
export const BasicPriceTerms = z.object(priceTerms)
export const BasicPriceStep = z.object({
  at: Time,
  userName: z.string(),
  from: BasicPriceTerms.nullable().describe('Null: the price was added'),
  to: BasicPriceTerms,
})
export type BasicPriceStep = z.infer<typeof BasicPriceStep>

export const basicPriceList = declareList({
  name: 'basic-prices',
  call: 'listBasicPrices',
  fileCall: 'exportBasicPrices',
  row: BasicPrice,
  rowKey: 'priceId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-validFrom',
  filters: {
    rentalModel: filter(z.enum(rentalModelCodes)),
    modelName: SearchText,
    currency: filter(CurrencyCode),
    state: filter(z.enum(['coming', 'inForce', 'past'])),
  },
  columns: {
    rentalModel: {
      label: 'leasing:rentalModel',
      kind: 'code',
      labels: rentalModelLabels,
      sort: true,
      phone: 'title',
    },
    modelName: { label: 'leasing:droneModel', sort: true, phone: 'figure' },
    muUnitPrice: { label: 'leasing:muUnitPrice', kind: 'own', phone: 'figure' },
    durationPrice: { label: 'leasing:durationPrice', kind: 'own' },
    currency: { label: 'leasing:currency' },
    validFrom: { label: 'leasing:validFrom', sort: true },
    validUntil: { label: 'leasing:validUntil' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        coming: 'leasing:priceComing',
        inForce: 'leasing:priceInForce',
        past: 'leasing:pricePast',
      },
      phone: 'state',
    },
    accountName: { label: 'terms:account' },
    note: { label: 'leasing:note' },
  },
})

export const basicPriceRoutes = {
  listBasicPrices: route('GET', base, {
    policy: { screens },
    summary: 'List the base prices of the account and of the accounts below it',
    ...pageOf(basicPriceList, { can: z.object({ create: z.boolean() }) }),
  }),
  exportBasicPrices: route('GET', `${base}/export`, {
    policy: { screens },
    summary: 'Export the filtered base prices as CSV or XLSX',
    ...fileOf(basicPriceList),
  }),
  listLeasedModels: route('GET', `${base}/models`, {
    policy: { screens },
    summary: 'List the models that the account makes or has drones of, for model-specific prices',
    out: z.object({
      items: z
        .array(z.object({ flyModelId: id('droneModel'), modelName: z.string() }))
        .describe('500 at most'),
    }),
  }),
  getBasicPriceHistory: route('GET', `${base}/{priceId}/history`, {
    policy: { screens },
    summary: 'List who set a base price, when and from what to what, newest first',
    params: z.object({ priceId: id('basicPrice') }),
    out: z.object({ items: z.array(BasicPriceStep).describe('100 at most') }),
    errors: ['not_found'],
  }),
  addBasicPrice: route('POST', base, {
    policy: manage,
    summary: 'Add a base price; prices of the same model and rental model must not overlap in time',
    body: BasicPriceInput,
    out: BasicPrice,
    errors: ['not_found', 'price_overlaps'],
  }),
  updateBasicPrice: route('PUT', base, {
    policy: manage,
    summary: 'Change a base price',
    body: BasicPriceChange,
    out: BasicPrice,
    errors: ['not_found', 'forbidden', 'conflict', 'price_overlaps'],
  }),
  deleteBasicPrice: route('DELETE', `${base}/{priceId}`, {
    policy: manage,
    summary: 'Delete a base price; existing leases keep their prices',
    params: z.object({ priceId: id('basicPrice') }),
    errors: ['not_found', 'forbidden'],
  }),
}
