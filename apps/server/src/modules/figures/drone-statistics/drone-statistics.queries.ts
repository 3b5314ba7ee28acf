// Data shown next to the figures of drones: names, and the time of each drone's last flight.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { FigureQuestion } from '@swath/domain/figures'
import { regionPrefix } from '@swath/domain/region-code'
import { inScope, withinRegion } from '../../../platform/access/scope.queries.ts'
import { flightScope } from '../../../platform/access/scoped-tables.ts'
import type { Db } from '../../../platform/database/database.ts'

/** Filters and period of the work. */
export type WorkAsked = Pick<FigureQuestion, 'filters' | 'from' | 'until' | 'timeZone'>

export type DroneNames = {
  id: string
  name: string
  model_name: string
  manufacturer_name: string
  operator_name: string | null
}

/** For drones with work that the reader can see; lists of flights show the same names. */
export const findDroneNames = (db: Db, ids: readonly string[]): Promise<DroneNames[]> =>
  db
    .selectFrom('drone')
    .innerJoin('drone_model as model', 'model.id', 'drone.model_id')
    .innerJoin('account as manufacturer', 'manufacturer.id', 'drone.manufacturer_id')
    .leftJoin('account as operator', 'operator.id', 'drone.operator_id')
    .where(sql<SqlBool>`drone.id = any(${[...ids]}::text[])`)
    .select([
      'drone.id',
      'drone.name',
      'model.name as model_name',
      'manufacturer.name as manufacturer_name',
      'operator.name as operator_name',
    ])
    .execute()

/** The filters of the figures, as conditions on records. */
const recordConditions = ({ filters, from, until, timeZone }: WorkAsked): RawBuilder<SqlBool>[] => {
  const beginning = (day: string) => sql`(${day}::date::timestamp at time zone ${timeZone})`
  const { regionCode, manufacturerId, operatorId, modelId, cropId, taskIds } = filters
  return [
    ...(from === null ? [] : [sql<SqlBool>`flight.start_at >= ${beginning(from)}`]),
    ...(until === null ? [] : [sql<SqlBool>`flight.start_at < ${beginning(until)}`]),
    ...(regionCode ? [withinRegion('flight.region_code', regionPrefix(regionCode))] : []),
    ...(manufacturerId ? [sql<SqlBool>`flight.manufacturer_id = ${manufacturerId}::uuid`] : []),
    ...(operatorId ? [sql<SqlBool>`flight.operator_id = ${operatorId}::uuid`] : []),
    ...(cropId ? [sql<SqlBool>`flight.crop_id = ${cropId}`] : []),
    ...(taskIds ? [sql<SqlBool>`flight.task_id = any(${[...taskIds]}::int8[])`] : []),
    ...(modelId
      ? [
          sql<SqlBool>`exists (select from drone where drone.id = flight.drone_id
            and drone.model_id = ${modelId}::uuid)`,
        ]
      : []),
  ]
}

/** Reads the end of each drone's own index: one record per drone, however many it has. */
export const findLastFlights = async (
  db: Db,
  scope: Scope,
  asked: WorkAsked,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> => {
  const conditions = sql.join([inScope(scope, flightScope), ...recordConditions(asked)], sql` and `)
  const { rows } = await sql<{ id: string; at: Date | null }>`
    select wanted.id, (
      select flight.start_at from work_record as flight
      where flight.drone_id = wanted.id and ${conditions}
      order by flight.start_at desc limit 1) as at
    from unnest(${[...ids]}::text[]) as wanted (id)`.execute(db)
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const])))
}
