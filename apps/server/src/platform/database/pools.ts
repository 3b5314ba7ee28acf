// Limits of database connections. Each part of the program has its own pool, so that one full pool
// does not block the other parts: consoles never delay devices, and jobs never delay either. A
// process opens only the pools of its roles, and each connection when it is first used.
import { openDatabase, type Db } from './database.ts'

/** Connections of one process, at most. */
export const poolSizes = {
  /** Calls of consoles and other programs over HTTP, and the live socket. */
  consoles: 20,
  /** Devices: sign-in, commands, checkpoints, and recomputation of flights. */
  gateway: 12,
  /** Acknowledgements: no other work may delay them. */
  ingest: 3,
  /** Work of jobs. */
  jobs: 8,
  /** Finding due jobs; one of them listens and is never released. */
  queue: 6,
} as const
export type PoolName = keyof typeof poolSizes

/** Seen in `pg_stat_activity` and in the server's log. */
export const applicationName = (name: PoolName): string => `swath-${name}`

/** Below devices, on an embedded server; processes of other servers cannot be changed. */
const niceness: Partial<Record<PoolName, number>> = { consoles: 3, jobs: 10 }

export const openPool = (
  name: PoolName,
  url: string,
  { readUrl, lowersPriority }: { readUrl?: string | undefined; lowersPriority: boolean },
): Db =>
  openDatabase(url, {
    applicationName: applicationName(name),
    maxConnections: poolSizes[name],
    ...(readUrl === undefined ? {} : { readUrl }),
    ...(lowersPriority && niceness[name] !== undefined ? { niceness: niceness[name] } : {}),
  })
