import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { LightClient } from './light-client.ts'
import { lowerPriority } from './lower-priority.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
/** A database inside a transaction, with the same queries. */
export type Tx = Transaction<Database>

export interface DatabaseOptions {
  /** A streaming replica for reads that may be slightly outdated; see `pickReplica`. */
  readUrl?: string
  applicationName?: string
  /** Limit of connections to each server. */
  maxConnections?: number
  /** Prepares statements that a connection runs often; for work that repeats few statements. */
  keepsPlans?: boolean
  /** Nice value of the server's processes behind these connections; only on the embedded server. */
  niceness?: number
  /** Default 30; 0: no limit, for migrations and other long work. */
  statementTimeoutS?: number
}

const pools = new WeakMap<Db, () => Promise<pg.Pool>>()
const replicas = new WeakMap<Db, Db>()
const primaries = new WeakMap<Db, Db>()
const opened = new WeakMap<Db, pg.Pool>()

/** Connects at the first query. `destroy()` closes all connections, including the replica's. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Db {
  const db = connect(url, options)
  if (!options.readUrl) return db
  const replica = connect(options.readUrl, options)
  replicas.set(db, replica)
  primaries.set(replica, db)
  const destroy = db.destroy.bind(db)
  db.destroy = async () => {
    await Promise.all([destroy(), replica.destroy()])
  }
  return db
}

/** For reads that may be slightly outdated; the database itself if there is no replica. */
export function pickReplica(db: Db): Db {
  return replicas.get(db) ?? db
}

/** The database that a replica repeats, for readers that must write; else the same. */
export function pickPrimary(db: Db): Db {
  return primaries.get(db) ?? db
}

/**
 * The underlying pool, for operations that Kysely does not support (COPY, LISTEN, the ingest log's
 * group commit). `db.destroy()` closes it.
 */
export function findPool(db: Db): Promise<pg.Pool> {
  const pool = pools.get(db)
  if (!pool) throw new Error('findPool takes what openDatabase returned, not a transaction')
  return pool()
}

/** Connections that are open, and queries waiting for one; null before the first query. */
export function readPoolLoad(db: Db): { open: number; waiting: number } | null {
  const pool = opened.get(db)
  return pool ? { open: pool.totalCount, waiting: pool.waitingCount } : null
}

/** For threads that open the same database. */
export async function readConnectionUrl(db: Db): Promise<string> {
  return (await findPool(db)).options.connectionString!
}

/**
 * Runs `fn` in one transaction: a new one, or a savepoint of the one that `db` is already in. An
 * error rolls back the work of `fn` and is rethrown. Never run two concurrently in one transaction:
 * releasing a savepoint releases those created after it.
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
  let opening: Promise<pg.Pool> | undefined
  const pool = () =>
    (opening ??= openPool(url, options).then(
      (made) => {
        opened.set(db, made)
        return made
      },
      (error: unknown) => {
        opening = undefined // the server may be available at the next query
        throw error
      },
    ))
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
    // On a busy machine the first start has taken more than ten seconds.
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    types: columnTypes,
    Client: LightClient,
    ...(options.keepsPlans ? { verify: keepPlans } : {}),
  }
  // Queries are many and small: parallel workers and JIT compilation take longer than a query.
  const limits = {
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: 2 * timeoutMs,
    options: '-c max_parallel_workers_per_gather=0 -c jit=off',
  }
  // pgbouncer refuses these parameters unless configured to ignore them. Then only the client stops
  // waiting at the limit, and the statement continues: also set statement_timeout for the role on
  // the server.
  const accepted = await acceptsStartupParameters({ ...config, ...limits })
  const pool = new pg.Pool({ ...config, ...(accepted ? limits : { query_timeout: timeoutMs }) })
  // A lost connection rejects its query; pg also emits an error, which would crash the program
  // without a listener.
  pool.on('error', () => {})
  // After a failover the pool may have connections to the former primary. They are not used again.
  pool.on('release', (_error, client) => {
    if ((client as unknown as LightClient).refusesWrites) void client.end()
  })
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (options.niceness !== undefined) lowerPriority(client, options.niceness)
  })
  return pool
}

/** Before the first use of a connection. */
const keepPlans: pg.PoolConfig['verify'] = (client, done) => {
  ;(client as unknown as LightClient).keepPlans().then(() => done(), done)
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
 * Column types that differ from pg's defaults: int8 (including count(*)) as a number, and as a
 * bigint above 2^53 so that nothing is rounded; date as YYYY-MM-DD, because it has no time of day
 * that a time zone could shift. timestamptz remains a Date, numeric a string, bytea a Buffer.
 */
const columnTypes = new pg.TypeOverrides()
columnTypes.setTypeParser(pg.types.builtins.INT8, (text: string) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
})
columnTypes.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
