// Ten years of flights. Those of the first month have their own tracks, records and hash chains; the
// rest is copied by PostgreSQL.
import { sql } from 'kysely'
import type pg from 'pg'
import type { PointColumns } from '@swath/domain/telemetry-point'
import { coverEvents, writeRecords } from '@swath/server/gateway/recompute/public'
import { dayOf, type Month } from '@swath/server/gateway/tracks/public'
import {
  toRecord,
  type TestDrone,
} from '@swath/server/modules/flights/flights/testing-rows.queries'
import { tx, type Db } from '@swath/server/platform/database/database'

export type FlownTrack = {
  id: string
  startAt: Date
  endAt: Date
  points: PointColumns
  columns: Buffer
  trackHash: Buffer
}

/** The id of a chunk that recomputation has written, made of the flight's. */
const chunkIdOf = (flightId: string): string => `${flightId.slice(0, 14)}8${flightId.slice(15)}`

/** Closed flights of a drone in the order of their times, as recomputation leaves them. */
export const insertFlownTracks = (
  db: Db,
  drone: TestDrone,
  flights: readonly FlownTrack[],
): Promise<void> =>
  tx(db, async (trx) => {
    await trx
      .insertInto('sortie')
      .values(
        flights.map(({ id, startAt, endAt, points }) => ({
          drone_id: drone.id,
          id,
          state: 'closed' as const,
          close_reason: 'landing' as const,
          start_at: startAt,
          end_at: endAt,
          point_count: points.length,
          manufacturer_id: drone.manufacturerId,
          operator_id: drone.operatorId,
          region_code: drone.regionCode,
        })),
      )
      .execute()
    await trx
      .insertInto('track_chunk')
      .values(
        flights.map(({ id, startAt, endAt, points, columns }) => ({
          drone_id: drone.id,
          id: chunkIdOf(id),
          sortie_id: id,
          from_at: startAt,
          until_at: endAt,
          point_count: points.length,
          columns,
        })),
      )
      .execute()
    const records = flights.map(({ id, startAt, endAt, trackHash }) =>
      toRecord(drone, {
        sortieId: id,
        regionCode: drone.regionCode,
        trackHash,
        events: coverEvents([]),
        startMs: startAt.getTime(),
        endMs: endAt.getTime(),
        durationS: (endAt.getTime() - startAt.getTime()) / 1000,
        sprayL: 20,
        mode: 3,
        coveredM2: 10_000,
        overlapRatio: 0.05,
        plotId: null,
        pilotId: null,
        cropId: null,
        chemical: null,
      }),
    )
    const [first, last] = [records[0]!.startMs, records.at(-1)!.startMs]
    await writeRecords(trx, drone.id, first, last, records)
  })

/** For queries of this version on a table of the version before the months. */
export const withArchiveColumns = async (db: Db): Promise<void> => {
  await sql`alter table track_chunk add column archive_id uuid, add column archive_row integer`.execute(
    db,
  )
}
export const withoutArchiveColumns = async (db: Db): Promise<void> => {
  await sql`alter table track_chunk drop column archive_id, drop column archive_row`.execute(db)
}

export const runAll = async (client: pg.Client, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await client.query(statement)
}

const ofFlights = ['sortie', 'work_record']
const ofTracks = ['track_chunk']

/** Lists of flights and their sums read these: large, and not used here. */
const onlyOfLists =
  /(operator|manufacturer|region|covered|duration|spray|overlap|record_start|sortie_id|place)$/

type Index = { table: string; name: string; definition: string }

/**
 * Removes what makes copying slow.
 * @returns the statements that put it back afterwards; the first two lists at the same time
 */
export const prepareCopying = async (
  client: pg.Client,
): Promise<Record<'ofTracks' | 'ofFlights' | 'atLast', string[]>> => {
  const { rows } = await client.query<Index>(
    `select indrelid::regclass::text as table, relname as name,
      pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on oid = indexrelid
     where indrelid::regclass::text = any($1) and not indisprimary`,
    [[...ofFlights, ...ofTracks]],
  )
  await runAll(client, [
    ...[...ofFlights, ...ofTracks].map((table) => `alter table ${table} disable trigger all`),
    ...rows.map(({ name: index }) => `drop index ${index}`),
    // So that millions of rows are not written to the log twice.
    'alter system set full_page_writes = off',
    `alter system set max_wal_size = '4GB'`,
    'select pg_reload_conf()',
  ])
  const restore = (tables: readonly string[]): string[] => [
    ...rows
      .filter(({ table, name: index }) => tables.includes(table) && !onlyOfLists.test(index))
      .map(({ definition }) => definition),
    ...tables.flatMap((table) => [
      `alter table ${table} enable trigger all`,
      // As autovacuum leaves a table on which nobody works any more.
      `vacuum (freeze, analyze) ${table}`,
    ]),
  ]
  return {
    ofTracks: restore(ofTracks),
    ofFlights: restore(ofFlights),
    atLast: [
      'drop table bench_pool',
      'alter system reset full_page_writes',
      'alter system reset max_wal_size',
      'select pg_reload_conf()',
      'checkpoint',
    ],
  }
}

