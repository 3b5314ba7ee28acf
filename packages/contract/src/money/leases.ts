// Drones that are lent (specification, sections 3 and 4: Lease; decisions on leasing).
import { z } from 'zod'
import {
  AreaUnit,
  DroneId,
  PartOfDroneId,
  RowVersion,
  SearchText,
  SeenVersion,
  Time,
  filter,
  TimeFrom,
  searchIn,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import {
  ChargeBy,
  LeaseId,
  RentalClientId,
  RentalModelCode,
  leaseFigures,
  leasingBase,
  prices,
  rentalModelCodes,
  rentalModelLabels,
} from './leasing-fields.ts'
import { declareList } from '../list.ts'
import { fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Leasing')
const screens = ['lease-list'] as const
const manage = { screens, right: 'lease.manage' } as const
/** Screens of lessors and of tenants, who read the leases of drones lent to them. */
const eitherSide = ['lease-list', 'operator-data-stat'] as const

export const leaseStates = ['open', 'returned', 'cancelled'] as const

export const Lease = z
  .object({
    leaseId: LeaseId,
    id: LeaseId.describe('Same as leaseId'),
    droneId: DroneId,
    droneName: z.string(),
    modelName: z.string(),
    lessorAccountId: id('account'),
    lessorAccountName: z.string(),
    clientId: RentalClientId.nullable().describe(
      'Null: a shared drone, for any client that takes it over',
    ),
    clientName: z.string().nullable(),
    usedByName: z.string().nullable().describe('Client that currently has the shared drone'),
    rentalModel: RentalModelCode,
    chargeBy: ChargeBy,
    ...prices,
    ...leaseFigures,
    contractId: id('leaseContract')
      .nullable()
      .describe('Contract that was signed when the lease began'),
    shareToken: z.string().nullable().describe('Token in the QR code on a shared drone'),
    note: z.string(),
    state: z.enum(leaseStates),
    startsAt: Time,
    endedAt: Time.nullable(),
    returnTime: Time.nullable().describe('When the drone was returned'),
    createdBy: z.string(),
    version: RowVersion,
    can: z.object({ return: z.boolean(), cancel: z.boolean() }),
  })
  .meta({ id: 'Lease' })
export type Lease = z.infer<typeof Lease>

export const leaseList = declareList({
  name: 'leases',
  call: 'listLeases',
  fileCall: 'exportLeases',
  row: Lease,
  rowKey: 'leaseId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-startsAt',
  filters: {
    search: searchIn('droneName', 'droneId', 'clientName'),
    droneId: PartOfDroneId,
    droneName: SearchText,
    clientName: SearchText,
    clientId: filter(RentalClientId),
    rentalModel: filter(z.enum(rentalModelCodes)),
    state: filter(z.enum(leaseStates)),
  },
  columns: {
    droneName: { label: 'terms:drone', sort: true, phone: 'title' },
    droneId: { label: 'terms:serialNumber' },
    modelName: { label: 'terms:model' },
    clientName: { label: 'leasing:client', phone: 'figure' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        open: 'leasing:leaseOpen',
        returned: 'leasing:leaseReturned',
        cancelled: 'leasing:leaseCancelled',
      },
      phone: 'state',
    },
    rentalModel: { label: 'leasing:rentalModel', kind: 'code', labels: rentalModelLabels },
    chargeBy: {
      label: 'leasing:chargeBy',
      kind: 'code',
      labels: { mu: 'leasing:chargeByMu', hour: 'leasing:chargeByHour' },
    },
    muUnitPrice: { label: 'leasing:muUnitPrice', kind: 'own' },
    durationPrice: { label: 'leasing:durationPrice', kind: 'own' },
    coveredArea: { label: 'terms:coveredArea', kind: 'area', phone: 'figure' },
    flightTime: { label: 'terms:flightTime', kind: 'hours' },
    sortieCount: { label: 'terms:sorties', kind: 'count' },
    startsAt: { label: 'leasing:startsAt', kind: 'time', sort: true },
    endedAt: { label: 'leasing:endedAt', kind: 'time', sort: true },
    lessorAccountName: { label: 'leasing:lessor' },
    createdBy: { label: 'leasing:createdBy' },
    note: { label: 'leasing:note' },
  },
})

const leaseFields = {
  droneId: DroneId,
  clientId: RentalClientId.nullable()
    .default(null)
    .describe('Null under rental model 5 (shared drone), otherwise required'),
  rentalModel: RentalModelCode,
  chargeBy: ChargeBy,
  ...prices,
  note: z.string().trim().max(500).default(''),
}
const hasClient = ({ rentalModel, clientId }: { rentalModel: number; clientId: string | null }) =>
  (rentalModel === 5) === (clientId === null)
const clientWrong = { path: ['clientId'], message: 'leaseClient' }
const chargesByModel = ({ rentalModel, chargeBy }: { rentalModel: number; chargeBy: ChargeBy }) =>
  (rentalModel !== 1 || chargeBy === 'mu') && (rentalModel !== 2 || chargeBy === 'hour')
const chargeWrong = { path: ['chargeBy'], message: 'leaseChargeBy' }

/** The form of the console. */
export const NewLease = z
  .object(leaseFields)
  .refine(hasClient, clientWrong)
  .refine(chargesByModel, chargeWrong)
/** The body of the call: absent fields default to the rental model's and the client's values. */
const LeaseCall = z
  .object({
    ...leaseFields,
    chargeBy: ChargeBy.optional().describe('Absent: hour under rental model 2, otherwise mu'),
    currency: prices.currency.optional().describe('ISO 4217; absent: the client’s currency'),
    muUnitPrice: prices.muUnitPrice.optional().describe('Absent: the client’s price'),
    durationPrice: prices.durationPrice.optional().describe('Absent: the client’s price'),
  })
  .transform((asked) => ({
    ...asked,
    chargeBy: asked.chargeBy ?? (asked.rentalModel === 2 ? ('hour' as const) : ('mu' as const)),
  }))
  .refine(hasClient, clientWrong)
  .refine(chargesByModel, chargeWrong)

export const LeaseReturn = z.object({
  id: LeaseId,
  returnTime: TimeFrom.optional().describe(
    'When the drone was returned, not in the future; absent: now',
  ),
  version: SeenVersion,
})

const closed = ['not_found', 'forbidden', 'conflict', 'lease_closed'] as const

export const leaseRoutes = {
  listLeases: route('GET', `${leasingBase}/rentals`, {
    policy: { screens: [...eitherSide, 'client-chart'] },
    summary: 'List the leases of the account and of the accounts below it, as lessor or tenant',
    ...pageOf(leaseList, {
      stats: z
        .object({ ...leaseFigures, open: z.int(), returned: z.int(), cancelled: z.int() })
        .describe('The counts of the states apply every filter except state'),
      can: z.object({ create: z.boolean() }),
    }),
  }),
  exportLeases: route('GET', `${leasingBase}/rentals/export`, {
    policy: { screens: eitherSide },
    summary: 'Export the filtered leases as CSV or XLSX',
    ...fileOf(leaseList, { areaUnit: AreaUnit.default('mu') }),
  }),
  getLease: route('GET', `${leasingBase}/rentals/{leaseId}`, {
    policy: { screens: eitherSide },
    summary: 'Get one lease; for a shared drone with the clients that used it',
    params: z.object({ leaseId: LeaseId }),
    out: Lease.extend({
      uses: z
        .array(
          z.object({
            clientName: z.string(),
            userName: z.string(),
            from: Time,
            until: Time.nullable(),
          }),
        )
        .describe('Uses of a shared drone, newest first, 100 at most; a tenant sees only its uses'),
    }).meta({ id: 'LeaseDetail' }),
    errors: ['not_found'],
  }),
  listLendableDrones: route('GET', `${leasingBase}/lendableDrones`, {
    policy: { screens },
    summary: 'List the account’s drones that are not lent, by name, with the base prices in force',
    query: z.object({ search: SearchText }),
    out: z.object({
      items: z
        .array(
          z.object({
            droneId: DroneId,
            droneName: z.string(),
            modelName: z.string(),
            rentalModel: RentalModelCode.nullable(),
            basicPrices: z.array(z.object({ rentalModel: RentalModelCode, ...prices })),
          }),
        )
        .describe('500 at most'),
    }),
  }),
  createLease: route('POST', `${leasingBase}/add`, {
    policy: manage,
    summary: 'Lend a drone from now until it is returned',
    body: LeaseCall,
    out: Lease,
    errors: ['not_found', 'drone_lent', 'client_not_activated', 'lease_currency', 'contract_open'],
  }),
  returnLease: route('POST', `${leasingBase}/return`, {
    policy: manage,
    summary: 'End a lease because the drone was returned; flights after returnTime are not charged',
    body: LeaseReturn,
    out: Lease,
    errors: closed,
  }),
  cancelLease: route('POST', `${leasingBase}/cancel`, {
    policy: manage,
    summary: 'Cancel a lease as if it had never existed; none of its flights are charged',
    body: z.object({ id: LeaseId, version: SeenVersion }),
    out: Lease,
    errors: closed,
  }),
  listRentalManufacturers: route('GET', `${leasingBase}/getManufacturerByAccount`, {
    policy: {},
    summary: 'List the accounts that lend drones to the account',
    out: z.object({
      items: z.array(z.object({ accountId: id('account'), accountName: z.string() })),
    }),
  }),
}
