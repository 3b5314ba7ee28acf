// Counts of distinct drones or plots in a month, a year or ever, stored next to the sum that
// contains them, by maker and by place. A drone that worked in two counties counts once in each,
// and once in their province, so the count of a place is not the sum of its parts.
import { bucketOf, tableOf, type AddedTo } from './kept-sum-sql.queries.ts'
import { keptSums, type CountedColumn, type KeptSum } from './kept-sums.ts'

export type KeptCount = AddedTo & {
  /** The sum that contains the counted items. */
  sum: KeptSum
  column: CountedColumn
  /** The finest level of places by which they are counted; see `digitsOfPlace`. */
  level: number
}

/** The period, the drones' maker (null: all makers) and the place. */
const keys = ['bucket', 'manufacturer_id', 'place'] as const

/** Number of digits of a region code for the world, a country, a province, a city and a county. */
export const digitsOfPlace = [0, 3, 5, 7, 9] as const
const levels = { country: 1, county: 4 } as const

export const keptCounts: readonly KeptCount[] = keptSums.flatMap(
  (sum) =>
    sum.counted?.columns.map((column) => ({
      name: `${sum.source}_${sum.grain}_${column.replace('_id', '')}_count`,
      keys,
      measures: ['present'],
      sum,
      column,
      level: levels[sum.counted!.place],
    })) ?? [],
)

export const countsOf = (sum: KeptSum): KeptCount[] =>
  keptCounts.filter((count) => count.sum === sum)

/** A place is stored as its level and the prefix of its code. */
export const nameOfPlace = (prefix: string): string =>
  `${digitsOfPlace.findIndex((digits) => digits === prefix.length)}:${prefix}`
/** The part of a place whose finer location is unknown, if the place is divided at this level. */
export const nameOfRest = (prefix: string, level: number): string => `${level}/${prefix}`

/** Names begin with the level, so that a comparison selects levels. */
const placesOf = ({ level }: KeptCount): string => {
  const places = 'unnest(figure.places(each.region_code)) as place'
  return level === levels.county
    ? places
    : `(select place from ${places} where place < '${level + 1}') as places`
}

/** Rows of ids with the old and the new value of each, repeated for each of its places. */
const inPlaces = (count: KeptCount, rows: string): string => `(${rows}) each
  cross join lateral ${placesOf(count)}
  cross join lateral (values (null::uuid), (each.manufacturer_id)) as makers (maker)`

/** The correct count, from the current sum. `during`: a condition on its rows. */
export const countAgain = (count: KeptCount, during = 'true'): string => {
  const { sum, column } = count
  return `select bucket, maker, place, count(*) as present
  from (select bucket, maker, place, ${column}
    from ${inPlaces(count, `select * from ${tableOf(sum)} where ${column} is not null and ${during}`)}
    group by bucket, maker, place, ${column} having sum(present) <> 0) as different
  group by bucket, maker, place`
}

/**
 * Two parts of the merge statement: the change of the count, and adding it. The sum is read as it
 * was before the statement.
 */
export const mergeOfCount = (count: KeptCount, gone: string): { touched: string; rows: string } => {
  const { name, sum, column } = count
  return {
    touched: `touched_${name} as (select ${bucketOf[sum.grain]} as bucket, ${column}, manufacturer_id, region_code, sum(present) as present
  from ${gone} where ${column} is not null group by 1, 2, 3, 4 having sum(present) <> 0)`,
    rows: `select bucket, maker, place, sum((was + comes <> 0)::int - (was <> 0)::int) as present
  from (select bucket, ${column}, maker, place, sum(was) as was, sum(comes) as comes
    from ${inPlaces(
      count,
      `select bucket, ${column}, manufacturer_id, region_code, 0 as was, present as comes from touched_${name}
      union all
      select bucket, ${column}, manufacturer_id, region_code, present, 0 from ${tableOf(sum)}
      where (bucket, ${column}) in (select bucket, ${column} from touched_${name})`,
    )}
    group by bucket, ${column}, maker, place) as different
  group by bucket, maker, place having sum((was + comes <> 0)::int - (was <> 0)::int) <> 0`,
  }
}
