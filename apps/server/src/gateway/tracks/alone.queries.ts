// Work on a month or a partition of tracks that one process does at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { tx, type Db } from '../../platform/database/database.ts'
import { dayOf, type Month } from './archives.queries.ts'

/**
 * The lock is that of a transaction, so that it works with a transaction pooler and ends with the
 * process. The transaction does nothing else, and the work has other connections.
 * @returns false if another process does it
 */
const aloneWith = (db: Db, what: string, work: () => Promise<void>): Promise<boolean> =>
  tx(db, async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`tracks ${what}`}, 0)) as "isMine"`.execute(
      trx,
    )
    if (rows[0]!.isMine) await work()
    return rows[0]!.isMine
  })

/** Archives or restores a month. @returns undefined if another process is doing so */
export const aloneInMonth = async <T>(
  db: Db,
  month: Month,
  work: () => Promise<T>,
): Promise<T | undefined> => {
  let result: T | undefined
  await aloneWith(db, dayOf(month.from), async () => {
    result = await work()
  })
  return result
}

const pauseMs = 1_000

/** Waits for its turn. */
export const aloneInPartition = async <T>(
  db: Db,
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  for (;;) {
    let result: { value: T } | undefined
    await aloneWith(db, `partition ${name}`, async () => {
      result = { value: await work() }
    })
    if (result) return result.value
    await sleep(pauseMs)
  }
}
