import type { Db } from '../../../platform/database/database.ts'

/** Points quarantined in the last 30 days, by reason. */
export const countQuarantine = (db: Db, droneId: string, now: Date) =>
  db
    .selectFrom('quarantine')
    .where('drone_id', '=', droneId)
    .where('received_at', '>', new Date(now.getTime() - 30 * 86_400_000))
    .select((eb) => [
      'reason',
      eb.fn.sum<number>('count').as('count'),
      eb.fn.max('received_at').as('last_at'),
    ])
    .groupBy('reason')
    .orderBy('reason')
    .execute()

/** Quarantined messages since a moment, newest first, with one reason or all. */
export const pageOfQuarantine = async (
  db: Db,
  droneId: string,
  since: Date,
  page: { reason?: string | undefined; pageIndex: number; size: number },
) => {
  const kept = db
    .selectFrom('quarantine')
    .where('drone_id', '=', droneId)
    .where('received_at', '>', since)
    .where((eb) => (page.reason === undefined ? eb.val(true) : eb('reason', '=', page.reason)))
  const [rows, { total }] = await Promise.all([
    kept
      .select(['topic', 'reason', 'count', 'received_at', 'sample'])
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.size)
      .offset((page.pageIndex - 1) * page.size)
      .execute(),
    kept.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}
