// Operators at work, failing machines, and work on plots, each counted in its own table.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { ANOMALY_TYPES } from '@swath/domain/anomaly-rules'
import type { Scope } from '@swath/domain/access/caller'
import { regionPrefix } from '@swath/domain/region-code'
import type { Db } from '../../../platform/database/database.ts'
import type { Parts } from '../../../platform/database/column-types.ts'
import { inScope, withinRegion } from '../../../platform/access/scope.queries.ts'
import { anomalyScope, sortieScope } from '../../../platform/access/scoped-tables.ts'
import { visiblePlots } from '../../land/public.ts'
import type { MonitorFilters } from './monitor.queries.ts'

/** Conditions for tables with the drone's accounts and region. */
const ofParties = (
  table: 'work_record' | 'anomaly' | 'sortie',
  { region, zzAccountId, yyAccountId, deviceType, flyModelId }: MonitorFilters,
): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const kind = sql.join(
    [
      sql`narrowed.id = ${column('drone_id')}`,
      ...(deviceType ? [sql`narrowed.device_type = ${deviceType}`] : []),
      ...(flyModelId ? [sql`narrowed.model_id = ${flyModelId}::uuid`] : []),
    ],
    sql` and `,
  )
  return sql<SqlBool>`${sql.join(
    [
      sql`true`,
      ...(region ? [withinRegion(`${table}.region_code`, regionPrefix(region))] : []),
      ...(zzAccountId ? [sql`${column('manufacturer_id')} = ${zzAccountId}::uuid`] : []),
      ...(yyAccountId ? [sql`${column('operator_id')} = ${yyAccountId}::uuid`] : []),
      ...(deviceType || flyModelId ? [sql`exists (select from drone narrowed where ${kind})`] : []),
    ],
    sql` and `,
  )}`
}

export const alarmsByOperator = (db: Db, scope: Scope, filters: MonitorFilters, from: Date) =>
  db
    .selectFrom('anomaly')
    .where('at', '>=', from)
    .where('operator_id', 'is not', null)
    .where('closed_reason', 'is distinct from', 'withdrawn')
    .where(inScope(scope, anomalyScope))
    .where(ofParties('anomaly', filters))
    .select(['operator_id', sql<number>`count(*)`.as('count')])
    .groupBy('operator_id')
    .execute()

export const accountNames = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> =>
  ids.length === 0
    ? new Map()
    : new Map(
        (
          await db
            .selectFrom('account')
            .where('id', 'in', [...ids])
            .select(['id', 'name'])
            .execute()
        ).map(({ id, name }) => [id, name]),
      )

/** Faults of a machine. Entering a zone, a wrong crop and flying in wind are faults of people. */
const faults = [ANOMALY_TYPES.blowing_anomaly.code, ANOMALY_TYPES.wrong_acres.code]

/** One row per drone and type of failure since `from`. */
const failures = (scope: Scope, filters: MonitorFilters, from: Date) => sql<{
  drone_id: string
  faults: number
  silences: number
}>`(
  select drone_id, count(*) as faults, 0 as silences
  from anomaly
  where at >= ${from} and type in (${sql.join(faults)})
    and closed_reason is distinct from 'withdrawn'
    and ${inScope(scope, anomalyScope)} and ${ofParties('anomaly', filters)}
  group by drone_id
  union all
  select drone_id, 0, count(*)
  from sortie
  where start_at >= ${from} and close_reason = 'silence' and not simulated
    and ${inScope(scope, sortieScope)} and ${ofParties('sortie', filters)}
  group by drone_id)`

export const failingDrones = async (
  db: Db,
  scope: Scope,
  filters: MonitorFilters,
  from: Date,
  atMost: number,
) =>
  (
    await sql<{
      id: string
      name: string
      model_name: string
      firmware: string | null
      faults: number
      silences: number
    }>`
      select drone.id, drone.name, drone_model.name as model_name, drone.firmware,
        sum(failed.faults)::integer as faults, sum(failed.silences)::integer as silences
      from ${failures(scope, filters, from)} as failed
      join drone on drone.id = failed.drone_id
      join drone_model on drone_model.id = drone.model_id
      group by drone.id, drone_model.name
      order by sum(failed.faults + failed.silences) desc, drone.id
      limit ${atMost}`.execute(db)
  ).rows

export const failingModels = async (
  db: Db,
  scope: Scope,
  filters: MonitorFilters,
  from: Date,
  atMost: number,
) =>
  (
    await sql<{
      model_id: string
      model_name: string
      firmware: string | null
      drones: number
      faults: number
      silences: number
    }>`
      select drone.model_id, drone_model.name as model_name, drone.firmware,
        count(distinct drone.id)::integer as drones,
        sum(failed.faults)::integer as faults, sum(failed.silences)::integer as silences
      from ${failures(scope, filters, from)} as failed
      join drone on drone.id = failed.drone_id
      join drone_model on drone_model.id = drone.model_id
      group by drone.model_id, drone_model.name, drone.firmware
      order by sum(failed.faults + failed.silences) desc, drone_model.name
      limit ${atMost}`.execute(db)
  ).rows

/** Plots with their newest record, most recently worked on first. */
export const lastWorkOnPlots = async (db: Db, scope: Scope, atMost: number) => {
  const own = db.selectFrom('plot').where(visiblePlots(scope))
  const [rows, { total }] = await Promise.all([
    own
      .leftJoin('crop', 'crop.id', 'plot.crop_id')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('work_record')
            .whereRef('work_record.plot_id', '=', 'plot.id')
            .orderBy('work_record.start_at', 'desc')
            .limit(1)
            .select([
              'work_record.drone_id',
              'work_record.sortie_id',
              'work_record.start_at',
              'work_record.covered_m2',
              'work_record.spray_l',
              'work_record.chemical',
              'work_record.operator_id',
              'work_record.pilot_id',
            ])
            .as('last'),
        (join) => join.onTrue(),
      )
      .leftJoin('account as operator', 'operator.id', 'last.operator_id')
      .leftJoin('app_user as pilot', 'pilot.id', 'last.pilot_id')
      .select([
        'plot.id',
        'plot.name',
        'plot.area_m2',
        sql<Parts>`coalesce(plot.sketch, plot.parts)`.as('parts'),
        'crop.names as crop_names',
        'last.drone_id',
        'last.sortie_id',
        'last.start_at',
        'last.covered_m2',
        'last.spray_l',
        'last.chemical',
        'operator.name as operator_name',
        'pilot.name as pilot_name',
      ])
      .orderBy(sql`last.start_at desc nulls last`)
      .orderBy('plot.name')
      .limit(atMost)
      .execute(),
    own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Whether a flight's record is of a plot that the caller can see. */
export const isWorkOnPlot = async (
  db: Db,
  scope: Scope,
  { plotId, droneId, sortieId }: { plotId: string; droneId: string; sortieId: string },
): Promise<boolean> =>
  (await db
    .selectFrom('work_record')
    .innerJoin('plot', 'plot.id', 'work_record.plot_id')
    .where('work_record.drone_id', '=', droneId)
    .where('work_record.sortie_id', '=', sortieId)
    .where('plot.id', '=', plotId)
    .where(visiblePlots(scope))
    .select('plot.id')
    .executeTakeFirst()) !== undefined
