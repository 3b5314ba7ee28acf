import { CompiledQuery } from 'kysely'
import type { Db } from '../database/database.ts'

/** The part of pg's client that rate-limiter-flexible uses, on our connections. */
export const throttleStore = (db: Db) => ({
  query: async ({ text, values }: { text: string; values: readonly unknown[] }) => {
    const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
  },
})
