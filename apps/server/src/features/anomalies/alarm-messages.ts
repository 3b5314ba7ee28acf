// Level-1 alarms also go by SMS, to members who hold the right "receive L1 abnormal SMS"
// (specification, section 3).
import { readCaller } from '../../platform/auth/caller.ts'
import { findPersonById } from '../../platform/auth/people.queries.ts'
import { createThrottle } from '../../platform/auth/throttle.ts'
import type { Themes } from '../../platform/auth/themes.ts'
import { formatLocalTime } from '../../platform/listing/local-time.ts'
import type { Messages } from '../../platform/messages/messages.ts'
import type { Services } from '../../platform/services.ts'
import { parseSettings } from '../auth/public.ts'
import { findAnomaly } from './anomalies.queries.ts'
import { findRaised, peopleNear } from './alarm-messages.queries.ts'

/** Of one alarm. */
const recipientsAtMost = 50

type Needs = Pick<Services, 'db' | 'events' | 'log'> & {
  themes: Pick<Themes, 'named'>
  messages: Messages
}

export const startAlarmMessages = ({
  db,
  events,
  log,
  themes,
  messages,
}: Needs): { stop: () => Promise<void> } => {
  const throttle = createThrottle(db)
  let telling: Promise<unknown> = Promise.resolve()

  const tell = async (droneId: string, anomalyId: string): Promise<void> => {
    const raised = await findRaised(db, droneId, anomalyId)
    if (raised?.level !== 1) return
    for (const userId of await peopleNear(db, raised, recipientsAtMost)) {
      const person = await findPersonById(db, userId)
      if (!person?.enabled || !person.phone) continue
      const caller = await readCaller(db, person)
      // The platform sees everything; it is told only where somebody gave the right to a person by
      // name.
      if (
        !caller.rights.includes('alarm.sms') ||
        (caller.accountType === 'platform' && person.rights === null)
      )
        continue
      if (!(await findAnomaly(db, caller.scope, userId, droneId, anomalyId))) continue
      if ((await throttle.admitAlarm(userId, droneId)) !== null) continue
      const theme = themes.named(person.theme)
      messages.send({
        channel: 'sms',
        to: person.phone,
        template: 'zoneAlarm',
        language: parseSettings(person).language ?? theme.languages[0] ?? 'en',
        values: {
          product: theme.productName,
          drone: raised.drone_name,
          zone: raised.zone_name ?? '',
          time: formatLocalTime(raised.at, person.timeZone),
        },
      })
    }
  }

  const stopListening = events.on('anomaly', ({ droneId, anomalyId, live }) => {
    // What was found in points that came late is history: nobody is woken for it.
    if (live)
      telling = telling
        .then(() => tell(droneId, anomalyId))
        .catch((error: unknown) =>
          log.warn({ droneId, err: error }, 'nobody could be told of an alarm by SMS'),
        )
  })
  return {
    stop: async () => {
      stopListening()
      await telling
      await messages.settled()
    },
  }
}
