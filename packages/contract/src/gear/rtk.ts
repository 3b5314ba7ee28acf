// RTK receivers and their service (specification, sections 3 and 7: devId, qxdsk; filters pn and
// type; allow, bind, renew days).
import { z } from 'zod'
import {
  DroneId,
  EnableOpr,
  PartOfDroneId,
  RowVersion,
  SearchText,
  SeenVersion,
  Time,
  filter,
  searchIn,
} from '../fields.ts'
import { naming, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf, pageOf } from '../list-calls.ts'
import { ntripRoutes } from './ntrip.ts'

const route = routeWithTag('RTK')
const screens = ['rtk-list'] as const
const manage = { screens, right: 'equipment.manage' } as const
const base = '/api/rtk/device/manage'

/** Days before the end of a service at which the first and the last warning are sent. */
export const rtkWarnedDaysBefore = [30, 7] as const
/** Maximum number of days of one renewal. */
export const rtkRenewDaysAtMost = 3660

export const rtkTypes = ['onboard', 'handheld', 'base'] as const
export const rtkStates = ['blocked', 'unbound', 'ended', 'ending', 'good'] as const

const devIdText = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{2,39}$/, 'rtkIdRule')
  .describe('The receiver’s serial number, 3 to 40 characters')
const DevId = naming('rtkDevice', devIdText)
const ServiceKey = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{4,64}$/, 'rtkKeyRule')
  .describe('Key of the correction service (DSK)')

const about = {
  pn: z.string().trim().max(60).default('').describe('Part number'),
  type: z
    .enum(rtkTypes)
    .describe('onboard: in a drone; handheld: for surveying; base: base station'),
}

export const RtkDevice = z
  .object({
    devId: DevId,
    pn: z.string(),
    type: z.enum(rtkTypes),
    accountName: z.string(),
    qxdsk: z.string().nullable(),
    droneId: DroneId.nullable(),
    droneName: z.string().nullable(),
    allowed: z.boolean(),
    validUntil: z.iso
      .date()
      .nullable()
      .describe('Last day of its service in the time zone of its account; null: never renewed'),
    state: z
      .enum(rtkStates)
      .describe(
        'ending: the service ends within 30 days. blocked takes precedence over unbound, and unbound over the other states',
      ),
    fixRate: z
      .number()
      .nullable()
      .describe(
        'Share (0 to 1) of the points of the last 30 days with RTK fixed; null: no fix reported',
      ),
    satellites: z.number().nullable().describe('Mean number of satellites in the last 30 days'),
    sortieNum: z.int().describe('Number of flights of the last 30 days that report a fix status'),
    createdAt: Time,
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'RtkDevice' })
export type RtkDevice = z.infer<typeof RtkDevice>

export const rtkList = declareList({
  name: 'rtk-devices',
  call: 'listRtkDevices',
  fileCall: 'exportRtkDevices',
  row: RtkDevice,
  rowKey: 'devId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: 'validUntil',
  filters: {
    search: searchIn('pn', 'devId', 'droneId', 'droneName', 'accountName'),
    pn: SearchText,
    droneName: SearchText,
    accountName: SearchText,
    type: filter(z.enum(rtkTypes)),
    devId: notARow('A search text: part of a number', SearchText).describe(
      'Part of the serial number or of the service key',
    ),
    droneId: PartOfDroneId.describe('Part of the serial number of its drone'),
    state: filter(z.enum([...rtkStates, 'due'])).describe('due: ended or ending'),
  },
  columns: {
    devId: { label: 'rtk:devId', sort: true, phone: 'title' },
    pn: { label: 'rtk:pn', sort: true },
    type: {
      label: 'terms:type',
      kind: 'code',
      labels: { onboard: 'rtk:onboard', handheld: 'rtk:handheld', base: 'rtk:base' },
      phone: 'figure',
    },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        blocked: 'rtk:blocked',
        unbound: 'rtk:unbound',
        ended: 'rtk:ended',
        ending: 'rtk:ending',
        good: 'rtk:good',
      },
      phone: 'state',
    },
    validUntil: { label: 'rtk:validUntil', sort: true, phone: 'figure' },
    qxdsk: { label: 'rtk:qxdsk' },
    droneId: { label: 'rtk:droneId' },
    droneName: { label: 'terms:drone', phone: 'figure' },
    fixRate: { label: 'rtk:fixRate', kind: 'ratio', sort: true, phone: 'figure' },
    satellites: { label: 'rtk:satellites', kind: 'number', decimals: 1 },
    sortieNum: { label: 'terms:sorties', kind: 'count' },
    accountName: { label: 'terms:account' },
    createdAt: { label: 'rtk:createdAt', kind: 'time', sort: true },
  },
})

/** The forms of the console and the bodies of the calls. */
export const RtkInput = z.object({
  devId: notARow('The number of a receiver that is not registered yet', devIdText),
  ...about,
})
export const RtkBinding = z.object({
  devId: DevId,
  qxdsk: z.union([z.literal('').transform(() => null), ServiceKey.nullable()]),
  droneId: z.union([z.literal('').transform(() => null), DroneId.nullable()]).optional(),
  version: SeenVersion,
})
export const RtkRenewal = z.object({
  devId: DevId,
  days: z.int().min(1).max(rtkRenewDaysAtMost),
  version: SeenVersion,
})

const changeErrors = ['not_found', 'forbidden', 'conflict'] as const

export const rtkRoutes = {
  listRtkDevices: route('GET', `${base}/getRtkList`, {
    policy: { screens },
    summary:
      'List the RTK receivers of the account and of the accounts below it, with their service',
    ...pageOf(rtkList, {
      stats: countEach(rtkStates).describe('Counts with every filter applied except state'),
      can: z.object({ create: z.boolean() }),
    }),
  }),
  exportRtkDevices: route('GET', `${base}/export`, {
    policy: { screens },
    summary: 'Export the filtered receivers as CSV or XLSX',
    ...fileOf(rtkList),
  }),
  addRtkDevice: route('POST', base, {
    policy: manage,
    summary:
      'Add a receiver to the account; a receiver that a drone reports is added automatically',
    body: RtkInput,
    out: RtkDevice,
    errors: ['rtk_number_refused'],
  }),
  allowRtkDevice: route('PUT', `${base}/allow`, {
    policy: manage,
    summary: 'Allow or block corrections for a receiver',
    body: z.object({ devId: DevId, opr: EnableOpr, version: SeenVersion }),
    out: RtkDevice,
    errors: changeErrors,
  }),
  bindRtkDevice: route('PUT', `${base}/bind`, {
    policy: manage,
    summary: 'Set the service key of a receiver and the drone that contains it; null unbinds',
    body: RtkBinding,
    out: RtkDevice,
    errors: [...changeErrors, 'rtk_key_taken'],
  }),
  renewRtkDevice: route('POST', `${base}/renew`, {
    policy: manage,
    summary:
      'Renew the service of a receiver by days, from today or its current end, whichever is later',
    body: RtkRenewal,
    out: RtkDevice,
    errors: [...changeErrors, 'rtk_service_lapsed'],
  }),
  deleteRtkDevice: route('DELETE', `${base}/{devId}`, {
    policy: manage,
    summary: 'Delete a receiver',
    params: z.object({ devId: DevId }),
    errors: ['not_found', 'forbidden'],
  }),
  ...ntripRoutes,
}
