import { Logger } from 'graphile-worker'
import type { Logger as PinoLogger } from 'pino'
import type { findPool } from '../database/database.ts'

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** What every use of the library has in common. */
export const graphileOptions = (pool: Awaited<ReturnType<typeof findPool>>, log: PinoLogger) => ({
  pgPool: pool,
  logger: new Logger(() => (level, message, meta) => {
    // The runner tells of these itself, by their trace.
    if (meta?.['failure'] === true) return
    log[levels[level]]({ err: meta?.['error'] }, `jobs: ${message}`)
  }),
  noHandleSignals: true,
  // A transaction pooler gives each statement another connection.
  noPreparedStatements: true,
})
