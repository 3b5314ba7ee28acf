// The single table of measurements that a drone reports with each point. All code that handles
// measurements, from the wire to the stored track, the live map and the files of a flight, follows
// from this table.

type Field = {
  /** Its key in JSON, and its name in telemetry.proto. */
  readonly wire: string
  /** Its number in telemetry.proto, and its position in messages between processes: append only. */
  readonly tag: number
  readonly kind: 'number' | 'integer' | 'flag' | 'list'
  /** The cells of its row in docs/device-protocol.md. */
  readonly unit: string
  readonly note: string
  /**
   * Plausible values of a spraying drone. A value outside is treated as missing; the point itself
   * is kept. An angle is taken modulo its full turn.
   */
  readonly range: readonly [least: number, most: number] | 'any, taken modulo 360' | null
  /** Values of a list at most. */
  readonly most?: number
  /** Few devices report it: a point without it has no such property, and stays small. */
  readonly rare?: true
  /**
   * Its column in stored tracks, in steps per unit, and its name in our own track files; null:
   * shown live, but not stored. Never renumber, never rescale.
   */
  readonly stored: {
    readonly id: number
    readonly scale: number
    readonly file: string
    readonly fileUnit: string | null
  } | null
  /** How the live map shows it: from the newest point, or as last reported; null: not shown. */
  readonly live: 'newest' | 'last reported' | null
}

