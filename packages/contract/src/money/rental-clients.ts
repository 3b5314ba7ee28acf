// Clients to which an account lends drones, their prices, and how they become clients
// (specification, sections 3 and 4: Rental client).
import { z } from 'zod'
import { ActivationCode } from '../codes.ts'
import {
  AreaUnit,
  Mu,
  Page,
  RowVersion,
  SearchText,
  SeenVersion,
  Time,
  filter,
  paged,
  searchIn,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import {
  CurrencyCode,
  RentalClientId,
  leaseFigures,
  leasingBase,
  prices,
} from './leasing-fields.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf, similarNames } from '../list-calls.ts'

const route = routeWithTag('Leasing')
const base = `${leasingBase}/customers`
const screens = ['client-list', 'client-chart'] as const
const manage = { screens, right: 'client.manage' } as const

/** Default page size: the screen shows every client at once (specification, section 9). */
export const clientsAtOnce = 999

const balanceRules = {
  warnBelow: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .nullable()
    .default(null)
    .describe('Balance below which a warning is sent, in the smallest unit; null: only below zero'),
  locksWhenEmpty: z
    .boolean()
    .default(false)
    .describe(
      'Whether drones are locked, on the ground and never in flight, when the balance is spent',
    ),
  grace: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(0)
    .describe('Amount by which the balance may fall below zero before that, in the smallest unit'),
}
const contactFields = {
  clientName: z.string().trim().min(1).max(100),
  contactName: z.string().trim().max(60).default(''),
  contactPhone: z.string().trim().max(30).default(''),
  note: z.string().trim().max(500).default(''),
}

export const NewRentalClient = z.object({ ...contactFields, ...prices, ...balanceRules })
/** The body of the call; the console's form requires the currency. */
const RegisteredClient = NewRentalClient.extend({
  currency: prices.currency
    .optional()
    .describe('ISO 4217; absent: the currency of the lessor’s country'),
})
export const RentalClientChange = z.object({
  ...contactFields,
  ...balanceRules,
  version: SeenVersion,
})
export const ClientPriceChange = z.object({ ...prices, version: SeenVersion })
const ChangedPrice = ClientPriceChange.extend({
  currency: prices.currency.optional().describe('ISO 4217; absent: unchanged'),
})

export const RentalClient = z
  .object({
    clientId: RentalClientId,
    ...contactFields,
    ...prices,
    ...balanceRules,
    status: ActivationCode,
    lessorAccountId: id('account'),
    lessorAccountName: z.string(),
    tenantAccountId: id('account')
      .nullable()
      .describe('Account that activated the client; null: not activated'),
    tenantAccountName: z.string().nullable(),
    codeValidUntil: Time.nullable().describe(
      'Expiry of the activation code that has not been redeemed yet',
    ),
    activatedAt: Time.nullable(),
    balances: z
      .array(z.object({ currency: CurrencyCode, prepaid: z.int(), deposit: z.int() }))
      .describe(
        'The currency of its prices first; in the smallest unit; a negative prepaid amount is owed',
      ),
    leaseNum: z.int().describe('Number of drones currently lent to the client'),
    contractState: z
      .enum(['none', 'open', 'signed'])
      .describe('State of the client’s newest contract'),
    ...leaseFigures,
    createdAt: Time,
    version: RowVersion,
    can: z.object({ update: z.boolean(), activate: z.boolean(), lend: z.boolean() }),
  })
  .meta({ id: 'RentalClient' })
export type RentalClient = z.infer<typeof RentalClient>

export const RentalClientDetail = z
  .object({
    ...RentalClient.shape,
    priceHistory: z
      .array(z.object({ from: Time, userName: z.string(), ...prices }))
      .describe('Newest first; a lease keeps the prices with which it began'),
  })
  .meta({ id: 'RentalClientDetail' })
export type RentalClientDetail = z.infer<typeof RentalClientDetail>

/** Codes of ActivationCode, as the filter names them. */
export const clientStates = ['0', '1', '2'] as const

export const rentalClientList = declareList({
  name: 'rental-clients',
  call: 'listRentalClients',
  fileCall: 'exportRentalClients',
  row: RentalClient,
  rowKey: 'clientId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: 'clientName',
  filters: {
    search: searchIn('clientName', 'contactName', 'contactPhone', 'tenantAccountName'),
    clientName: SearchText,
    contactName: SearchText,
    contactPhone: SearchText,
    tenantAccountName: SearchText,
    status: filter(z.enum(clientStates)),
    currency: filter(CurrencyCode),
  },
  columns: {
    clientName: { label: 'leasing:client', sort: true, phone: 'title' },
    status: {
      label: 'terms:state',
      kind: 'code',
      labels: { 0: 'leasing:debugging', 1: 'leasing:unactivated', 2: 'leasing:activated' },
      phone: 'state',
    },
    contactName: { label: 'leasing:contact' },
    contactPhone: { label: 'terms:phone' },
    muUnitPrice: { label: 'leasing:muUnitPrice', kind: 'own' },
    durationPrice: { label: 'leasing:durationPrice', kind: 'own' },
    currency: { label: 'leasing:currency' },
    balances: { label: 'leasing:balance', kind: 'own', sort: true, phone: 'figure' },
    leaseNum: { label: 'leasing:lentNow', kind: 'count', phone: 'figure' },
    contractState: {
      label: 'leasing:contract',
      kind: 'code',
      labels: {
        none: 'leasing:contractNone',
        open: 'leasing:contractOpen',
        signed: 'leasing:contractSigned',
      },
      phone: 'figure',
    },
    coveredArea: { label: 'terms:coveredArea', kind: 'area' },
    flightTime: { label: 'terms:flightTime', kind: 'hours' },
    sortieCount: { label: 'terms:sorties', kind: 'count' },
    tenantAccountName: { label: 'leasing:tenantAccount' },
    createdAt: { label: 'leasing:createdAt', kind: 'time', sort: true },
    note: { label: 'leasing:note' },
  },
})

const params = z.object({ clientId: RentalClientId })
const changed = ['not_found', 'forbidden', 'conflict'] as const

/** As typed by people: with or without hyphens, in upper or lower case. */
export const ActivationCodeText = z
  .string()
  .trim()
  .toUpperCase()
  .transform((text) => text.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[0-9A-Z]{12}$/, 'activationCode'))
