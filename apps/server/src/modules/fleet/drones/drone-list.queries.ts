// The list of drones: filters, order, and the totals above it.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { droneList } from '@swath/contract/fleet/drone-list'
import type { FiltersOf, SortOf } from '@swath/contract/list'
import { isNarrowed, type Scope } from '@swath/domain/access/caller'
import { onlineDrones } from '../../../platform/database/flight-phase.queries.ts'
import type { FlightPhase } from '../../../platform/events/flight-phase.ts'
import type { Db } from '../../../platform/database/database.ts'
import { filtersByOwner, inScope } from '../../../platform/access/scope.queries.ts'
import { droneScope } from '../../../platform/access/scoped-tables.ts'
import {
  anyOf,
  listAskedFilters,
  conditionsFor,
  contains,
  equals,
  equalsNumber,
  lookUpNames,
  named,
  type Condition,
  type Conditions,
  type FoundNames,
} from '../../../platform/listing/conditions.queries.ts'
import { inParts } from '../../../platform/listing/in-parts.ts'
import { isNamed } from '../../../platform/listing/ids-by-name.queries.ts'
import { nameIndexes } from '../../../platform/listing/name-index.queries.ts'
import { parseSort } from '../../../platform/listing/search.ts'
import {
  hasSimilarId,
  type NamedRow,
  type SimilarAsked,
  type SimilarNames,
} from '../../../platform/listing/similar-names.queries.ts'
import { seesPartOfWork, totalsFor, withOwnWork } from './drone-work.queries.ts'
import { dronesAt, type DroneRecord } from './drones.queries.ts'

/** `chosen` restricts the filtered drones to these ids, to export selected rows. */
type Filters = FiltersOf<typeof droneList> &
  SimilarAsked & { chosen?: readonly string[] | undefined }
/** The filters, with the accounts that match their names once `withNames` has looked them up. */
export type DroneQuestion = Filters & {
  sortParam?: SortOf<typeof droneList> | `-${SortOf<typeof droneList>}` | undefined
  found?: FoundNames
}

/** Conditions that apply to single drones and to grouped sums alike. */
const ofGroups = {
  modelName: named('drone.model_id', 'drone_model'),
  zzAccountName: named('drone.manufacturer_id', 'account'),
  yyAccountName: named('drone.operator_id', 'account'),
  regFlag: equalsNumber('drone.activation'),
  deviceType: equals('drone.device_type'),
  saleType: equalsNumber('drone.sale_type'),
}

const byNumber = {
  regMark: contains('drone.reg_mark'),
  rackNo: contains('drone.rack_no'),
  zzDroneNum: contains('drone.manufacturer_number'),
}
const byName = { droneId: contains('drone.id'), droneName: contains('drone.name') }
const byMost = anyOf(...Object.values(byName), ofGroups.yyAccountName)
const byAll = anyOf(byMost, ...Object.values(byNumber))
/**
 * For a text without three letters or digits in a row, PostgreSQL cannot use the index of the
 * numbers and would read all drones.
 */
const bySearch: Condition<string> = Object.assign(
  (...asked: Parameters<typeof byAll>) =>
    (/[a-z0-9]{3}/i.test(asked[0]) ? byAll : byMost)(...asked),
  { names: ['account'] as const },
)

export const similarDrones: SimilarNames = {
  index: nameIndexes.drone,
  id: 'drone.id',
  type: 'text',
}

const ofDrones = (now: Date): Conditions<Filters> => ({
  ...ofGroups,
  ...byName,
  ...byNumber,
  search: bySearch,
  flight: (flight) =>
    flight === 'offline'
      ? sql<SqlBool>`drone.id not in (${onlineDrones(now)})`
      : sql<SqlBool>`drone.id in (${onlineDrones(now, flight)})`,
  chosen: (ids) => sql<SqlBool>`drone.id = any(${[...ids]})`,
  similarIds: hasSimilarId(similarDrones),
  oprName: Object.assign(
    (name: string, found?: { readonly app_user?: readonly string[] | undefined }) =>
      sql<SqlBool>`drone.id in (select drone_id
        from work_record
        where ${isNamed('work_record.pilot_id', 'app_user', name, found?.app_user)})`,
    { names: ['app_user'] as const },
  ),
})

