// Tasks during whose days a drone flew, and how its flights were assigned. All tenants: the
// pipeline serves all of them.
import { sql } from 'kysely'
import { ANOMALY_TYPES } from '@swath/domain/anomaly-rules'
import type { NamedChemical } from '@swath/domain/chemicals'
import type { LeftOutReason } from '@swath/domain/unified-task'
import type { TimeRange } from '@swath/domain/time-range'
import type { Tx } from '../../platform/database/database.ts'

/**
 * Holds the lock until the transaction ends, so that reading or changing a drone's tasks waits for
 * a transaction that is about to write a flight based on them.
 */
export const holdTasksOfDrone = async (tx: Tx, droneId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tasks ${droneId}`}, 0))`.execute(tx)
}

/** Whether the drone has any task, or a flight of the stretch is assigned to one. */
export const hasTasks = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<boolean> =>
  (
    await sql<{ is_in_task: boolean }>`
      select exists (select from unified_task_drone where drone_id = ${droneId})
        or exists (select from work_record where drone_id = ${droneId} and task_id is not null
          and start_at between ${new Date(fromMs)} and ${new Date(untilMs)}) as is_in_task`.execute(
      tx,
    )
  ).rows[0]!.is_in_task

export type FlightOfTask = {
  sortie_id: string
  start_at: Date
  flown_region: string | null
  /** The crop reported with the flight. */
  reported_crop: string | null
  flown_crop: string | null
  chemical: string | null
  task_id: number
  region_code: string
  ground: 'region' | 'plots'
  crop_id: string | null
  state: 'open' | 'closed'
  is_in_drone_days: boolean
  is_on_plots: boolean
  was_counted: boolean
  chemicals: NamedChemical[]
}

/**
 * Each flight of the stretch with each task during whose days it was flown. The tasks are locked:
 * one that is being closed is either not closed yet or already has its flights.
 */
export const flightsWithTasks = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<FlightOfTask[]> => {
  const { rows } = await sql<FlightOfTask>`
    select record.sortie_id, record.start_at, record.region_code as flown_region,
      record.crop_id as reported_crop,
      coalesce(record.crop_id, (select coalesce(season.crop_id, plot.crop_id)
        from plot
        join account owner on owner.id = plot.account_id
        left join plot_season season on season.plot_id = plot.id
          and (record.start_at at time zone owner.time_zone)::date
            between season.from_day and season.until_day
        where plot.id = record.plot_id limit 1)) as flown_crop,
      record.chemical,
      task.id as task_id, task.region_code, task.ground, task.crop_id, task.state,
      (record.start_at at time zone task.time_zone)::date
        between flies.data_start_day and flies.data_end_day as is_in_drone_days,
      exists (select from plot_spraying spraying
        join unified_task_plot chosen on chosen.plot_id = spraying.plot_id
          and chosen.task_id = task.id
        where spraying.drone_id = record.drone_id and spraying.sortie_id = record.sortie_id)
        as is_on_plots,
      exists (select from unified_task_flight counted
        where counted.task_id = task.id and counted.drone_id = record.drone_id
          and counted.sortie_id = record.sortie_id) as was_counted,
      coalesce((select jsonb_agg(jsonb_build_object('id', chemical.id, 'names',
          (select jsonb_agg(value) from jsonb_each_text(chemical.names))))
        from unified_task_chemical named
        join chemical on chemical.id = named.chemical_id
        where named.task_id = task.id), '[]') as chemicals
    from work_record record
    join unified_task_drone flies on flies.drone_id = record.drone_id
    join unified_task task on task.id = flies.task_id and task.state <> 'draft'
    where record.drone_id = ${droneId}
      and record.start_at between ${new Date(fromMs)} and ${new Date(untilMs)}
      and (record.start_at at time zone task.time_zone)::date
        between task.start_day and task.end_day
    order by record.start_at, record.sortie_id, task.id
    for share of task`.execute(tx)
  return rows
}

export type TaskDecision = {
  sortieId: string
  startAt: Date
  taskId: number | null
  leftOut: readonly { taskId: number; why: LeftOutReason }[]
}

/** Replaces the earlier assignments of the stretch. */
export const writeTaskDecisions = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
  decisions: readonly TaskDecision[],
): Promise<void> => {
  await sql`
    update work_record set task_id = decided.task_id
    from (
      select record.sortie_id, said.task_id
      from work_record record
      left join unnest(
        ${decisions.map((one) => one.sortieId)}::uuid[],
        ${decisions.map((one) => one.taskId)}::bigint[]
      ) as said (sortie_id, task_id) on said.sortie_id = record.sortie_id
      where record.drone_id = ${droneId}
        and record.start_at between ${new Date(fromMs)} and ${new Date(untilMs)}
    ) as decided
    where work_record.drone_id = ${droneId} and work_record.sortie_id = decided.sortie_id
      and work_record.task_id is distinct from decided.task_id`.execute(tx)
  await tx
    .deleteFrom('unified_task_left_out')
    .where('drone_id', '=', droneId)
    .where('start_at', '>=', new Date(fromMs))
    .where('start_at', '<=', new Date(untilMs))
    .execute()
  const left = decisions.flatMap(({ sortieId, startAt, leftOut }) =>
    leftOut.map(({ taskId, why }) => ({
      drone_id: droneId,
      sortie_id: sortieId,
      task_id: taskId,
      start_at: startAt,
      why,
    })),
  )
  if (left.length > 0) await tx.insertInto('unified_task_left_out').values(left).execute()
}

/**
 * For each flight of the stretch, the ground already covered by earlier flights of its task, m².
 */
export const listRepeats = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ sortie_id: string; already_m2: number }>`
    select record.sortie_id, sum(repeat.already_m2) as already_m2
    from work_record record
    join unified_task_repeat repeat on repeat.drone_id = record.drone_id
      and repeat.sortie_id = record.sortie_id and repeat.task_id = record.task_id
    where record.drone_id = ${droneId}
      and record.start_at between ${new Date(fromMs)} and ${new Date(untilMs)}
    group by record.sortie_id`.execute(tx)
  return new Map(rows.map((row) => [row.sortie_id, row.already_m2]))
}

/**
 * Queues flights of the stretch for recomputation if their wrong-crop alarm does not match these
 * crops of their tasks.
 */
export const judgeCropsAgain = async (
  tx: Tx,
  droneId: string,
  { fromMs, untilMs }: TimeRange,
  crops: ReadonlyMap<string, string>,
): Promise<void> => {
  await sql`
    insert into flight_again (drone_id, sortie_id, start_at)
    select record.drone_id, record.sortie_id, record.start_at
    from work_record record
    left join unnest(${[...crops.keys()]}::uuid[], ${[...crops.values()]}::text[])
      as said (sortie_id, crop_id) on said.sortie_id = record.sortie_id
    where record.drone_id = ${droneId} and record.crop_id is not null
      and record.start_at between ${new Date(fromMs)} and ${new Date(untilMs)}
      and exists (select from sortie where sortie.drone_id = record.drone_id
        and sortie.id = record.sortie_id and sortie.bounds is not null)
      and nullif(said.crop_id, record.crop_id) is distinct from (
        select anomaly.evidence ->> 'taskCropId' from anomaly
        where anomaly.drone_id = record.drone_id and anomaly.sortie_id = record.sortie_id
          and anomaly.type = ${ANOMALY_TYPES.wrong_crops.code} and anomaly.cause = 'task'
          and anomaly.closed_reason is distinct from 'withdrawn')
    order by record.sortie_id
    on conflict (drone_id, sortie_id) do update set marked = false`.execute(tx)
}
