// Sends a message about alarms, and stores the result with them.
import { z } from 'zod'
import { findPersonById, type Person } from '../../../platform/auth/people.queries.ts'
import type { Themes } from '../../../platform/auth/themes.ts'
import { createJob, type Job, type JobKind } from '../../../platform/jobs/job-kind.ts'
import { formatLocalTime } from '../../../platform/listing/local-time.ts'
import type { Message, Messages } from '../../../platform/messages/messages.ts'
import type { Services } from '../../../platform/services.ts'
import { parseSettings } from '../../../platform/auth/person-settings.ts'
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

type Deps = Pick<Services, 'db'> & { themes: Pick<Themes, 'named'>; messages: Messages }

export const deliverAlarmsJob = ({ db, themes, messages }: Deps): Job =>
  createJob(deliverAlarmsKind, async ({ sendingId }) => {
    const [first, ...others] = await findSending(db, sendingId)
    if (!first) return
    const person = await findPersonById(db, first.user_id)
    const to = first.channel === 'sms' ? person?.phone : person?.email
    if (!person?.enabled || !to) {
      await noteSending(db, sendingId, { state: 'failed', reason: 'not-reached' })
      return
    }
    const sending = await messages.sendNow({
      channel: first.channel,
      to,
      ...compose([first, ...others], person, themes),
    })
    await noteSending(
      db,
      sendingId,
      sending.sent ? { state: 'sent', reason: null } : { state: 'failed', reason: sending.reason },
    )
    if (!sending.sent && sending.again) throw new Error(`not sent: ${sending.reason}`)
  })