/** Looks up the accounts that match the names in the filters. */
export const withNames = async (
  db: Db,
  question: DroneQuestion,
  now: Date,
): Promise<DroneQuestion> => ({
  ...question,
  found: await lookUpNames(db, ofDrones(now), question),
})

const conditions = (scope: Scope, question: DroneQuestion, now: Date): RawBuilder<SqlBool> =>
  sql.join(
    [inScope(scope, droneScope), ...conditionsFor(ofDrones(now), question, question.found)],
    sql` and `,
  )

/** Drones of the other filters, to compare their names. */
export const findNamedDrones =
  (db: Db, scope: Scope, question: DroneQuestion, now: Date) =>
  async (condition: RawBuilder<SqlBool>, limit: number): Promise<NamedRow[]> =>
    (
      await sql<NamedRow>`select drone.id, drone.name from drone
        where ${conditions(scope, { ...question, search: undefined }, now)} and ${condition}
        limit ${limit}`.execute(db)
    ).rows

type Part = { limit: number; offset: number }
type Key = { id: string }

/** The column of each figure of a drone's work or state. Drones without a value are sorted last. */
const figures = {
  workArea: ['drone_total', 'covered_m2'],
  sortieCount: ['drone_total', 'sortie_count'],
  lastSortieAt: ['drone_total', 'last_sortie_at'],
  lastMessageAt: ['drone_state', 'last_message_at'],
} as const

/** Drones in one order: `from … where …` and what it sorts by. */
type Ordered = { id: RawBuilder<unknown>; from: RawBuilder<unknown>; order: RawBuilder<unknown> }

/** A page of the first drones, then of the others. */
const keysInTurn = async (
  db: Db,
  first: Ordered,
  others: Ordered,
  { limit, offset }: Part,
): Promise<Key[]> => {
  const read = async ({ id, from, order }: Ordered, part: Part): Promise<Key[]> =>
    (
      await sql<Key>`select ${id} as id from ${from}
        order by ${order} limit ${part.limit} offset ${part.offset}`.execute(db)
    ).rows
  const rows = await read(first, { limit, offset })
  if (rows.length === limit) return rows
  const before =
    rows.length > 0
      ? offset + rows.length
      : (
          await sql<{ count: number }>`select count(*)::int8 as count from ${first.from}`.execute(
            db,
          )
        ).rows[0]!.count
  const rest = await read(others, {
    limit: limit - rows.length,
    offset: Math.max(0, offset - before),
  })
  return [...rows, ...rest]
}

const keysByFigure = (
  db: Db,
  scope: Scope,
  matching: RawBuilder<SqlBool>,
  isWhole: boolean,
  field: keyof typeof figures,
  direction: 'asc' | 'desc',
  part: Part,
): Promise<Key[]> => {
  const [table, column] = figures[field]
  const source = table === 'drone_total' ? totalsFor(scope, column) : sql.table(table)
  // For all drones, the index of the figures alone suffices, without a join.
  const narrowed = isWhole ? sql`` : sql`join drone on drone.id = figure.drone_id`
  // Sums are never null, so that their index serves both directions; times are sorted latest first.
  const order = sql.raw(
    direction === 'desc' && field.startsWith('last') ? 'desc nulls last' : direction,
  )
  const value = sql`figure.${sql.ref(column)}`
  // The index has the minute only, which changes more rarely.
  const byIndex = field === 'lastMessageAt' ? sql`figure.last_minute ${order}, ` : sql``
  const figured = {
    id: sql`figure.drone_id`,
    from: sql`${source} as figure ${narrowed}
      where ${value} is not null and ${isWhole ? sql`true` : matching}`,
    order: sql`${byIndex}${value} ${order}, figure.drone_id`,
  }
  const others = {
    id: sql`drone.id`,
    from: sql`drone where ${matching}
      and not exists (select from ${source} as figure
        where figure.drone_id = drone.id and ${value} is not null)`,
    order: sql`drone.id`,
  }
  return keysInTurn(db, figured, others, part)
}

