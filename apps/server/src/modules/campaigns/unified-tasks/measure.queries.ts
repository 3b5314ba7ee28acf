// Stored coverage of tasks, and plots to recompute. Spans all tenants, because a task's flights
// belong to many.
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/database.ts'

export type DuePlot = { task_id: number; plot_id: string | null; number: number }

/** The longest waiting first. `number`: the last change of the plot that this run includes. */
export const listDue = async (
  db: Db,
  atMost: number,
  taskId: number | null = null,
): Promise<DuePlot[]> =>
  (
    await sql<DuePlot>`
      select due.task_id, due.plot_id, max(due.number) as number
      from unified_task_due due join unified_task task on task.id = due.task_id
      where task.state <> 'closed' and (${taskId}::bigint is null or due.task_id = ${taskId}::bigint)
      group by due.task_id, due.plot_id
      order by due.plot_id is null, min(due.number) limit ${atMost}`.execute(db)
  ).rows

export const isDue = async (trx: Tx, taskId: number): Promise<boolean> =>
  (await trx
    .selectFrom('unified_task_due')
    .where('task_id', '=', taskId)
    .select('number')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Flights of the task that sprayed the plot, newest first. */
export const listPlotFlights = (db: Db, taskId: number, plotId: string) =>
  db
    .selectFrom('plot_spraying as spraying')
    .innerJoin('work_record as record', (join) =>
      join
        .onRef('record.drone_id', '=', 'spraying.drone_id')
        .onRef('record.sortie_id', '=', 'spraying.sortie_id'),
    )
    .where('spraying.plot_id', '=', plotId)
    .where('record.task_id', '=', taskId)
    .orderBy('spraying.start_at', 'desc')
    .orderBy('spraying.sortie_id', 'desc')
    .select([
      'spraying.sortie_id as id',
      'spraying.drone_id',
      'spraying.covered_m2',
      'record.start_at',
      'record.end_at',
      'record.width_m',
    ])
    .execute()

/** If a task has selected plots, spraying on others does not count. */
export const countsPlot = async (db: Db, taskId: number, plotId: string): Promise<boolean> =>
  (
    await sql<{ counts: boolean }>`
      select exists (select from unified_task task where task.id = ${taskId}
        and (task.ground = 'region' or exists (select from unified_task_plot chosen
          where chosen.task_id = task.id and chosen.plot_id = ${plotId}::uuid))) as counts`.execute(
      db,
    )
  ).rows[0]!.counts

export type MeasuredPlot = {
  repeats: readonly Repeat[]
  coveredM2: number
  repeatedM2: number
  sortieCount: number
  lastAt: Date
}

/** @returns false if the task was closed meanwhile and must not change */
export const holdOpen = async (trx: Tx, taskId: number): Promise<boolean> =>
  (await trx
    .selectFrom('unified_task')
    .where('id', '=', taskId)
    .where('state', '<>', 'closed')
    .select('id')
    .forShare()
    .executeTakeFirst()) !== undefined

export const writeGround = async (
  trx: Tx,
  taskId: number,
  plotId: string,
  measured: MeasuredPlot | null,
): Promise<void> => {
  await trx
    .deleteFrom('unified_task_ground')
    .where('task_id', '=', taskId)
    .where('plot_id', '=', plotId)
    .execute()
  if (measured)
    await sql`insert into unified_task_ground
      (task_id, plot_id, covered_m2, repeated_m2, sortie_count, last_at)
      select ${taskId}, plot.id, ${measured.coveredM2}, ${measured.repeatedM2},
        ${measured.sortieCount}, ${measured.lastAt}
      from plot where plot.id = ${plotId}::uuid
      on conflict (task_id, plot_id) do update set covered_m2 = excluded.covered_m2,
        repeated_m2 = excluded.repeated_m2, sortie_count = excluded.sortie_count,
        last_at = excluded.last_at`.execute(trx)
}

/** Part of a flight's area that earlier flights of the task had covered. */
export type Repeat = { droneId: string; sortieId: string; alreadyM2: number }

/**
 * Shares below `leastShare` raise no alarm with any setting; smaller changes than `leastNews` are
 * ignored.
 */
const leastShare = 0.05
const leastNews = 0.005

/**
 * Replaces the stored values of the plot. Flights whose repeated area changes are queued, and get
 * their alarms when they are recomputed.
 */
export const writeRepeats = async (
  trx: Tx,
  taskId: number,
  plotId: string,
  repeats: readonly Repeat[],
): Promise<void> => {
  await sql`
    with before as (
      delete from unified_task_repeat where task_id = ${taskId} and plot_id = ${plotId}::uuid
      returning drone_id, sortie_id, already_m2
    ), given as (
      select * from unnest(
        ${repeats.map((one) => one.droneId)}::text[],
        ${repeats.map((one) => one.sortieId)}::uuid[],
        ${repeats.map((one) => one.alreadyM2)}::float8[]
      ) as given (drone_id, sortie_id, already_m2)
    )
    insert into flight_again (drone_id, sortie_id, start_at)
    select record.drone_id, record.sortie_id, record.start_at
    from before full join given using (drone_id, sortie_id)
    join work_record record using (drone_id, sortie_id)
    where record.covered_m2 > 0
      and greatest(before.already_m2, given.already_m2) >= ${leastShare} * record.covered_m2
      and abs(coalesce(given.already_m2, 0) - coalesce(before.already_m2, 0))
        >= ${leastNews} * record.covered_m2
    order by drone_id, sortie_id
    on conflict (drone_id, sortie_id) do update set marked = false`.execute(trx)
  if (repeats.length > 0)
    await trx
      .insertInto('unified_task_repeat')
      .values(
        repeats.map(({ droneId, sortieId, alreadyM2 }) => ({
          task_id: taskId,
          plot_id: plotId,
          drone_id: droneId,
          sortie_id: sortieId,
          already_m2: alreadyM2,
        })),
      )
      .execute()
}

/** Changes that were recorded meanwhile remain due. */
export const removeDue = async (trx: Tx, { task_id, plot_id, number }: DuePlot): Promise<void> => {
  await trx
    .deleteFrom('unified_task_due')
    .where('task_id', '=', task_id)
    .where('plot_id', 'is not distinct from', plot_id)
    .where('number', '<=', number)
    .execute()
}

/** Marks plots that were added to the task or removed from it. */
export const notePlots = async (
  trx: Tx,
  taskId: number,
  plotIds: readonly string[],
): Promise<void> => {
  await sql`insert into unified_task_due (task_id, plot_id)
    select ${taskId}, plot_id from unnest(${[...plotIds]}::uuid[]) as changed (plot_id)`.execute(
    trx,
  )
}

/** Updates the sums of a task from its flights and the areas computed so far. */
export const refreshSum = async (trx: Tx, taskId: number, now: Date): Promise<void> => {
  await sql`
    with task as (select * from unified_task where id = ${taskId}),
    flown as (
      select record.*, (record.start_at at time zone task.time_zone)::date as day,
        case when task.ground = 'plots' then 0 else greatest(0, record.covered_m2 - coalesce((
          select sum(spraying.covered_m2) from plot_spraying spraying
          where spraying.drone_id = record.drone_id and spraying.sortie_id = record.sortie_id
        ), 0)) end as beside_m2
      from task join work_record record on record.task_id = task.id
    ),
    chosen as (
      select count(*) as plots, coalesce(sum(plot.area_m2), 0) as area_m2
      from unified_task_plot chosen join plot on plot.id = chosen.plot_id
      where chosen.task_id = ${taskId}
    ),
    ground as (
      select count(*) filter (where covered_m2 > 0) as plots,
        coalesce(sum(covered_m2), 0) as covered_m2, coalesce(sum(repeated_m2), 0) as repeated_m2
      from unified_task_ground where task_id = ${taskId}
    ),
    by_day as (
      select day, count(*) as sorties, sum(covered_m2 order by start_at, sortie_id) as covered_m2
      from flown group by day
    )
    insert into unified_task_sum (task_id, sortie_count, drone_count, duration_s, spray_l, flown_m2,
      swept_m2, plot_count, plots_m2, worked_plot_count, covered_m2, repeated_m2, outside_m2, days,
      last_at, measured_at)
    select task.id, count(flown.sortie_id), count(distinct flown.drone_id),
      coalesce(sum(flown.duration_s order by flown.start_at, flown.sortie_id), 0),
      coalesce(sum(flown.spray_l order by flown.start_at, flown.sortie_id), 0),
      coalesce(sum(flown.covered_m2 order by flown.start_at, flown.sortie_id), 0),
      coalesce(sum(flown.swept_m2 order by flown.start_at, flown.sortie_id), 0),
      (select plots from chosen), (select area_m2 from chosen),
      (select plots from ground), (select covered_m2 from ground), (select repeated_m2 from ground),
      coalesce(sum(flown.beside_m2 order by flown.start_at, flown.sortie_id), 0),
      coalesce((select jsonb_agg(jsonb_build_object('day', day, 'sorties', sorties,
        'coveredM2', covered_m2) order by day) from by_day), '[]'::jsonb),
      max(flown.start_at), ${now}
    from task left join flown on true
    group by task.id
    on conflict (task_id) do update set
      sortie_count = excluded.sortie_count, drone_count = excluded.drone_count,
      duration_s = excluded.duration_s, spray_l = excluded.spray_l, flown_m2 = excluded.flown_m2,
      swept_m2 = excluded.swept_m2, plot_count = excluded.plot_count, plots_m2 = excluded.plots_m2,
      worked_plot_count = excluded.worked_plot_count, covered_m2 = excluded.covered_m2,
      repeated_m2 = excluded.repeated_m2, outside_m2 = excluded.outside_m2, days = excluded.days,
      last_at = excluded.last_at, measured_at = excluded.measured_at`.execute(trx)
}

export const findSum = (db: Db, taskId: number) =>
  db
    .selectFrom('unified_task_sum')
    .where('task_id', '=', taskId)
    .selectAll()
    .select(
      sql<boolean>`exists (select from unified_task_due due join unified_task task
        on task.id = due.task_id and task.state <> 'closed' where due.task_id = ${taskId})`.as(
        'is_due',
      ),
    )
    .executeTakeFirst()