/** The packed tracks of the first month's first flights, whose bytes the other months have too. */
export const keepPool = async (client: pg.Client, count: number): Promise<void> => {
  await client.query(`create table bench_pool as
    select (row_number() over ())::int - 1 as n, point_count, columns
    from (select * from track_chunk limit ${count}) as chunk`)
}

const name = (...parts: string[]): string => `md5(concat_ws('.', ${parts.join(', ')}))`
const flightId = `${name('drone.id', 'month', 'k')}::uuid`

/** Flights of some drones, `flights` in each of the months after the first, evenly over 28 days. */
export const copyFlights = async (
  client: pg.Client,
  droneIds: readonly string[],
  { first, months, flights }: { first: Month; months: number; flights: number },
): Promise<void> => {
  const from = `
    from unnest($1::text[]) as wanted
    join drone on drone.id = wanted
    cross join generate_series(1, ${months - 1}) as month
    cross join generate_series(0, ${flights - 1}) as k
    cross join lateral (select timestamptz '${dayOf(first.from)} 00:00Z' + month * interval '1 month'
      + k * interval '28 days' / ${flights} + (hashtext(drone.id) & 255) * interval '1 second' as at) as time`
  const statements = [
    `insert into sortie (drone_id, id, state, close_reason, start_at, end_at, point_count,
        manufacturer_id, operator_id, region_code)
      select drone.id, ${flightId}, 'closed', 'landing', at, at + interval '10 minutes', 600,
        manufacturer_id, operator_id, region_code ${from}`,
    `insert into work_record (drone_id, sortie_id, start_at, end_at, manufacturer_id, operator_id,
        region_code, mode, duration_s, distance_m, spray_s, spray_l, spray_l_source, width_m,
        covered_m2, swept_m2, repeated_m2, overlap_ratio, track_hash, previous_hash, hash)
      select drone.id, ${flightId}, at, at + interval '10 minutes', manufacturer_id, operator_id,
        region_code, 3, 600, 3000, 540, 20, 'flow', 5.5, 10000 + k, 11000, 500, 0.05,
        decode(${name('drone.id')} || ${name('month', 'k')}, 'hex'),
        decode(${name('k')} || ${name('drone.id')}, 'hex'),
        decode(${name('month')} || ${name('drone.id', 'k')}, 'hex') ${from}`,
    `insert into track_chunk (drone_id, id, sortie_id, from_at, until_at, point_count, columns)
      select drone.id, overlay(${name('drone.id', 'month', 'k')} placing '8' from 13 for 1)::uuid,
        ${flightId}, at, at + interval '10 minutes', pool.point_count, pool.columns ${from}
      join bench_pool pool
        on pool.n = (k * 17 + month * 7 + (hashtext(drone.id) & 65535))
          % (select count(*) from bench_pool)`,
  ]
  for (const statement of statements) await client.query(statement, [[...droneIds]])
}

type Row = { bytes: string; hash: string }

/** The hash of all stored bytes of a month, and of the partitions' size. */
export const readStoredBytes = async (client: pg.Client, { from, until }: Month): Promise<Row> => {
  const { rows } = await client.query<Row>(
    `select coalesce(sum(length(columns)), 0) as bytes,
      md5(string_agg(encode(sha256(columns), 'hex'), '' order by drone_id, from_at, id)) as hash
     from track_chunk where from_at >= $1 and from_at < $2`,
    [from, until],
  )
  return rows[0]!
}

export const databaseMb = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ megabytes: number }>(
    'select pg_database_size(current_database())::float8 / 1e6 as megabytes',
  )
  return rows[0]!.megabytes
}

export const recordsOfMonth = (db: Db, { from, until }: Month) =>
  db
    .selectFrom('work_record')
    .selectAll()
    .where('start_at', '>=', from)
    .where('start_at', '<', until)
    .orderBy('drone_id')
    .orderBy('start_at')
    .orderBy('sortie_id')
    .execute()
