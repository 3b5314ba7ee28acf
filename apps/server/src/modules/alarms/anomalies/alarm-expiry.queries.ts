import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'

/**
 * Closes alarms of levels 2 and 3 that were raised before `before` and that no one handled.
 * @returns how many
 */
export const expireAlarms = async (
  trx: Tx,
  before: Date,
  now: Date,
  atMost: number,
): Promise<number> => {
  const due = await trx
    .selectFrom('anomaly')
    .where('state', '=', 'open')
    .where('level', '>', 1)
    .where('created_at', '<', before)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('alarm_step')
            .whereRef('alarm_step.drone_id', '=', 'anomaly.drone_id')
            .whereRef('alarm_step.anomaly_id', '=', 'anomaly.id')
            .select('alarm_step.number'),
        ),
      ),
    )
    .select(['drone_id', 'id', 'sortie_id'])
    .orderBy('at')
    .limit(atMost)
    .execute()
  if (due.length === 0) return 0
  const inFlights = sql`(select * from unnest(
    ${due.map(({ drone_id }) => drone_id)}::text[], ${due.map(({ sortie_id }) => sortie_id)}::uuid[]))`
  // Flights are locked before their alarms everywhere, so that no deadlock occurs.
  await sql`select from sortie where (drone_id, id) in ${inFlights}
    order by drone_id, id for no key update`.execute(trx)
  const ids = sql`(select * from unnest(
    ${due.map(({ drone_id }) => drone_id)}::text[], ${due.map(({ id }) => id)}::uuid[]))`
  await sql`with closed as (
      update anomaly set state = 'closed', closed_reason = 'expired', closed_at = ${now}, version = version + 1
      where (drone_id, id) in ${ids} and state = 'open'
      returning drone_id, id)
    insert into alarm_step (drone_id, anomaly_id, number, kind, at, reason)
    select drone_id, id, 1, 'close', ${now}::timestamptz, 'expired' from closed`.execute(trx)
  return due.length
}
