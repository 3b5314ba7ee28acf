// The list of drones: which of them, in which order, and what stands above them.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '@swath/domain/access/caller'
import type { Db } from '../../platform/database/database.ts'
import { asksWhose, inScope } from '../../platform/access/scope.queries.ts'
import { droneScope } from '../../platform/access/scoped-tables.ts'
import { isNamed, namesakes } from '../../platform/listing/namesakes.queries.ts'
import { containing, sortOf } from '../../platform/listing/search.ts'
import { dronesAt, onlineForS, type DroneRecord } from './drones.queries.ts'

export type DroneFilters = {
  droneId?: string | undefined
  droneName?: string | undefined
  modelName?: string | undefined
  zzAccountName?: string | undefined
  yyAccountName?: string | undefined
  oprName?: string | undefined
  regFlag?: '0' | '1' | '2' | undefined
  deviceType?: 'sprayer' | 'spreader' | 'mapper' | undefined
  saleType?: '1' | '2' | '3' | undefined
  /** 'online': any of the three that follow 'offline'. */
  flight?: 'offline' | 'ground' | 'flying' | 'spraying' | 'online' | undefined
  /** Of these only the ones named. */
  chosen?: readonly string[] | undefined
  /** What the names stand for, where `withNames` has looked them up. */
  found?:
    | Readonly<
        Record<'models' | 'pilots' | 'operators' | 'manufacturers', readonly string[] | undefined>
      >
    | undefined
  sortParam?: SortField | `-${SortField}` | undefined
}
type SortField =
  | 'droneId'
  | 'droneName'
  | 'modelName'
  | 'workArea'
  | 'sortieCount'
  | 'lastSortieAt'
  | 'lastMessageAt'

/** Looks up whom the names mean. */
export const withNames = async (db: Db, filters: DroneFilters): Promise<DroneFilters> => {
  const [models, pilots, operators, manufacturers] = await Promise.all([
    namesakes(db, 'drone_model', filters.modelName),
    namesakes(db, 'app_user', filters.oprName),
    namesakes(db, 'account', filters.yyAccountName),
    namesakes(db, 'account', filters.zzAccountName),
  ])
  return { ...filters, found: { models, pilots, operators, manufacturers } }
}

/** What holds of a drone and of a sum of drones. */
const ofGroup = (filters: DroneFilters): RawBuilder<SqlBool>[] => [
  ...(filters.modelName
    ? [isNamed('drone.model_id', 'drone_model', filters.modelName, filters.found?.models)]
    : []),
  ...(filters.zzAccountName
    ? [
        isNamed(
          'drone.manufacturer_id',
          'account',
          filters.zzAccountName,
          filters.found?.manufacturers,
        ),
      ]
    : []),
  ...(filters.yyAccountName
    ? [isNamed('drone.operator_id', 'account', filters.yyAccountName, filters.found?.operators)]
    : []),
  ...(filters.regFlag ? [sql<SqlBool>`drone.activation = ${Number(filters.regFlag)}`] : []),
  ...(filters.deviceType ? [sql<SqlBool>`drone.device_type = ${filters.deviceType}`] : []),
  ...(filters.saleType ? [sql<SqlBool>`drone.sale_type = ${Number(filters.saleType)}`] : []),
]

/** What the filters ask for, by name. */
const asked = (filters: DroneFilters): string[] =>
  Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ||
    name === 'sortParam' ||
    name === 'found' ||
    name === 'currentPage' ||
    name === 'pageSize'
      ? []
      : [name],
  )

const online = (now: Date) =>
  sql`select drone_id from drone_state where last_message_at > ${new Date(now.getTime() - onlineForS * 1000)}`

