// Suspected false claims: lists for supervisors.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { claimList, claimStates } from '@swath/contract/flights/claims'
import type { Scope } from '@swath/domain/access/caller'
import { regionPrefix } from '@swath/domain/region-code'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inScope, withinRegion } from '../../../platform/access/scope.queries.ts'
import { claimScope } from '../../../platform/access/scoped-tables.ts'
import { equals, named, since, until } from '../../../platform/listing/conditions.queries.ts'
import { defineList } from '../../../platform/listing/list.queries.ts'
import { containing } from '../../../platform/listing/search.ts'

const suspicionsFor = (db: Db | Tx, scope: Scope) =>
  db
    .selectFrom('claim_suspicion as suspicion')
    .innerJoin('drone', 'drone.id', 'suspicion.drone_id')
    .where(inScope(scope, claimScope))

/** In square metres. */
const questionedArea = sql<number | null>`coalesce(suspicion.evidence -> 'sharedM2',
  suspicion.evidence -> 'claimedAreaM2', suspicion.evidence -> 'coveredM2')::float8`

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
    .leftJoin('app_user as handler', 'handler.id', 'suspicion.handler_id')
    .leftJoin('account as handler_account', 'handler_account.id', 'handler.account_id')
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
      questionedArea.as('questioned_m2'),
      'manufacturer.name as manufacturer_name',
      'operator.name as operator_name',
      'other.drone_id as other_drone_id',
      'other.id as other_sortie_id',
      'other.start_at as other_start_at',
      'other_drone.name as other_drone_name',
      'other_operator.name as other_operator_name',
      'suspicion.state',
      'suspicion.decided_at',
      'suspicion.version',
      'handler.name as handler_name',
      'handler.account_id as handler_account_id',
      'handler_account.name as handler_account_name',
    ])
export type SuspicionRecord = Awaited<
  ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>
>

const isUndecided = sql<SqlBool>`suspicion.state in ('open', 'looking')`

export const suspicionRows = defineList(claimList, {
  from: suspicionsFor,
  select: presented,
  conditions: {
    state: (state) =>
      state === 'all'
        ? sql<SqlBool>`true`
        : state === 'undecided'
          ? isUndecided
          : sql<SqlBool>`suspicion.state = ${state}`,
    cause: equals('suspicion.cause'),
    drone: (text) =>
      sql<SqlBool>`(drone.name ilike ${containing(text)} or drone.id ilike ${containing(text)})`,
    yyAccountName: named('suspicion.operator_id', 'account'),
    region: (region) => withinRegion('suspicion.region_code', regionPrefix(region)),
    startTime: since('suspicion.at'),
    endTime: until('suspicion.at', '<'),
  },
  orders: { recordTime: sql`suspicion.at`, questionedArea },
  ties: [{ by: sql`suspicion.id` }],
  stream: { by: ['suspicion.at', 'suspicion.id'], last: ({ at, id }) => [at, id] },
  countBy: { filter: 'state', states: claimStates, state: sql`suspicion.state` },
})

/** Suspicions about one flight that the caller supervises. */
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

export const findSuspicion = (
  db: Db | Tx,
  scope: Scope,
  id: string,
): Promise<SuspicionRecord | undefined> =>
  presented(suspicionsFor(db, scope).where('suspicion.id', '=', id)).executeTakeFirst()

type FlightKey = { droneId: string; sortieId: string }

const isOneOf = (flights: readonly FlightKey[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(suspicion.drone_id, suspicion.sortie_id) in (select * from unnest(
    ${flights.map(({ droneId }) => droneId)}::text[],
    ${flights.map(({ sortieId }) => sortieId)}::uuid[]))`

/** Suspicions about some flights that the caller supervises. */
export const suspicionsAmong = (db: Db, scope: Scope, flights: readonly FlightKey[]) =>
  suspicionsFor(db, scope)
    .where(isOneOf(flights))
    .select(['suspicion.id', 'suspicion.sortie_id', 'suspicion.cause', 'suspicion.state'])
    .orderBy('suspicion.at')
    .orderBy('suspicion.id')
    .execute()

/** Keys (drone and sortie) of those of the flights that have an undecided suspicion. */
export const undecidedAmong = async (
  db: Db | Tx,
  flights: readonly FlightKey[],
): Promise<FlightKey[]> =>
  db
    .selectFrom('claim_suspicion as suspicion')
    .where(isUndecided)
    .where(isOneOf(flights))
    .select(['suspicion.drone_id as droneId', 'suspicion.sortie_id as sortieId'])
    .distinct()
    .execute()
