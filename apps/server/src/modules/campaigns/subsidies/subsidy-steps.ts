// Actions of an authority on a subsidy: proposing, correcting, approving by a second person,
// paying.
import { nothing, type Facts, type Work } from '../../../platform/change/change.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { countChanged } from './lines.queries.ts'
import { computeSubsidiesKind } from './propose.ts'
import { ruleKind } from './rules.ts'
import {
  deleteSubsidy,
  hasFlight,
  insertStep,
  insertSubsidy,
  updateSubsidy,
  writeRuling,
  type SubsidyRow,
} from './subsidies.queries.ts'
import {
  createSubsidyKind,
  presentSubsidy,
  requireSubsidy,
  type SubsidyAbility,
} from './subsidy-presenters.ts'
import { toSubsidyReader, type Calls, type Deps } from './subsidy-deps.ts'
import { findRule } from './rules.queries.ts'

type Step = Parameters<typeof insertStep>[1]['kind']

const noteStep = (
  trx: Tx,
  { caller }: SignedInContext,
  subsidyId: number,
  kind: Step,
  at: Date,
  text = '',
): Promise<void> =>
  insertStep(trx, {
    subsidy_id: subsidyId,
    kind,
    at,
    user_id: caller.userId,
    user_name: caller.userName,
    account_id: caller.accountId,
    account_name: caller.accountName,
    text,
  })

const answerWith = (
  { clock }: Deps,
  trx: Tx,
  context: SignedInContext,
  id: string,
): ReturnType<Calls['approveSubsidy']> => {
  const reader = toSubsidyReader(context)
  return requireSubsidy(trx, reader, id).then((row) => presentSubsidy(row, reader, clock.now()))
}

const proposeSubsidy =
  (deps: Deps): Calls['proposeSubsidy'] =>
  ({ body: { ruleId } }, context) =>
    deps.change(
      context,
      ruleKind,
      { id: ruleId, to: 'propose', action: 'subsidy.propose' },
      async (trx, rule, now) => {
        let id = ''
        return {
          details: { number: rule.number },
          write: async () => {
            const made = await insertSubsidy(trx, {
              rule_id: rule.id,
              rule_number: rule.number,
              account_id: rule.account_id,
              region_code: rule.region_code,
              year: rule.year,
              time_zone: rule.time_zone,
              currency: rule.currency,
              created_at: now,
            })
            id = String(made ?? fail('subsidy_under_way'))
            await noteStep(trx, context, Number(id), 'propose', now)
            await enqueueJob(
              trx,
              computeSubsidiesKind,
              { subsidyId: Number(id), revision: 1 },
              { traceId: context.traceId },
            )
          },
          answer: () => answerWith(deps, trx, context, id),
        }
      },
    )

type Asked = { id: string; version: number | undefined; to: SubsidyAbility; action: string }

const takeStep = (
  deps: Deps,
  context: SignedInContext,
  asked: Asked,
  work: (
    trx: Tx,
    subsidy: SubsidyRow,
    now: Date,
  ) => Promise<{ details: Facts; write: () => Promise<void> }>,
): ReturnType<Calls['approveSubsidy']> =>
  deps.change(
    context,
    createSubsidyKind(() => deps.clock.now()),
    asked,
    async (trx, subsidy, now): Promise<Work<Awaited<ReturnType<Calls['approveSubsidy']>>>> => ({
      ...(await work(trx, subsidy, now)),
      answer: () => answerWith(deps, trx, context, asked.id),
    }),
  )

/** Recomputes by the rules now in force. */
const workOutAgain = async (
  trx: Tx,
  context: SignedInContext,
  subsidy: SubsidyRow,
): Promise<void> => {
  const revision = subsidy.revision + 1
  const rule = await findRule(trx, toSubsidyReader(context), subsidy.rule_id)
  await updateSubsidy(trx, subsidy.id, {
    state: 'working',
    revision,
    rule_number: rule?.number ?? subsidy.rule_number,
    done_count: 0,
    all_count: 0,
  })
  await enqueueJob(
    trx,
    computeSubsidiesKind,
    { subsidyId: subsidy.id, revision },
    { traceId: context.traceId },
  )
}

