// The sums that are stored in addition to the rows, each described once. Tables, triggers, merging,
// recomputation, the check and the choice for a question are derived from this description
// (docs/decisions/076-figures-cube.md).
import type { Grain } from '@swath/domain/figure-buckets'

export type SourceName = 'work' | 'drones' | 'plots'

export const sourceColumns = {
  manufacturer_id: 'uuid',
  operator_id: 'uuid',
  tenant_id: 'uuid',
  region_code: 'text collate "C"',
  drone_id: 'text',
  model_id: 'uuid',
  pilot_id: 'uuid',
  plot_id: 'uuid',
  mode: 'smallint',
  crop_id: 'text',
  chemical: 'text',
  task_id: 'bigint',
  /**
   * Quarter of an hour of the day (UTC), 0 to 95: from it follows the hour in every time zone whose
   * offset is a multiple of a quarter of an hour.
   */
  quarter: 'smallint',
} as const
export type KeyColumn = keyof typeof sourceColumns

export type Source = {
  table: string
  /** The time to which a row is counted. */
  at: string
  /** Each is a column of the row, or an expression of its columns. */
  columns: Partial<Readonly<Record<Exclude<KeyColumn, 'quarter'>, string>>>
  /** The values that a row adds, in whole numbers; each row also adds one to `present`. */
  measures: Readonly<Record<string, string>>
}

export const sources = {
  work: {
    table: 'work_record',
    at: 'start_at',
    columns: {
      drone_id: 'drone_id',
      manufacturer_id: 'manufacturer_id',
      operator_id: 'operator_id',
      tenant_id: 'tenant_id',
      region_code: 'region_code',
      pilot_id: 'pilot_id',
      plot_id: 'plot_id',
      mode: 'mode',
      crop_id: 'crop_id',
      chemical: 'chemical',
      task_id: 'task_id',
    },
    measures: {
      covered_milli_m2: 'round(covered_m2 * 1000)::bigint',
      swept_milli_m2: 'round(swept_m2 * 1000)::bigint',
      duration_ms: 'round(duration_s * 1000)::bigint',
      spray_ml: 'round(spray_l * 1000)::bigint',
    },
  },
  drones: {
    table: 'drone',
    at: 'created_at',
    columns: {
      drone_id: 'id',
      manufacturer_id: 'manufacturer_id',
      operator_id: 'operator_id',
      tenant_id: 'tenant_id',
      region_code: 'region_code',
      model_id: 'model_id',
    },
    measures: {},
  },
  plots: {
    table: 'plot',
    at: 'created_at',
    columns: { plot_id: 'id', operator_id: 'account_id', region_code: 'region_code' },
    measures: { area_milli_m2: 'round(area_m2 * 1000)::bigint' },
  },
} as const satisfies Record<SourceName, Source>

/** Precision of a sum's place; its `region_code` is that of the country or province. */
export type Place = 'country' | 'province' | 'county'

export type CountedColumn = 'drone_id' | 'plot_id'

export type KeptSum = {
  /** Table in the schema `figure`; begins with the source and the grain. */
  name: string
  source: SourceName
  grain: Grain
  by: readonly KeyColumn[]
  /** Precision of `region_code`, if it is among the keys. */
  place: Place
  /** Columns that queries filter by first; each has an index together with the time. */
  asked?: readonly KeyColumn[]
  /** Counts of distinct items are stored too, by maker and place (kept-counts.queries.ts). */
  counted?: { columns: readonly CountedColumn[]; place: 'country' | 'county' }
  /** The measure by which an index is sorted, so that a ranking reads only the largest. */
  ranked?: 'covered_milli_m2'
}

const whose = ['manufacturer_id', 'operator_id', 'tenant_id', 'region_code'] as const
/** Both owner and tenant, because filtering by either needs a separate index. */
const byWhose = ['manufacturer_id', 'operator_id', 'tenant_id', 'region_code'] as const

type Shape = Omit<KeptSum, 'name' | 'source' | 'grain'>

const kept = (
  source: SourceName,
  what: string,
  itsGrains: readonly Grain[],
  shape: Shape,
): KeptSum[] =>
  itsGrains.map((grain) => ({ name: `${source}_${grain}_${what}`, source, grain, ...shape }))

