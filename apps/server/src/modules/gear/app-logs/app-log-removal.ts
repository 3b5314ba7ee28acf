// Deletes app logs: a single one, logs before a date, and those past their retention.
import { canManageEquipment } from '@swath/domain/access/drone-abilities'
import { nothing } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import { removeAppLogsKind } from './app-log-cleanup.ts'
import { keepFor, readKeptDays, removeLogs } from './app-log-removal.queries.ts'
import { findLog } from './app-logs.queries.ts'
import type { Calls, Deps } from './app-log-deps.ts'
import { mayDelete, refuseGovernments } from './app-log-presenters.ts'

const dayMs = 86_400_000

/** The logs are hidden already. Delayed, because a concurrent deletion may still lock the rows. */
const clearSoon = (clock: Clock, trx: Tx, traceId: string): Promise<void> =>
  enqueueJob(
    trx,
    removeAppLogsKind,
    {},
    { key: removeAppLogsKind.name, runAt: new Date(clock.now() + 2_000), traceId },
  )

export const deleteAppLog =
  ({ db, clock, record }: Deps): Calls['deleteAppLog'] =>
  async ({ params }, context) => {
    const { caller } = context
    refuseGovernments(caller)
    const found = (await findLog(db, caller.scope, params.logId)) ?? fail('not_found')
    if (!mayDelete(found, caller)) fail('forbidden')
    return record(context, async (trx, now) => ({
      action: 'app-log.delete',
      object: { type: 'app-log', id: found.id, name: found.file_name },
      details: {
        droneId: found.drone_id,
        bytes: found.bytes,
        uploadedAt: found.uploaded_at.toISOString(),
      },
      write: async () => {
        const [gone] = await removeLogs(trx, caller.scope, { id: found.id }, now)
        if (!gone) fail('not_found')
        await clearSoon(clock, trx, context.traceId)
      },
      answer: nothing,
    }))
  }

export const deleteOldAppLogs =
  ({ clock, record }: Deps): Calls['deleteOldAppLogs'] =>
  async ({ body }, context) => {
    const { caller } = context
    if (!canManageEquipment(caller)) fail('forbidden')
    return record(context, async (trx, now) => {
      const before = new Date(Math.min(Date.parse(body.before), now.getTime()))
      const gone = await removeLogs(trx, caller.scope, { before }, now)
      const sums = { deleted: gone.length, bytes: gone.reduce((sum, one) => sum + one.bytes, 0) }
      return {
        action: 'app-log.delete-old',
        object: { type: 'app-log', id: before.toISOString(), name: String(gone.length) },
        changes: gone.length > 0,
        details: {
          olderThan: before.toISOString(),
          days: Math.floor((now.getTime() - before.getTime()) / dayMs),
          count: gone.length,
          bytes: sums.bytes,
        },
        write: () => clearSoon(clock, trx, context.traceId),
        answer: () => Promise.resolve(sums),
      }
    })
  }

export const keepAppLogs =
  ({ record }: Deps): Calls['keepAppLogs'] =>
  async ({ body }, context) => {
    const { caller } = context
    if (!canManageEquipment(caller)) fail('forbidden')
    return record(context, async (trx) => ({
      action: 'app-log.keep',
      object: { type: 'account', id: caller.accountId, name: caller.accountName },
      before: { days: await readKeptDays(trx, caller.accountId) },
      after: { days: body.days },
      write: () => keepFor(trx, caller.accountId, body.days),
      answer: () => Promise.resolve(body),
    }))
  }
