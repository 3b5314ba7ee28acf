// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { randomBytes } from 'node:crypto'
import { webhookRoutes } from '@swath/contract/programs/webhooks'
import { featureSweep, type Asking } from '../../../sweep/testing-cases.ts'
import { ownAccount } from '../../../sweep/testing-oracle.ts'
import {
  accountNames,
  buildCanary,
  idsFor,
  personLines,
  world,
  worldNow,
} from '../../../sweep/testing-world.ts'

const webhookId = idsFor(accountNames)
const keyId = idsFor(accountNames)
const accountOf = ({ person }: Pick<Asking, 'person'>) => personLines[person].account
const held = (kind: string) => ({
  kind,
  all: accountNames,
  rows: Object.fromEntries(ownAccount.map((person) => [person, [accountOf({ person })]])),
})
const ownWebhook = (asking: Asking) => ({ webhookId: webhookId[accountOf(asking)] })
const given = (asking: Asking) => ({
  webhookName: 'Receiver',
  url: 'https://receiver.example/',
  types: ['flight.ended'],
  keyId: keyId[accountOf(asking)], // ended, so that nothing is written
})

export const webhookSweep = featureSweep(webhookRoutes, {
  seed: async (db) => {
    const at = new Date(worldNow)
    await db
      .insertInto('api_key')
      .values(
        accountNames.map((name) => ({
          id: keyId[name],
          account_id: world.accountId[name],
          user_id: world.userId[name],
          name: 'Webhooks',
          start: 'swk_sweep1',
          key_hash: randomBytes(32),
          writes: false,
          screens: ['monitor'],
          rights: [],
          addresses: [],
          per_minute: 1,
          created_at: new Date(worldNow - 400 * 86_400_000),
          expires_at: new Date(worldNow - 300 * 86_400_000),
        })),
      )
      .execute()
    await db
      .insertInto('webhook')
      .values(
        accountNames.map((name) => ({
          id: webhookId[name],
          account_id: world.accountId[name],
          key_id: keyId[name],
          name: buildCanary('webhook', name),
          url: 'https://receiver.example/',
          kinds: ['flight.ended' as const],
          secret_sealed: randomBytes(60),
          enabled: false,
          created_at: at,
          created_by_name: 'Sweep',
          taken_transaction: '0',
          taken_id: 0,
        })),
      )
      .execute()
    await db
      .insertInto('webhook_delivery')
      .values(
        accountNames.map((name) => ({
          webhook_id: webhookId[name],
          transaction: '1',
          event_id: 1,
          kind: 'flight.ended' as const,
          object_id: buildCanary('delivery', name),
          at,
          body: '{}',
          state: 'delivered' as const,
          next_at: at,
          give_up_at: at,
          ended_at: at,
        })),
      )
      .execute()
  },
  strangers: {
    webhook: (asking) =>
      accountNames.filter((name) => name !== accountOf(asking)).map((name) => webhookId[name]),
  },
  cases: {
    listWebhooks: { people: ownAccount, right: true, holds: held('webhook') },
    exportWebhooks: { people: ownAccount, right: true, holds: held('webhook') },
    createWebhook: {
      people: ownAccount,
      right: true,
      request: (asking) => ({ body: given(asking) }),
    },
    updateWebhook: {
      people: ownAccount,
      right: true,
      request: (asking) => ({ params: ownWebhook(asking), body: { ...given(asking), version: 1 } }),
    },
    deleteWebhook: {
      people: ownAccount,
      right: true,
      changes: true,
      request: (asking) => ({ params: ownWebhook(asking) }),
    },
    renewWebhookSecret: {
      people: ownAccount,
      right: true,
      changes: true,
      request: (asking) => ({ params: ownWebhook(asking) }),
    },
    testWebhook: {
      people: ownAccount,
      right: true,
      changes: true,
      request: (asking) => ({ params: ownWebhook(asking) }),
    },
    listWebhookDeliveries: {
      people: ownAccount,
      right: true,
      narrows: true,
      request: () => ({}),
      holds: held('delivery'),
    },
    exportWebhookDeliveries: {
      people: ownAccount,
      right: true,
      narrows: true,
      request: () => ({}),
      holds: held('delivery'),
    },
    repeatWebhookDeliveries: {
      people: ownAccount,
      right: true,
      request: (asking) => ({ params: ownWebhook(asking), body: { deliveryIds: [] } }),
    },
  },
})