/** Spraying, flying, on the ground, offline: few drones are online, so that only they are sorted. */
const keysByFlight = (
  db: Db,
  matching: RawBuilder<SqlBool>,
  direction: 'asc' | 'desc',
  now: Date,
  part: Part,
): Promise<Key[]> => {
  const id = sql`drone.id`
  const isOf = (flight: 'spraying' | 'flying') => sql`drone.id in (${onlineDrones(now, flight)})`
  const online = {
    id,
    from: sql`drone where ${matching} and drone.id in (${onlineDrones(now)})`,
    order: sql`case when ${isOf('spraying')} then 1 when ${isOf('flying')} then 2 else 3 end
      ${sql.raw(direction)}, drone.id`,
  }
  const offline = {
    id,
    from: sql`drone where ${matching} and drone.id not in (${onlineDrones(now)})`,
    order: id,
  }
  return direction === 'asc'
    ? keysInTurn(db, online, offline, part)
    : keysInTurn(db, offline, online, part)
}

type Sort = SortOf<typeof droneList>
type Figure = keyof typeof figures
/** Orders by columns of the drone itself. */
const orders: Readonly<
  Record<Exclude<Sort, Figure | 'flight'>, (direction: RawBuilder<unknown>) => RawBuilder<unknown>>
> = {
  droneId: (direction) => sql`drone.id ${direction}`,
  droneName: (direction) => sql`drone.name ${direction}, drone.id`,
  modelName: (direction) => sql`drone_model.name ${direction}, drone.id`,
}
const isFigure = (field: Sort): field is Figure => field in figures

const listKeys = async (
  db: Db,
  scope: Scope,
  matching: RawBuilder<SqlBool>,
  isWhole: boolean,
  sort: DroneQuestion['sortParam'],
  now: Date,
  part: Part,
): Promise<Key[]> => {
  const { field, descending } = parseSort<Sort>(sort, droneList.defaultSort)
  const direction = descending ? 'desc' : 'asc'
  if (isFigure(field)) return keysByFigure(db, scope, matching, isWhole, field, direction, part)
  if (field === 'flight') return keysByFlight(db, matching, direction, now, part)
  const joined =
    field === 'modelName' ? sql`join drone_model on drone_model.id = drone.model_id` : sql``
  const { rows } = await sql<Key>`select drone.id
    from drone ${joined}
    where ${matching}
    order by ${orders[field](sql.raw(direction))}
    limit ${part.limit} offset ${part.offset}`.execute(db)
  return rows
}

export const pageOfDrones = async (
  db: Db,
  scope: Scope,
  question: DroneQuestion,
  page: { currentPage: number; pageSize: number },
  now: Date,
): Promise<DroneRecord[]> => {
  const keys = await listKeys(
    db,
    scope,
    conditions(scope, question, now),
    scope.kind === 'all' &&
      !isNarrowed(scope) &&
      listAskedFilters(ofDrones(now), question).length === 0,
    question.sortParam,
    now,
    { limit: page.pageSize, offset: (page.currentPage - 1) * page.pageSize },
  )
  const ids = keys.map(({ id }) => id)
  return withOwnWork(db, scope, await dronesAt(db, ids, now))
}

export type DroneSums = {
  total: number
  covered_m2: number
  sortie_count: number
  manufacturers: number
  models: number
}

