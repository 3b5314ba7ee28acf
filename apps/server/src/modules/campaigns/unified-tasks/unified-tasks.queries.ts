// Tasks: access, columns and writes.
import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import type { FiltersOf } from '@swath/contract/list'
import { taskStates, unifiedTaskList } from '@swath/contract/campaigns/unified-task-rows'
import type { Caller } from '@swath/domain/access/caller'
import { regionPrefix } from '@swath/domain/region-code'
import type { Language } from '@swath/i18n/languages'
import { nameIn } from '../../../platform/access/common-rows.queries.ts'
import { withinRegion } from '../../../platform/access/scope.queries.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import {
  contains,
  equals,
  equalsNumber,
  named,
} from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { nameIndexes } from '../../../platform/listing/name-index.queries.ts'

/** The reader of tasks. */
export type TaskReader = { caller: Caller; language: Language }
/** Lists depend on the current day, which differs between the time zones of tasks. */
export type TaskListReader = TaskReader & { now: Date }

const endingDays = 7

const isOneOf = (column: string, ids: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`

/** One of these accounts is invited, or has drones that fly for the task. */
const takesPart = (accountIds: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(exists (select from unified_task_operator partner
      where partner.task_id = task.id and ${isOneOf('partner.account_id', accountIds)})
    or exists (select from unified_task_drone flies join drone on drone.id = flies.drone_id
      where flies.task_id = task.id and (${isOneOf('drone.operator_id', accountIds)}
        or ${isOneOf('drone.tenant_id', accountIds)})))`

/**
 * Tasks that a caller can see: those of the own accounts, and open ones that the caller supervises,
 * takes part in, or has in their region.
 */
export const visibleTasks = ({ scope, accountId }: Caller): RawBuilder<SqlBool> => {
  if (scope.kind === 'all') return sql<SqlBool>`true`
  const isOut = sql`task.state <> 'draft'`
  const isSupervised = sql`task.supervisor_id = ${accountId}::uuid`
  return scope.kind === 'region'
    ? sql<SqlBool>`(task.account_id = ${accountId}::uuid
        or (${isOut} and (${isSupervised} or ${withinRegion('task.region_code', scope.prefix)})))`
    : sql<SqlBool>`(${isOneOf('task.account_id', scope.accountIds)}
        or (${isOut} and (${isSupervised} or ${takesPart(scope.accountIds)})))`
}

const invitationOf = ({ accountId }: Caller) => sql`select from unified_task_operator partner
  where partner.task_id = task.id and partner.account_id = ${accountId}::uuid`

const tasksFor = (db: Db | Tx, { caller }: TaskReader) =>
  db
    .selectFrom('unified_task as task')
    .leftJoin('unified_task_sum as sums', 'sums.task_id', 'task.id')
    .where(visibleTasks(caller))

/** The target area, m²: as entered, else the total of the selected plots. */
export const goalM2 = sql<number | null>`coalesce(task.target_m2, nullif(sums.plots_m2, 0))`
/** Covered area, m²; ground covered several times counts once. */
export const coveredM2 = sql<number>`coalesce(sums.covered_m2 + sums.outside_m2, 0)`

export type TaskChemicalRow = {
  id: string
  name: string
  dosePerHa: number | null
  doseUnit: 'mL' | 'g'
}

const presented = (rows: ReturnType<typeof tasksFor>, { caller, language }: TaskReader) => {
  const reader = { accountId: caller.accountId, language }
  const count = (from: RawBuilder<unknown>) => sql<number>`(select count(*) from ${from})`
  return rows.selectAll('task').select([
    goalM2.as('goal_m2'),
    coveredM2.as('covered_m2'),
    sql<number>`coalesce(sums.sortie_count, 0)`.as('sortie_count'),
    sql<{ day: string; coveredM2: number }[]>`coalesce(sums.days, '[]'::jsonb)`.as('days'),
    sql<string>`(select name from account where account.id = task.account_id)`.as('account_name'),
    sql<string | null>`(select name from account where account.id = task.supervisor_id)`.as(
      'supervisor_name',
    ),
    sql<string | null>`(select ${nameIn(reader, 'work_type.names')} from work_type
      where work_type.id = task.work_type_id)`.as('work_type_name'),
    sql<string | null>`(select ${nameIn(reader, 'crop.names')} from crop
      where crop.id = task.crop_id)`.as('crop_name'),
    sql<TaskChemicalRow[]>`coalesce((select json_agg(json_build_object(
        'id', chemical.id, 'name', ${nameIn(reader, 'chemical.names')},
        'dosePerHa', named.dose_per_ha, 'doseUnit', named.dose_unit) order by chemical.id)
      from unified_task_chemical named join chemical on chemical.id = named.chemical_id
      where named.task_id = task.id), '[]'::json)`.as('chemicals'),
    count(sql`unified_task_drone flies where flies.task_id = task.id`).as('drone_count'),
    count(sql`unified_task_plot chosen where chosen.task_id = task.id`).as('plot_count'),
    count(sql`unified_task_operator partner
      where partner.task_id = task.id and partner.state = 'accepted'`).as('operator_count'),
    sql<'invited' | 'accepted' | 'declined' | null>`(select partner.state
      from unified_task_operator partner
      where partner.task_id = task.id and partner.account_id = ${caller.accountId}::uuid)`.as(
      'invitation',
    ),
  ])
}

export const taskRows = defineList(unifiedTaskList, {
  from: (db, reader: TaskListReader) => tasksFor(db, reader),
  select: presented,
  conditions: ({ caller, now }) => ({
    tftzName: contains('task.name'),
    accountName: named('task.account_id', 'account'),
    state: equals('task.state'),
    tftzType: equalsNumber('task.type'),
    region: (region) => withinRegion('task.region_code', regionPrefix(region)),
    cropId: equals('task.crop_id'),
    workTypeId: equals('task.work_type_id'),
    invitation: (state) =>
      sql<SqlBool>`exists (${invitationOf(caller)} and partner.state = ${state})`,
    due: (due) => {
      const today = sql`(${now}::timestamptz at time zone task.time_zone)::date`
      return due === 'ending'
        ? sql<SqlBool>`(task.state = 'open'
            and task.end_day between ${today} and ${today} + ${endingDays}::integer)`
        : sql<SqlBool>`(task.state = 'open' and task.end_day < ${today}
            and task.account_id = ${caller.accountId}::uuid)`
    },
  }),
  orders: ({ caller }) => ({
    tftzName: sql`task.name`,
    // By what is left to do: answer an invitation, run a task, finish a draft.
    state: sql`case
      when task.state = 'open' and exists (${invitationOf(caller)} and partner.state = 'invited') then 0
      else array_position(array['open', 'draft', 'closed'], task.state) end`,
    progress: sql`(${coveredM2} / ${goalM2})`,
    startDate: sql`task.start_day`,
    endDate: sql`task.end_day`,
    createdAt: sql`task.created_at`,
  }),
  // The next to end, then the latest closed.
  ties: [
    { by: sql`case when task.state <> 'closed' then task.end_day end`, direction: 'asc' },
    { by: sql`task.end_day`, direction: 'desc' },
    { by: sql`task.id` },
  ],
  similar: { index: nameIndexes.task, id: 'task.id', type: 'bigint' },
  countBy: { filter: 'state', states: taskStates, state: sql`task.state` },
})
export type TaskRow = Awaited<ReturnType<typeof taskRows.page>>[number]

export const sumTasks = (
  db: Db,
  reader: TaskListReader,
  filters: FiltersOf<typeof unifiedTaskList>,
) =>
  taskRows
    .matching(db, reader, filters)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sql<number>`count(*) filter (where task.state = 'open')`.as('open'),
      sql<number>`coalesce(sum(${coveredM2}), 0)`.as('covered_m2'),
      sql<number>`coalesce(sum(${goalM2}), 0)`.as('goal_m2'),
      sql<number>`count(*) filter (where task.state = 'open'
        and exists (${invitationOf(reader.caller)} and partner.state = 'invited'))`.as('invited'),
    ])
    .executeTakeFirstOrThrow()