/** Ordered by size: at each grain the first sum with all required columns is read. */
export const keptSums: readonly KeptSum[] = [
  // Statistics screens and overviews of makers and of accounts that see everything: time series,
  // modes, pie charts, headline figures.
  ...kept('work', 'country', ['ever', 'year', 'month', 'day'], {
    by: ['region_code', 'manufacturer_id', 'mode'],
    place: 'country',
    asked: ['manufacturer_id'],
  }),
  // Maps, rankings of regions, and all figures of a government's own region.
  ...kept('work', 'region', ['ever', 'year', 'month'], {
    by: ['region_code', 'mode'],
    place: 'county',
    asked: ['region_code'],
  }),
  ...kept('work', 'region', ['day'], {
    by: ['region_code'],
    place: 'county',
    asked: ['region_code'],
  }),
  // Places where the drones of one maker work.
  ...kept('work', 'maker', ['ever', 'year', 'month'], {
    by: ['manufacturer_id', 'region_code', 'mode'],
    place: 'county',
    asked: ['manufacturer_id', 'region_code'],
  }),
  // Hours of the day: of all, of a maker, of a region.
  ...kept('work', 'hour', ['year', 'month'], {
    by: ['quarter', 'region_code', 'manufacturer_id'],
    place: 'country',
    asked: ['manufacturer_id'],
  }),
  ...kept('work', 'hour', ['day'], { by: ['quarter', 'region_code'], place: 'country' }),
  ...kept('work', 'hour_region', ['year', 'month'], {
    by: ['quarter', 'region_code'],
    place: 'county',
    asked: ['region_code'],
  }),
  // Crops and chemicals.
  ...kept('work', 'crop', ['year', 'month'], {
    by: ['crop_id', 'chemical', 'region_code'],
    place: 'province',
    asked: ['region_code'],
  }),
  // Rankings over all accounts: one row per drone.
  ...kept('work', 'each_drone', ['ever', 'year', 'month'], {
    by: ['drone_id'],
    place: 'country',
    asked: ['drone_id'],
    ranked: 'covered_milli_m2',
  }),
  ...kept('work', 'each_pilot', ['ever', 'year', 'month'], {
    by: ['pilot_id'],
    place: 'country',
    asked: ['pilot_id'],
    ranked: 'covered_milli_m2',
  }),
  // A row per drone: rankings, drone statistics, active drones, models, and figures of one
  // operator.
  ...kept('work', 'drone', ['ever', 'year', 'month'], {
    by: ['drone_id', ...whose],
    place: 'county',
    asked: ['drone_id', ...byWhose],
    counted: { columns: ['drone_id'], place: 'county' },
  }),
  ...kept('work', 'pilot', ['ever', 'year', 'month'], {
    by: ['pilot_id', ...whose],
    place: 'county',
    asked: ['pilot_id', ...byWhose],
  }),
  // Active plots.
  ...kept('work', 'plot', ['year', 'month'], {
    by: ['plot_id', ...whose],
    place: 'county',
    asked: ['plot_id', ...byWhose],
    counted: { columns: ['plot_id'], place: 'county' },
  }),
  // Everything else, and days with few rows: one row per day, drone, plot, customer and chemical.
  ...kept('work', 'all', ['day'], {
    by: ['drone_id', ...whose, 'pilot_id', 'plot_id', 'mode', 'crop_id', 'chemical', 'task_id'],
    place: 'county',
    asked: [...byWhose, 'drone_id', 'pilot_id', 'plot_id', 'task_id'],
    // By county, a day would have as many counts as rows.
    counted: { columns: ['drone_id', 'plot_id'], place: 'country' },
  }),
  // Numbers of new drones and plots, for accounts that see everything.
  ...kept('drones', 'country', ['ever', 'year', 'month', 'day'], {
    by: ['region_code', 'manufacturer_id'],
    place: 'country',
  }),
  ...kept('plots', 'country', ['ever', 'year', 'month', 'day'], {
    by: ['region_code'],
    place: 'country',
  }),
  ...kept('drones', 'whose', ['ever', 'year', 'day'], {
    by: [...whose, 'model_id'],
    place: 'county',
    asked: [...byWhose],
  }),
  ...kept('plots', 'whose', ['ever', 'year', 'day'], {
    by: ['operator_id', 'region_code'],
    place: 'county',
    asked: ['operator_id', 'region_code'],
  }),
]

export const measuresOf = (source: SourceName): readonly string[] => [
  'present',
  ...Object.keys(sources[source].measures),
]
