// The sources of figures: rows of work, of drones and of plots, their sums, and changes not yet
// merged into the sums, all with the same column names and in the same whole numbers.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Dimension, Measure, RegionDimension } from '@swath/domain/figures'
import type { StretchMs } from '@swath/domain/figure-buckets'
import { CHINA_REGION, regionPrefix } from '@swath/domain/region-code'
import { withinRegion, type ScopedColumns } from '../../../platform/access/scope.queries.ts'
import { isNamed } from '../../../platform/listing/ids-by-name.queries.ts'
import { columnOf, type FactFilters, type NamedAccount } from './choose-sums.ts'
import { isRegion, isTime } from './dimensions.ts'
import { changesOf, factsOfRows, tableOf } from './kept-sum-sql.queries.ts'
import { sources, type KeptSum, type SourceName } from './kept-sums.ts'

export type Facts = {
  from: RawBuilder<unknown>
  /** Restricts the facts to these. */
  within: RawBuilder<SqlBool>
  /** The hour is computed from the moment, or from the stored quarter of an hour (UTC). */
  hourFrom: 'moment' | 'quarter'
}

const all = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`

export const between = ({ fromMs, untilMs }: StretchMs): RawBuilder<SqlBool> =>
  all([
    ...(fromMs === null ? [] : [sql<SqlBool>`fact.at >= ${new Date(fromMs)}`]),
    ...(untilMs === null ? [] : [sql<SqlBool>`fact.at < ${new Date(untilMs)}`]),
  ])

/** Plots with their creator, too: work of a single person is read from rows. */
const rowsOf = (source: SourceName): string =>
  source === 'plots'
    ? `(${factsOfRows(source, sources[source].table).replace('select ', 'select created_by, ')})`
    : `(${factsOfRows(source, sources[source].table)})`

export const rowFacts = (source: SourceName, stretch: StretchMs): Facts => ({
  from: sql`${sql.raw(rowsOf(source))} as fact`,
  within: between(stretch),
  hourFrom: 'moment',
})

export const keptFacts = (sum: KeptSum, stretch: StretchMs): Facts => ({
  from: sql`(select bucket as at, * from ${sql.raw(tableOf(sum))}) as fact`,
  within: between(stretch),
  hourFrom: 'quarter',
})

/** Changes that the sums of these periods do not contain yet. */
export const changeFacts = (source: SourceName, stretches: readonly StretchMs[]): Facts => ({
  from: sql`${sql.raw(changesOf(source))} as fact`,
  within: sql`(${sql.join(stretches.map(between), sql` or `)})`,
  hourFrom: 'moment',
})

const ofDrones = {
  manufacturer: 'fact.manufacturer_id',
  operator: 'fact.operator_id',
  tenant: 'fact.tenant_id',
  region: 'fact.region_code',
} satisfies ScopedColumns

export const scopeOf: Readonly<Record<SourceName, ScopedColumns>> = {
  work: { ...ofDrones, pilot: 'fact.pilot_id', drone: 'fact.drone_id' },
  drones: { ...ofDrones, drone: 'fact.drone_id' },
  plots: { owner: 'fact.operator_id', region: 'fact.region_code', madeBy: 'fact.created_by' },
}

export type SummedMeasure = Exclude<Measure, 'activeDroneCount' | 'activePlotCount'>

/** The column that is summed, and the factor from the measure to its unit. */
const summed: Readonly<Record<SummedMeasure, readonly [column: string, per: 1 | 1000]>> = {
  coveredM2: ['covered_milli_m2', 1000],
  sweptM2: ['swept_milli_m2', 1000],
  durationS: ['duration_ms', 1000],
  sprayL: ['spray_ml', 1000],
  sortieCount: ['present', 1],
  droneCount: ['present', 1],
  newDroneCount: ['present', 1],
  newPlotCount: ['present', 1],
  newPlotM2: ['area_milli_m2', 1000],
}
/**
 * Whole numbers in float8: sums are exact up to 2^53 in any order, and faster than numeric, the
 * type of bigint sums.
 */
export const summandOf = (measure: SummedMeasure): RawBuilder<number> =>
  sql`${sql.ref(`fact.${summed[measure][0]}`)}::float8`
export const partsPerUnit = (measure: Measure): 1 | 1000 =>
  measure in summed ? summed[measure as SummedMeasure][1] : 1

/** See `regionAt`: null if the code is coarser. */
const regionForms: Readonly<Record<RegionDimension, RawBuilder<string | null>>> = {
  country: sql`left(fact.region_code, 3) || '000000'`,
  province: sql`case when right(fact.region_code, 6) <> '000000'
    then left(fact.region_code, 5) || '0000' end`,
  city: sql`case when right(fact.region_code, 4) <> '0000'
    then left(fact.region_code, 7) || '00' end`,
  county: sql`case when right(fact.region_code, 2) <> '00' then fact.region_code end`,
}
const timeForms = { year: 'YYYY', month: 'YYYY-MM', day: 'YYYY-MM-DD' } as const

/** Minutes ahead of UTC, or null if the time zone has clock changes. */
export type Zone = { name: string; steadyMinutes: number | null }

const dayMinutes = 1440

const hourOf = (zone: Zone, from: Facts['hourFrom']): RawBuilder<number> =>
  from === 'moment'
    ? sql`extract(hour from fact.at at time zone ${zone.name}::text)::int`
    : sql`(fact.quarter * 15 + ${zone.steadyMinutes! + dayMinutes}::int) / 60 % 24`

/** The stored value of a key; `shownKey` converts it for display. */
export const keyOf = (
  source: SourceName,
  dimension: Dimension,
  zone: Zone,
  hourFrom: Facts['hourFrom'],
): RawBuilder<unknown> => {
  if (dimension === 'hourOfDay') return hourOf(zone, hourFrom)
  if (isTime(dimension))
    return sql`date_trunc(${dimension}::text, fact.at at time zone ${zone.name}::text)`
  if (isRegion(dimension)) return regionForms[dimension]
  return dimension === 'model' && source === 'work'
    ? sql`(select drone.model_id from drone where drone.id = fact.drone_id)`
    : sql.ref(`fact.${columnOf[dimension]}`)
}

/** Converts the key at this position of the question's dimensions. */
export const shownKey = (dimension: Dimension, place: number): RawBuilder<string | null> => {
  const key = sql.ref(`key_${place}`)
  return isTime(dimension) && dimension !== 'hourOfDay'
    ? sql`to_char(${key}, ${timeForms[dimension]}::text)`
    : sql`${key}::text`
}

const is = (
  column: string,
  type: 'uuid' | 'text',
  value: string | undefined,
): RawBuilder<SqlBool>[] =>
  value === undefined
    ? []
    : [sql<SqlBool>`${sql.ref(`fact.${column}`)} = ${value}::${sql.raw(type)}`]

const isCalled = (column: string, named: NamedAccount | undefined): RawBuilder<SqlBool>[] =>
  named ? [isNamed(`fact.${column}`, 'account', named.name, named.found)] : []

/** Only China, or everything else including unknown places. */
const abroadOrNot = (abroad: boolean | undefined): RawBuilder<SqlBool>[] => {
  if (abroad === undefined) return []
  const inChina = withinRegion('fact.region_code', regionPrefix(CHINA_REGION))
  return [abroad ? sql<SqlBool>`${inChina} is not true` : inChina]
}

const ofModel = (source: SourceName, modelId: string | undefined): RawBuilder<SqlBool>[] =>
  modelId === undefined || source === 'drones'
    ? is('model_id', 'uuid', modelId)
    : [
        sql<SqlBool>`fact.drone_id = any(array(
          select drone.id from drone where drone.model_id = ${modelId}::uuid))`,
      ]

const ofType = (deviceType: FactFilters['deviceType']): RawBuilder<SqlBool>[] =>
  deviceType === undefined
    ? []
    : [
        sql<SqlBool>`fact.drone_id = any(array(
          select drone.id from drone where drone.device_type = ${deviceType}))`,
      ]

/** The filters as conditions on facts. */
export const conditionsOf = (source: SourceName, filters: FactFilters): RawBuilder<SqlBool>[] => [
  ...(filters.regionCode === undefined
    ? []
    : [withinRegion('fact.region_code', regionPrefix(filters.regionCode))]),
  ...abroadOrNot(filters.abroad),
  ...is('manufacturer_id', 'uuid', filters.manufacturerId),
  ...is('operator_id', 'uuid', filters.operatorId),
  ...isCalled('manufacturer_id', filters.manufacturerNamed),
  ...isCalled('operator_id', filters.operatorNamed),
  ...is('crop_id', 'text', filters.cropId),
  ...is('chemical', 'text', filters.chemicalId),
  ...is('plot_id', 'uuid', filters.plotId),
  ...is('pilot_id', 'uuid', filters.pilotId),
  ...(filters.droneIds
    ? [sql<SqlBool>`fact.drone_id = any(${[...filters.droneIds]}::text[])`]
    : []),
  ...(filters.droneRange?.from === undefined
    ? []
    : [sql<SqlBool>`fact.drone_id >= ${filters.droneRange.from}`]),
  ...(filters.droneRange?.until === undefined
    ? []
    : [sql<SqlBool>`fact.drone_id <= ${filters.droneRange.until}`]),
  ...ofModel(source, filters.modelId),
  ...ofType(filters.deviceType),
  ...(filters.taskIds ? [sql<SqlBool>`fact.task_id = any(${[...filters.taskIds]}::int8[])`] : []),
  ...(filters.modes ? [sql<SqlBool>`fact.mode = any(${[...filters.modes]}::int2[])`] : []),
]
