// Flights on leases and their cost (specification, section 2: work-record).
import { z } from 'zod'
import {
  DroneId,
  Mu,
  PartOfDroneId,
  RowVersion,
  SearchText,
  SeenVersion,
  Time,
  filter,
  TimeFrom,
  TimeUntil,
  searchIn,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { Side, billTag } from './lease-bill-fields.ts'
import { ChargeBy, LeaseId, RentalClientId, leaseFigures, leasingBase } from './leasing-fields.ts'
import { declareList } from '../list.ts'
import { fileOf, pageOf } from '../list-calls.ts'
import { Money } from '../money.ts'

const route = routeWithTag(billTag)
const screens = ['work-record'] as const
const base = `${leasingBase}/work-records`

export const leaseWorkStates = ['charged', 'waived', 'taken_back'] as const

export const LeaseWorkRecord = z
  .object({
    sortieId: id('sortie'),
    droneId: DroneId,
    droneName: z.string(),
    leaseId: LeaseId,
    clientId: RentalClientId,
    clientName: z.string(),
    lessorAccountName: z.string(),
    startTime: Time,
    endTime: Time,
    coveredArea: Mu,
    flightTime: z.number().describe('Seconds'),
    chargeBy: ChargeBy,
    unitPrice: Money,
    amount: Money.describe('Amount charged to the client'),
    state: z
      .enum(leaseWorkStates)
      .describe(
        'taken_back: charge reversed because the flight changed or is no longer part of a lease',
      ),
    waivedReason: z.string().nullable(),
    corrections: z.int().describe('Number of times the charge was reversed'),
    version: RowVersion,
    can: z.object({ waive: z.boolean(), charge: z.boolean() }),
  })
  .meta({ id: 'LeaseWorkRecord' })
export type LeaseWorkRecord = z.infer<typeof LeaseWorkRecord>

export const leaseWorkList = declareList({
  name: 'lease-work-records',
  call: 'listLeaseWorkRecords',
  fileCall: 'exportLeaseWorkRecords',
  row: LeaseWorkRecord,
  rowKey: 'sortieId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-startTime',
  filters: {
    search: searchIn('clientName', 'droneName', 'droneId'),
    side: Side,
    state: filter(z.enum(leaseWorkStates)),
    clientId: filter(RentalClientId),
    clientName: SearchText,
    droneId: PartOfDroneId,
    droneName: SearchText,
    leaseId: filter(LeaseId),
    from: filter(TimeFrom).describe('Flights that began at or after this time'),
    until: filter(TimeUntil).describe('Flights that began before this time'),
  },
  columns: {
    startTime: {
      label: 'lease-billing:startTime',
      kind: 'time',
      exact: true,
      sort: true,
      phone: 'title',
    },
    droneName: { label: 'terms:drone', phone: 'figure' },
    droneId: { label: 'terms:serialNumber' },
    clientName: { label: 'lease-billing:client', phone: 'figure' },
    lessorAccountName: { label: 'lease-billing:lessor', phone: 'figure' },
    coveredArea: { label: 'terms:coveredArea', kind: 'chargedArea', sort: true, phone: 'figure' },
    flightTime: { label: 'terms:flightTime', kind: 'duration', sort: true },
    chargeBy: {
      label: 'lease-billing:chargeBy',
      kind: 'code',
      labels: { mu: 'lease-billing:perMu', hour: 'lease-billing:perHour' },
    },
    unitPrice: { label: 'lease-billing:unitPrice', kind: 'money' },
    amount: { label: 'lease-billing:charged', kind: 'money', phone: 'state' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        charged: 'lease-billing:workCharged',
        waived: 'lease-billing:workWaived',
        taken_back: 'lease-billing:workTakenBack',
      },
    },
    corrections: { label: 'lease-billing:corrections', kind: 'count' },
    endTime: { label: 'lease-billing:endTime', kind: 'time', exact: true },
    currency: { label: 'lease-billing:currency', kind: 'own', only: 'file' },
    leaseId: { label: 'lease-billing:lease', only: 'file' },
    sortieId: { label: 'lease-billing:sortie', only: 'file' },
  },
})

const Key = { droneId: DroneId, sortieId: id('sortie') }

export const Waiver = z.object({
  ...Key,
  reason: z.string().trim().min(1).max(500),
  version: SeenVersion,
})

export const leaseWorkRoutes = {
  listLeaseWorkRecords: route('GET', base, {
    policy: { screens },
    summary: 'List flights on leases with the amount charged for each, newest first',
    ...pageOf(leaseWorkList, {
      stats: z.object({
        ...leaseFigures,
        amounts: z.array(Money).describe('Amounts charged, one for each currency'),
      }),
    }),
  }),
  exportLeaseWorkRecords: route('GET', `${base}/export`, {
    policy: { screens },
    summary: 'Export the filtered flights as CSV or XLSX, streamed',
    ...fileOf(leaseWorkList),
  }),
  waiveLeaseWork: route('PUT', `${base}/waive`, {
    policy: { screens, right: 'workRecord.manage' },
    summary: 'Waive the charge for a flight, with a reason; an amount already charged is reversed',
    body: Waiver,
    out: LeaseWorkRecord,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  chargeLeaseWork: route('PUT', `${base}/charge`, {
    policy: { screens, right: 'workRecord.manage' },
    summary: 'Charge a flight whose charge was waived',
    body: z.object({ ...Key, version: SeenVersion }),
    out: LeaseWorkRecord,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
}
