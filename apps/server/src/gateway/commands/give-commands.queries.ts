// Inserts commands given by a user or by the program.
import { sql, type Insertable } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import type { Tx } from '../../platform/database/database.ts'

export const setLocked = async (trx: Tx, droneId: string, locked: boolean): Promise<void> => {
  await trx.updateTable('drone').set({ locked }).where('id', '=', droneId).execute()
}

export const insertCommand = async (
  trx: Tx,
  command: Omit<Insertable<Database['command']>, 'number' | 'sent_at' | 'ended_at' | 'reason'>,
): Promise<void> => {
  const number = sql<number>`(select coalesce(max(number), 0) + 1
    from command
    where drone_id = ${command.drone_id})`
  await trx
    .insertInto('command')
    .values({ ...command, number, sent_at: null, ended_at: null, reason: null })
    .execute()
}

/** A newer lock or unlock replaces one that was not delivered. */
export const cancelWaitingLocks = async (trx: Tx, droneId: string, now: Date): Promise<void> => {
  await trx
    .updateTable('command')
    .set({ state: 'cancelled', ended_at: now })
    .where('drone_id', '=', droneId)
    .where('state', '=', 'waiting')
    .where('type', 'in', ['lock', 'unlock'])
    .execute()
}
