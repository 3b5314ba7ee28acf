// A PostgreSQL for one benchmark in a temporary folder, started as in production: fsync on, Swath's
// tables, a fleet.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Db } from '@swath/server/platform/database/database'
import { startEmbeddedPostgres } from '@swath/server/platform/database/embedded'
import { applyMigrations } from '@swath/server/apply-migrations'
import { seedFleet } from '@swath/server/gateway/testing.seed'
import { unpackPoints } from '@swath/server/gateway/tracks/public'
import { decodeRecords } from '@swath/server/gateway/ingest-log/public'
import { decode } from '@swath/server/gateway/protocols/public'

export type Scratch = {
  url: string
  db: Db
  folder: string
  version: string
  /** PostgreSQL's first process. */
  pid(): number
  /**
   * Creates drones with their accounts; returns the path of their credentials, a JSON line each.
   */
  fleet(prefix: string, count: number): Promise<string>
  stop(): Promise<void>
}

/**
 * @param fill creates the tables; those of this version by default
 * @param settings of the server that differ from the embedded one's
 */
export const scratchDatabase = async (
  fill: (db: Db, url: string, folder: string) => unknown = (db) => applyMigrations(db),
  settings: Record<string, string> = {},
): Promise<Scratch> => {
  const folder = mkdtempSync(join(tmpdir(), 'swath-bench-'))
  const server = await startEmbeddedPostgres({ dataFolder: folder, settings })
  const db = openDatabase(server.url, { maxConnections: 4, statementTimeoutS: 0 })
  await fill(db, server.url, folder)
  /** When the benchmark is killed there is no time to wait for a checkpoint. */
  const abandon = (): void => {
    process.kill(server.pid(), 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', abandon)
  return {
    url: server.url,
    db,
    folder,
    version: server.version,
    pid: () => server.pid(),
    fleet: async (prefix, count) => {
      const { drones } = await seedFleet(db, prefix, count)
      const path = join(folder, `${prefix}.jsonl`)
      writeFileSync(path, drones.map((drone) => `${JSON.stringify(drone)}\n`).join(''))
      return path
    },
    stop: async () => {
      process.off('exit', abandon)
      await db.destroy()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Recount = {
  acknowledged: number
  /** Acknowledged and not stored. */
  lost: number
  /** Different points that are stored. */
  stored: number
  /** Of these, those only in the ingest log, which the next start stores. */
  inLog: number
  /** Rows or points that are stored more than once. */
  repeated: number
}

/** Keys of the stored points. */
type Have = { has(key: string): boolean; size: number }

/** Compares the points acknowledged to the load generator with the stored ones. */
const recount = (acknowledgedPath: string, have: Have, repeated: number, inLog = 0): Recount => {
  let acknowledged = 0
  let lost = 0
  for (const line of readFileSync(acknowledgedPath, 'utf8').split('\n')) {
    if (line === '') continue
    const {
      droneId,
      boot,
      acknowledged: messages,
    } = JSON.parse(line) as { droneId: string; boot: string; acknowledged: [number, number][] }
    for (const [seq, count] of messages) {
      acknowledged += count
      for (let i = 0; i < count; i++) if (!have.has(pointKey(droneId, boot, seq + i))) lost++
    }
  }
  return { acknowledged, lost, stored: have.size, inLog, repeated }
}

const pointKey = (droneId: string, boot: string, seq: number): string => `${droneId} ${boot} ${seq}`

/**
 * Unpacks every stored chunk and reads the rest of the ingest log: slow, and the only complete
 * count. Both are read in one snapshot: otherwise a checkpoint in between could move points from
 * the log to chunks that were already read.
 */
export const recountChunks = async (
  db: Db,
  prefix: string,
  acknowledgedPath: string,
): Promise<Recount> => {
  const { chunks, segments } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      chunks: await tx
        .selectFrom('track_chunk')
        .select(['drone_id', 'columns'])
        .where('drone_id', 'like', `${prefix}-%`)
        .execute(),
      segments: await tx.selectFrom('ingest_segment').select('payload').execute(),
    }))
  const have = new Set<string>()
  let points = 0
  for (const { drone_id, columns: packed } of chunks) {
    const columns = unpackPoints(packed)
    points += columns.length
    for (let i = 0; i < columns.length; i++)
      have.add(pointKey(drone_id, columns.bootAt(i) ?? '', columns.seq[i]!))
  }
  const written = have.size
  for (const { payload } of segments) {
    for (const { droneId, kind, bytes } of decodeRecords(payload)) {
      const decoded = decode(kind, bytes)
      if (decoded.type === 'track')
        for (const point of decoded.points)
          have.add(pointKey(droneId, decoded.boot ?? '', point.seq ?? -1))
    }
  }
  return recount(acknowledgedPath, have, points - written, have.size - written)
}

export const recountRows = (
  rows: readonly { drone_id: string; boot: string; seq: number }[],
  acknowledgedPath: string,
): Recount => {
  const have = new Set(rows.map((row) => pointKey(row.drone_id, row.boot, row.seq)))
  return recount(acknowledgedPath, have, rows.length - have.size)
}
