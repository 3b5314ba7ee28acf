// Webhooks: changes are sent to an address of the account, in the format of Standard Webhooks
// (https://www.standardwebhooks.com, version 1.0.0).
import { z } from 'zod'
import { RowVersion, SearchText, Time, filter, searchIn } from '../fields.ts'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { countEach, fileOf, pageOf } from '../list-calls.ts'
import { declareList } from '../list.ts'
import { changeTypeNames } from './change-types.ts'

const route = routeWithTag('Webhooks')
const base = '/api/user/account/webhooks'
const policy = { screens: ['account-detail'], right: 'account.manage' } as const
const params = z.object({ webhookId: id('webhook') })

export const webhooksAtMost = 20
/** Days for which a delivery is tried. */
export const deliveryDays = 3
/** Days for which deliveries are shown and can be repeated. */
export const deliveryShownDays = 7
/** Hours for which a replaced secret signs as well. */
export const formerSecretHours = 24

export const webhookStates = ['working', 'failing', 'off', 'key-ended'] as const
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

export const WebhookInput = z.object({
  webhookName: z.string().trim().min(1).max(60).describe('What receives the changes'),
  url: z.string().trim().min(1).max(500).describe('Public HTTPS address that receives a POST'),
  types: z.array(z.enum(changeTypeNames)).min(1).max(changeTypeNames.length),
  keyId: id('apiKey').describe('API key of the account: its access limits what is sent'),
  enabled: z.boolean().default(true),
})

