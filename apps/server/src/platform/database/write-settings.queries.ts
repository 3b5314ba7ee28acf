import { sql, type Kysely } from 'kysely'

export type WriteSettings = {
  readonly fsync: string
  readonly synchronous_commit: string
  readonly full_page_writes: string
}

/** As they apply to this connection: a user or a database may have other values than the server. */
export const readWriteSettings = async <T>(db: Kysely<T>): Promise<WriteSettings> => {
  const { rows } = await sql<WriteSettings>`
    select current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('full_page_writes') as full_page_writes`.execute(db)
  return rows[0]!
}
