// The queries available on work, drones and plots: measures, dimensions to group by, and filters.
// They mean the same on every screen. A record counts at its start.

/** Measures of a work record; each is the sum over the records. */
export const workMeasures = [
  /** Ground sprayed; ground sprayed twice is counted once. */
  'coveredM2',
  /** Distance × width while spraying. */
  'sweptM2',
  'durationS',
  'sprayL',
  /** Flights that have ended: one a record. */
  'sortieCount',
] as const
/** Different drones that flew, and different plots that a record names. */
export const activeMeasures = ['activeDroneCount', 'activePlotCount'] as const
/**
 * `droneCount`: registered at any time before the end of the stretch. `newDroneCount`: registered
 * within it. Both count only drones that still exist.
 */
export const droneMeasures = ['droneCount', 'newDroneCount'] as const
/** Plots drawn within the stretch, and the area that they have today. */
export const plotMeasures = ['newPlotCount', 'newPlotM2'] as const

export const measures = [
  ...workMeasures,
  ...activeMeasures,
  ...droneMeasures,
  ...plotMeasures,
] as const
export type Measure = (typeof measures)[number]
export type WorkMeasure = (typeof workMeasures)[number]

export const timeDimensions = ['year', 'month', 'day', 'hourOfDay'] as const
export type TimeDimension = (typeof timeDimensions)[number]
export const regionDimensions = ['country', 'province', 'city', 'county'] as const
export type RegionDimension = (typeof regionDimensions)[number]
const accountDimensions = ['manufacturer', 'operator', 'tenant'] as const

export const dimensions = [
  ...timeDimensions,
  'drone',
  'model',
  ...accountDimensions,
  ...regionDimensions,
  'mode',
  'crop',
  'chemical',
  'plot',
  'task',
  'pilot',
] as const
export type Dimension = (typeof dimensions)[number]

/** Manual, AB line, planned route, orchard, edge. */
export type WorkMode = 1 | 2 | 3 | 4 | 5

/** All given filters must match. */
export type FigureFilters = {
  /** The region and all regions within it, by the prefix of its code. */
  regionCode?: string | undefined
  manufacturerId?: string | undefined
  operatorId?: string | undefined
  /** The drone's model of today. */
  modelId?: string | undefined
  cropId?: string | undefined
  chemicalId?: string | undefined
  plotId?: string | undefined
  pilotId?: string | undefined
  /** False: only China; true: everything else, including rows without a known region. */
  abroad?: boolean | undefined
  droneIds?: readonly string[] | undefined
  /** By id, both ends included. */
  droneRange?: { from?: string | undefined; until?: string | undefined } | undefined
  taskIds?: readonly string[] | undefined
  modes?: readonly WorkMode[] | undefined
}
export type FigureFilter = keyof FigureFilters

export type FigureQuestion = {
  measures: readonly Measure[]
  /** Empty: one row. At most two. */
  by: readonly Dimension[]
  filters: FigureFilters
  /** Calendar days of `timeZone` (YYYY-MM-DD), `until` not included; null: open. */
  from: string | null
  until: string | null
  /**
   * The viewer's IANA time zone: of the days here, and of years, months, days and hours in the
   * answer.
   */
  timeZone: string
  /** Only the largest, in descending order; absent: all rows in the order of their keys. */
  top?:
    | {
        by: Measure
        count: number
        /** This many of the largest are skipped. */
        offset?: number
        /** The smallest instead of the largest. */
        least?: boolean
      }
    | undefined
}

/**
 * Keys in the order of `by`: '2026', '2026-11', '2026-11-23', hours '0' to '23', modes '1' to '5',
 * ids and region codes. Null: none (no crop, no plot), or of a region that is known no finer.
 */
export type FigureRow = {
  keys: readonly (string | null)[]
  figures: Partial<Record<Measure, number>>
}

const places: readonly Dimension[] = regionDimensions
const ofDrones: readonly Dimension[] = ['year', 'month', 'day', 'model', ...accountDimensions]
const ofPlots: readonly Dimension[] = ['year', 'month', 'day', 'operator']

/** Dimensions by which a measure can be grouped. */
export const dimensionsOf = (measure: Measure): readonly Dimension[] => {
  if (isOneOf(measure, plotMeasures)) return [...ofPlots, ...places]
  if (measure === 'newDroneCount') return [...ofDrones, ...places]
  // The number of drones does not add up over time.
  if (measure === 'droneCount')
    return [...ofDrones, ...places].filter((one) => !isOneOf(one, timeDimensions))
  return dimensions
}

const filtersOfDrones: readonly FigureFilter[] = [
  'regionCode',
  'manufacturerId',
  'operatorId',
  'modelId',
  'abroad',
  'droneIds',
  'droneRange',
]
const filtersOfPlots: readonly FigureFilter[] = ['regionCode', 'operatorId', 'plotId', 'abroad']

/** Whether a filter applies to a measure. */
export const canFilter = (measure: Measure, filter: FigureFilter): boolean =>
  isOneOf(measure, plotMeasures)
    ? filtersOfPlots.includes(filter)
    : isOneOf(measure, droneMeasures)
      ? filtersOfDrones.includes(filter)
      : true

const isOneOf = <T extends string>(value: string, list: readonly T[]): value is T =>
  (list as readonly string[]).includes(value)

export const figureRefusals = [
  /** No measure is requested. */
  'figure_measures',
  /** More than two dimensions, or one twice. */
  'figure_dimensions',
  /** A measure that cannot be grouped by one of the dimensions. */
  'figure_measure_dimension',
  /** A measure to which one of the filters does not apply. */
  'figure_measure_filter',
  /** The stretch ends before it begins. */
  'figure_period',
  /** The largest by a measure that is not requested. */
  'figure_top',
] as const
export type FigureRefusal = (typeof figureRefusals)[number]

/** Null: it can be answered. */
export const whyNotAsked = ({
  measures: asked,
  by,
  filters,
  from,
  until,
  top,
}: Pick<
  FigureQuestion,
  'measures' | 'by' | 'filters' | 'from' | 'until' | 'top'
>): FigureRefusal | null => {
  if (asked.length === 0) return 'figure_measures'
  if (by.length > 2 || new Set(by).size < by.length) return 'figure_dimensions'
  if (asked.some((measure) => by.some((one) => !dimensionsOf(measure).includes(one))))
    return 'figure_measure_dimension'
  const given = (Object.keys(filters) as FigureFilter[]).filter(
    (filter) => filters[filter] !== undefined,
  )
  if (asked.some((measure) => given.some((filter) => !canFilter(measure, filter))))
    return 'figure_measure_filter'
  if (from !== null && until !== null && until <= from) return 'figure_period'
  return top && !asked.includes(top.by) ? 'figure_top' : null
}
