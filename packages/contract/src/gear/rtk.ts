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
} from '../fields.ts'
import { naming, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { fileOf, pageOf } from '../list-calls.ts'
import { ntripRoutes } from './ntrip.ts'

const route = routeWithTag('RTK')
const screens = ['rtk-list'] as const
const manage = { screens, right: 'equipment.manage' } as const
const base = '/api/rtk/device/manage'

/** Before its end a service is warned of so many days, the first time and the last. */
export const rtkWarnedDaysBefore = [30, 7] as const
/** Of one renewal. */
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
  type: z.enum(rtkTypes).describe('onboard: in a drone; handheld: for surveying; base: a station'),
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
      .describe('The last day of its service in the zone of its account; null: never renewed'),
    state: z
      .enum(rtkStates)
      .describe('ending: within 30 days. blocked before unbound before the days'),
    fixRate: z
      .number()
      .nullable()
      .describe('Share of the points of the last 30 days with RTK fixed; null: nothing told'),
    satellites: z.number().nullable().describe('Mean of the last 30 days'),
    sortieNum: z.int().describe('Flights of the last 30 days that tell a fix'),
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
    pn: SearchText,
    type: filter(z.enum(rtkTypes)),
    devId: notARow('A part of a number is looked for', SearchText).describe(
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
    droneName: { label: 'terms:drone' },
    fixRate: { label: 'rtk:fixRate', kind: 'ratio', sort: true, phone: 'figure' },
    satellites: { label: 'rtk:satellites', kind: 'number', decimals: 1 },
    sortieNum: { label: 'terms:sorties', kind: 'count' },
    accountName: { label: 'terms:account' },
    createdAt: { label: 'rtk:createdAt', kind: 'time', sort: true },
  },
})

/** The forms of the console and the bodies of the calls. */
export const RtkInput = z.object({
  devId: notARow('Of a receiver that is not there yet', devIdText),
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
    summary: 'RTK receivers of the own account and of those below it, with their service',
    ...pageOf(rtkList, {
      stats: z
        .object({
          total: z.int(),
          blocked: z.int(),
          unbound: z.int(),
          ended: z.int(),
          ending: z.int(),
          good: z.int(),
        })
        .describe('By every filter but that of the state'),
      can: z.object({ create: z.boolean() }),
    }),
  }),
  exportRtkDevices: route('GET', `${base}/export`, {
    policy: { screens },
    summary: 'The filtered receivers as CSV or XLSX',
    ...fileOf(rtkList),
  }),
  addRtkDevice: route('POST', base, {
    policy: manage,
    summary: 'Add a receiver to the own account; one that a drone reports adds itself',
    body: RtkInput,
    out: RtkDevice,
    errors: ['rtk_number_refused'],
  }),
  allowRtkDevice: route('PUT', `${base}/allow`, {
    policy: manage,
    summary: 'Let a receiver have corrections, or not',
    body: z.object({ devId: DevId, opr: EnableOpr, version: SeenVersion }),
    out: RtkDevice,
    errors: changeErrors,
  }),
  bindRtkDevice: route('PUT', `${base}/bind`, {
    policy: manage,
    summary: 'Which service key a receiver has, and in which drone it flies; null unbinds',
    body: RtkBinding,
    out: RtkDevice,
    errors: [...changeErrors, 'rtk_key_taken'],
  }),
  renewRtkDevice: route('POST', `${base}/renew`, {
    policy: manage,
    summary: 'Renew by days, from the later of today and the present end',
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
