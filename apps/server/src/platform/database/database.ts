import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { LightClient } from './light-client.ts'
import { lowerPriority } from './lower-priority.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
/** A database inside a transaction, with the same queries. */
export type Tx = Transaction<Database>

export interface DatabaseOptions {
  /** A streaming replica for reads that may be a moment old; see `pickReplica`. */
  readUrl?: string
  applicationName?: string
  /** Connections to each server, at most. */
  maxConnections?: number
  /**
   * Of the server's processes behind these connections, as for `nice`; only on the embedded server.
   */
  niceness?: number
  /** Default 30; 0: no limit, for migrations and other long work. */
  statementTimeoutS?: number
}

const pools = new WeakMap<Db, () => Promise<pg.Pool>>()
const replicas = new WeakMap<Db, Db>()

/** Opens no connection until the first query. `destroy()` closes it, its replica's included. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Db {
  const db = connect(url, options)
  if (!options.readUrl) return db
  const replica = connect(options.readUrl, options)
  replicas.set(db, replica)
  const destroy = db.destroy.bind(db)
  db.destroy = async () => {
    await Promise.all([destroy(), replica.destroy()])
  }
  return db
}

/** For reads that may be a moment old; the database itself where there is no replica. */
export function pickReplica(db: Db): Db {
  return replicas.get(db) ?? db
}

/**
 * The underlying pool, for what Kysely cannot express (COPY, LISTEN, the ingest log's group
 * commit). It ends with `db.destroy()`.
 */
export function findPool(db: Db): Promise<pg.Pool> {
  const pool = pools.get(db)
  if (!pool) throw new Error('findPool takes what openDatabase returned, not a transaction')
  return pool()
}

/** So that a thread can open the same database. */
export async function readConnectionUrl(db: Db): Promise<string> {
  return (await findPool(db)).options.connectionString!
}

/**
 * Runs `fn` in one transaction: a new one, or a savepoint of the one that `db` is already in. An
 * error rolls back the work of `fn` and is rethrown. Never run two at once inside the same
 * transaction: a savepoint ends those made after it.
 */
export async function tx<T>(db: Db | Tx, fn: (tx: Tx) => Promise<T>): Promise<T> {
  if (!db.isTransaction) return db.transaction().execute(fn)
  const inner = db as Tx
  const savepoint = sql.id(`s${++savepoints}`)
  await sql`savepoint ${savepoint}`.execute(inner)
  try {
    const result = await fn(inner)
    await sql`release savepoint ${savepoint}`.execute(inner)
    return result
  } catch (error) {
    await sql`rollback to savepoint ${savepoint}`.execute(inner)
    throw error
  }
}

let savepoints = 0

function connect(url: string, options: DatabaseOptions): Db {
  let opened: Promise<pg.Pool> | undefined
  const pool = () =>
    (opened ??= openPool(url, options).catch((error: unknown) => {
      opened = undefined // the server may be there at the next query
      throw error
    }))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

async function openPool(url: string, options: DatabaseOptions): Promise<pg.Pool> {
  const timeoutMs = (options.statementTimeoutS ?? 30) * 1000
  const config: pg.PoolConfig = {
    connectionString: url,
    application_name: options.applicationName ?? 'swath',
    max: options.maxConnections ?? 10,
    // A busy machine at its first start has taken more than ten seconds.
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    types: columnTypes,
    Client: LightClient,
  }
  // Queries are many and small: starting parallel workers and compiling plans takes longer than
  // such a query.
  const limits = {
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: 2 * timeoutMs,
    options: '-c max_parallel_workers_per_gather=0 -c jit=off',
  }
  // pgbouncer refuses these parameters unless configured to ignore them. Then only our side stops
  // waiting at the limit, and the statement continues: set statement_timeout for the role in the
  // server as well.
  const accepted = await acceptsStartupParameters({ ...config, ...limits })
  const pool = new pg.Pool({ ...config, ...(accepted ? limits : { query_timeout: timeoutMs }) })
  // A lost connection rejects its query; pg also emits an error, which would end the program if it
  // had no listener.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (options.niceness !== undefined) lowerPriority(client, options.niceness)
  })
  return pool
}

async function acceptsStartupParameters(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(config)
  client.on('error', () => {}) // reported by connect
  try {
    await client.connect()
    return true
  } catch (error) {
    if (/unsupported startup parameter/.test((error as Error).message)) return false
    throw error
  } finally {
    await client.end().catch(() => {}) // the result is known already
  }
}

/**
 * Types of columns, where they differ from pg's defaults: int8 (count(*) included) as a number, and
 * as a bigint only beyond 2^53 so that nothing is rounded; date as YYYY-MM-DD, because it has no
 * time of day for a zone to shift. timestamptz remains a Date, numeric a string, bytea a Buffer.
 */
const columnTypes = new pg.TypeOverrides()
columnTypes.setTypeParser(pg.types.builtins.INT8, (text: string) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
})
columnTypes.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
