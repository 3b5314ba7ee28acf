// Inserts commands as the console's calls do, for tests that act as the drone.
import type { Command } from '@swath/domain/command'
import type { Db } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'

let numbers = 0

type Order = {
  droneId: string
  accountId: string
  type: Command['type']
  arguments?: object
  goodForMs?: number
  nowMs: number
}

/** Returns the id of a waiting command. */
export const orderCommand = async (
  db: Db,
  { droneId, accountId, type, arguments: given = {}, goodForMs = 30_000, nowMs }: Order,
): Promise<string> => {
  const id = uuidv7(nowMs)
  await db
    .insertInto('command')
    .values({
      drone_id: droneId,
      id,
      number: ++numbers,
      type,
      arguments: JSON.stringify(given),
      account_id: accountId,
      user_id: id,
      user_name: 'Li',
      good_until: new Date(nowMs + goodForMs),
      sent_at: null,
      ended_at: null,
      reason: null,
    })
    .execute()
  return id
}

export const stateOfCommand = (db: Db, id: string) =>
  db
    .selectFrom('command')
    .select(['state', 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