const conditions = (scope: Scope, filters: DroneFilters, now: Date): RawBuilder<SqlBool> =>
  sql.join(
    [
      inScope(scope, droneScope),
      ...ofGroup(filters),
      ...(filters.droneId ? [sql<SqlBool>`drone.id ilike ${containing(filters.droneId)}`] : []),
      ...(filters.droneName
        ? [sql<SqlBool>`drone.name ilike ${containing(filters.droneName)}`]
        : []),
      ...(filters.flight === 'offline' ? [sql<SqlBool>`drone.id not in (${online(now)})`] : []),
      ...(filters.flight === 'online' ? [sql<SqlBool>`drone.id in (${online(now)})`] : []),
      ...(filters.flight && filters.flight !== 'offline' && filters.flight !== 'online'
        ? [sql<SqlBool>`drone.id in (${online(now)} and flight = ${filters.flight})`]
        : []),
      ...(filters.chosen ? [sql<SqlBool>`drone.id = any(${[...filters.chosen]})`] : []),
      ...(filters.oprName
        ? [
            sql<SqlBool>`drone.id in (select drone_id from work_record where ${isNamed('work_record.pilot_id', 'app_user', filters.oprName, filters.found?.pilots)})`,
          ]
        : []),
    ],
    sql` and `,
  )

type Part = { limit: number; offset: number }
type Key = { id: string }

/** Where a figure of the drones' work or state stands; drones without one come last. */
const figures = {
  workArea: ['drone_total', 'covered_m2'],
  sortieCount: ['drone_total', 'sortie_count'],
  lastSortieAt: ['drone_total', 'last_sortie_at'],
  lastMessageAt: ['drone_state', 'last_message_at'],
} as const

const keysByFigure = async (
  db: Db,
  matching: RawBuilder<SqlBool>,
  isWhole: boolean,
  field: keyof typeof figures,
  direction: 'asc' | 'desc',
  { limit, offset }: Part,
): Promise<Key[]> => {
  const [table, column] = figures[field]
  // Of all drones the figures alone are walked.
  const figured = sql`${sql.table(table)} as figure ${isWhole ? sql`` : sql`join drone on drone.id = figure.drone_id`} where figure.${sql.ref(column)} is not null and ${isWhole ? sql`true` : matching}`
  // Sums are never null, and their index is read from either end; of times the latest come first.
  const order = sql.raw(
    direction === 'desc' && field.startsWith('last') ? 'desc nulls last' : direction,
  )
  const { rows } =
    await sql<Key>`select figure.drone_id as id from ${figured} order by figure.${sql.ref(column)} ${order}, figure.drone_id limit ${limit} offset ${offset}`.execute(
      db,
    )
  if (rows.length === limit) return rows
  const before =
    rows.length > 0
      ? offset + rows.length
      : (await sql<{ count: number }>`select count(*)::int8 as count from ${figured}`.execute(db))
          .rows[0]!.count
  const { rows: rest } = await sql<Key>`select drone.id from drone
    where ${matching} and not exists (select from ${sql.table(table)} as figure where figure.drone_id = drone.id and figure.${sql.ref(column)} is not null)
    order by drone.id limit ${limit - rows.length} offset ${Math.max(0, offset - before)}`.execute(
    db,
  )
  return [...rows, ...rest]
}

const keysOf = async (
  db: Db,
  matching: RawBuilder<SqlBool>,
  isWhole: boolean,
  sort: DroneFilters['sortParam'],
  part: Part,
): Promise<Key[]> => {
  const { field, descending } = sortOf<SortField>(sort, 'droneId')
  const direction = descending ? 'desc' : 'asc'
  if (field in figures)
    return keysByFigure(db, matching, isWhole, field as keyof typeof figures, direction, part)
  const order = sql.raw(direction)
  const by =
    field === 'droneId'
      ? sql`drone.id ${order}`
      : field === 'droneName'
        ? sql`drone.name ${order}, drone.id`
        : sql`drone_model.name ${order}, drone.id`
  const { rows } =
    await sql<Key>`select drone.id from drone ${field === 'modelName' ? sql`join drone_model on drone_model.id = drone.model_id` : sql``}
    where ${matching} order by ${by} limit ${part.limit} offset ${part.offset}`.execute(db)
  return rows
}