export const droneSums = async (
  db: Db,
  scope: Scope,
  question: DroneQuestion,
  now: Date,
): Promise<DroneSums> => {
  const columns = sql`drone.manufacturer_id, drone.model_id`
  const ofKept = [inScope(scope, droneScope), ...conditionsFor(ofGroups, question, question.found)]
  const kept = (table: 'drone_sum' | 'drone_sum_wide' | 'drone_sum_change') => sql`
    select ${columns}, drone.drones, drone.sortie_count, drone.covered_m2
    from ${sql.table(table)} as drone
    where ${sql.join(ofKept, sql` and `)}`
  const counted = (sign: 1 | -1, matching: RawBuilder<SqlBool>) => sql`
    select ${columns}, ${sql.lit(sign)} as drones,
      ${sql.lit(sign)} * total.sortie_count as sortie_count,
      ${sql.lit(sign)} * total.covered_m2::numeric as covered_m2
    from drone left join ${totalsFor(scope, 'covered_m2')} total on total.drone_id = drone.id
    where ${matching}`
  const isWide = !filtersByOwner(scope) && !question.yyAccountName
  const all = sql`${kept(isWide ? 'drone_sum_wide' : 'drone_sum')}
    union all ${kept('drone_sum_change')}`
  const others = listAskedFilters(ofDrones(now), question).filter((name) => !(name in ofGroups))
  const onlineOnes = (): RawBuilder<SqlBool> =>
    sql<SqlBool>`${conditions(scope, { ...question, flight: undefined }, now)}
      and drone.id in (${onlineDrones(now)})`
  const isOfFlightAlone = others.every((name) => name === 'flight')
  // Most drones are offline, so that it is cheaper to subtract the others.
  const parts =
    seesPartOfWork(scope) || isNarrowed(scope) || !isOfFlightAlone
      ? counted(1, conditions(scope, question, now))
      : others.length === 0
        ? all
        : question.flight === 'offline'
          ? sql`${all} union all ${counted(-1, onlineOnes())}`
          : counted(1, conditions(scope, question, now))
  const {
    rows: [row],
  } = await sql<DroneSums>`
    with grouped as (
      select manufacturer_id, model_id, sum(drones) as drones,
        sum(sortie_count) as sortie_count, sum(covered_m2) as covered_m2
      from (${parts}) as parts
      group by 1, 2)
    select coalesce(sum(drones), 0)::int8 as total,
      coalesce(sum(covered_m2), 0)::float8 as covered_m2,
      coalesce(sum(sortie_count), 0)::int8 as sortie_count,
      count(distinct manufacturer_id) filter (where drones > 0) as manufacturers,
      count(distinct model_id) filter (where drones > 0) as models
    from grouped`.execute(db)
  return row!
}

export type OnlineCounts = Record<Exclude<FlightPhase, 'offline'>, number>

/** Online drones by flight state. */
export const countOnline = async (
  db: Db,
  scope: Scope,
  question: DroneQuestion,
  now: Date,
): Promise<OnlineCounts> => {
  const inState = (state: keyof OnlineCounts) =>
    sql`count(*) filter (where drone.id in (${onlineDrones(now, state)})) as ${sql.id(state)}`
  const { rows } = await sql<OnlineCounts>`
    select ${inState('spraying')}, ${inState('flying')}, ${inState('ground')}
    from drone
    where ${conditions(scope, question, now)} and drone.id in (${onlineDrones(now)})`.execute(db)
  return rows[0]!
}

/** All filtered drones in the order of their ids, in batches of a thousand. */
export const eachDrone = async function* (
  db: Db,
  scope: Scope,
  question: DroneQuestion,
  now: Date,
): AsyncGenerator<DroneRecord> {
  const matching = conditions(scope, question, now)
  const parts = inParts<Key>(1000, async (last) => {
    const { rows } = await sql<Key>`select drone.id
        from drone
        where ${matching} and drone.id > ${last?.id ?? ''}
        order by drone.id
        limit 1000`.execute(db)
    return rows
  })
  for await (const keys of parts) {
    const ids = keys.map(({ id }) => id)
    yield* await withOwnWork(db, scope, await dronesAt(db, ids, now))
  }
}