/** Tasks and covered area by work type, largest area first; tasks without one are left out. */
export const sumByWorkType = (db: Db, reader: TaskReader) =>
  tasksFor(db, reader)
    .innerJoin('work_type', 'work_type.id', 'task.work_type_id')
    .groupBy('work_type.id')
    .select((eb) => [
      'work_type.id',
      nameIn(
        { accountId: reader.caller.accountId, language: reader.language },
        'work_type.names',
      ).as('name'),
      eb.fn.countAll<number>().as('tasks'),
      sql<number>`sum(${coveredM2})`.as('covered_m2'),
    ])
    .orderBy('covered_m2', 'desc')
    .orderBy('tasks', 'desc')
    .orderBy('work_type.id')
    .execute()

export const findTask = (
  db: Db | Tx,
  reader: TaskReader,
  id: string,
): Promise<TaskRow | undefined> =>
  presented(tasksFor(db, reader).where('task.id', '=', Number(id)), reader).executeTakeFirst()

/** Locks the task until the transaction ends, so that no flight is assigned to it meanwhile. */
export const lockTask = async (
  trx: Tx,
  reader: TaskReader,
  id: string,
): Promise<TaskRow | undefined> => {
  const held = await trx
    .selectFrom('unified_task as task')
    .where('task.id', '=', Number(id))
    .where(visibleTasks(reader.caller))
    .select('task.id')
    .forUpdate()
    .executeTakeFirst()
  return held && findTask(trx, reader, id)
}

export const insertTask = async (
  trx: Tx,
  task: Insertable<Database['unified_task']>,
): Promise<number> =>
  (await trx.insertInto('unified_task').values(task).returning('id').executeTakeFirstOrThrow()).id

export const updateTask = (trx: Tx, id: number, change: Updateable<Database['unified_task']>) =>
  trx
    .updateTable('unified_task')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()

/** Fails if a flight was added since the check. */
export const deleteTask = async (trx: Tx, id: number): Promise<void> => {
  await trx.updateTable('work_record').set({ task_id: null }).where('task_id', '=', id).execute()
  await trx.deleteFrom('unified_task').where('id', '=', id).execute()
}

export const replaceChemicals = async (
  trx: Tx,
  taskId: number,
  chemicals: readonly { id: string; dosePerHa: number | null; doseUnit: 'mL' | 'g' }[],
): Promise<void> => {
  await trx.deleteFrom('unified_task_chemical').where('task_id', '=', taskId).execute()
  if (chemicals.length > 0)
    await trx
      .insertInto('unified_task_chemical')
      .values(
        chemicals.map((one) => ({
          task_id: taskId,
          chemical_id: one.id,
          dose_per_ha: one.dosePerHa,
          dose_unit: one.doseUnit,
        })),
      )
      .execute()
}

/** Those of these ids that are shared or belong to the account. */
export const knownTerms = async (
  db: Db | Tx,
  table: 'crop' | 'chemical' | 'work_type',
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> =>
  new Set(
    ids.length === 0
      ? []
      : (
          await sql<{ id: string }>`select id from ${sql.table(table)}
            where id = any(${ids}) and (account_id is null or account_id = ${accountId}::uuid)`.execute(
            db,
          )
        ).rows.map(({ id }) => id),
  )