export const Webhook = z
  .object({
    webhookId: id('webhook'),
    webhookName: z.string(),
    url: z.string(),
    types: z.array(z.enum(changeTypeNames)),
    keyId: id('apiKey'),
    keyName: z.string(),
    enabled: z.boolean(),
    state: z
      .enum(webhookStates)
      .describe(
        'failing: the receiver did not accept the last delivery; key-ended: its key expired or was revoked',
      ),
    waitingNum: z.int().describe('Deliveries that are waiting'),
    failedNum: z.int().describe('Deliveries that were given up'),
    lastSuccessAt: Time.nullable(),
    failingSince: Time.nullable(),
    formerSecretUntil: Time.nullable().describe('Until then the former secret signs as well'),
    createdBy: z.string(),
    createdAt: Time,
    version: RowVersion,
    can: z.object({ edit: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

const secret = z.string().describe('Secret of the signatures (whsec_…); it is returned only now')

export const webhookList = declareList({
  name: 'webhooks',
  call: 'listWebhooks',
  fileCall: 'exportWebhooks',
  row: Webhook,
  rowKey: 'webhookId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-createdAt',
  filters: {
    search: searchIn('webhookName', 'url'),
    webhookName: SearchText,
    url: SearchText,
    state: filter(z.enum(webhookStates)),
  },
  columns: {
    webhookName: { label: 'webhooks:webhookName', sort: true, phone: 'title' },
    url: { label: 'webhooks:url' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        'working': 'webhooks:working',
        'failing': 'webhooks:failing',
        'off': 'webhooks:off',
        'key-ended': 'webhooks:keyEnded',
      },
      phone: 'state',
    },
    waitingNum: { label: 'webhooks:waitingNum', kind: 'count', phone: 'figure' },
    failedNum: { label: 'webhooks:failedNum', kind: 'count', phone: 'figure' },
    lastSuccessAt: { label: 'webhooks:lastSuccess', kind: 'time', sort: true },
    keyName: { label: 'webhooks:key' },
    createdBy: { label: 'webhooks:createdBy' },
    createdAt: { label: 'webhooks:created', kind: 'time', sort: true },
  },
})

const problems = ['address', 'timeout', 'connection', 'status'] as const

export const Delivery = z
  .object({
    deliveryId: notARow('Of one webhook, which the call names', z.string()),
    type: z.enum(changeTypeNames),
    objectId: notARow('Shown only', z.string()),
    at: Time.describe('When it happened'),
    state: z.enum(deliveryStates),
    tries: z.int(),
    lastStatus: z.int().nullable().describe('HTTP status of the receiver’s last answer'),
    lastProblem: z
      .enum(problems)
      .nullable()
      .describe('address: not public; connection: no connection; status: not 2xx'),
    nextAt: Time.nullable().describe('Next try'),
    endedAt: Time.nullable(),
    body: z.string().describe('The body that is sent'),
  })
  .meta({ id: 'WebhookDelivery' })
export type Delivery = z.infer<typeof Delivery>

export const deliveryList = declareList({
  name: 'webhook-deliveries',
  call: 'listWebhookDeliveries',
  fileCall: 'exportWebhookDeliveries',
  row: Delivery,
  rowKey: 'deliveryId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-at',
  filters: {
    webhookId: filter(id('webhook')),
    objectId: notARow('A search text', SearchText),
    state: filter(z.enum(deliveryStates)),
    type: filter(z.enum(changeTypeNames)),
  },
  columns: {
    type: { label: 'webhooks:type', phone: 'title' },
    objectId: { label: 'webhooks:object' },
    at: { label: 'webhooks:at', kind: 'time', sort: true, phone: 'figure' },
    state: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        waiting: 'webhooks:waiting',
        delivered: 'webhooks:delivered',
        failed: 'webhooks:failed',
      },
      phone: 'state',
    },
    tries: { label: 'webhooks:tries', kind: 'count' },
    lastStatus: { label: 'webhooks:lastStatus', kind: 'number', decimals: 0 },
    nextAt: { label: 'webhooks:nextAt', kind: 'time' },
    endedAt: { label: 'webhooks:endedAt', kind: 'time' },
  },
})

export const WebhookTest = z.object({
  status: z.int().nullable().describe('HTTP status of the receiver’s answer'),
  problem: z
    .enum([...problems, 'secret'])
    .nullable()
    .describe('secret: it was sealed under another master key; create a new one'),
  tookMs: z.int(),
})
export type WebhookTest = z.infer<typeof WebhookTest>

export const webhookRoutes = {
  listWebhooks: route('GET', base, {
    policy,
    personOnly: true,
    summary: 'List the webhooks of the account',
    ...pageOf(webhookList, {
      counts: countEach(webhookStates).describe('By state; all filters except the state apply'),
      can: z.object({ create: z.boolean() }),
    }),
  }),
  exportWebhooks: route('GET', `${base}/export`, {
    policy,
    personOnly: true,
    summary: 'Export the filtered webhooks as CSV or XLSX, without their secrets',
    ...fileOf(webhookList),
  }),
  createWebhook: route('POST', base, {
    policy,
    personOnly: true,
    summary: 'Send changes to an address from now on; the secret is returned only now',
    body: WebhookInput,
    out: Webhook.extend({ secret }),
    errors: ['not_found', 'too_many_webhooks', 'master_key_missing'],
  }),
  updateWebhook: route('PUT', `${base}/{webhookId}`, {
    policy,
    personOnly: true,
    summary: 'Change a webhook, or turn it off or on; while it is off nothing is kept for it',
    params,
    body: WebhookInput.extend({ version: RowVersion }),
    out: Webhook,
    errors: ['not_found', 'conflict'],
  }),
  deleteWebhook: route('DELETE', `${base}/{webhookId}`, {
    policy,
    personOnly: true,
    summary: 'Delete a webhook and its deliveries',
    params,
    errors: ['not_found'],
  }),
  renewWebhookSecret: route('POST', `${base}/{webhookId}/secret`, {
    policy,
    personOnly: true,
    summary: `Create a new secret; the former one signs as well for ${formerSecretHours} hours`,
    params,
    out: z.object({ secret }),
    errors: ['not_found', 'master_key_missing'],
  }),
  testWebhook: route('POST', `${base}/{webhookId}/test`, {
    policy,
    personOnly: true,
    summary: 'Send a signed event of the type test now, and return how the receiver answered',
    params,
    out: WebhookTest,
    errors: ['not_found', 'too_many_requests', 'master_key_missing'],
  }),
  listWebhookDeliveries: route('GET', `${base}/deliveries`, {
    policy,
    personOnly: true,
    summary: `List the deliveries of the account’s webhooks of the last ${deliveryShownDays} days`,
    ...pageOf(deliveryList, {
      counts: countEach(deliveryStates).describe('By state; all filters except the state apply'),
    }),
  }),
  exportWebhookDeliveries: route('GET', `${base}/deliveries/export`, {
    policy,
    personOnly: true,
    summary: 'Export the filtered deliveries as CSV or XLSX',
    ...fileOf(deliveryList),
  }),
  repeatWebhookDeliveries: route('POST', `${base}/{webhookId}/deliveries/repeat`, {
    policy,
    personOnly: true,
    summary: 'Send deliveries again that were delivered or given up',
    params,
    body: z.object({
      deliveryIds: z
        .array(
          notARow('Of the webhook that the call names', z.string().regex(/^\d{1,19}\.\d{1,15}$/)),
        )
        .max(500)
        .optional()
        .describe('Absent: all that were given up'),
    }),
    out: z.object({ repeatedNum: z.int() }),
    errors: ['not_found'],
  }),
}
