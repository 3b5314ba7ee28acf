// Level-1 alarms are also sent by SMS and mail to members with the right "receive L1 abnormal SMS"
// (specification, section 3). Their account sets a limit per hour; alarms beyond it are combined
// into a digest, so that every alarm reaches both the desk and the person.
import { z } from 'zod'
import { readCaller } from '../../../platform/auth/caller.ts'
import { findPersonById } from '../../../platform/auth/people.queries.ts'
import { tx, type Db, type Tx } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import type { Services } from '../../../platform/services.ts'
import { settingsOn } from '../../../gateway/recompute/public.ts'
import { hasPushBrowser } from '../push/push.queries.ts'
import { channelsOf, isQuietFor, type TextChannel } from './alarm-channels.ts'
import { deliverAlarmsKind } from './alarm-delivery.ts'
import { findAnomaly } from './anomalies.queries.ts'
import {
  countSendings,
  findNotified,
  gatherHeld,
  holdPerson,
  insertMessage,
  peopleWithHeld,
  type AlarmChannel,
} from './alarm-messages.queries.ts'

const hourMs = 3_600_000
/** Per person: a push costs nothing, but a telephone that rings all the time is switched off. */
const pushesPerHour = 30
/** A person gets no second message about the same drone within this time. */
const sameDroneMs = 10 * 60_000
/** Long enough to combine alarms that are raised together into one message. */
const heldForMs = 10 * 60_000

export const AlarmKey = z.object({ droneId: z.string(), anomalyId: z.string() })
export type AlarmKey = z.infer<typeof AlarmKey>

export const notifyOfAlarmsKind: JobKind<AlarmKey> = {
  name: 'alarms.tell',
  payload: AlarmKey,
  triesAtMost: 5,
}
export const sendAlarmDigestsKind: JobKind<object> = {
  name: 'alarms.digest',
  payload: z.object({}),
  triesAtMost: 2,
  schedule: { hour: 'every', minute: 'every' },
}

type Deps = Pick<Services, 'db' | 'clock'>
export type Recipient = {
  userId: string
  userName: string
  accountId: string
  accountName: string
  texts: readonly TextChannel[]
  hasPush: boolean
  isQuiet: (now: Date) => boolean
}

/** A person is notified if they have the right and can see the alarm. */
export const findRecipient = async (
  db: Db | Tx,
  userId: string,
  { droneId, anomalyId }: AlarmKey,
): Promise<Recipient | null> => {
  const person = await findPersonById(db, userId)
  if (!person?.enabled) return null
  const texts = channelsOf(person)
  const hasPush = await hasPushBrowser(db, userId)
  if (texts.length === 0 && !hasPush) return null
  const caller = await readCaller(db, person)
  // Platform people can see every alarm, so they are notified only if granted the right
  // individually.
  if (
    !caller.rights.includes('alarm.sms') ||
    (caller.accountType === 'platform' && person.rights === null)
  )
    return null
  if (!(await findAnomaly(db, caller.scope, userId, droneId, anomalyId))) return null
  const { userName, accountId, accountName } = person
  const isQuiet = (now: Date): boolean => isQuietFor(person, now)
  return { userId, userName, accountId, accountName, texts, hasPush, isQuiet }
}

/** Enqueues a single message, or a digest. */
const enqueueSending = async (trx: Tx, sendingId: string): Promise<void> =>
  enqueueJob(trx, deliverAlarmsKind, { sendingId })

/** Whether there is room for another message. One message per hour is reserved for the digest. */
const roomFor = async (
  trx: Tx,
  { userId, accountId }: Pick<Recipient, 'userId' | 'accountId'>,
  now: Date,
): Promise<{ single: number; digest: number; push: number }> => {
  const { messagesPerHour } = await settingsOn(trx, accountId, now)
  const used = await countSendings(trx, userId, new Date(now.getTime() - hourMs))
  return {
    single: messagesPerHour - 1 - used.texts,
    digest: messagesPerHour - used.texts,
    push: pushesPerHour - used.pushes,
  }
}

/** Enqueues the message, or holds it for the digest. Idempotent: no one is notified twice. */
export const notifyPerson = async (
  trx: Tx,
  recipient: Recipient,
  { droneId, anomalyId }: AlarmKey,
  now: Date,
): Promise<void> => {
  const { userId, texts, hasPush, isQuiet } = recipient
  await holdPerson(trx, userId)
  const since = new Date(now.getTime() - sameDroneMs)
  const notified = await findNotified(trx, { userId, droneId, anomalyId, since })
  if (notified.of_this) return
  const room = await roomFor(trx, recipient, now)
  const message = { droneId, anomalyId, userId, now }
  const isHeld = isQuiet(now) || notified.lately
  const textsNow = isHeld || room.single < texts.length ? [] : texts
  const pushNow = hasPush && !isHeld && room.push > 0
  // A digest is easier to read in a mail.
  const digestBy = textsNow.length === texts.length ? null : texts.at(-1)!
  const held: AlarmChannel | null = texts.length === 0 && !pushNow ? 'push' : digestBy
  if (held) await insertMessage(trx, { ...message, channel: held, sendingId: null })
  for (const channel of pushNow ? (['push', ...textsNow] as const) : textsNow) {
    const sendingId = uuidv7(now.getTime())
    await insertMessage(trx, { ...message, channel, sendingId })
    await enqueueSending(trx, sendingId)
  }
}

/**
 * Sends the waiting messages of a person as one, as soon as the hourly limit and the person's quiet
 * hours allow it.
 */
export const sendAlarmDigestsJob = (services: Deps): Job =>
  createJob(sendAlarmDigestsKind, async () => {
    const { db, clock } = services
    const now = new Date(clock.now())
    for (const userId of await peopleWithHeld(db, new Date(now.getTime() - heldForMs))) {
      const person = await findPersonById(db, userId)
      if (!person || isQuietFor(person, now)) continue
      await tx(db, async (trx) => {
        await holdPerson(trx, userId)
        let { digest } = await roomFor(trx, person, now)
        for (const channel of ['push', 'sms', 'mail'] as const) {
          if (channel !== 'push' && digest <= 0) return
          const sendingId = uuidv7(now.getTime())
          if ((await gatherHeld(trx, userId, channel, sendingId, now)) === 0) continue
          await enqueueSending(trx, sendingId)
          if (channel !== 'push') digest--
        }
      })
    }
  })

/** @returns a function that stops the notifications */
export const startAlarmMessages = ({
  db,
  events,
  log,
}: Pick<Services, 'db' | 'events' | 'log'>): { stop: () => Promise<void> } => {
  let telling: Promise<unknown> = Promise.resolve()
  const stopListening = events.on('anomaly', ({ droneId, anomalyId, live }) => {
    // Alarms found in late points are history, so no one is notified.
    if (!live) return
    telling = telling
      .then(() =>
        // Several processes receive the same event.
        tx(db, (trx) =>
          enqueueJob(
            trx,
            notifyOfAlarmsKind,
            { droneId, anomalyId },
            { key: `alarm ${anomalyId}` },
          ),
        ),
      )
      .catch((error: unknown) =>
        log.warn({ droneId, err: error }, 'could not notify anyone of an alarm'),
      )
  })
  return {
    stop: async () => {
      stopListening()
      await telling
    },
  }
}
