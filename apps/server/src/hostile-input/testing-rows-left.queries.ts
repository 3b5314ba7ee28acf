import type { Db } from '../platform/database/database.ts'

/** All rows that an upload could leave: rows of files, and how much of a log was received. */
export const rowsLeft = async (db: Db) => ({
  files: await db.selectFrom('stored_file').select('key').execute(),
  appLogs: await db.selectFrom('app_log').select('id').execute(),
  papers: await db.selectFrom('drone_file').select('id').execute(),
  logs: await db.selectFrom('flight_log').select(['id', 'received_bytes', 'status']).execute(),
})