const correctSubsidy =
  (deps: Deps): Calls['correctSubsidy'] =>
  ({ params: { subsidyId: id }, body: { text, version } }, context) =>
    takeStep(
      deps,
      context,
      { id, version, to: 'correct', action: 'subsidy.correct' },
      async (trx, subsidy, now) => ({
        details: { text },
        write: async () => {
          await noteStep(trx, context, subsidy.id, 'correct', now, text)
          await workOutAgain(trx, context, subsidy)
        },
      }),
    )

const ruleSubsidyFlight =
  (deps: Deps): Calls['ruleSubsidyFlight'] =>
  ({ params, body: { ruling, text, version } }, context) =>
    takeStep(
      deps,
      context,
      { id: params.subsidyId, version, to: 'correct', action: 'subsidy.rule-flight' },
      async (trx, subsidy, now) => {
        const { droneId, sortieId } = params
        if (!(await hasFlight(trx, subsidy.id, droneId, sortieId))) fail('not_found')
        return {
          details: { droneId, sortieId, ruling, text },
          write: async () => {
            await writeRuling(
              trx,
              { subsidy_id: subsidy.id, drone_id: droneId, sortie_id: sortieId },
              ruling && { ruling, text, at: now, user_id: context.caller.userId },
            )
            await noteStep(trx, context, subsidy.id, 'rule', now, text)
            await workOutAgain(trx, context, subsidy)
          },
        }
      },
    )

const approveSubsidy =
  (deps: Deps): Calls['approveSubsidy'] =>
  ({ params: { subsidyId: id }, body: { text, version } }, context) =>
    takeStep(
      deps,
      context,
      { id, version, to: 'approve', action: 'subsidy.approve' },
      async (trx, subsidy, now) => {
        // Changes since the computation must be reviewed before the payment.
        if ((await countChanged(trx, subsidy.id)) > 0) fail('subsidy_changed_flights')
        return {
          details: { totalMinor: subsidy.total_minor, currency: subsidy.currency, text },
          write: async () => {
            await updateSubsidy(trx, subsidy.id, { state: 'approved', approved_at: now })
            await noteStep(trx, context, subsidy.id, 'approve', now, text)
          },
        }
      },
    )

const paySubsidy =
  (deps: Deps): Calls['paySubsidy'] =>
  ({ params: { subsidyId: id }, body: { paymentReference, text, version } }, context) =>
    takeStep(
      deps,
      context,
      { id, version, to: 'pay', action: 'subsidy.pay' },
      async (trx, subsidy, now) => ({
        details: {
          totalMinor: subsidy.total_minor,
          currency: subsidy.currency,
          paymentReference,
          text,
        },
        write: async () => {
          await updateSubsidy(trx, subsidy.id, {
            state: 'paid',
            paid_at: now,
            payment_reference: paymentReference,
          })
          await noteStep(trx, context, subsidy.id, 'pay', now, text)
        },
      }),
    )

const removeSubsidy =
  ({ change, clock }: Deps): Calls['deleteSubsidy'] =>
  ({ params: { subsidyId: id } }, context) =>
    change(
      context,
      createSubsidyKind(() => clock.now()),
      { id, to: 'delete', action: 'subsidy.delete' },
      async (trx, subsidy) => ({
        details: { state: subsidy.state, totalMinor: subsidy.total_minor },
        write: () => deleteSubsidy(trx, subsidy.id),
        answer: nothing,
      }),
    )

type StepCalls = Pick<
  Calls,
  | 'proposeSubsidy'
  | 'correctSubsidy'
  | 'ruleSubsidyFlight'
  | 'approveSubsidy'
  | 'paySubsidy'
  | 'deleteSubsidy'
>

export const subsidyStepHandlers = (deps: Deps): StepCalls => ({
  proposeSubsidy: proposeSubsidy(deps),
  correctSubsidy: correctSubsidy(deps),
  ruleSubsidyFlight: ruleSubsidyFlight(deps),
  approveSubsidy: approveSubsidy(deps),
  paySubsidy: paySubsidy(deps),
  deleteSubsidy: removeSubsidy(deps),
})
