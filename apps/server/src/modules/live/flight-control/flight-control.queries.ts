import type { Scope } from '@swath/domain/access/caller'
import type { RoutePoint } from '@swath/domain/command'
import { inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import type { Db } from '../../../platform/database/database.ts'

export type ControlRow = Awaited<ReturnType<typeof dronesToControl>>[number]

/**
 * Drones found in memory, with data from the database; those that the caller can't see are left
 * out.
 */
export const dronesToControl = (db: Db, scope: Scope, ids: readonly string[]) =>
  db
    .selectFrom('drone')
    .innerJoin('drone_model', 'drone_model.id', 'drone.model_id')
    .leftJoin('account as operator', 'operator.id', 'drone.operator_id')
    .where('drone.id', 'in', ids.length > 0 ? [...ids] : [''])
    .where(inScope(scope, droneScope))
    .select([
      'drone.id',
      'drone.name',
      'drone_model.name as modelName',
      'operator.name as operatorName',
      'drone.locked',
      'drone.manufacturer_id as manufacturerId',
      'drone.operator_id as operatorId',
      'drone.tenant_id as tenantId',
      'drone.video_url as videoUrl',
    ])
    .execute()

/** The last route that a drone has accepted. */
export const keptRoute = async (
  db: Db,
  scope: Scope,
  droneId: string,
): Promise<{ name: string; at: Date; points: RoutePoint[] } | null> => {
  const row = await db
    .selectFrom('command')
    .innerJoin('drone', 'drone.id', 'command.drone_id')
    .where(inScope(scope, droneScope))
    .where('command.drone_id', '=', droneId)
    .where('command.type', '=', 'uploadRoute')
    .where('command.state', '=', 'done')
    .select(['command.arguments', 'command.ended_at'])
    .orderBy('command.number', 'desc')
    .executeTakeFirst()
  if (!row) return null
  // validated by the contract
  const { name, points } = row.arguments as { name: string; points: RoutePoint[] }
  return { name, points, at: row.ended_at! }
}