export const RentalActivation = z.object({ code: ActivationCodeText })

const Offer = z.object({
  clientId: RentalClientId,
  clientName: z.string(),
  lessorAccountName: z.string(),
  ...prices,
})

export const rentalClientRoutes = {
  listRentalClients: route('GET', base, {
    policy: { screens: [...screens, 'lease-list'] },
    summary:
      'List the clients of the account and of the accounts below it, with sums over the filtered ones',
    query: Page.extend({
      pageSize: z
        .string()
        .regex(/^\d{1,3}$/)
        .default(String(clientsAtOnce))
        .transform(Number)
        .pipe(z.number().int().min(1).max(clientsAtOnce)),
      ...rentalClientList.asked,
    }),
    out: paged(RentalClient).extend({
      ...similarNames,
      stats: z.object({
        total: z.int(),
        workArea: Mu,
        zzNum: z.int().describe('Number of manufacturers of the drones lent to these clients'),
        sortieCount: z.int(),
        modelNum: z.int().describe('Number of models of the drones lent to these clients'),
        states: countEach(clientStates).describe('Clients by status; the status does not apply'),
      }),
      can: z.object({ create: z.boolean() }),
    }),
  }),
  exportRentalClients: route('GET', `${base}/export`, {
    policy: { screens },
    summary: 'Export the filtered clients as CSV or XLSX',
    ...fileOf(rentalClientList, { areaUnit: AreaUnit.default('mu') }),
  }),
  createRentalClient: route('POST', base, {
    policy: manage,
    summary: 'Register a client; it has status 0 until an activation code is issued',
    body: RegisteredClient,
    out: RentalClientDetail,
  }),
  getRentalClient: route('GET', `${base}/{clientId}`, {
    policy: { screens },
    summary: 'Get one client with the history of its prices',
    params,
    out: RentalClientDetail,
    errors: ['not_found'],
  }),
  updateRentalClient: route('PUT', `${base}/{clientId}`, {
    policy: manage,
    summary: 'Change the contact data of a client and its balance rules',
    params,
    body: RentalClientChange,
    out: RentalClientDetail,
    errors: changed,
  }),
  setClientPrice: route('PUT', `${base}/{clientId}/price`, {
    policy: manage,
    summary:
      'Set the prices of a client’s new leases; current leases keep theirs. Changing the currency resets warnBelow and grace',
    params,
    body: ChangedPrice,
    out: RentalClientDetail,
    errors: changed,
  }),
  issueActivationCode: route('POST', `${base}/{clientId}/activationCode`, {
    policy: manage,
    summary: 'Issue a code that activates the client once; earlier codes become invalid',
    params,
    body: z.object({ version: SeenVersion }),
    out: z.object({
      code: z.string().describe('Activation code in groups of four characters'),
      validUntil: Time,
      client: RentalClientDetail,
    }),
    errors: [...changed, 'client_activated'],
  }),
  lookAtActivation: route('POST', `${leasingBase}/activation/look`, {
    policy: {},
    summary: 'Get the offer that belongs to an activation code; the number of attempts is limited',
    body: RentalActivation,
    out: Offer,
    errors: ['activation_code_wrong', 'tenants_are_operators', 'too_many_requests'],
  }),
  activateRentalClient: route('POST', `${leasingBase}/activation`, {
    policy: { right: 'lease.manage' },
    summary:
      'Activate the client of an activation code for the account; the number of attempts is limited',
    body: RentalActivation,
    out: Offer,
    errors: [
      'activation_code_wrong',
      'tenants_are_operators',
      'client_already',
      'too_many_requests',
    ],
  }),
}
