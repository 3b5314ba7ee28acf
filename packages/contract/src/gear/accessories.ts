// Parts that are allowed, parts that drones report, and the alarms (specification, section 3:
// type, hwId, file).
import { z } from 'zod'
import {
  DroneId,
  PartOfDroneId,
  RowVersion,
  SearchText,
  SeenVersion,
  TableFormat,
  Time,
  filter,
  YesNo,
  searchIn,
} from '../fields.ts'
import { partKinds } from '@swath/domain/drone-parts'
import { id, joinedIds, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Accessories')
const screens = ['accessory-white-list'] as const
const manage = { screens, right: 'equipment.manage' } as const
const base = '/api/accessory/whiteList'

/** Maximum number of rows of an uploaded file. */
export const partRowsAtMost = 100_000
export const partColumns = ['type', 'hwId', 'note'] as const
export type PartColumn = (typeof partColumns)[number]
const partFile = {
  field: 'file',
  bytes: 12 * 1024 * 1024,
  types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  tooLarge: 'payload_too_large',
} as const
const fileErrors = [
  'forbidden',
  'one_file',
  'payload_too_large',
  'table_unreadable',
  'parts_over_limit',
  'parts_without_columns',
] as const

/** Identifies a part, not a row: several manufacturers may list the same number. */
const HwId = notARow('The number on a part, which several manufacturers may list', z.string())
const PartOfHwId = notARow('A search text: part of a number', SearchText)

export const PartType = z.enum(partKinds)
const typeLabels = {
  'flight-controller': 'accessories:flightController',
  'gnss': 'accessories:gnss',
  'radar': 'accessories:radar',
  'battery': 'accessories:battery',
  'pump': 'accessories:pump',
  'nozzle': 'accessories:nozzle',
  'motor': 'accessories:motor',
  'data-link': 'accessories:dataLink',
  'camera': 'accessories:camera',
  'remote': 'accessories:remote',
  'other': 'terms:other',
} as const

export const AllowedPart = z
  .object({
    partId: id('allowedPart'),
    type: PartType,
    hwId: HwId.describe('Hardware number, in upper case'),
    note: z.string(),
    accountName: z.string(),
    droneNum: z.int().describe('Number of drones that currently report it'),
    addedAt: Time,
    can: z.object({ delete: z.boolean() }),
  })
  .meta({ id: 'AllowedPart' })
export type AllowedPart = z.infer<typeof AllowedPart>

export const allowedPartList = declareList({
  name: 'accessory-white-list',
  call: 'listAllowedParts',
  fileCall: 'exportAllowedParts',
  row: AllowedPart,
  rowKey: 'partId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-addedAt',
  filters: { type: filter(PartType), hwId: PartOfHwId },
  columns: {
    hwId: { label: 'accessories:hwId', sort: true, phone: 'title' },
    type: { label: 'terms:type', kind: 'code', labels: typeLabels, phone: 'state' },
    droneNum: { label: 'accessories:droneNum', kind: 'count', phone: 'figure' },
    note: { label: 'accessories:note', phone: 'figure' },
    addedAt: { label: 'accessories:addedAt', kind: 'time', sort: true },
    accountName: { label: 'terms:account', phone: 'figure' },
  },
})

export const partAlarmStates = ['open', 'accepted', 'listed', 'gone'] as const
export const PartAlarm = z
  .object({
    alarmId: id('partAlarm'),
    droneId: DroneId,
    droneName: z.string(),
    yyAccountName: z.string().nullable(),
    accountName: z.string().describe('Account of the list that lacks the part'),
    type: PartType,
    hwId: HwId,
    raisedAt: Time,
    state: z
      .enum(partAlarmStates)
      .describe(
        'accepted: allowed for this drone; listed: added to the list since; gone: removed from the drone',
      ),
    endedAt: Time.nullable(),
    userName: z.string().nullable(),
    reason: z.string().nullable(),
    version: RowVersion,
    can: z.object({ accept: z.boolean() }),
  })
  .meta({ id: 'PartAlarm' })
export type PartAlarm = z.infer<typeof PartAlarm>

export const partAlarmList = declareList({
  name: 'part-alarms',
  call: 'listPartAlarms',
  fileCall: 'exportPartAlarms',
  row: PartAlarm,
  rowKey: 'alarmId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-raisedAt',
  filters: {
    search: searchIn('hwId', 'droneId', 'droneName', 'yyAccountName'),
    state: filter(z.enum(partAlarmStates)),
    type: filter(PartType),
    hwId: PartOfHwId,
    droneId: PartOfDroneId,
    droneName: SearchText,
    yyAccountName: SearchText,
  },
  columns: {
    raisedAt: { label: 'accessories:raisedAt', kind: 'time', sort: true, phone: 'figure' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        open: 'accessories:stateOpen',
        accepted: 'accessories:stateAccepted',
        listed: 'accessories:stateListed',
        gone: 'accessories:stateGone',
      },
      phone: 'state',
    },
    hwId: { label: 'accessories:hwId', phone: 'title' },
    type: { label: 'terms:type', kind: 'code', labels: typeLabels, phone: 'figure' },
    droneId: { label: 'terms:serialNumber' },
    droneName: { label: 'terms:drone', phone: 'figure' },
    yyAccountName: { label: 'terms:operator' },
    endedAt: { label: 'accessories:endedAt', kind: 'time' },
    userName: { label: 'accessories:acceptedBy' },
    reason: { label: 'terms:reason' },
    accountName: { label: 'terms:account' },
  },
})

