// Channels by which a person is notified of level-1 alarms, and quiet hours.
import { QuietHours, type alarmSettingRoutes } from '@swath/contract/alarms/alarm-settings'
import { isQuiet } from '@swath/domain/quiet-hours'
import { type Person, findPersonById } from '../../../platform/auth/people.queries.ts'
import { tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { masked } from '../../people/public.ts'
import { keepChannels, type AlarmChannel } from './alarm-messages.queries.ts'

/** Channels with a cost, which people choose; a browser is added by a subscription. */
export type TextChannel = Exclude<AlarmChannel, 'push'>
const channels: readonly TextChannel[] = ['sms', 'mail']

type Reached = Pick<Person, 'phone' | 'email' | 'settings'>

const isReached = ({ phone, email }: Reached, channel: TextChannel): boolean =>
  (channel === 'sms' ? phone : email) !== null

/** The chosen channels that reach the person. Without a choice: SMS, else mail. */
export const channelsOf = (person: Reached): readonly TextChannel[] => {
  const chosen: unknown = person.settings?.['alarmChannels']
  if (Array.isArray(chosen))
    return channels.filter((one) => chosen.includes(one) && isReached(person, one))
  return channels.filter((one) => isReached(person, one)).slice(0, 1)
}

const quietHoursOf = ({ settings }: Pick<Person, 'settings'>): QuietHours | null =>
  QuietHours.safeParse(settings?.['quietHours']).data ?? null

export const isQuietFor = (person: Pick<Person, 'settings' | 'timeZone'>, now: Date): boolean => {
  const hours = quietHoursOf(person)
  return hours !== null && isQuiet(hours, person.timeZone, now.getTime())
}

type Calls = Pick<Handlers<typeof alarmSettingRoutes>, 'getAlarmChannels' | 'updateAlarmChannels'>

export const alarmChannelHandlers = ({ db }: Pick<Services, 'db'>): Calls => {
  const read = async (userId: string) => {
    const person = (await findPersonById(db, userId)) ?? fail('not_found')
    const { phone, email } = person
    return {
      channels: [...channelsOf(person)],
      quietHours: quietHoursOf(person),
      timeZone: person.timeZone,
      phoneNum: phone === null ? null : masked({ phone, email: null }),
      email: email === null ? null : masked({ phone: null, email }),
    }
  }
  return {
    getAlarmChannels: (_input, { caller }) => read(caller.userId),
    updateAlarmChannels: async ({ body }, { caller }) => {
      await tx(db, (trx) => keepChannels(trx, caller.userId, body))
      return read(caller.userId)
    },
  }
}
