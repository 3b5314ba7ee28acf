// Actions of people on an alarm. Everyone who can see it shares its state: one person acknowledges
// or closes it for all, and its history names that person.
import type { alarmDeskRoutes, AlarmDetail } from '@swath/contract/alarms/alarm-desk'
import { rightsByUserType, type UserType } from '@swath/domain/access/rights'
import type { Updateable } from 'kysely'
import type { Changes, RowKind } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { abilitiesAt, readAlarm, type Ability } from './alarm-presenters.ts'
import {
  insertStep,
  lockAlarm,
  membersOf,
  updateAlarm,
  type LockedAlarm,
} from './alarm-steps.queries.ts'

export type Deps = Services & Changes
export type Calls = Handlers<typeof alarmDeskRoutes>

const alarmKind: RowKind<LockedAlarm, Ability> = {
  type: 'alarm',
  lock: (trx, { caller }, id) => lockAlarm(trx, caller.scope, id),
  refusal: (_context, { state }, ability) => (abilitiesAt(state)[ability] ? null : 'conflict'),
  identify: ({ id, drone_name }) => ({ id, name: drone_name }),
  readVersion: ({ version }) => version,
}

/** Names of the actions in the log. */
const actions = {
  acknowledge: 'alarm.acknowledge',
  assign: 'alarm.assign',
  comment: 'alarm.comment',
  close: 'alarm.close',
  reopen: 'alarm.reopen',
} as const satisfies Record<Ability, string>

/** A change of the alarm, and its history entry. */
type Step = {
  columns?: Updateable<Database['anomaly']>
  details?: { reason?: string; text?: string; assigneeName?: string | null }
  /** False: the alarm is in that state already. */
  changes?: boolean
  assigneeId?: string | null
}

const takeStep = (
  { change }: Deps,
  context: SignedInContext,
  asked: { anomalyId: string; version?: number | undefined; to: Ability },
  decide: (row: LockedAlarm, now: Date, trx: Tx) => Promise<Step> | Step,
): Promise<AlarmDetail> => {
  const { anomalyId: id, version, to } = asked
  return change(
    context,
    alarmKind,
    { id, version, to, action: actions[to] },
    async (trx, row, now) => {
      const { columns, details = {}, changes = true, assigneeId } = await decide(row, now, trx)
      const { caller } = context
      return {
        changes,
        details,
        write: async () => {
          if (columns) await updateAlarm(trx, row, columns)
          await insertStep(trx, {
            drone_id: row.drone_id,
            anomaly_id: row.id,
            kind: to,
            at: now,
            user_id: caller.userId,
            user_name: caller.userName,
            account_id: caller.accountId,
            account_name: caller.accountName,
            assignee_name: details.assigneeName ?? null,
            reason: details.reason ?? null,
            text: details.text ?? '',
          })
        },
        answer: () => readAlarm(trx, context, row.id),
        tell: (events) =>
          events.emit('alarmChanged', {
            droneId: row.drone_id,
            anomalyId: row.id,
            byUserId: caller.userId,
            assigneeId: assigneeId ?? null,
          }),
      }
    },
  )
}

/** Members of an account who may handle alarms. */
export const handlersOf = async (db: Db | Tx, accountId: string) =>
  (await membersOf(db, accountId)).filter(({ user_type, rights }) =>
    (rights ?? rightsByUserType[user_type as UserType]).includes('alarm.handle'),
  )

export const acknowledgeAlarm =
  (deps: Deps): Calls['acknowledgeAlarm'] =>
  ({ params: { anomalyId }, body: { version } }, context) =>
    takeStep(deps, context, { anomalyId, version, to: 'acknowledge' }, (row, now) => ({
      columns: { state: 'acknowledged', acknowledged_at: row.acknowledged_at ?? now },
    }))

export const assignAlarm =
  (deps: Deps): Calls['assignAlarm'] =>
  ({ params: { anomalyId }, body: { userId, version } }, context) =>
    takeStep(deps, context, { anomalyId, version, to: 'assign' }, async (row, _now, trx) => {
      const handlers = userId === null ? [] : await handlersOf(trx, context.caller.accountId)
      const assignee = handlers.find(({ id }) => id === userId)
      if (userId !== null && !assignee) fail('not_found')
      return {
        columns: { assignee_id: userId },
        details: { assigneeName: assignee?.name ?? null },
        changes: row.assignee_id !== userId,
        assigneeId: userId,
      }
    })

export const commentAlarm =
  (deps: Deps): Calls['commentAlarm'] =>
  ({ params: { anomalyId }, body: { text } }, context) =>
    // The row is left unchanged, so that a comment doesn't conflict with someone closing the alarm.
    takeStep(deps, context, { anomalyId, to: 'comment' }, () => ({ details: { text } }))

export const closeAlarm =
  (deps: Deps): Calls['closeAlarm'] =>
  ({ params: { anomalyId }, body: { reason, text, version } }, context) =>
    takeStep(deps, context, { anomalyId, version, to: 'close' }, (row, now) => ({
      columns: {
        state: 'closed',
        closed_reason: reason,
        closed_at: now,
        acknowledged_at: row.acknowledged_at ?? now,
      },
      details: { reason, text },
    }))

export const reopenAlarm =
  (deps: Deps): Calls['reopenAlarm'] =>
  ({ params: { anomalyId }, body: { text, version } }, context) =>
    takeStep(deps, context, { anomalyId, version, to: 'reopen' }, () => ({
      columns: { state: 'open', closed_reason: null, closed_at: null },
      details: { text },
    }))
