// Backup and restore of a large installation: rows of flights and work records in valid hash chains,
// then the commands as an operator runs them. The time of the backup is the least age of a loss, the
// time of the restore, with all its checks, how long the service is down.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { hashOfRow } from '@swath/server/gateway/recompute/public'
import type { Db } from '@swath/server/platform/database/database'
import { drones, writeFlights, writeOwners } from './figures-world.ts'
import { chainRecords, readRecordsOf } from './record-chains.queries.ts'
import { flags, report, say } from './measure.ts'
import { scratchDatabase } from './scratch-database.ts'

const bench = 'backup'
const records = flags.records ?? (flags.quick ? 100_000 : 10_000_000)
const load = `${records / 1_000_000} million records`
const dronesAtATime = 50

const timed = async (what: string, work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  await work()
  const seconds = (performance.now() - startedMs) / 1000
  say(`${bench}: ${what} ${seconds.toFixed(1)} s`)
  return seconds
}

/** Replaces the hashes of all records, which PostgreSQL wrote empty, by those of valid chains. */
const chainAll = async (db: Db): Promise<void> => {
  for (let first = 0; first < drones; first += dronesAtATime) {
    const rows = await readRecordsOf(db, first, dronesAtATime)
    let droneId = ''
    let previous: Buffer = Buffer.alloc(0)
    const chained = rows.map((row) => {
      if (row.drone_id !== droneId) [droneId, previous] = [row.drone_id, Buffer.alloc(0)]
      const before = previous
      previous = hashOfRow(row, before)
      return { droneId, sortieId: row.sortie_id, previous: before, hash: previous }
    })
    await chainRecords(db, chained)
  }
}

/** Runs a command of the program. @throws if it ends with another code than 0 */
const runCommand = async (args: readonly string[], env: Record<string, string>): Promise<void> => {
  const cli = new URL('../apps/server/src/cli.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [cli, ...args], {
    stdio: ['ignore', 2, 'inherit'], // standard output has the results
    env: { ...process.env, ...env },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
}

const sizeMb = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)).size)
    .reduce((sum, bytes) => sum + bytes, 0) / 1e6

const database = await scratchDatabase()
const folder = mkdtempSync(join(tmpdir(), 'swath-bench-backup-'))
const client = new pg.Client({ connectionString: database.url })
await client.connect()
try {
  await timed('accounts, drones, plots', () => writeOwners(client))
  await timed(`${records} flights and records`, () => writeFlights(client, records))
  await timed('hash chains', () => chainAll(database.db))
  const { rows } = await client.query<{ megabytes: number }>(
    'select pg_database_size(current_database())::float8 / 1e6 as megabytes',
  )
  report(bench, 'database', 'size', rows[0]!.megabytes, 'MB', 1, { load })
  const saved = join(folder, 'backup')
  const ageS = await timed('backup', () =>
    runCommand(['backup', saved], { DATABASE_URL: database.url, DATA_DIR: database.folder }),
  )
  report(bench, 'backup', 'time', ageS, 's', 1, { load })
  report(bench, 'backup', 'size', sizeMb(saved), 'MB', 1, { load })
  const downS = await timed('restore', () =>
    runCommand(['restore', saved], { DATA_DIR: join(folder, 'restored') }),
  )
  report(bench, 'restore with all checks', 'time', downS, 's', 1, { load })
} finally {
  await client.end()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
