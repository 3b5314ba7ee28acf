// Actions of supervisors on a suspicion. All supervisors of the flight share its state: one person
// decides for all, and its history names that person and the reason.
import type { ClaimDecision, claimRoutes, ClaimDetail } from '@swath/contract/flights/claims'
import type { Updateable } from 'kysely'
import type { Changes, RowKind } from '../../../platform/change/change.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import {
  insertStep,
  lockSuspicion,
  updateSuspicion,
  type LockedSuspicion,
} from './claim-steps.queries.ts'
import { abilitiesAt, readSuspicion, type Ability } from './present-suspicion.ts'

export type Deps = Services & Changes
export type Calls = Handlers<typeof claimRoutes>

const suspicionKind: RowKind<LockedSuspicion, Ability> = {
  type: 'claim',
  lock: (trx, { caller }, id) => lockSuspicion(trx, caller.scope, id),
  refusal: (_context, { state }, ability) => (abilitiesAt(state)[ability] ? null : 'conflict'),
  identify: ({ id, drone_name }) => ({ id, name: drone_name }),
  readVersion: ({ version }) => version,
}

/** Names of the actions in the log. */
const actions = {
  look: 'claim.look',
  comment: 'claim.comment',
  decide: 'claim.decide',
  reopen: 'claim.reopen',
} as const satisfies Record<Ability, string>

/** A change of the row (null for none), and its history entry. */
type Step = {
  columns: Updateable<Database['claim_suspicion']> | null
  text?: string
  decision?: ClaimDecision
}

const takeStep = (
  { change }: Deps,
  context: SignedInContext,
  asked: { suspicionId: string; version?: number | undefined; to: Ability },
  decide: (now: Date) => Step,
): Promise<ClaimDetail> => {
  const { suspicionId: id, version, to } = asked
  const { caller } = context
  return change(
    context,
    suspicionKind,
    { id, version, to, action: actions[to] },
    async (trx, row, now) => {
      const { columns, text = '', decision } = decide(now)
      return {
        details: { text, ...(decision ? { decision } : {}) },
        write: async () => {
          if (columns) await updateSuspicion(trx, row, columns)
          await insertStep(trx, {
            drone_id: row.drone_id,
            suspicion_id: row.id,
            kind: to,
            at: now,
            user_id: caller.userId,
            user_name: caller.userName,
            account_id: caller.accountId,
            account_name: caller.accountName,
            decision: decision ?? null,
            text,
          })
        },
        answer: () => readSuspicion(trx, context, row.id),
      }
    },
  )
}

export const lookAtClaim =
  (deps: Deps): Calls['lookAtClaim'] =>
  ({ params: { suspicionId }, body: { version } }, context) =>
    takeStep(deps, context, { suspicionId, version, to: 'look' }, () => ({
      columns: { state: 'looking', handler_id: context.caller.userId },
    }))

export const commentClaim =
  (deps: Deps): Calls['commentClaim'] =>
  ({ params: { suspicionId }, body: { text } }, context) =>
    // The row is left unchanged, so that a comment doesn't conflict with someone about to decide.
    takeStep(deps, context, { suspicionId, to: 'comment' }, () => ({ columns: null, text }))

export const decideClaim =
  (deps: Deps): Calls['decideClaim'] =>
  ({ params: { suspicionId }, body: { decision, text, version } }, context) =>
    takeStep(deps, context, { suspicionId, version, to: 'decide' }, (now) => ({
      columns: { state: decision, handler_id: context.caller.userId, decided_at: now },
      text,
      decision,
    }))

export const reopenClaim =
  (deps: Deps): Calls['reopenClaim'] =>
  ({ params: { suspicionId }, body: { text, version } }, context) =>
    takeStep(deps, context, { suspicionId, version, to: 'reopen' }, () => ({
      columns: { state: 'open', handler_id: null, decided_at: null },
      text,
    }))
