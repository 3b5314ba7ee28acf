import type { Db } from '../platform/database/database.ts'

export const accountsWithNames = (db: Db) => db.selectFrom('account').select(['id', 'name']).orderBy('path').execute()
export const droneIds = async (db: Db): Promise<string[]> => (await db.selectFrom('drone').select('id').orderBy('id').execute()).map(({ id }) => id)
