// The settings of a saved statistic in the API (specification, section 3), and their names in the
// code.
import { z } from 'zod'
import {
  dimensions,
  whyNotAsked,
  type Dimension,
  type FigureFilters,
  type FigureRefusal,
  type Measure,
} from '@swath/domain/figures'
import type { Period } from '@swath/domain/period'
import {
  askedDays,
  showTypes,
  whyNotShown,
  type StatProblem,
  type StatSettings,
} from '@swath/domain/stat-settings'
import { AreaUnit, AskedDay, RegionCode, SerialNumber } from '../fields.ts'
import { CropId } from '../land/crops.ts'
import { ChemicalId } from '../land/chemicals.ts'
import { id, notARow } from '../ids.ts'
import type { Label } from '../list.ts'
import { TaskId, TaskTypeCode } from '../campaigns/unified-task-rows.ts'

/** Measures, by their names in the overview (specification, section 3). */
export const statMeasures = {
  sprayArea: { measure: 'coveredM2', label: 'terms:coveredArea' },
  sweptArea: { measure: 'sweptM2', label: 'data-stats:sweptArea' },
  flightTime: { measure: 'durationS', label: 'terms:flightTime' },
  sprayQuantity: { measure: 'sprayL', label: 'terms:sprayed' },
  flightCount: { measure: 'sortieCount', label: 'terms:sorties' },
  activeDroneCount: { measure: 'activeDroneCount', label: 'data-stats:activeDroneCount' },
  activeBlockCount: { measure: 'activePlotCount', label: 'data-stats:activeBlockCount' },
  droneNum: { measure: 'droneCount', label: 'data-stats:droneNum' },
  newDroneCount: { measure: 'newDroneCount', label: 'data-stats:newDroneCount' },
  newBlockCount: { measure: 'newPlotCount', label: 'data-stats:newBlockCount' },
  newBlockArea: { measure: 'newPlotM2', label: 'data-stats:newBlockArea' },
} as const satisfies Readonly<Record<string, { measure: Measure; label: Label }>>
export type StatMeasure = keyof typeof statMeasures
export const statMeasureNames = Object.keys(statMeasures) as [StatMeasure, ...StatMeasure[]]
export const toMeasure = (name: StatMeasure): Measure => statMeasures[name].measure

/** Codes as for the spray area by mode, and two more. */
const periods = {
  1: 'all',
  2: 'this_month',
  3: 'last_month',
  4: 'this_year',
  5: 'last_year',
  6: 'today',
  7: 'days',
} as const satisfies Readonly<Record<number, Period | 'days'>>
export const statPeriodCodes = [1, 2, 3, 4, 5, 6, 7] as const
export type StatPeriodCode = (typeof statPeriodCodes)[number]
export const toStatPeriod = (code: StatPeriodCode): Period | 'days' => periods[code]

/** Seconds between automatic refreshes while a statistic is displayed; 0: no automatic refresh. */
export const refreshIntervalsS = [0, 60, 300, 900, 3600] as const

const EndOfRange = notARow(
  'A limit of a range of serial numbers; no drone needs to have it',
  SerialNumber,
)

export const DataStatSettings = z
  .object({
    periodType: z
      .literal(statPeriodCodes)
      .describe(
        '1 all, 2 this month, 3 last month, 4 this year, 5 last year, 6 today, 7 from startTime to endTime',
      ),
    startTime: AskedDay.nullable()
      .default(null)
      .describe('First day, in the time zone of the account'),
    endTime: AskedDay.nullable().default(null).describe('Last day, inclusive'),
    region: RegionCode.nullable().default(null),
    tftzType: TaskTypeCode.nullable().default(null).describe('Type of the tasks'),
    taskIds: z.array(TaskId).max(100).default([]),
    cropId: CropId.nullable().default(null),
    medId: ChemicalId.nullable().default(null).describe('Chemical'),
    zzAccountId: id('account').nullable().default(null).describe('Manufacturer'),
    yyAccountId: id('account').nullable().default(null).describe('Operator'),
    startDroneId: EndOfRange.nullable().default(null),
    endDroneId: EndOfRange.nullable().default(null),
    flyModelId: id('droneModel').nullable().default(null),
    oprId: id('user').nullable().default(null).describe('Pilot'),
    areaUnit: AreaUnit.nullable().default(null).describe('null: the unit of the reader'),
    showType: z.enum(showTypes).default('table'),
    refreshFre: z
      .literal(refreshIntervalsS)
      .default(0)
      .describe('Seconds; 0: no automatic refresh'),
    x: z.enum(dimensions).default('month'),
    y: z.array(z.enum(statMeasureNames)).min(1).max(4).default(['sprayArea']),
    dimension: z
      .enum(dimensions)
      .nullable()
      .default(null)
      .describe('Dimension by which each x is split'),
    summary: z.boolean().default(true).describe('Whether to include a line with the total'),
    comparison: z.boolean().default(false).describe('Whether to compare with the previous period'),
    top: z.int().min(1).max(200).default(20).describe('Maximum number of x values, largest first'),
  })
  .meta({ id: 'DataStatSettings' })
export type DataStatSettings = z.infer<typeof DataStatSettings>

/** In the names used by the domain rules. */
export const toStatSettings = (settings: DataStatSettings): StatSettings => ({
  showType: settings.showType,
  x: settings.x,
  series: settings.dimension,
  measures: settings.y.map(toMeasure),
  isCompared: settings.comparison,
  period: toStatPeriod(settings.periodType),
  startDay: settings.startTime,
  endDay: settings.endTime,
})

/** x and the dimension it is split by. */
export const statDimensions = ({ x, dimension }: DataStatSettings): readonly Dimension[] =>
  dimension === null ? [x] : [x, dimension]

export const toFigureFilters = (settings: DataStatSettings): FigureFilters => ({
  regionCode: settings.region ?? undefined,
  cropId: settings.cropId ?? undefined,
  chemicalId: settings.medId ?? undefined,
  manufacturerId: settings.zzAccountId ?? undefined,
  operatorId: settings.yyAccountId ?? undefined,
  modelId: settings.flyModelId ?? undefined,
  pilotId: settings.oprId ?? undefined,
  // The tasks of a task type are found by the server.
  taskIds: settings.taskIds.length > 0 || settings.tftzType !== null ? settings.taskIds : undefined,
  droneRange:
    settings.startDroneId === null && settings.endDroneId === null
      ? undefined
      : { from: settings.startDroneId ?? undefined, until: settings.endDroneId ?? undefined },
})

/** Why these settings cannot be computed or shown; null: they can. */
export const findStatProblem = (settings: DataStatSettings): StatProblem | FigureRefusal | null => {
  const asked = toStatSettings(settings)
  // A named period always ends after its beginning.
  const days = asked.period === 'days' ? askedDays(asked, '') : { from: null, to: null }
  const question = {
    measures: asked.measures,
    by: statDimensions(settings),
    filters: toFigureFilters(settings),
    from: days.from,
    until: days.to,
  }
  return whyNotShown(asked) ?? whyNotAsked(question)
}
