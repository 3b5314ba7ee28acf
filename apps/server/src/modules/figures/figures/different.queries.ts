// Counts of distinct drones or plots: each counts once, however often it flew or was sprayed. Those
// whose flights were all withdrawn are not counted.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isNarrowed } from '@swath/domain/access/caller'
import { activeMeasures, type Dimension, type RegionDimension } from '@swath/domain/figures'
import { regionPrefix } from '@swath/domain/region-code'
import {
  factsFor,
  isKept,
  keyNames,
  listed,
  present,
  toColumns,
  union,
  type Asked,
} from './asked-facts.queries.ts'
import { isRegion, isTime } from './dimensions.ts'
import { keyOf } from './facts.queries.ts'
import { digitsOfPlace, keptCounts, nameOfPlace, nameOfRest } from './kept-counts.queries.ts'
import { tableOf } from './kept-sum-sql.queries.ts'
import { factsBeside, inMainBuckets } from './main-facts.queries.ts'
import { findMain, type MainSum } from './main-sums.ts'

type ActiveMeasure = (typeof activeMeasures)[number]
const columnOf = { activeDroneCount: 'drone_id', activePlotCount: 'plot_id' } as const

/** Checks each drone or plot. */
const countEach = (asked: Asked, measure: ActiveMeasure): RawBuilder<unknown> => {
  const column = columnOf[measure]
  const keys = keyNames(asked)
  const named = sql.join([...keys, sql.ref('id')])
  const parts = factsFor('work', { ...asked, also: column }).map((facts) =>
    listed(asked, 'work', facts, [sql.ref(`fact.${column}`), present]),
  )
  return sql`select ${sql.join([
    ...keys,
    ...toColumns(asked, (one) => (one === measure ? sql`count(id)::float8` : null)),
    sql`count(*)::int4`,
  ])}
    from (select ${named} from (${union(parts)}) as each (${named}, present)
      where id is not null group by ${named} having sum(present) <> 0) as those
    ${keys.length === 0 ? sql`` : sql`group by ${sql.join(keys)}`}`
}

const levels: Readonly<Record<RegionDimension, number>> = {
  country: 1,
  province: 2,
  city: 3,
  county: 4,
}

/** Conditions that select the rows of a count, and the expression for the region in them. */
type Counted = { conditions: RawBuilder<SqlBool>[]; region: RawBuilder<unknown> | null }

const countsOfMaker = ({ scope, filters, by }: Asked): RawBuilder<SqlBool> | null => {
  const ids = scope.kind === 'accounts' ? scope.accountIds : null
  const filter = filters.manufacturerId
  if (by.includes('manufacturer'))
    return sql<SqlBool>`(fact.manufacturer_id is not null
      and ${ids ? sql`fact.manufacturer_id = any(${[...ids]}::uuid[])` : sql`true`}
      and ${filter === undefined ? sql`true` : sql`fact.manufacturer_id = ${filter}::uuid`})`
  const own = ids ?? (filter === undefined ? [] : [filter])
  if (own.length === 0 && !ids) return sql<SqlBool>`fact.manufacturer_id is null`
  return own.length === 1 && (filter === undefined || filter === own[0])
    ? sql<SqlBool>`fact.manufacturer_id = ${own[0]}::uuid`
    : null
}

const countsOfPlaces = ({ scope, filters, by }: Asked, finest: number): Counted | null => {
  const prefixes = [
    scope.kind === 'region' ? scope.prefix : '',
    filters.regionCode === undefined ? '' : regionPrefix(filters.regionCode),
  ].toSorted((a, b) => a.length - b.length)
  const [outer, prefix] = [prefixes[0]!, prefixes[1]!]
  if (!prefix.startsWith(outer)) return null
  const level = digitsOfPlace.findIndex((digits) => digits === prefix.length)
  const regions = by.filter(isRegion)
  if (level === -1 || regions.length > 1) return null
  const asked = regions[0] ? levels[regions[0]] : 0
  if (Math.max(level, asked) > finest) return null
  if (asked <= level)
    return {
      conditions: [sql<SqlBool>`fact.place = ${nameOfPlace(prefix)}`],
      region: sql`rpad(${prefix.slice(0, digitsOfPlace[asked])}::text, 9, '0')`,
    }
  return {
    conditions: [
      sql<SqlBool>`(fact.place >= ${`${asked}:${prefix}`} and fact.place < ${`${asked}:${prefix}:`}
        or fact.place = ${nameOfRest(prefix, asked)})`,
    ],
    region: sql`case when substr(fact.place, 2, 1) = ':' then rpad(substr(fact.place, 3), 9, '0') end`,
  }
}

