// The figures of drones, read from the stored sums of work.
import { dateTimeIn } from '@swath/domain/local-time'
import type { DroneStatistic, droneStatisticList } from '@swath/contract/figures/drone-statistics'
import type { FiltersOf, SortOf } from '@swath/contract/list'
import type { Scope } from '@swath/domain/access/caller'
import type { FigureRow, Measure } from '@swath/domain/figures'
import { askedDays } from '@swath/domain/stat-settings'
import { muFromM2 } from '@swath/domain/units'
import type { Db } from '../../../platform/database/database.ts'
import { parseSort } from '../../../platform/listing/search.ts'
import { askFigures, countDays } from '../figures/ask-figures.queries.ts'
import { findDroneNames, findLastFlights, type WorkAsked } from './drone-statistics.queries.ts'

export type Filters = FiltersOf<typeof droneStatisticList>
type Sort = SortOf<typeof droneStatisticList>

const workMeasures = [
  'sortieCount',
  'durationS',
  'coveredM2',
  'sweptM2',
  'sprayL',
] as const satisfies readonly Measure[]
const measureOfSort = {
  flightCount: 'sortieCount',
  flightTimeS: 'durationS',
  sprayArea: 'coveredM2',
  sweptArea: 'sweptM2',
  sprayL: 'sprayL',
} as const satisfies Record<Exclude<Sort, 'droneId'>, Measure>

export const toWorkAsked = (filters: Filters, timeZone: string): WorkAsked => {
  const toDay = (time: string | undefined): string | null => {
    if (time === undefined) return null
    const { year, month, day } = dateTimeIn(new Date(time), timeZone)
    return `${year}-${month}-${day}`
  }
  const { from, to } = askedDays(
    { period: 'days', startDay: toDay(filters.startTime), endDay: toDay(filters.endTime) },
    '',
  )
  const { startDroneId, endDroneId } = filters
  return {
    from,
    until: to,
    timeZone,
    filters: {
      regionCode: filters.region,
      manufacturerId: filters.zzAccountId,
      operatorId: filters.yyAccountId,
      modelId: filters.flyModelId,
      cropId: filters.cropId,
      taskIds: filters.taskId === undefined ? undefined : [filters.taskId],
      droneRange:
        startDroneId === undefined && endDroneId === undefined
          ? undefined
          : { from: startDroneId, until: endDroneId },
    },
  }
}

/** The period ends before it begins: nothing matches, and no query is needed. */
export const isEmpty = ({ from, until }: WorkAsked): boolean =>
  from !== null && until !== null && until <= from

export type DroneTotals = {
  droneNum: number
  flightCount: number
  flightTimeS: number
  sprayArea: number
  sweptArea: number
  sprayL: number
}

const toWork = (figures: FigureRow['figures']) => ({
  flightCount: figures.sortieCount ?? 0,
  flightTimeS: figures.durationS ?? 0,
  sprayArea: muFromM2(figures.coveredM2 ?? 0),
  sweptArea: muFromM2(figures.sweptM2 ?? 0),
  sprayL: figures.sprayL ?? 0,
})

export const readTotals = async (db: Db, scope: Scope, asked: WorkAsked): Promise<DroneTotals> => {
  const rows = isEmpty(asked)
    ? []
    : await askFigures(db, scope, {
        ...asked,
        measures: [...workMeasures, 'activeDroneCount'],
        by: [],
      })
  const figures = rows[0]?.figures ?? {}
  return { droneNum: figures.activeDroneCount ?? 0, ...toWork(figures) }
}

/** The drones of a page, in order. */
export const pageOfDrones = async (
  db: Db,
  scope: Scope,
  asked: WorkAsked,
  sort: Sort | `-${Sort}` | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> => {
  if (isEmpty(asked)) return []
  const { field, descending } = parseSort<Sort>(sort, '-sprayArea')
  const measure = field === 'droneId' ? 'sortieCount' : measureOfSort[field]
  const top = { by: measure, count: limit, offset, least: !descending }
  const rows = await askFigures(db, scope, {
    ...asked,
    measures: [measure],
    by: ['drone'],
    ...(field === 'droneId' ? {} : { top }),
  })
  const ids = rows.map(({ keys }) => keys[0]!)
  return field === 'droneId'
    ? (descending ? ids.toReversed() : ids).slice(offset, offset + limit)
    : ids
}

/** All drones with matching work, in the order of their numbers. */
export const listDrones = async (db: Db, scope: Scope, asked: WorkAsked): Promise<string[]> =>
  isEmpty(asked)
    ? []
    : (await askFigures(db, scope, { ...asked, measures: ['sortieCount'], by: ['drone'] })).map(
        ({ keys }) => keys[0]!,
      )

/** Reads all figures of these drones. */
export const readDrones = async (
  db: Db,
  scope: Scope,
  asked: WorkAsked,
  ids: readonly string[],
): Promise<DroneStatistic[]> => {
  if (ids.length === 0) return []
  const ofThese = { ...asked, filters: { ...asked.filters, droneIds: ids } }
  const [work, dayNums, names, lastFlights] = await Promise.all([
    askFigures(db, scope, { ...ofThese, measures: workMeasures, by: ['drone'] }),
    countDays(db, scope, ofThese, 'drone'),
    findDroneNames(db, ids),
    findLastFlights(db, scope, asked, ids),
  ])
  const workOf = new Map(work.map(({ keys, figures }) => [keys[0]!, figures]))
  const namesOf = new Map(names.map((row) => [row.id, row]))
  return ids.map((id) => ({
    droneId: id,
    droneName: namesOf.get(id)?.name ?? null,
    modelName: namesOf.get(id)?.model_name ?? null,
    zzAccountName: namesOf.get(id)?.manufacturer_name ?? null,
    yyAccountName: namesOf.get(id)?.operator_name ?? null,
    ...toWork(workOf.get(id) ?? {}),
    activeDayNum: dayNums.get(id) ?? 0,
    lastFlightAt: lastFlights.get(id)?.toISOString() ?? null,
  }))
}
