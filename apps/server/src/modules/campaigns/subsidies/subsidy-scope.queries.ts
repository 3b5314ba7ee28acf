// Subsidies and lines that a caller can see: those of their region, those that their account
// manages, and those with a line about their account's work or plots. People of personal scope see
// lines that pay for one of their flights or are about a plot they created, and of the flights only
// their own.
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

/** The person created the plot of `line`. */
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
 * Condition on `line` joined to its `subsidy`: about the caller's account, and for personal scope
 * about the person.
 */
const isAboutOwn = ({ scope }: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${inScope(scope, lineScope)} and ${isOwnLine(scope)})`

/** Whether the caller may see all lines: in their own region or account. */
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

/** Condition on `subsidy`. */
export const visibleSubsidies = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isWhole(caller, 'subsidy')} or exists (select from subsidy_line line
    where line.subsidy_id = subsidy.id and ${isAboutOwn(caller)}))`

/** Condition on `flight` of a visible `line`: all of them, or the person's own. */
export const visibleLineFlights = ({ scope }: Caller): RawBuilder<SqlBool> =>
  scope.own
    ? sql<SqlBool>`(${isOwnWork(scope, ownFlight)} or ${isOfOwnPlot(scope)})`
    : sql<SqlBool>`true`

/** Condition on `flight` joined to its `subsidy`: those who flew an excluded flight can see it. */
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
