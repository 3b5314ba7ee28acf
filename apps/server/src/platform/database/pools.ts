// Who may hold how many connections to the database. Each part of the program has its own, so that
// whoever fills one of them makes no other part wait: consoles never delay devices, and jobs never
// delay either. A process opens those of its roles alone, and each connection when it is first used.
import { openDatabase, type Db } from './database.ts'

/** Connections of one process, at most. */
export const poolSizes = {
  /** Calls of consoles and other programs over HTTP, and the live socket. */
  consoles: 20,
  /** Devices: sign-in, commands, checkpoints, and what flights come to. */
  gateway: 12,
  /** Acknowledgements: nothing else may stand before them. */
  ingest: 3,
  /** What jobs do. */
  jobs: 8,
  /** Which jobs are due; one of them listens and is held for ever. */
  queue: 6,
} as const
export type PoolName = keyof typeof poolSizes

/** Seen in `pg_stat_activity` and in the server's log. */
export const applicationName = (name: PoolName): string => `swath-${name}`

/** Behind devices, on a server of our own; another one's processes are not ours to order. */
const niceness: Partial<Record<PoolName, number>> = { consoles: 3, jobs: 10 }

export const openPool = (
  name: PoolName,
  url: string,
  { readUrl, isOwnServer }: { readUrl?: string | undefined; isOwnServer: boolean },
): Db =>
  openDatabase(url, {
    applicationName: applicationName(name),
    maxConnections: poolSizes[name],
    ...(readUrl === undefined ? {} : { readUrl }),
    ...(isOwnServer && niceness[name] !== undefined ? { niceness: niceness[name] } : {}),
  })
