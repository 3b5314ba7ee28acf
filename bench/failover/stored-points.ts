// Looks again and again whether more points are stored, through the same way as the program.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type StoredPoints = {
  /** Times since 1970 at which more was stored than at the look before, ms. */
  timesMs: readonly number[]
  stop(): Promise<void>
}

const betweenMs = 200
const limitMs = 2_000

const countPoints = async (url: string): Promise<number> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  })
  client.on('error', () => undefined) // reported by the query
  try {
    await client.connect()
    const { rows } = await client.query<{ count: number }>(
      'select coalesce(sum(point_count), 0)::int as count from track_chunk',
    )
    return rows[0]!.count
  } finally {
    await client.end().catch(() => undefined) // the result is known already
  }
}

/** @param url of the primary, also after a failover */
export const watchStoredPoints = (url: string): StoredPoints => {
  const timesMs: number[] = []
  let isOver = false
  const watch = async (): Promise<void> => {
    for (let before = 0; !isOver; await sleep(betweenMs)) {
      const count = await countPoints(url).catch(() => before) // there is no primary now
      if (count > before) timesMs.push(Date.now())
      before = count
    }
  }
  const watching = watch()
  return {
    timesMs,
    stop: async () => {
      isOver = true
      await watching
    },
  }
}
