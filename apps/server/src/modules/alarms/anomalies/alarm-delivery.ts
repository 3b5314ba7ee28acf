// Sends a message about alarms, and stores the result with them.
import { z } from 'zod'
import type { AlarmNotice } from '@swath/contract/alarms/push'
import { alarmPath } from '@swath/contract/alarms/alarm-path'
import { listScreens } from '@swath/domain/access/policy'
import { readCaller } from '../../../platform/auth/caller.ts'
import { findPersonById, type Person } from '../../../platform/auth/people.queries.ts'
import type { Themes } from '../../../platform/auth/themes.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import { formatLocalTime } from '../../../platform/listing/local-time.ts'
import type { Message, Messages, Sending } from '../../../platform/messages/messages.ts'
import { composeText } from '../../../platform/messages/texts.ts'
import { labelsIn } from '../../../platform/http/messages.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { parseSettings } from '../../../platform/auth/person-settings.ts'
import { createPushSender, type PushDeps, type PushSender } from '../push/push-sender.ts'
import { titleIn } from './anomaly-presenters.ts'
import { findSending, noteSending, type SentAlarm } from './alarm-messages.queries.ts'

const Payload = z.object({ sendingId: z.string() })

export const deliverAlarmsKind: JobKind<z.infer<typeof Payload>> = {
  name: 'alarms.deliver',
  payload: Payload,
  // Covers a gateway outage of a few minutes. Hours later, the alarm is on the desk anyway.
  triesAtMost: 6,
}

/** Number of drones named in a digest. */
const namedAtMost = 5

const compose = (
  alarms: readonly [SentAlarm, ...SentAlarm[]],
  person: Person,
  themes: Pick<Themes, 'named'>,
): Pick<Message, 'template' | 'language' | 'values'> => {
  const theme = themes.named(person.theme)
  const language = parseSettings(person).language ?? theme.languages[0] ?? 'en'
  const toTime = (at: Date): string => formatLocalTime(at, person.timeZone)
  const [first] = alarms
  if (alarms.length === 1)
    return {
      template: 'levelOneAlarm',
      language,
      values: {
        product: theme.productName,
        drone: first.drone_name,
        title: titleIn(language, {
          oddType: first.type,
          leftArea: first.left_area,
          noflyName: first.zone_name,
        }),
        time: toTime(first.at),
      },
    }
  const drones = [...new Set(alarms.map(({ drone_name }) => drone_name))]
  const named = drones.slice(0, namedAtMost).join(', ')
  return {
    template: 'alarmDigest',
    language,
    values: {
      product: theme.productName,
      count: String(alarms.length),
      from: toTime(first.at),
      until: toTime(alarms.at(-1)!.at),
      drones: drones.length > namedAtMost ? `${named} … (${drones.length})` : named,
    },
  }
}

type Deps = PushDeps & { themes: Pick<Themes, 'named'>; messages: Messages }

/** The same alarms as a notification of the browser. */
const composeNotice = async (
  { db, themes }: Pick<Deps, 'db' | 'themes'>,
  sendingId: string,
  alarms: readonly [SentAlarm, ...SentAlarm[]],
  person: Person,
): Promise<AlarmNotice> => {
  const { template, language, values } = compose(alarms, person, themes)
  const caller = await readCaller(db, person)
  const screens = listScreens(caller, themes.named(person.theme))
  const [first] = alarms
  const { subject } = composeText(template, 'mail', language, values)
  if (alarms.length > 1)
    return {
      tag: sendingId,
      title: subject!,
      body: values['drones']!,
      path: alarmPath(screens, null),
      acknowledge: null,
    }
  const place = regionPath(first.region_code, language).slice(-2).join(' / ')
  return {
    tag: first.id,
    title: values['title']!,
    body: [values['drone']!, ...(place === '' ? [] : [place])].join(' · '),
    path: alarmPath(screens, { droneId: first.drone_id, anomalyId: first.id }),
    acknowledge: caller.rights.includes('alarm.handle')
      ? {
          alarmId: first.id,
          userId: person.userId,
          label: labelsIn(language)('anomalies:acknowledge'),
        }
      : null,
  }
}

/** Null: the person cannot be reached by this channel any more. */
const deliver = async (
  deps: Deps,
  push: PushSender,
  sendingId: string,
  alarms: readonly [SentAlarm, ...SentAlarm[]],
): Promise<Sending | null> => {
  const { db, themes, messages } = deps
  const [{ user_id: userId, channel }] = alarms
  const person = await findPersonById(db, userId)
  if (!person?.enabled) return null
  if (channel === 'push')
    return push.send(userId, await composeNotice(deps, sendingId, alarms, person))
  const to = channel === 'sms' ? person.phone : person.email
  return to ? messages.sendNow({ channel, to, ...compose(alarms, person, themes) }) : null
}

export const deliverAlarmsJob = (deps: Deps): Job => {
  const { db } = deps
  const push = createPushSender(deps)
  return createJob(deliverAlarmsKind, async ({ sendingId }) => {
    const [first, ...others] = await findSending(db, sendingId)
    if (!first) return
    const sending = await deliver(deps, push, sendingId, [first, ...others])
    if (!sending) {
      await noteSending(db, sendingId, { state: 'failed', reason: 'not-reached' })
      return
    }
    await noteSending(
      db,
      sendingId,
      sending.sent ? { state: 'sent', reason: null } : { state: 'failed', reason: sending.reason },
    )
    if (!sending.sent && sending.again) throw new Error(`not sent: ${sending.reason}`)
  })
}
