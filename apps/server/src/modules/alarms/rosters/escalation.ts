// Decides who is notified of a level-1 alarm. An account with a roster for the place notifies its
// people on duty one after the other, until the alarm is acknowledged; every other account notifies
// everyone who may receive it. Rules: docs/decisions/116-duty-rosters.md.
import { z } from 'zod'
import { onDuty } from '@swath/domain/duty-roster'
import { tx, type Tx } from '../../../platform/database/database.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { findRaised, peopleNear, type Raised } from '../anomalies/alarm-messages.queries.ts'
import {
  AlarmKey,
  findRecipient,
  notifyOfAlarmsKind,
  notifyPerson,
  type Recipient,
} from '../anomalies/alarm-messages.ts'
import { insertStep, lockAlarm } from '../anomalies/alarm-steps.queries.ts'
import { countDutySteps, findAccountName, listNotified, rostersFor } from './escalation.queries.ts'

/** Per alarm. */
const recipientsAtMost = 50
const minuteMs = 60_000

/** `step`: how many people on duty the account has notified before. */
const Payload = z.object({ ...AlarmKey.shape, accountId: z.string(), step: z.int() })
type Escalation = z.infer<typeof Payload>

export const escalateAlarmsKind: JobKind<Escalation> = {
  name: 'alarms.escalate',
  payload: Payload,
  triesAtMost: 5,
}

type Deps = Pick<Services, 'db' | 'clock' | 'events'>

/** `next`: null: everyone on duty was notified. */
type Duty = { minutes: number; next: Recipient | null }

/**
 * The next person on duty at this moment; null if the account has nobody on duty who can be
 * notified.
 */
const findDuty = async (
  trx: Tx,
  raised: Raised,
  { accountId, ...key }: Escalation,
  now: Date,
): Promise<Duty | null> => {
  const notified = await listNotified(trx, key)
  for (const roster of await rostersFor(trx, raised)) {
    if (roster.account_id !== accountId) continue
    const shift = onDuty(roster, now.getTime(), roster.time_zone)
    const people: Recipient[] = []
    for (const userId of shift?.userIds ?? []) {
      const person = await findRecipient(trx, userId, key)
      // A shift has priority over the person's quiet hours.
      if (person?.accountId === accountId) people.push({ ...person, isQuiet: () => false })
    }
    if (people.length > 0)
      return {
        minutes: roster.minutes,
        next: people.find(({ userId }) => !notified.includes(userId)) ?? null,
      }
  }
  return null
}

const notifyEveryone = async (
  { db, clock }: Deps,
  key: AlarmKey,
  raised: Raised,
  accounts: { except?: readonly string[]; only?: string },
): Promise<void> => {
  for (const userId of await peopleNear(db, raised, accounts, recipientsAtMost)) {
    const recipient = await findRecipient(db, userId, key)
    if (recipient) await tx(db, (trx) => notifyPerson(trx, recipient, key, new Date(clock.now())))
  }
}

/** The alarm, locked, if nobody handles it yet and the account has not taken this step before. */
const lockUnheard = async (
  trx: Tx,
  { accountId, step, ...key }: Escalation,
): Promise<Raised | null> => {
  const alarm = await lockAlarm(trx, { kind: 'all' }, key.anomalyId)
  if (alarm?.state !== 'open' || alarm.acknowledged_at !== null) return null
  if ((await countDutySteps(trx, { ...key, accountId })) !== step) return null
  const raised = await findRaised(trx, key.droneId, key.anomalyId)
  return raised?.level === 1 ? raised : null
}

/** Writes the step into the history of the alarm. `person`: null: everyone was notified. */
const writeStep = async (
  trx: Tx,
  { droneId, anomalyId, accountId, step }: Escalation,
  person: Recipient | null,
  now: Date,
): Promise<void> =>
  insertStep(trx, {
    drone_id: droneId,
    anomaly_id: anomalyId,
    kind: step === 0 ? 'notify' : 'escalate',
    at: now,
    account_id: accountId,
    account_name: await findAccountName(trx, accountId),
    assignee_name: person?.userName ?? null,
  })

/** Notifies the next person on duty; if nobody is, everyone of the account. */
const notifyNext = async (deps: Deps, escalation: Escalation): Promise<void> => {
  const { db, clock, events } = deps
  const { accountId, step, ...key } = escalation
  const now = new Date(clock.now())
  const found = await tx(db, async (trx) => {
    const raised = await lockUnheard(trx, escalation)
    const duty = raised && (await findDuty(trx, raised, escalation, now))
    if (duty?.next) {
      await notifyPerson(trx, duty.next, key, now)
      await writeStep(trx, escalation, duty.next, now)
      await enqueueJob(
        trx,
        escalateAlarmsKind,
        { ...escalation, step: step + 1 },
        { runAt: new Date(now.getTime() + duty.minutes * minuteMs) },
      )
    }
    return { raised, duty }
  })
  const { raised, duty } = found
  if (!raised || (duty && !duty.next)) return
  if (!duty) {
    // The step is written last, so that a job that was interrupted here repeats the notifications.
    await notifyEveryone(deps, key, raised, { only: accountId })
    await tx(db, async (trx) => {
      if (await lockUnheard(trx, escalation)) await writeStep(trx, escalation, null, now)
    })
  }
  events.emit('alarmChanged', { ...key, byUserId: null, assigneeId: null })
}

/** Idempotent: no one is notified twice. */
export const notifyOfAlarmsJob = (deps: Deps): Job =>
  createJob(notifyOfAlarmsKind, async (key) => {
    const raised = await findRaised(deps.db, key.droneId, key.anomalyId)
    if (raised?.level !== 1) return
    const rosters = await rostersFor(deps.db, raised)
    const accountIds = [...new Set(rosters.map(({ account_id: accountId }) => accountId))]
    for (const accountId of accountIds) await notifyNext(deps, { ...key, accountId, step: 0 })
    await notifyEveryone(deps, key, raised, { except: accountIds })
  })

export const escalateAlarmsJob = (deps: Deps): Job =>
  createJob(escalateAlarmsKind, (escalation) => notifyNext(deps, escalation))
