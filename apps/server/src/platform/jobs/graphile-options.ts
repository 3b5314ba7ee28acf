import { Logger } from 'graphile-worker'
import type { Logger as PinoLogger } from 'pino'
import type { findPool } from '../database/database.ts'

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** Common options of every use of the library. */
export const graphileOptions = (pool: Awaited<ReturnType<typeof findPool>>, log: PinoLogger) => ({
  pgPool: pool,
  logger: new Logger(() => (level, message, meta) => {
    // The runner logs these itself, with their trace id.
    if (meta?.['failure'] === true) return
    log[levels[level]]({ err: meta?.['error'] }, `jobs: ${message}`)
  }),
  noHandleSignals: true,
  // Without a delay the library does not wait for the statement that records the end of a job: if
  // the database is away, nobody handles its error, and the program ends.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  // A transaction pooler uses another connection for each statement.
  noPreparedStatements: true,
})
