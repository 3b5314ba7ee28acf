import { deliveryList, webhookList, type webhookRoutes } from '@swath/contract/programs/webhooks'
import { createChanges } from '../../../platform/change/change.ts'
import { createSealer } from '../../../platform/config/master-key.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import { presentDelivery, presentWebhook } from './present-webhook.ts'
import { testWebhook } from './test-webhook.ts'
import {
  createWebhook,
  deleteWebhook,
  renewWebhookSecret,
  repeatWebhookDeliveries,
  updateWebhook,
} from './webhook-changes.ts'
import { deliveryRows, webhookRows } from './webhooks.queries.ts'

export const webhookHandlers = (services: Services): Handlers<typeof webhookRoutes> => {
  const { db, clock } = services
  const deps = { ...services, ...createChanges(services), sealer: createSealer(services.config) }
  const whoseOf = ({ caller: { accountId } }: SignedInContext) => ({
    accountId,
    now: new Date(clock.now()),
  })
  return {
    listWebhooks: async ({ query }, context) => {
      const whose = whoseOf(context)
      const [page, counts] = await Promise.all([
        webhookRows.readPage(db, whose, query, presentWebhook),
        webhookRows.countStates(db, whose, query),
      ])
      return { ...page, counts, can: { create: true } }
    },
    exportWebhooks: async ({ query }, context) =>
      listFile(webhookList, query, context, {
        rows: webhookRows.each(db, whoseOf(context), query),
        present: presentWebhook,
      }),
    listWebhookDeliveries: async ({ query }, context) => {
      const whose = whoseOf(context)
      const [page, counts] = await Promise.all([
        deliveryRows.readPage(db, whose, query, presentDelivery),
        deliveryRows.countStates(db, whose, query),
      ])
      return { ...page, counts }
    },
    exportWebhookDeliveries: async ({ query }, context) =>
      listFile(deliveryList, query, context, {
        rows: deliveryRows.each(db, whoseOf(context), query),
        present: presentDelivery,
      }),
    createWebhook: createWebhook(deps),
    updateWebhook: updateWebhook(deps),
    deleteWebhook: deleteWebhook(deps),
    renewWebhookSecret: renewWebhookSecret(deps),
    repeatWebhookDeliveries: repeatWebhookDeliveries(deps),
    testWebhook: testWebhook(deps),
  }
}
