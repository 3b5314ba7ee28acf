// Limits of database connections. Each part of the program has its own pool, so that a full one
// does not block the others: consoles never delay devices, and jobs never delay consoles or
// devices. A process opens only the pools of its roles, and each connection at its first use.
import { openDatabase, type Db } from './database.ts'

/** Maximum number of connections of one process. */
export const poolSizes = {
  /** HTTP calls of consoles and other programs, and the live socket. */
  consoles: 20,
  /** Devices: sign-in, commands, checkpoints, and recomputation of flights. */
  gateway: 12,
  /** Acknowledgements only, so that no other work delays them. */
  ingest: 3,
  /** Work of jobs. */
  jobs: 8,
  /** Finding due jobs; one connection is held permanently to listen. */
  queue: 6,
} as const
export type PoolName = keyof typeof poolSizes

/** Shown in `pg_stat_activity` and in the server's log. */
export const applicationName = (name: PoolName): string => `swath-${name}`

/**
 * Lower priority than devices, on an embedded server only: processes of other servers cannot be
 * changed.
 */
const niceness: Partial<Record<PoolName, number>> = { consoles: 3, jobs: 10 }

/** The work of devices repeats about a hundred statements. */
const keepingPlans: ReadonlySet<PoolName> = new Set(['gateway', 'ingest'])

export const openPool = (
  name: PoolName,
  url: string,
  { readUrl, lowersPriority }: { readUrl?: string | undefined; lowersPriority: boolean },
): Db =>
  openDatabase(url, {
    applicationName: applicationName(name),
    maxConnections: poolSizes[name],
    keepsPlans: keepingPlans.has(name),
    ...(readUrl === undefined ? {} : { readUrl }),
    ...(lowersPriority && niceness[name] !== undefined ? { niceness: niceness[name] } : {}),
  })