export const PartImport = z
  .object({
    rows: z.int().describe('Number of rows below the header'),
    good: z.int(),
    known: z.int().describe('Number of good rows whose part is already on the list'),
    columns: z.array(z.enum(partColumns)).describe('Columns that were recognised'),
    unknown: z.array(z.string()).describe('Column headers that were not recognised'),
    shown: z
      .array(
        z.object({
          line: z.int(),
          cells: z.partialRecord(z.enum(partColumns), z.string()),
          wrong: z.array(z.object({ column: z.enum(partColumns), message: z.string() })),
        }),
      )
      .describe('The first rows and the first rows with errors; 500 at most'),
    clears: z.int().describe('Number of open alarms that the upload would end'),
    digest: z.string().describe('Hash of the file, to be sent with the upload'),
  })
  .meta({ id: 'PartImport' })
export type PartImport = z.infer<typeof PartImport>

export const AcceptedPart = z.object({
  alarmId: id('partAlarm'),
  text: z.string().trim().min(1).max(500).describe('Reason why the part is allowed in this drone'),
  version: SeenVersion,
})

export const accessoryRoutes = {
  listAllowedParts: route('GET', base, {
    policy: { screens },
    summary: 'List the parts that the account and the accounts below it allow',
    ...pageOf(allowedPartList, {
      stats: z.object({
        types: countEach(partKinds).describe('Counts with every filter applied except type'),
        openNum: z.int(),
      }),
      can: z.object({ upload: z.boolean() }),
    }),
  }),
  exportAllowedParts: route('GET', `${base}/export`, {
    policy: { screens },
    summary: 'Export the filtered list as CSV or XLSX, which can be uploaded again',
    ...fileOf(allowedPartList),
  }),
  getPartTemplate: route('GET', `${base}/template`, {
    policy: manage,
    summary: 'Download an empty table for the upload, with headers in the language of the request',
    raw: 'text/csv',
    query: z.object({ format: TableFormat }),
  }),
  previewPartUpload: route('POST', `${base}/preview`, {
    policy: manage,
    summary: 'Check a CSV or XLSX file of parts and report errors by row, without storing anything',
    query: z.object({ type: filter(PartType).describe('Type of rows that contain none') }),
    file: partFile,
    out: PartImport,
    errors: fileErrors,
  }),
  uploadParts: route('POST', `${base}/upload`, {
    policy: manage,
    summary:
      'Add the parts of a file: all rows without errors, or with `onlyWhole` none if any row has an error. A form may contain the parameters in addition to the file, or `type` and `hwId` of one part',
    query: z.object({
      type: filter(PartType).describe('Type of rows that contain none'),
      digest: z
        .string()
        .max(100)
        .default('')
        .describe('Digest from the preview of the file; empty: no preview was requested'),
      onlyWhole: YesNo.prefault('true'),
      hwId: notARow('The number on a part', z.string().trim().max(64).optional()).describe(
        'Hardware number of a single part of type `type`, in addition to a file or instead of one',
      ),
    }),
    file: { ...partFile, fields: 'query' },
    out: z.object({ added: z.int(), known: z.int(), left: z.int(), cleared: z.int() }),
    errors: [...fileErrors, 'conflict', 'import_has_mistakes'],
  }),
  addAllowedPart: route('POST', base, {
    policy: manage,
    summary: 'Add one part to the list of the account',
    body: z.object({
      type: PartType,
      hwId: notARow('The number on a part', z.string().trim().min(1).max(64)),
      note: z.string().trim().max(200).default(''),
    }),
    out: z.object({ added: z.int(), cleared: z.int() }),
    errors: ['forbidden', 'invalid_input'],
  }),
  deleteAllowedParts: route('DELETE', `${base}/{partIds}`, {
    policy: manage,
    summary: 'Remove parts from the list; drones that contain one raise an alarm',
    params: z.object({ partIds: joinedIds('allowedPart') }),
    out: z.object({ deleted: z.int() }),
    errors: ['not_found', 'forbidden'],
  }),
  listPartAlarms: route('GET', '/api/accessory/alarms', {
    policy: { screens },
    summary: 'List alarms about parts that drones report and their manufacturer does not list',
    ...pageOf(partAlarmList, { stats: z.object({ openNum: z.int() }) }),
  }),
  exportPartAlarms: route('GET', '/api/accessory/alarms/export', {
    policy: { screens },
    summary: 'Export the filtered alarms as CSV or XLSX',
    ...fileOf(partAlarmList),
  }),
  acceptPart: route('PUT', '/api/accessory/alarms/accept', {
    policy: manage,
    summary: 'Allow a part in the drone of an alarm, with a reason',
    body: AcceptedPart,
    out: PartAlarm,
    errors: ['not_found', 'forbidden', 'conflict'],
  }),
  getDroneParts: route('GET', '/api/accessory/drone-parts', {
    policy: { screens: ['drone-list'] },
    summary: 'List the parts that a drone reports',
    query: z.object({ droneId: DroneId }),
    out: z.object({
      items: z.array(
        z.object({
          type: PartType,
          hwId: HwId,
          firmware: z.string().nullable(),
          firstAt: Time,
          lastAt: Time,
          state: z
            .enum(['unjudged', 'listed', 'accepted', 'strange'])
            .describe('unjudged: the manufacturer lists no part of this type'),
        }),
      ),
    }),
    errors: ['not_found'],
  }),
}