const countable: readonly Dimension[] = ['year', 'month', 'manufacturer']

const isCountable = ({ scope, filters, by }: Asked): boolean =>
  !isNarrowed(scope) &&
  (scope.kind !== 'accounts' || scope.as === 'manufacturer') &&
  by.every((one) => countable.includes(one) || isRegion(one)) &&
  Object.entries(filters).every(
    ([name, value]) => value === undefined || name === 'regionCode' || name === 'manufacturerId',
  )

type FromCount = { main: MainSum; name: string; counted: Counted }

const findCount = (asked: Asked, measure: ActiveMeasure): FromCount | null => {
  if (asked.fresh || !isCountable(asked)) return null
  const column = columnOf[measure]
  const main = findMain({ ...asked, also: column }, asked.stretch, isKept(asked))
  const count = keptCounts.find((one) => one.column === column && one.sum.grain === main?.sum.grain)
  const maker = countsOfMaker(asked)
  const places = count && countsOfPlaces(asked, count.level)
  if (!main || !count || !maker || !places) return null
  return {
    main,
    name: count.name,
    counted: { ...places, conditions: [maker, ...places.conditions] },
  }
}

/** The stored count of the main bucket, corrected by the items that have changes outside it. */
const countFromKept = (
  asked: Asked,
  measure: ActiveMeasure,
  { main, name, counted }: FromCount,
): RawBuilder<unknown> => {
  const column = sql.ref(`fact.${columnOf[measure]}`)
  const keys = keyNames(asked)
  const named = sql.join([...keys, sql.ref('id')])
  const { from, within, hourFrom } = inMainBuckets(main, `figure.${name}`)
  const countKeys = asked.by.map((one) =>
    isRegion(one)
      ? counted.region!
      : isTime(one)
        ? keyOf('work', one, asked.zone, hourFrom)
        : sql`fact.manufacturer_id`,
  )
  const beside = factsBeside(main).map(({ facts, sign }) =>
    listed(asked, 'work', facts, [column, sql`${sql.lit(sign)} * ${present}`]),
  )
  const own = listed(asked, 'work', inMainBuckets(main, tableOf(main.sum)), [
    column,
    present,
    sql`0`,
  ])
  const columns = (value: RawBuilder<unknown>) => [
    ...toColumns(asked, (one) => (one === measure ? sql`${value}::float8` : null)),
    sql`${value}::int4`,
  ]
  const change = sql`((was + comes <> 0)::int - (was <> 0)::int)`
  return sql`(with beside as materialized (
      select ${named}, sum(present) as comes from (${union(beside)}) as each (${named}, present)
      where id is not null group by ${named} having sum(present) <> 0)
    select ${sql.join([...countKeys, ...columns(sql`fact.present`)])} from ${from}
      where ${sql.join([within, ...counted.conditions], sql` and `)}
    union all
    select ${sql.join([...keys, ...columns(change)])}
      from (select ${named}, sum(was) as was, sum(comes) as comes
        from (select ${named}, 0 as was, comes from beside
          union all
          ${own} and ${column} = any(array(select id from beside))) as each (${named}, was, comes)
        group by ${named}) as those)`
}

export const countDifferent = (asked: Asked): RawBuilder<unknown>[] =>
  activeMeasures
    .filter((measure) => asked.measures.includes(measure))
    .map((measure) => {
      const kept = findCount(asked, measure)
      return kept ? countFromKept(asked, measure, kept) : countEach(asked, measure)
    })
