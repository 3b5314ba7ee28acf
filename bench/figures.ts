// Figures as statistics screens, the overview and saved statistics query them, of one and of ten
// million work records. Each question is sent 50 times a second whether or not the last answer has
// arrived; compared with the same from the rows alone, and with DuckDB on the same rows. Then the
// cost of the sums: rows, time to write a record compared with a database without sums and with the
// previous ones, and how fast changes merge.
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { tx } from '@swath/server/platform/database/database'
import {
  askFigures,
  askFreshFigures,
} from '@swath/server/modules/figures/figures/ask-figures.queries'
import { figureSchema } from '@swath/server/modules/figures/figures/figure-schema.queries'
import { mergeSumChanges } from '@swath/server/modules/figures/figures/merge-sums.queries'
import { askDuck, openDuck } from './figures-duckdb.ts'
import { savedQuestions, statScreenQuestions, type Asked } from './figures-questions.ts'
import { namesOfWorld, writeOwners, writeRecords } from './figures-world.ts'
import { measureWriting } from './figures-writing.ts'
import { flags, median, quantile, report, reportRatio, say } from './measure.ts'
import './processes.ts' // cleans up when it is killed
import { scratchDatabase, type Scratch } from './scratch-database.ts'

const bench = 'figures'
const sizes = flags.records
  ? [flags.records]
  : flags.quick
    ? [100_000, 400_000]
    : [1_000_000, 10_000_000]
const perSecond = 50
const secondsEach = flags.quick ? 1 : 5

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

const logTimed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
  const ms = await timed(work)
  say(`${bench}: ${what} ${(ms / 1000).toFixed(1)} s`)
}

/** Sends queries at a steady rate, regardless of response times. */
const askSteadily = async (database: Scratch, { scope, question }: Asked): Promise<number[]> => {
  const ask = () => timed(() => askFigures(database.db, scope, question))
  for (let i = 0; i < 5; i++) await ask()
  const startedMs = performance.now()
  return Promise.all(
    Array.from({ length: perSecond * secondsEach }, async (_, i) => {
      const dueMs = startedMs + (i * 1000) / perSecond
      await new Promise((resume) => setTimeout(resume, Math.max(0, dueMs - performance.now())))
      await askFigures(database.db, scope, question)
      return performance.now() - dueMs
    }),
  )
}

const load = (records: number): string => `${records / 1_000_000} million records`

const reportRows = async (client: pg.Client, records: number): Promise<void> => {
  const { rows } = await client.query<{ name: string; rows: number; megabytes: number }>(
    `select relname as name, reltuples::float8 as rows,
      pg_total_relation_size(oid)::float8 / 1048576 as megabytes
    from pg_class
    where relnamespace = 'figure'::regnamespace and relkind = 'r' order by relname`,
  )
  for (const { name, rows: count, megabytes } of rows)
    report(bench, name, 'rows', count, 'count', 1, {
      load: load(records),
      megabytes: Math.round(megabytes),
    })
}

const writeWorld = async (database: Scratch, client: pg.Client, records: number): Promise<void> => {
  await logTimed('accounts, drones, plots', () => writeOwners(client))
  await logTimed(`${records} records`, () => writeRecords(client, records))
  await logTimed('kept sums', () => client.query(figureSchema.text))
  await logTimed('vacuum', () => client.query('vacuum analyze'))
  const { rows } = await client.query<{ megabytes: number }>(
    'select pg_database_size(current_database())::float8 / 1048576 as megabytes',
  )
  report(bench, 'the database', 'size', rows[0]!.megabytes, 'MB', 1, { load: load(records) })
}

/** A minute of 200 records a second, each of another drone, on top of the existing ones. */
const measureMerging = async (database: Scratch, client: pg.Client): Promise<void> => {
  const changes = 12_000
  await client.query(`insert into figure.work_change
    select start_at + interval '600 days', drone_id, manufacturer_id, operator_id, tenant_id,
      region_code, pilot_id, plot_id, mode, crop_id, chemical, null, 1, 1000, 1000, 1000, 1000
    from work_record where start_at < '2025-02-15' limit ${changes}`)
  const ms = await timed(() => tx(database.db, mergeSumChanges))
  report(bench, 'merging a minute of 200 a second', 'time', ms, 'ms', 1)
  report(bench, 'merging a minute of 200 a second', 'share of the minute', ms / 600, '%', 1)
}

type Medians = Map<string, number>

const measureQuestions = async (
  database: Scratch,
  questions: readonly Asked[],
  records: number,
): Promise<Medians> => {
  const medians: Medians = new Map()
  // Warms up each connection: those of a running server are, and a new one reads its catalogue.
  await Promise.all(
    questions.map(({ scope, question }) => askFigures(database.db, scope, question)),
  )
  for (const one of questions) {
    const times = await askSteadily(database, one)
    medians.set(one.name, median(times))
    report(bench, one.name, 'least', Math.min(...times), 'ms', 1, { load: load(records) })
    report(bench, one.name, 'p50', median(times), 'ms', 1, { load: load(records) })
    report(bench, one.name, 'p99', quantile(times, 0.99), 'ms', 1, { load: load(records) })
  }
  return medians
}

const measureBeside = async (
  database: Scratch,
  client: pg.Client,
  questions: readonly Asked[],
  kept: Medians,
): Promise<void> => {
  const folder = join(database.folder, 'csv')
  mkdirSync(folder)
  chmodSync(database.folder, 0o755)
  chmodSync(folder, 0o777)
  const duck = await openDuck(client, join(folder, 'work.csv'))
  for (const one of questions) {
    const sqlOfDuck = askDuck[one.name]
    if (!sqlOfDuck) continue
    const times: number[] = []
    for (let i = 0; i < 7; i++) times.push(await timed(() => duck.ask(sqlOfDuck)))
    report(bench, one.name, 'p50', median(times), 'ms', 7, { load: 'DuckDB, one after the other' })
    const rows = await timed(() => askFreshFigures(database.db, one.scope, one.question))
    report(bench, one.name, 'once', rows, 'ms', 1, { load: 'from the rows' })
    reportRatio(bench, one.name, 'DuckDB', 'kept sums', median(times) / kept.get(one.name)!, 7)
  }
  duck.close()
}

const measureSize = async (records: number, isLargest: boolean): Promise<Medians> => {
  const database = await scratchDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await writeWorld(database, client, records)
    await reportRows(client, records)
    const names = await namesOfWorld(client)
    const questions = [...statScreenQuestions(names.maker), ...savedQuestions(names)]
    const medians = await measureQuestions(database, questions, records)
    if (isLargest) {
      await measureMerging(database, client)
      await measureBeside(database, client, questions, medians)
    }
    return medians
  } finally {
    await client.end()
    await database.stop()
  }
}

await measureWriting(bench)
const measured: Medians[] = []
for (const records of sizes) measured.push(await measureSize(records, records === sizes.at(-1)))
const [small, large] = measured
if (small && large)
  for (const [name, ms] of large)
    reportRatio(bench, name, load(sizes[1]!), load(sizes[0]!), ms / small.get(name)!, 1)