export const pageOfDrones = async (
  db: Db,
  scope: Scope,
  filters: DroneFilters,
  page: { currentPage: number; pageSize: number },
  now: Date,
): Promise<DroneRecord[]> => {
  const keys = await keysOf(
    db,
    conditions(scope, filters, now),
    scope.kind === 'all' && !scope.own && asked(filters).length === 0,
    filters.sortParam,
    { limit: page.pageSize, offset: (page.currentPage - 1) * page.pageSize },
  )
  return dronesAt(
    db,
    keys.map(({ id }) => id),
    now,
  )
}

export type DroneSums = {
  total: number
  covered_m2: number
  sortie_count: number
  manufacturers: number
  models: number
}

const summed: ReadonlySet<string> = new Set([
  'modelName',
  'zzAccountName',
  'yyAccountName',
  'regFlag',
  'deviceType',
  'saleType',
])

export const droneSums = async (
  db: Db,
  scope: Scope,
  filters: DroneFilters,
  now: Date,
): Promise<DroneSums> => {
  const columns = sql`drone.manufacturer_id, drone.model_id`
  const kept = (table: 'drone_sum' | 'drone_sum_wide' | 'drone_sum_change') => sql`
    select ${columns}, drone.drones, drone.sortie_count, drone.covered_m2 from ${sql.table(table)} as drone where ${sql.join([inScope(scope, droneScope), ...ofGroup(filters)], sql` and `)}`
  const counted = (sign: 1 | -1, wanted: DroneFilters) => sql`
    select ${columns}, ${sql.lit(sign)} as drones, ${sql.lit(sign)} * total.sortie_count as sortie_count, ${sql.lit(sign)} * total.covered_m2::numeric as covered_m2
    from drone left join drone_total total on total.drone_id = drone.id where ${conditions(scope, wanted, now)}`
  const all = sql`${kept(asksWhose(scope) || filters.yyAccountName ? 'drone_sum' : 'drone_sum_wide')} union all ${kept('drone_sum_change')}`
  const others = asked(filters).filter((name) => !summed.has(name))
  // Of those that are offline, as most are: all but the few that are not.
  const parts =
    scope.own || others.some((name) => name !== 'flight')
      ? counted(1, filters)
      : others.length === 0
        ? all
        : filters.flight === 'offline'
          ? sql`${all} union all ${counted(-1, { ...filters, flight: 'online' })}`
          : counted(1, filters)
  const {
    rows: [row],
  } = await sql<DroneSums>`
    with grouped as (select manufacturer_id, model_id, sum(drones) as drones, sum(sortie_count) as sortie_count, sum(covered_m2) as covered_m2 from (${parts}) as parts group by 1, 2)
    select coalesce(sum(drones), 0)::int8 as total, coalesce(sum(covered_m2), 0)::float8 as covered_m2, coalesce(sum(sortie_count), 0)::int8 as sortie_count,
      count(distinct manufacturer_id) filter (where drones > 0) as manufacturers, count(distinct model_id) filter (where drones > 0) as models from grouped`.execute(
    db,
  )
  return row!
}

/** All filtered drones in the order of their ids, a thousand at a time. */
export const eachDrone = async function* (
  db: Db,
  scope: Scope,
  filters: DroneFilters,
  now: Date,
): AsyncGenerator<DroneRecord> {
  const matching = conditions(scope, filters, now)
  let after = ''
  for (;;) {
    const { rows: keys } =
      await sql<Key>`select drone.id from drone where ${matching} and drone.id > ${after} order by drone.id limit 1000`.execute(
        db,
      )
    yield* await dronesAt(
      db,
      keys.map(({ id }) => id),
      now,
    )
    const last = keys.at(-1)
    if (!last || keys.length < 1000) return
    after = last.id
  }
}
