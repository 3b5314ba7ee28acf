// Creating, changing and deleting webhooks. The secret is shown once and stored sealed.
import {
  formerSecretHours,
  webhooksAtMost,
  type WebhookInput,
  type webhookRoutes,
} from '@swath/contract/programs/webhooks'
import type { z } from 'zod'
import { lockAccount } from '../../../platform/access/lock-account.queries.ts'
import { nothing, type Changes, type RowKind } from '../../../platform/change/change.ts'
import type { Sealer } from '../../../platform/config/master-key.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { mayReach } from '../../../platform/http/public-request.ts'
import type { Services } from '../../../platform/services.ts'
import { readPresent, type Position } from '../changes/changes.queries.ts'
import { presentWebhook } from './present-webhook.ts'
import { giveUpAfterMs } from './retry-times.ts'
import { newSecret, webhookSecretPurpose, writeSecret } from './webhook-secret.ts'
import {
  countWebhooks,
  deleteWebhookRow,
  findWebhook,
  hasWorkingKey,
  insertWebhook,
  lockWebhook,
  repeatDeliveries,
  updateWebhookRow,
  type WebhookRow,
} from './webhooks.queries.ts'

export type Deps = Services & Changes & { sealer: () => Promise<Sealer | null> }
type Calls = Handlers<typeof webhookRoutes>
type Given = z.output<typeof WebhookInput>

const hourMs = 3_600_000

const check = async (
  { db, clock, config }: Deps,
  { url, keyId, enabled }: Given,
  { caller: { accountId } }: SignedInContext,
): Promise<void> => {
  if (!mayReach(url, config.webhookOrigins))
    fail('invalid_input', {}, [{ path: 'url', message: 'webhookUrlWrong' }])
  if (enabled && !(await hasWorkingKey(db, { accountId, now: new Date(clock.now()) }, keyId)))
    fail('not_found', {}, [{ path: 'keyId', message: 'webhookKeyEnded' }])
}

/** The columns that people enter, which are also recorded in the log. */
const toColumns = ({ webhookName, url, types, keyId, enabled }: Given) => ({
  name: webhookName,
  url,
  kinds: [...new Set(types)],
  key_id: keyId,
  enabled,
})

const sealNew = async ({ sealer }: Deps, id: string) => {
  const { seal } = (await sealer()) ?? fail('master_key_missing')
  const secret = newSecret()
  return { shown: writeSecret(secret), sealed: seal(secret, webhookSecretPurpose(id)) }
}

const read = async (db: Db | Tx, { caller }: SignedInContext, id: string, now: Date) =>
  presentWebhook(
    (await findWebhook(db, { accountId: caller.accountId, now }, id)) ?? fail('not_found'),
  )

const from = ({ transaction, id }: Position) => ({ taken_transaction: transaction, taken_id: id })

const kind: RowKind<WebhookRow, 'change'> = {
  type: 'webhook',
  lock: (trx, { caller }, id) => lockWebhook(trx, caller.accountId, id),
  refusal: () => null,
  identify: ({ id, name }) => ({ id, name }),
  readVersion: ({ version }) => version,
}

export const createWebhook =
  (deps: Deps): Calls['createWebhook'] =>
  async ({ body }, context) => {
    const { accountId, userName } = context.caller
    await check(deps, body, context)
    const id = uuidv7(deps.clock.now())
    const secret = await sealNew(deps, id)
    const columns = toColumns(body)
    return deps.record(context, async (trx, now) => ({
      action: 'webhook.add',
      object: { type: 'webhook', id, name: body.webhookName },
      details: { after: columns },
      write: async () => {
        await lockAccount(trx, accountId)
        if ((await countWebhooks(trx, accountId)) >= webhooksAtMost)
          fail('too_many_webhooks', { count: webhooksAtMost })
        await insertWebhook(trx, {
          ...columns,
          ...from(await readPresent(trx)),
          id,
          account_id: accountId,
          secret_sealed: secret.sealed,
          created_at: now,
          created_by_name: userName,
        })
      },
      answer: async () => ({ ...(await read(trx, context, id, now)), secret: secret.shown }),
    }))
  }

export const updateWebhook =
  (deps: Deps): Calls['updateWebhook'] =>
  async ({ params: { webhookId: id }, body: { version, ...given } }, context) => {
    await check(deps, given, context)
    const asked = { id, version, to: 'change', action: 'webhook.update' } as const
    return deps.change(context, kind, asked, async (trx, before, now) => {
      const after = toColumns(given)
      return {
        name: given.webhookName,
        before,
        after,
        write: async () =>
          updateWebhookRow(trx, id, {
            ...after,
            // what happened while it was off is not sent
            ...(given.enabled && !before.enabled ? from(await readPresent(trx)) : {}),
            // the new address may work
            failures: 0,
            pause_until: null,
            failing_since: null,
          }),
        answer: () => read(trx, context, id, now),
      }
    })
  }

export const deleteWebhook =
  ({ change }: Deps): Calls['deleteWebhook'] =>
  ({ params: { webhookId: id } }, context) => {
    const asked = { id, to: 'change', action: 'webhook.delete' } as const
    return change(context, kind, asked, async (trx) => ({
      write: () => deleteWebhookRow(trx, id),
      answer: nothing,
    }))
  }

export const renewWebhookSecret =
  (deps: Deps): Calls['renewWebhookSecret'] =>
  async ({ params: { webhookId: id } }, context) => {
    const secret = await sealNew(deps, id)
    const asked = { id, to: 'change', action: 'webhook.renew-secret' } as const
    return deps.change(context, kind, asked, async (trx, before, now) => ({
      write: () =>
        updateWebhookRow(trx, id, {
          secret_sealed: secret.sealed,
          former_secret_sealed: before.secret_sealed,
          former_secret_until: new Date(now.getTime() + formerSecretHours * hourMs),
        }),
      answer: async () => ({ secret: secret.shown }),
    }))
  }

const toPosition = (deliveryId: string): Position => {
  const [transaction, id] = deliveryId.split('.') as [string, string]
  return { transaction, id: Number(id) }
}

export const repeatWebhookDeliveries =
  ({ change }: Deps): Calls['repeatWebhookDeliveries'] =>
  ({ params: { webhookId: id }, body: { deliveryIds } }, context) => {
    const asked = { id, to: 'change', action: 'webhook.repeat' } as const
    return change(context, kind, asked, async (trx, _row, now) => {
      let repeatedNum = 0
      return {
        details: { deliveries: deliveryIds ?? 'failed' },
        write: async () => {
          const giveUpAt = new Date(now.getTime() + giveUpAfterMs)
          repeatedNum = await repeatDeliveries(trx, id, deliveryIds?.map(toPosition) ?? 'failed', {
            now,
            giveUpAt,
          })
        },
        answer: async () => ({ repeatedNum }),
      }
    })
  }
