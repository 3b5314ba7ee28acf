// Chooses the stored sums that answer a question, and the parts that are read from rows.
import { isNarrowed, type Scope } from '@swath/domain/access/caller'
import type { Dimension, FigureFilters } from '@swath/domain/figures'
import { splitStretch, type Grain, type StretchMs } from '@swath/domain/figure-buckets'
import { regionPrefix } from '@swath/domain/region-code'
import { isRegion, isTime } from './dimensions.ts'
import { keptSums, type KeptSum, type KeyColumn, type Place, type SourceName } from './kept-sums.ts'

/** Part of an account's name, and the matching accounts once they are looked up. */
export type NamedAccount = { name: string; found: readonly string[] | undefined }

/** Filters of lists and of the monitor, in addition to those of statistics. */
export type FactFilters = FigureFilters & {
  /** The drone's present type. */
  deviceType?: 'sprayer' | 'spreader' | 'mapper' | undefined
  manufacturerNamed?: NamedAccount | undefined
  operatorNamed?: NamedAccount | undefined
}

export type SumRequest = {
  scope: Scope
  filters: FactFilters
  by: readonly Dimension[]
  /** An additional key: the drones or plots to count. */
  also?: KeyColumn
}

/** The columns of a fact for each dimension. */
export const columnOf: Readonly<
  Record<
    Exclude<Dimension, 'year' | 'month' | 'day' | 'hourOfDay' | keyof typeof placeOf>,
    KeyColumn
  >
> = {
  drone: 'drone_id',
  model: 'model_id',
  manufacturer: 'manufacturer_id',
  operator: 'operator_id',
  tenant: 'tenant_id',
  mode: 'mode',
  crop: 'crop_id',
  chemical: 'chemical',
  plot: 'plot_id',
  task: 'task_id',
  pilot: 'pilot_id',
}
const placeOf = {
  country: 'country',
  province: 'province',
  city: 'county',
  county: 'county',
} as const

const columnsOfFilter: Readonly<Record<keyof FactFilters, KeyColumn>> = {
  regionCode: 'region_code',
  abroad: 'region_code',
  manufacturerId: 'manufacturer_id',
  manufacturerNamed: 'manufacturer_id',
  operatorId: 'operator_id',
  operatorNamed: 'operator_id',
  modelId: 'model_id',
  deviceType: 'drone_id',
  cropId: 'crop_id',
  chemicalId: 'chemical',
  plotId: 'plot_id',
  pilotId: 'pilot_id',
  droneIds: 'drone_id',
  droneRange: 'drone_id',
  taskIds: 'task_id',
  modes: 'mode',
}

const columnsOfScope = (scope: Scope, source: SourceName): readonly KeyColumn[] => {
  if (scope.kind === 'all') return []
  if (scope.kind === 'region') return ['region_code']
  if (source === 'plots') return ['operator_id']
  return {
    'manufacturer': ['manufacturer_id'] as const,
    'operator': ['operator_id', 'tenant_id'] as const,
    'sub-platform': ['manufacturer_id', 'operator_id', 'tenant_id'] as const,
    'farmer': [] as const,
  }[scope.as]
}

/** The source `work` has the columns of its drone and of the drone's model. */
const inSource = (source: SourceName, column: KeyColumn): KeyColumn =>
  source === 'work' && column === 'model_id' ? 'drone_id' : column

const columnsNeeded = (
  source: SourceName,
  { scope, filters, by, also }: SumRequest,
): Set<KeyColumn> =>
  new Set(
    [
      ...columnsOfScope(scope, source),
      ...(Object.keys(filters) as (keyof FactFilters)[])
        .filter((name) => filters[name] !== undefined)
        .map((name) => columnsOfFilter[name]),
      ...by.flatMap((one): KeyColumn[] =>
        one === 'hourOfDay'
          ? ['quarter']
          : isTime(one)
            ? []
            : [isRegion(one) ? 'region_code' : columnOf[one]],
      ),
      ...(also ? [also] : []),
    ].map((column) => inSource(source, column)),
  )

const fineness: Readonly<Record<Place, number>> = { country: 0, province: 1, county: 2 }
const placeOfPrefix = (prefix: string): Place =>
  prefix.length <= 3 ? 'country' : prefix.length <= 5 ? 'province' : 'county'

const placeNeeded = ({ scope, filters, by }: SumRequest): number =>
  Math.max(
    ...[
      'country' as const,
      ...(scope.kind === 'region' ? [placeOfPrefix(scope.prefix)] : []),
      ...(filters.regionCode === undefined
        ? []
        : [placeOfPrefix(regionPrefix(filters.regionCode))]),
      ...by.filter(isRegion).map((one) => placeOf[one]),
    ].map((place) => fineness[place]),
  )

const grainsFor = (by: readonly Dimension[]): readonly Grain[] =>
  by.includes('day')
    ? ['day']
    : by.includes('month')
      ? ['month', 'day']
      : by.includes('year')
        ? ['year', 'month', 'day']
        : ['ever', 'year', 'month', 'day']

export type ChosenPart = { sum: KeptSum | null; stretch: StretchMs }

/**
 * Parts that make up the period, each with the sum that answers it; null: read from rows. A
 * person's own work is always read from rows, as there is little of it.
 */
export const chooseSums = (
  source: SourceName,
  request: SumRequest,
  stretch: StretchMs,
  /** Whether sums are stored for the days (or hours, if requested) of the time zone. */
  isKeptZone: boolean,
): ChosenPart[] => {
  if (isNarrowed(request.scope) || !isKeptZone) return [{ sum: null, stretch }]
  const columns = columnsNeeded(source, request)
  const place = placeNeeded(request)
  const chosen = new Map<Grain, KeptSum>()
  for (const sum of keptSums.toReversed())
    if (
      sum.source === source &&
      fineness[sum.place] >= place &&
      [...columns].every((column) => sum.by.includes(column))
    )
      chosen.set(sum.grain, sum)
  return splitStretch(
    stretch,
    grainsFor(request.by).filter((grain) => chosen.has(grain)),
  ).map((part) => ({
    sum: part.grain === 'rows' ? null : chosen.get(part.grain)!,
    stretch: part.stretch,
  }))
}