/** In the order of our track files. */
export const TELEMETRY_FIELDS = {
  heightM: {
    wire: 'height',
    tag: 4,
    kind: 'number',
    unit: 'm above the ground below',
    note: 'decides, with `speed`, whether the drone flies',
    range: [-500, 9_000],
    stored: { id: 4, scale: 100, file: 'height', fileUnit: 'm' },
    live: 'newest',
  },
  aboveSeaM: {
    wire: 'altitude',
    tag: 26,
    kind: 'number',
    unit: 'm above mean sea level',
    note: 'judges zones whose limits are above the sea',
    range: [-500, 10_000],
    rare: true,
    stored: { id: 27, scale: 100, file: 'altitude', fileUnit: 'm' },
    live: null,
  },
  speedMs: {
    wire: 'speed',
    tag: 5,
    kind: 'number',
    unit: 'm/s over ground',
    note: '',
    range: [0, 150],
    stored: { id: 5, scale: 100, file: 'speed', fileUnit: 'm/s' },
    live: 'newest',
  },
  headingDeg: {
    wire: 'heading',
    tag: 6,
    kind: 'number',
    unit: 'degrees clockwise from north',
    note: '',
    range: 'any, taken modulo 360',
    stored: { id: 6, scale: 100, file: 'heading', fileUnit: 'degrees' },
    live: 'newest',
  },
  flowLMin: {
    wire: 'flow',
    tag: 7,
    kind: 'number',
    unit: 'L/min, measured',
    note: '',
    range: [0, 200],
    stored: { id: 7, scale: 1000, file: 'flow', fileUnit: 'L/min' },
    live: 'newest',
  },
  commandedFlowLMin: {
    wire: 'flowSet',
    tag: 16,
    kind: 'number',
    unit: 'L/min, commanded',
    note: 'more than 30 % off the measured flow raises an alarm',
    range: [0, 200],
    rare: true,
    stored: { id: 18, scale: 1000, file: 'commandedFlow', fileUnit: 'L/min' },
    live: null,
  },
  pumpOn: {
    wire: 'pump',
    tag: 8,
    kind: 'flag',
    unit: 'true, false (or 1, 0)',
    note: 'without it, a `flow` above 0 counts as spraying',
    range: null,
    stored: { id: 8, scale: 1, file: 'pump', fileUnit: null },
    live: null, // a drone's activity is derived from more than this
  },
  swathWidthM: {
    wire: 'width',
    tag: 9,
    kind: 'number',
    unit: 'm, swath',
    note: "without it, the width in the drone's record",
    range: [0, 100],
    stored: { id: 9, scale: 100, file: 'width', fileUnit: 'm' },
    live: 'newest',
  },
  tankL: {
    wire: 'tank',
    tag: 10,
    kind: 'number',
    unit: 'L left',
    note: '',
    range: [0, 2_000],
    stored: { id: 10, scale: 100, file: 'tank', fileUnit: 'L' },
    live: 'last reported',
  },
  batteryPercent: {
    wire: 'battery',
    tag: 11,
    kind: 'number',
    unit: '% left',
    note: '',
    range: [0, 100],
    stored: { id: 11, scale: 10, file: 'battery', fileUnit: '%' },
    live: 'last reported',
  },
  linkPercent: {
    wire: 'link',
    tag: 12,
    kind: 'number',
    unit: '% of the radio link',
    note: '',
    range: [0, 100],
    stored: { id: 12, scale: 10, file: 'link', fileUnit: '%' },
    live: 'last reported',
  },
  fix: {
    wire: 'fix',
    tag: 13,
    kind: 'integer',
    unit: 'MAVLink GPS_FIX_TYPE: 3 3D, 5 RTK float, 6 RTK fixed',
    note: '',
    range: [0, 10],
    stored: { id: 13, scale: 1, file: 'fixType', fileUnit: null },
    live: 'newest',
  },
  satellites: {
    wire: 'sats',
    tag: 14,
    kind: 'integer',
    unit: 'satellites',
    note: '',
    range: [0, 255],
    stored: { id: 14, scale: 1, file: 'satellites', fileUnit: null },
    live: 'newest',
  },
  hdop: {
    wire: 'hdop',
    tag: 20,
    kind: 'number',
    unit: 'horizontal dilution of precision of the GNSS fix',
    note: 'below 1 is ideal, above 5 poor',
    range: [0, 99.9],
    rare: true,
    stored: { id: 21, scale: 100, file: 'hdop', fileUnit: null },
    live: 'newest',
  },
  windMs: {
    wire: 'wind',
    tag: 21,
    kind: 'number',
    unit: 'm/s, wind at the drone',
    note: 'weather, at least every 10 s; more than the rule allows raises an alarm',
    range: [0, 60],
    rare: true,
    stored: { id: 22, scale: 10, file: 'windSpeed', fileUnit: 'm/s' },
    live: null,
  },
  windFromDeg: {
    wire: 'windFrom',
    tag: 22,
    kind: 'number',
    unit: 'degrees clockwise from north, where the wind comes from',
    note: 'as `wind`',
    range: 'any, taken modulo 360',
    rare: true,
    stored: { id: 23, scale: 1, file: 'windFrom', fileUnit: 'degrees' },
    live: null,
  },
  temperatureC: {
    wire: 'temperature',
    tag: 23,
    kind: 'number',
    unit: '°C of the air',
    note: 'as `wind`',
    range: [-40, 60],
    rare: true,
    stored: { id: 24, scale: 10, file: 'airTemperature', fileUnit: '°C' },
    live: null,
  },
  humidityPercent: {
    wire: 'humidity',
    tag: 24,
    kind: 'number',
    unit: '%, relative',
    note: 'as `wind`',
    range: [0, 100],
    rare: true,
    stored: { id: 25, scale: 10, file: 'relativeHumidity', fileUnit: '%' },
    live: null,
  },
  rainMmH: {
    wire: 'rain',
    tag: 25,
    kind: 'number',
    unit: 'mm/h',
    note: 'as `wind`',
    range: [0, 300],
    rare: true,
    stored: { id: 26, scale: 10, file: 'rain', fileUnit: 'mm/h' },
    live: null,
  },
  mode: {
    wire: 'mode',
    tag: 15,
    kind: 'integer',
    unit: '1 manual, 2 AB line, 3 planned route, 4 orchard, 5 edge',
    note: '',
    range: [1, 5],
    stored: { id: 15, scale: 1, file: 'mode', fileUnit: null },
    live: 'last reported',
  },
  rollDeg: {
    wire: 'roll',
    tag: 17,
    kind: 'number',
    unit: 'degrees, right side down is positive',
    note: 'shown to people who watch the drone; not stored',
    range: [-180, 180],
    rare: true,
    stored: null,
    live: 'newest',
  },
  pitchDeg: {
    wire: 'pitch',
    tag: 18,
    kind: 'number',
    unit: 'degrees, nose up is positive',
    note: 'as `roll`',
    range: [-90, 90],
    rare: true,
    stored: null,
    live: 'newest',
  },
  cellsV: {
    wire: 'cells',
    tag: 19,
    kind: 'list',
    unit: 'list of V, one number for each cell of the battery, at most 24',
    note: 'as `roll`; every few seconds is enough',
    range: [0, 5],
    most: 24,
    rare: true,
    stored: null,
    live: 'last reported',
  },
} as const satisfies Record<string, Field>

