// Calls for base stations to upload corrections and for rovers to fetch them: NTRIP 1 and 2.
import { z } from 'zod'
import {
  Latitude,
  Longitude,
  RowVersion,
  SearchText,
  searchIn,
  SeenVersion,
  Time,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { pageOf } from '../list-calls.ts'

const route = routeWithTag('RTK')
const screens = ['rtk-list'] as const
const manage = { screens, right: 'equipment.manage' } as const
const base = '/api/rtk/ntrip/manage'

export const ntripFormats = [
  'RTCM 3.3',
  'RTCM 3.2',
  'RTCM 3.1',
  'RTCM 3.0',
  'RTCM 2.3',
  'RAW',
] as const

const fields = {
  mountName: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{2,32}$/, 'mountNameRule')
    .describe('Mount point name in the caster’s address; unique in the whole service'),
  place: z.string().trim().max(60).default('').describe('Location of the base station as text'),
  format: z.enum(ntripFormats),
  lng: Longitude,
  lat: Latitude,
  enabled: z.boolean().default(true),
}
export const NtripMountInput = z.object(fields)
export const NtripMountChange = z.object({
  mountId: id('ntripMount'),
  ...fields,
  version: SeenVersion,
})

export const NtripMount = z
  .object({
    mountId: id('ntripMount'),
    ...fields,
    place: z.string(),
    enabled: z.boolean(),
    accountName: z.string(),
    state: z
      .enum(['off', 'silent', 'live'])
      .describe('live: the base station sent data in the last 30 s'),
    baseSince: Time.nullable(),
    baseAgent: z.string().nullable().describe('Name that the base station sends as its user agent'),
    roverNum: z.int().describe('Number of rovers currently connected'),
    version: RowVersion,
    can: z.object({ update: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'NtripMount' })
export type NtripMount = z.infer<typeof NtripMount>

export const NtripMountSecrets = z
  .object({
    mount: NtripMount,
    port: z.int().nullable().describe('Port of the caster; null: this service runs none'),
    baseSecret: z.string().describe('Password of the base station; shown once'),
    roverSecret: z.string().describe('Password of rovers, under any user name; shown once'),
  })
  .meta({ id: 'NtripMountSecrets' })
export type NtripMountSecrets = z.infer<typeof NtripMountSecrets>

export const ntripMountList = declareList({
  name: 'ntrip-mounts',
  call: 'listNtripMounts',
  fileCall: undefined,
  row: NtripMount,
  rowKey: 'mountId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: 'mountName',
  filters: {
    search: searchIn('mountName', 'place', 'accountName'),
    mountName: SearchText,
    place: SearchText,
    accountName: SearchText,
  },
  columns: {
    mountName: { label: 'rtk:mountName', sort: true, phone: 'title' },
    place: { label: 'rtk:place', phone: 'figure' },
    format: { label: 'terms:format' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: { off: 'rtk:mountOff', silent: 'rtk:mountSilent', live: 'rtk:mountLive' },
      phone: 'state',
    },
    baseSince: { label: 'rtk:baseSince', kind: 'time' },
    baseAgent: { label: 'rtk:baseAgent' },
    roverNum: { label: 'rtk:roverNum', kind: 'count', phone: 'figure' },
    lng: { label: 'rtk:longitude', kind: 'number', decimals: 2 },
    lat: { label: 'rtk:latitude', kind: 'number', decimals: 2 },
    accountName: { label: 'terms:account' },
  },
})

const params = z.object({ mountId: id('ntripMount') })

export const ntripRoutes = {
  listNtripMounts: route('GET', `${base}/getMountList`, {
    policy: { screens },
    summary: 'List the mount points of the account and of the accounts below it',
    ...pageOf(ntripMountList, {
      can: z.object({ create: z.boolean() }),
      port: z.int().nullable().describe('Port of the caster; null: this service runs none'),
    }),
  }),
  addNtripMount: route('POST', base, {
    policy: manage,
    summary:
      'Add a mount point to the account; the response contains its two passwords, which are shown once',
    body: NtripMountInput,
    out: NtripMountSecrets,
    errors: ['mount_name_taken'],
  }),
  updateNtripMount: route('PUT', base, {
    policy: manage,
    summary: 'Change a mount point; connections under its old name are closed',
    body: NtripMountChange,
    out: NtripMount,
    errors: ['not_found', 'forbidden', 'conflict', 'mount_name_taken'],
  }),
  renewNtripSecrets: route('POST', `${base}/{mountId}/secrets`, {
    policy: manage,
    summary: 'Issue new passwords for a mount point; the old ones become invalid immediately',
    params,
    out: NtripMountSecrets,
    errors: ['not_found', 'forbidden'],
  }),
  deleteNtripMount: route('DELETE', `${base}/{mountId}`, {
    policy: manage,
    summary: 'Delete a mount point; its base station and rovers are disconnected',
    params,
    errors: ['not_found', 'forbidden'],
  }),
}
