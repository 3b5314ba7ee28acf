import type { Db, Tx } from '../../../platform/database/database.ts'
import { isConcerned, regionsAround, type Raised } from '../anomalies/alarm-messages.queries.ts'

/** Rosters of the accounts concerned that apply to the place, the smallest region first. */
export const rostersFor = (db: Db | Tx, raised: Raised) =>
  db
    .selectFrom('duty_roster')
    .innerJoin('account', 'account.id', 'duty_roster.account_id')
    .where(isConcerned(raised))
    .where((is) =>
      is.or([
        is('duty_roster.region_code', 'is', null),
        is('duty_roster.region_code', '=', is.fn.any(is.val(regionsAround(raised)))),
      ]),
    )
    .select([
      'duty_roster.account_id',
      'account.name as account_name',
      'account.time_zone',
      'duty_roster.minutes',
      'duty_roster.shifts',
    ])
    // These regions contain each other, so the greatest code is the smallest region.
    .orderBy('duty_roster.region_code', (by) => by.desc().nullsLast())
    .execute()
export type ApplyingRoster = Awaited<ReturnType<typeof rostersFor>>[number]

/** How often an account has notified its people on duty of the alarm. */
export const countDutySteps = async (
  trx: Tx,
  { droneId, anomalyId, accountId }: { droneId: string; anomalyId: string; accountId: string },
): Promise<number> => {
  const { count } = await trx
    .selectFrom('alarm_step')
    .where('drone_id', '=', droneId)
    .where('anomaly_id', '=', anomalyId)
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['notify', 'escalate'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The people who were notified of the alarm. */
export const listNotified = async (
  trx: Tx,
  { droneId, anomalyId }: { droneId: string; anomalyId: string },
): Promise<string[]> => {
  const rows = await trx
    .selectFrom('alarm_message')
    .where('drone_id', '=', droneId)
    .where('anomaly_id', '=', anomalyId)
    .select('user_id')
    .distinct()
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export const findAccountName = async (trx: Tx, accountId: string): Promise<string | null> => {
  const account = await trx
    .selectFrom('account')
    .where('id', '=', accountId)
    .select('name')
    .executeTakeFirst()
  return account?.name ?? null
}
