// Which subsidies and lines exist for a caller: those of their region, those that their account
// runs, and those with a line about their account's work or plots. For a person of personal scope:
// lines that pay for a flight of theirs or are about a plot that they made, and of these their own
// flights.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Caller, Scope } from '@swath/domain/access/caller'
import { inScope, isOwnWork, withinRegion } from '../../../platform/access/scope.queries.ts'

/** Scope of `line` in a query: the payee, the plot's owner, and the governments of its place. */
const lineScope = {
  operator: 'line.operator_id',
  owner: 'line.owner_id',
  region: 'line.region_code',
} as const

const ownFlight = { sortie: { drone: 'flight.drone_id', id: 'flight.sortie_id' } }

/** Of `line`: they made the plot that it is about. */
const isOfOwnPlot = (scope: Scope): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from plot own_plot where own_plot.id = line.plot_id
    and ${isOwnWork(scope, { madeBy: 'own_plot.created_by' })})`

/** Condition on `line` for the person alone; the account is checked separately. */
const isOwnLine = (scope: Scope): RawBuilder<SqlBool> =>
  scope.own
    ? sql<SqlBool>`(${isOfOwnPlot(scope)} or exists (select from subsidy_flight flight
        where flight.line_id = line.id and ${isOwnWork(scope, ownFlight)}))`
    : sql<SqlBool>`true`

/**
 * Condition on `line` joined to its `subsidy`: of the caller's account, and with personal scope of
 * the caller.
 */
const isAboutOwn = ({ scope }: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${inScope(scope, lineScope)} and ${isOwnLine(scope)})`

/** The caller may read all of it: their own region or account. */
export const isWhole = ({ scope }: Caller, table: string): RawBuilder<SqlBool> => {
  if (scope.own) return sql<SqlBool>`false`
  if (scope.kind === 'all') return sql<SqlBool>`true`
  return scope.kind === 'region'
    ? withinRegion(`${table}.region_code`, scope.prefix)
    : sql<SqlBool>`${sql.ref(`${table}.account_id`)} = any(${scope.accountIds}::uuid[])`
}

/** Condition on `line` joined to its `subsidy`. */
export const visibleLines = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isWhole(caller, 'subsidy')} or ${isAboutOwn(caller)})`

/** Of `subsidy`. */
export const visibleSubsidies = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isWhole(caller, 'subsidy')} or exists (select from subsidy_line line
    where line.subsidy_id = subsidy.id and ${isAboutOwn(caller)}))`

/** Of `flight` of a visible `line`: all of them, or the person's own. */
export const visibleLineFlights = ({ scope }: Caller): RawBuilder<SqlBool> =>
  scope.own
    ? sql<SqlBool>`(${isOwnWork(scope, ownFlight)} or ${isOfOwnPlot(scope)})`
    : sql<SqlBool>`true`

/**
 * Condition on `flight` joined to its `subsidy`: flights that do not count are visible to those who
 * flew them.
 */
export const visibleFlights = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isWhole(caller, 'subsidy')} or ${inScope(caller.scope, {
    ...ownFlight,
    operator: 'flight.operator_id',
    region: 'flight.region_code',
  })})`

/** Condition on `objection` joined to its `subsidy`. */
export const visibleObjections = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isWhole(caller, 'subsidy')} or ${inScope(caller.scope, {
    operator: 'objection.account_id',
    owner: 'objection.account_id',
    region: 'objection.region_code',
    madeBy: 'objection.user_id',
  })})`
