// Bulk rows of the demonstration. It writes for every tenant, only at the first start.
import { sql } from 'kysely'
import type { Db, Tx } from '@swath/server/platform/database/database'
import type { Database } from '@swath/server/platform/database/schema'

/** A row by its column names; bytes as `\x…`, a box as text. */
export type Row = Readonly<Record<string, unknown>>

const rowsAStatement = 4_000

/**
 * One statement for thousands of rows, which PostgreSQL unpacks. All rows must have the columns of
 * the first one.
 */
export const insertRows = async (
  tx: Tx,
  table: keyof Database,
  rows: readonly Row[],
): Promise<void> => {
  const first = rows[0]
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  for (let i = 0; i < rows.length; i += rowsAStatement) {
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns}
      from json_populate_recordset(null::${sql.table(table)},
        ${JSON.stringify(rows.slice(i, i + rowsAStatement))}::json)`.execute(tx)
  }
}

export const isSeeded = async (db: Db, platformId: string): Promise<boolean> =>
  (await db.selectFrom('account').where('id', '=', platformId).select('id').executeTakeFirst()) !==
  undefined

/** If a power failure loses the seed, it is written again: nobody has worked with it yet. */
export const hurry = async (tx: Tx): Promise<void> => {
  await sql`set local synchronous_commit = off`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
}

export const writeTotals = async (tx: Tx): Promise<void> => {
  await sql`
    insert into drone_total (drone_id, sortie_count, duration_s, covered_m2, swept_m2, spray_l,
      last_sortie_at)
    select drone.id, count(work_record.sortie_id), coalesce(sum(work_record.duration_s), 0),
      coalesce(sum(covered_m2), 0), coalesce(sum(swept_m2), 0),
      coalesce(sum(work_record.spray_l), 0), max(start_at)
    from drone left join work_record on work_record.drone_id = drone.id group by drone.id`.execute(
    tx,
  )
}

/** Crops of each plot this year and the year before. */
export const writePlotSeasons = async (tx: Tx): Promise<void> => {
  await sql`
    insert into plot_season (plot_id, crop_id, from_day, until_day)
    select plot.id, plot.crop_id, make_date(year, 3, 1), make_date(year, 11, 30)
    from plot
    cross join (select extract(year from now())::int - ago from generate_series(0, 1) ago) as
      years (year)
    where plot.crop_id is not null`.execute(tx)
}

/** Marks alarms before that as read by all of these users. */
export const readAnomalies = async (
  tx: Tx,
  userIds: readonly string[],
  before: Date,
): Promise<void> => {
  await sql`
    insert into anomaly_read (user_id, drone_id, anomaly_id, read_at)
    select reader.id, anomaly.drone_id, anomaly.id, anomaly.at + interval '2 hours'
    from anomaly
    cross join unnest(${[...userIds]}::uuid[]) as reader (id)
    where anomaly.at < ${before}`.execute(tx)
}

/** Recipients of a bulletin, in an order derived from their ids. */
export const listRecipients = async (tx: Tx, bulletinId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('bulletin_recipient')
      .where('bulletin_id', '=', bulletinId)
      .select('account_id')
      .orderBy('account_id')
      .execute()
  ).map(({ account_id }) => account_id)

/** Records that a bulletin was read, first by a person of an account. */
export const noteFirstRead = async (
  tx: Tx,
  bulletinId: string,
  accountId: string,
  at: Date,
): Promise<void> => {
  await tx
    .updateTable('bulletin_recipient')
    .set({ read_at: at })
    .where('bulletin_id', '=', bulletinId)
    .where('account_id', '=', accountId)
    .execute()
}

/**
 * A tenth of the usual sample is enough for plans, and takes a tenth of the time; the server
 * analyzes again after a minute.
 */
export const analyze = async (tx: Tx): Promise<void> => {
  await sql`set local default_statistics_target = 10`.execute(tx)
  await sql`analyze account, app_user, drone, drone_total, drone_state, plot, plot_spraying,
    no_fly_zone, sortie, work_record, anomaly, claim_suspicion, flight_weather, track_chunk,
    device_event`.execute(tx)
}

/**
 * The simulator's own credentials, one a drone; those issued by people do not change. A deleted
 * drone gets none.
 */
export const putCredentials = async (
  db: Db,
  credentials: readonly { droneId: string; id: string; secretHash: Buffer }[],
): Promise<string[]> => {
  const { rows } = await sql<{ drone_id: string }>`
    insert into drone_credential (drone_id, id, secret_hash)
    select given.drone_id, given.id, given.secret_hash
    from unnest(${credentials.map((one) => one.droneId)}::text[],
      ${credentials.map((one) => one.id)}::uuid[],
      ${credentials.map((one) => one.secretHash)}::bytea[])
      as given (drone_id, id, secret_hash)
    join drone on drone.id = given.drone_id
    on conflict (drone_id, id) do update set secret_hash = excluded.secret_hash
    returning drone_id`.execute(db)
  return rows.map((row) => row.drone_id)
}

/** Assigns the largest plots of an account to a task. */
export const choosePlots = async (
  tx: Tx,
  taskId: number,
  accountId: string,
  atMost: number,
): Promise<void> => {
  await sql`insert into unified_task_plot (task_id, plot_id)
    select ${taskId}, id from plot where account_id = ${accountId}::uuid
    order by area_m2 desc, id limit ${atMost}`.execute(tx)
}

/**
 * Most of these flights have no track any more: their areas are added up, at most to the plot's
 * area.
 */
export const addUpGround = async (tx: Tx, taskId: number): Promise<void> => {
  await sql`
    insert into unified_task_ground
      (task_id, plot_id, covered_m2, repeated_m2, sortie_count, last_at)
    select ${taskId}, plot.id, least(plot.area_m2, sum(spraying.covered_m2)),
      greatest(0, sum(spraying.covered_m2) - plot.area_m2), count(*), max(spraying.start_at)
    from work_record record
    join plot_spraying spraying on spraying.drone_id = record.drone_id
      and spraying.sortie_id = record.sortie_id
    join plot on plot.id = spraying.plot_id
    join unified_task task on task.id = record.task_id
    where record.task_id = ${taskId} and (task.ground = 'region' or exists (
      select from unified_task_plot chosen
      where chosen.task_id = task.id and chosen.plot_id = plot.id))
    group by plot.id, plot.area_m2`.execute(tx)
  await tx.deleteFrom('unified_task_due').where('task_id', '=', taskId).execute()
}

/** Area of a task in m²: on its plots (counted once) and outside them. */
export const sumFlown = async (tx: Tx, taskId: number): Promise<number> => {
  const { covered_m2, outside_m2 } = await tx
    .selectFrom('unified_task_sum')
    .where('task_id', '=', taskId)
    .select(['covered_m2', 'outside_m2'])
    .executeTakeFirstOrThrow()
  return covered_m2 + outside_m2
}