type Fields = typeof TELEMETRY_FIELDS
export type FieldName = keyof Fields
type Those<Kind> = { [K in FieldName]: Fields[K] extends Kind ? K : never }[FieldName]
type RareName = Those<{ rare: true }>
export type StoredName = Exclude<FieldName, Those<{ stored: null }>>
export type LiveName = Exclude<FieldName, Those<{ live: null }>>
type Value<K extends FieldName> = Fields[K] extends { kind: 'flag' }
  ? boolean
  : Fields[K] extends { kind: 'list' }
    ? readonly number[]
    : number

/** Null if not reported. */
export type Measurements = {
  readonly [K in Exclude<FieldName, RareName>]: Value<K> | null
} & { readonly [K in RareName]?: Value<K> | null }

/** Live map values of a drone, from its last points. */
export type LiveMeasurements = { [K in LiveName]: Value<K> | null }

/** A point's measurements in JSON. */
export type WireMeasurements = {
  [K in Exclude<FieldName, RareName> as Fields[K]['wire']]: Value<K>
} & { [K in RareName as Fields[K]['wire']]?: Value<K> }

/** Any row of the table; all have one shape, which makes reading them fast. */
export type FieldRow = Omit<Field, 'rare' | 'most'> & {
  readonly name: FieldName
  readonly rare: boolean
  readonly most: number
}
export const FIELD_ROWS: readonly FieldRow[] = Object.entries<Field>(TELEMETRY_FIELDS).map(
  ([name, { rare = false, most = 0, ...field }]) => ({
    name: name as FieldName,
    ...field,
    rare,
    most,
  }),
)

export type StoredRow = FieldRow & {
  readonly name: StoredName
  readonly stored: NonNullable<Field['stored']>
}
export const STORED_ROWS = FIELD_ROWS.filter((row): row is StoredRow => row.stored !== null)

export type LiveRow = FieldRow & { readonly name: LiveName }
/** By tag: the order of values in messages between processes. */
export const LIVE_ROWS = FIELD_ROWS.filter((row): row is LiveRow => row.live !== null).toSorted(
  (a, b) => a.tag - b.tag,
)

/** No measurements. */
export const UNTOLD: Measurements = Object.fromEntries(
  FIELD_ROWS.filter((row) => !row.rare).map(({ name }) => [name, null]),
) as unknown as Measurements

export const NO_LIVE_MEASUREMENTS: Readonly<LiveMeasurements> = Object.fromEntries(
  LIVE_ROWS.map(({ name }) => [name, null]),
) as LiveMeasurements

/** For setting values by the field's name; the rows above guarantee their types. */
export type AnyMeasurements = { [K in FieldName]?: number | boolean | readonly number[] | null }

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)

/** Measurements in JSON, without missing values. */
export const writeMeasurements = (measured: Measurements): Partial<WireMeasurements> => {
  const written: Record<string, unknown> = {}
  for (const { name, wire } of FIELD_ROWS)
    if (measured[name] !== null && measured[name] !== undefined) written[wire] = measured[name]
  return written
}

export const isPlausibleList = (
  { range, most }: Pick<FieldRow, 'range' | 'most'>,
  value: unknown,
): value is number[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= most &&
  value.every((one) => isWithin(one, range as readonly [number, number]))

/** The accepted value of a measurement; null if it is implausible. */
export const plausible = (row: FieldRow, value: unknown): number | boolean | number[] | null => {
  const { kind, range } = row
  if (kind === 'flag') return typeof value === 'boolean' ? value : null
  if (kind === 'list') return isPlausibleList(row, value) ? value : null
  if (!isNumber(value)) return null
  if (typeof range === 'string') return ((value % 360) + 360) % 360
  return isWithin(value, range!) ? value : null
}

const isWithin = (value: unknown, [least, most]: readonly [number, number]): boolean =>
  isNumber(value) && value >= least && value <= most
