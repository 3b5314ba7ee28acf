import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

/** Views are stored in the person's settings, by the name of their list. */
export const readViews = async (db: Db, userId: string, list: string): Promise<unknown> =>
  (
    await db
      .selectFrom('app_user')
      .where('id', '=', userId)
      .select(sql<unknown>`settings #> array['views', ${list}]`.as('views'))
      .executeTakeFirst()
  )?.views

export const keepViews = async (
  db: Db,
  userId: string,
  list: string,
  views: readonly object[],
): Promise<void> => {
  const kept = sql`jsonb_build_object(${list}::text, ${JSON.stringify(views)}::jsonb)`
  await db
    .updateTable('app_user')
    .where('id', '=', userId)
    .set({
      settings: sql<string>`settings || jsonb_build_object('views',
        coalesce(settings -> 'views', '{}'::jsonb) || ${kept})`,
    })
    .execute()
}
