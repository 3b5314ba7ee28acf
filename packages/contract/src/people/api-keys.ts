// Keys with which programs call the API: part of what the person may do who makes the key.
import { rights } from '@swath/domain/access/rights'
import { screens as allScreens } from '@swath/domain/access/screens'
import { z } from 'zod'
import { DroneId, SearchText, Time, TimeUntil, filter, searchIn } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('API keys')
const base = '/api/user/account/apiKeys'
const policy = { screens: ['account-detail'], right: 'account.manage' } as const

export const workingKeysAtMost = 50
export const keyDaysAtMost = 366
export const keyDronesAtMost = 200
export const keyAddressesAtMost = 20
/** Calls a minute: the usual limit of a key, and the highest. */
export const keyCallsByDefault = 600
export const keyCallsAtMost = 6000
/** Revoked and expired keys stay in the list for this long. */
export const endedKeyDays = 90

export const keyStates = ['working', 'paused', 'expired', 'revoked'] as const
const Access = z.enum(['read', 'write'])

export const ApiKeyInput = z.object({
  keyName: z.string().trim().min(1).max(60).describe('What the key is for'),
  access: Access.describe('read: only calls that change nothing; write: also calls that do'),
  screens: z
    .array(z.enum(allScreens as [(typeof allScreens)[number], ...typeof allScreens]))
    .min(1)
    .max(allScreens.length)
    .describe('Screens whose calls the key may make, among those of its maker'),
  rights: z
    .array(z.enum(rights))
    .max(rights.length)
    .default([])
    .describe('Rights of the key, among those of its maker'),
  droneIds: z
    .array(DroneId)
    .max(keyDronesAtMost)
    .default([])
    .describe(
      'Drones to which the key is limited; it may then only have the screens monitor and drone-list. Empty: all drones of its maker',
    ),
  addresses: z
    .array(z.string().trim().min(1).max(50))
    .max(keyAddressesAtMost)
    .default([])
    .describe('Addresses and ranges (CIDR) from which the key may be used; empty: any'),
  perMinute: z
    .int()
    .min(1)
    .max(keyCallsAtMost)
    .default(keyCallsByDefault)
    .describe('Calls a minute, in each process that serves the API'),
  until: TimeUntil.describe(`End of the key, at most ${keyDaysAtMost - 1} days ahead`),
})

export const ApiKey = z
  .object({
    keyId: id('apiKey'),
    keyName: z.string(),
    start: z.string().describe('The first characters of the key'),
    state: z.enum(keyStates).describe('paused: the person who created it is disabled'),
    access: Access,
    screens: z.array(z.string()),
    rights: z.array(z.string()),
    droneIds: z.array(DroneId).describe('Empty: not limited to drones'),
    addresses: z.array(z.string()),
    perMinute: z.int(),
    createdBy: z.string(),
    createdAt: Time,
    expiresAt: Time,
    revokedAt: Time.nullable(),
    lastUsedAt: Time.nullable().describe('Accurate to the minute'),
    lastUsedIp: z.string().nullable(),
    can: z.object({ revoke: z.boolean() }),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

export const apiKeyList = declareList({
  name: 'api-keys',
  call: 'listApiKeys',
  fileCall: 'exportApiKeys',
  row: ApiKey,
  rowKey: 'keyId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-createdAt',
  filters: {
    search: searchIn('keyName', 'createdBy'),
    keyName: SearchText,
    createdBy: SearchText,
    state: filter(z.enum(keyStates)),
    access: filter(Access),
  },
  columns: {
    keyName: { label: 'api-keys:keyName', sort: true, phone: 'title' },
    start: { label: 'api-keys:start' },
    access: {
      label: 'api-keys:access',
      kind: 'code',
      labels: { read: 'api-keys:read', write: 'api-keys:write' },
      phone: 'figure',
    },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        working: 'api-keys:working',
        paused: 'api-keys:paused',
        expired: 'api-keys:expired',
        revoked: 'api-keys:revoked',
      },
      phone: 'state',
    },
    lastUsedAt: { label: 'api-keys:lastUsed', kind: 'time', sort: true, phone: 'figure' },
    lastUsedIp: { label: 'api-keys:lastUsedIp' },
    expiresAt: { label: 'api-keys:expires', kind: 'time', sort: true },
    createdBy: { label: 'api-keys:createdBy' },
    createdAt: { label: 'api-keys:created', kind: 'time', sort: true },
  },
})

export const apiKeyRoutes = {
  listApiKeys: route('GET', base, {
    policy,
    personOnly: true,
    summary: 'List the API keys of the account; ended ones for 90 days',
    ...pageOf(apiKeyList, {
      counts: countEach(keyStates).describe('By state; all filters except the state apply'),
      can: z.object({ create: z.boolean() }),
    }),
  }),
  exportApiKeys: route('GET', `${base}/export`, {
    policy,
    personOnly: true,
    summary: 'Export the filtered API keys as CSV or XLSX, without the keys',
    ...fileOf(apiKeyList),
  }),
  createApiKey: route('POST', base, {
    policy,
    personOnly: true,
    summary: 'Create an API key; it is returned only now',
    body: ApiKeyInput,
    out: ApiKey.extend({ key: z.string().describe('Sent as Authorization: Bearer') }),
    errors: ['beyond_own_rights', 'too_many_api_keys'],
  }),
  revokeApiKey: route('DELETE', `${base}/{keyId}`, {
    policy,
    personOnly: true,
    summary: 'End an API key at once',
    params: z.object({ keyId: id('apiKey') }),
    errors: ['not_found'],
  }),
}
