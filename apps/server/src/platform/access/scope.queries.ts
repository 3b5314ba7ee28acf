// A caller's scope as SQL. Nothing else decides which rows exist for a caller.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isNarrowed, type OwnWork, type Scope } from '@swath/domain/access/caller'

export type ScopedColumns = {
  /** Columns that reference accounts; omitted where the table has none. */
  manufacturer?: string
  operator?: string
  tenant?: string
  /** For rows that belong to one account of any kind (plots, zones, members). */
  owner?: string
  /** Nine-digit region code. */
  region?: string
  /**
   * Columns that link a row to a person, for people of personal scope: pilot, creator, sortie or
   * drone. A table without any of them (accounts, models, zones) is not narrowed.
   */
  pilot?: string
  madeBy?: string
  sortie?: { drone: string; id: string }
  drone?: string
}

const none = sql<SqlBool>`false`

/** Rows whose code begins with the prefix, as an index range in the "C" collation. */
export const withinRegion = (column: string, prefix: string): RawBuilder<SqlBool> =>
  prefix.length === 9
    ? // a complete code: the index then returns its rows in order of time
      sql<SqlBool>`${sql.ref(column)} = ${prefix}`
    : // ':' is the character after '9'
      sql<SqlBool>`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${prefix + ':'})`

const isOneOf = (column: string, ids: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`

/** Columns that reference accounts of the scope's kind. */
const asked = (as: Extract<Scope, { kind: 'accounts' }>['as'], columns: ScopedColumns): string[] =>
  ({
    'manufacturer': [columns.manufacturer, columns.owner],
    'operator': [columns.operator, columns.tenant, columns.owner],
    'sub-platform': [columns.manufacturer, columns.operator, columns.tenant, columns.owner],
    'farmer': [columns.owner],
  })[as].filter((column) => column !== undefined)

/** Null if no row of the table belongs to a person. */
const isOwn = (
  { userId, droneIds }: OwnWork,
  { pilot, madeBy, sortie, drone }: ScopedColumns,
): RawBuilder<SqlBool> | null => {
  if (pilot) return sql<SqlBool>`${sql.ref(pilot)} = ${userId}::uuid`
  if (madeBy) return sql<SqlBool>`${sql.ref(madeBy)} = ${userId}::uuid`
  if (sortie) {
    return sql<SqlBool>`(${sql.ref(sortie.drone)} = any(${droneIds}) and exists (select from sortie own_sortie
      where own_sortie.drone_id = ${sql.ref(sortie.drone)} and own_sortie.id = ${sql.ref(sortie.id)} and own_sortie.pilot_id = ${userId}::uuid))`
  }
  return drone ? sql<SqlBool>`${sql.ref(drone)} = any(${droneIds})` : null
}

/**
 * Whether the scope filters by owner or tenant. If so, sums that do not contain these columns
 * cannot be used.
 */
export const filtersByOwner = (scope: Scope): boolean =>
  scope.kind === 'accounts' && scope.as !== 'manufacturer'

/**
 * Above this number of branches one condition is faster: the rows of so many accounts are frequent
 * enough to be found soon in any order.
 */
const branchesAtMost = 32

/**
 * The scope as one branch per account and column. The newest rows of each branch come straight from
 * an index, and the newest rows overall are among them; one condition with OR would scan everyone's
 * rows. A row may be in several branches.
 */
export const scopeBranches = (scope: Scope, columns: ScopedColumns): RawBuilder<SqlBool>[] => {
  // the rows of a person or of some drones are few and have an index
  if (scope.kind !== 'accounts' || isNarrowed(scope)) return [inScope(scope, columns)]
  const pairs = asked(scope.as, columns).flatMap((column) =>
    scope.accountIds.map((id) => sql<SqlBool>`${sql.ref(column)} = ${id}::uuid`),
  )
  return pairs.length === 0 || pairs.length > branchesAtMost ? [inScope(scope, columns)] : pairs
}

/** Null if the scope is not limited to drones. */
const isOfDrones = (
  { drones }: Scope,
  { drone, sortie }: ScopedColumns,
): RawBuilder<SqlBool> | null => {
  if (!drones) return null
  const column = drone ?? sortie?.drone
  return column ? sql<SqlBool>`${sql.ref(column)} = any(${drones})` : none
}

/**
 * True for rows that exist for the caller. A table without the column that a scope requires shows
 * no rows.
 */
export const inScope = (scope: Scope, columns: ScopedColumns): RawBuilder<SqlBool> => {
  const parts = [
    ofTenant(scope, columns),
    scope.own ? isOwn(scope.own, columns) : null,
    isOfDrones(scope, columns),
  ].filter((part) => part !== null)
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`
}

/** The personal part of a scope, for rows whose accounts are filtered elsewhere. */
export const isOwnWork = (scope: Scope, columns: ScopedColumns): RawBuilder<SqlBool> =>
  (scope.own && isOwn(scope.own, columns)) ?? sql<SqlBool>`true`

const ofTenant = (scope: Scope, columns: ScopedColumns): RawBuilder<SqlBool> => {
  if (scope.kind === 'all') return sql<SqlBool>`true`
  if (scope.kind === 'region')
    return columns.region ? withinRegion(columns.region, scope.prefix) : none
  const named = asked(scope.as, columns)
  if (named.length === 0) return none
  return sql<SqlBool>`(${sql.join(
    named.map((column) => isOneOf(column, scope.accountIds)),
    sql` or `,
  )})`
}
