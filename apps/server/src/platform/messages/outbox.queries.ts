import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Database } from '../database/schema.ts'

/** Enough for viewers of a demonstration. */
export const keptMessages = 100

export const insertOutboxMessage = async (
  db: Db,
  message: Insertable<Database['outbox_message']>,
): Promise<void> => {
  await db.insertInto('outbox_message').values(message).execute()
  await sql`delete from outbox_message where id in (select id from outbox_message order by created_at desc, id desc offset ${keptMessages})`.execute(
    db,
  )
}

export const findOutboxMessages = (db: Db) =>
  db
    .selectFrom('outbox_message')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(keptMessages)
    .execute()
