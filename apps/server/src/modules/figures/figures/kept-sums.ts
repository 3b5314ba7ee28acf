// The sums that are kept in addition to the rows, each described once. Tables, triggers, merging,
// the fresh computation, the check and the choice for a question are derived from here
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
  /** Of the day (UTC), 0 to 95: the hour of every zone whose clocks are ahead by whole quarters. */
  quarter: 'smallint',
} as const
export type KeyColumn = keyof typeof sourceColumns

export type Source = {
  table: string
  /** When a row begins to count. */
  at: string
  /** Each a column of the row, or an expression for it. */
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
  /** In the schema `figure`; begins with the source and the grain. */
  name: string
  source: SourceName
  grain: Grain
  by: readonly KeyColumn[]
  /** Of `region_code`, where it is among the keys. */
  place: Place
  /** Columns that queries filter by first; each has an index, in addition to the time. */
  asked?: readonly KeyColumn[]
  /** Counts of different ones are stored too, by maker and place (kept-counts.queries.ts). */
  counted?: { columns: readonly CountedColumn[]; place: 'country' | 'county' }
  /** By which measure its largest are met first, so that a rank reads these alone. */
  ranked?: 'covered_milli_m2'
}

const whose = ['manufacturer_id', 'operator_id', 'tenant_id', 'region_code'] as const
/** Both owner and tenant: filtering by either needs a separate index. */
const byWhose = ['manufacturer_id', 'operator_id', 'tenant_id', 'region_code'] as const

type Shape = Omit<KeptSum, 'name' | 'source' | 'grain'>

const kept = (
  source: SourceName,
  what: string,
  itsGrains: readonly Grain[],
  shape: Shape,
): KeptSum[] =>
  itsGrains.map((grain) => ({ name: `${source}_${grain}_${what}`, source, grain, ...shape }))

/** Of those that know enough for a question the first at each grain is read: the smallest come first. */
export const keptSums: readonly KeptSum[] = [
  // Statistics screens and overviews of those who see everything, and of makers: curves, modes,
  // donuts, headlines.
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
  // At which hours of the day: of everyone, of a maker, of a region.
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
  // Rankings over everyone: one row each.
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
  // Everything else, and days with few rows: a drone's work in a day on a plot, by customer and
  // chemical.
  ...kept('work', 'all', ['day'], {
    by: ['drone_id', ...whose, 'pilot_id', 'plot_id', 'mode', 'crop_id', 'chemical', 'task_id'],
    place: 'county',
    asked: [...byWhose, 'drone_id', 'pilot_id', 'plot_id', 'task_id'],
    // By county a day would have as many counts as rows.
    counted: { columns: ['drone_id', 'plot_id'], place: 'country' },
  }),
  // Numbers of new drones and plots, for those who see everything.
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
