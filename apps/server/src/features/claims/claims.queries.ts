// Suspected false claims, as supervisors list them.
import { sql, type SqlBool } from 'kysely'
import { claimList } from '@swath/contract/claims'
import type { Scope } from '@swath/domain/access/caller'
import { regionPrefix } from '@swath/domain/region-code'
import type { Db, Tx } from '../../platform/database/database.ts'
import { inScope, withinRegion } from '../../platform/access/scope.queries.ts'
import { claimScope } from '../../platform/access/scoped-tables.ts'
import { equals, named, since, until } from '../../platform/listing/conditions.queries.ts'
import { defineList } from '../../platform/listing/list.queries.ts'
import { containing } from '../../platform/listing/search.ts'

const suspicionsFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('claim_suspicion as suspicion')
    .innerJoin('drone', 'drone.id', 'suspicion.drone_id')
    .where(inScope(scope, claimScope))

const presented = (rows: ReturnType<typeof suspicionsFor>) =>
  rows
    .innerJoin('account as manufacturer', 'manufacturer.id', 'suspicion.manufacturer_id')
    .leftJoin('account as operator', 'operator.id', 'suspicion.operator_id')
    .leftJoin('sortie as other', (join) =>
      join
        .onRef('other.drone_id', '=', 'suspicion.other_drone_id')
        .onRef('other.id', '=', 'suspicion.other_sortie_id'),
    )
    .leftJoin('drone as other_drone', 'other_drone.id', 'other.drone_id')
    .leftJoin('account as other_operator', 'other_operator.id', 'other.operator_id')
    .select([
      'suspicion.id',
      'suspicion.cause',
      'suspicion.drone_id',
      'drone.name as drone_name',
      'suspicion.sortie_id',
      'suspicion.at',
      'suspicion.lng',
      'suspicion.lat',
      'suspicion.region_code',
      'suspicion.evidence',
      'manufacturer.name as manufacturer_name',
      'operator.name as operator_name',
      'other.drone_id as other_drone_id',
      'other.id as other_sortie_id',
      'other.start_at as other_start_at',
      'other_drone.name as other_drone_name',
      'other_operator.name as other_operator_name',
    ])
export type SuspicionRecord = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

export const suspicionRows = defineList(claimList, {
  from: suspicionsFor,
  select: presented,
  conditions: {
    cause: equals('suspicion.cause'),
    drone: (text) =>
      sql<SqlBool>`(drone.name ilike ${containing(text)} or drone.id ilike ${containing(text)})`,
    yyAccountName: named('suspicion.operator_id', 'account'),
    region: (region) => withinRegion('suspicion.region_code', regionPrefix(region)),
    startTime: since('suspicion.at'),
    endTime: until('suspicion.at', '<'),
  },
  orders: { recordTime: sql`suspicion.at` },
  ties: [{ by: sql`suspicion.id` }],
  stream: { by: ['suspicion.at', 'suspicion.id'], last: ({ at, id }) => [at, id] },
})

/** Of one flight, as far as the caller supervises it. */
export const suspicionsOf = (
  db: Db,
  scope: Scope,
  droneId: string,
  sortieId: string,
): Promise<SuspicionRecord[]> =>
  presented(suspicionsFor(db, scope))
    .where('suspicion.drone_id', '=', droneId)
    .where('suspicion.sortie_id', '=', sortieId)
    .orderBy('suspicion.at')
    .orderBy('suspicion.id')
    .execute()
