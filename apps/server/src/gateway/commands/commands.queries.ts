import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'

const columns = [
  'drone_id as droneId',
  'id',
  'number',
  'type',
  'arguments',
  'good_until as goodUntil',
  'account_id as accountId',
  'user_id as userId',
  'user_name as userName',
] as const
export type OpenCommand = Awaited<ReturnType<typeof commandsToHear>>[number]

/** Drones with waiting commands, which are few. */
export const dronesWithWaiting = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('command')
      .select('drone_id')
      .where('state', '=', 'waiting')
      .distinct()
      .limit(10_000)
      .execute()
  ).map((row) => row.drone_id)

/**
 * A drone's unanswered commands, in order. Sent ones are sent again: the device recognizes them by
 * their number.
 */
export const commandsToHear = (
  db: Db,
  droneId: string,
  states: readonly ('waiting' | 'sent')[],
  now: Date,
) =>
  db
    .selectFrom('command')
    .select(columns)
    .where('drone_id', '=', droneId)
    .where('state', 'in', states)
    .where('good_until', '>', now)
    .orderBy('number')
    .limit(100)
    .execute()

/** False if it was cancelled meanwhile. */
export const markSent = async (
  db: Db,
  droneId: string,
  id: string,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('command')
    .set({ state: 'sent', sent_at: sql`coalesce(sent_at, ${now})` })
    .where('drone_id', '=', droneId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sent'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The command, if this is its first answer. A command that has just expired still accepts it. */
export const markAnswered = (
  trx: Tx,
  answer: {
    droneId: string
    id: string
    state: 'done' | 'refused'
    reason: string | null
    now: Date
  },
) =>
  trx
    .updateTable('command')
    .set({ state: answer.state, reason: answer.reason, ended_at: answer.now })
    .where('drone_id', '=', answer.droneId)
    .where('id', '=', answer.id)
    .where('state', 'in', ['sent', 'expired'])
    .where('sent_at', 'is not', null)
    .returning(columns)
    .executeTakeFirst()

export const expireCommands = (db: Db, now: Date) =>
  db
    .updateTable('command')
    .set({ state: 'expired', ended_at: now })
    .where('state', 'in', ['waiting', 'sent'])
    .where('good_until', '<=', now)
    .returning(['drone_id as droneId', 'id'])
    .execute()

export const isLocked = async (db: Db, droneId: string): Promise<boolean> =>
  (await db.selectFrom('drone').select('locked').where('id', '=', droneId).executeTakeFirst())
    ?.locked ?? false
