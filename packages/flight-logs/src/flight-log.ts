import type { PointColumns } from '@swath/domain/telemetry-point'

export type LogFormat =
  | 'tlog'
  | 'dataflash'
  | 'ulog'
  | 'csv'
  | 'gpx'
  | 'kml'
  | 'kmz'
  /** Logs of any kind in an archive. */
  | 'zip'
  | 'device-json'
  | 'track-json'
  | 'geojson'
  | UnreadFormat

/** Recognised by content but not read, so that the refusal can name the format. */
export const UNREAD_FORMATS = [
  /** Airspace zones, not a log. */
  'ed-269',
  /** ArduPilot's log exported as text by a ground station, not the .bin of the drone. */
  'dataflash-text',
  'nmea',
  'igc',
  'srt',
  'tcx',
  'fit',
  'dji-dat',
  'excel',
  'gzip',
  'rar',
  '7z',
] as const
export type UnreadFormat = (typeof UNREAD_FORMATS)[number]

/**
 * The reference of a height: a rangefinder or terrain model below the drone, the home position, the
 * place of take-off, `told` if the file states "above ground", or `altitude` if the place of
 * take-off was derived from heights above the sea (altitude-heights.ts).
 */
export type HeightSource = 'rangefinder' | 'terrain' | 'home' | 'takeoff' | 'told' | 'altitude'

export type LogEvent = {
  readonly type: 'arm' | 'disarm' | 'takeoff' | 'landing' | 'mode' | 'text' | 'pump_on' | 'pump_off'
  readonly tMs: number
  /**
   * The new mode's name or number, or the autopilot's message; `simulated` for a take-off where
   * nothing flew; null for the others.
   */
  readonly text: string | null
}

/** The drone's identity as stated in the log. It proves nothing: plain logs are not signed. */
export type LogIdentity = {
  serial: string | null
  firmware: string | null
  hardware: string | null
  vehicleType: string | null
  /** MAVLink's system id, 1..255. */
  systemId: number | null
}

export type BatteryFigures = {
  readonly index: number
  minVoltageV: number | null
  maxVoltageV: number | null
  maxCurrentA: number | null
  maxTemperatureC: number | null
  usedMah: number | null
  firstPercent: number | null
  lastPercent: number | null
  cycles: number | null
}

/** One field of the log that can be plotted: `readSeries` reads its values on demand. */
export type SeriesInfo = {
  readonly name: string
  readonly unit: string | null
  readonly count: number
}

export type SeriesValues = {
  readonly name: string
  readonly unit: string | null
  /** UTC ms, or ms since the beginning of the log if no clock was set: see `absolute`. */
  readonly tMs: Float64Array
  readonly values: Float64Array
  readonly absolute: boolean
  /** One of this many samples was kept; 1: all of them. */
  readonly stride: number
}

/**
 * Data that could not be read, and corrections. All values are counts; 0 means that nothing was
 * found.
 */
export type ReadReport = {
  bytes: number
  /** Bytes between records that belong to no record. */
  bytesSkipped: number
  /**
   * Records that were found and could not be used: wrong checksum, impossible length, unreadable
   * row.
   */
  badRecords: number
  /** Offset of a truncated last record; null if the file is complete. */
  truncatedAtByte: number | null
  /** Records left out because of a limit of the reader. */
  overLimit: number
  /** Records of other vehicles in the same log. */
  otherVehicles: number
  pointsRead: number
  withoutPosition: number
  nullIsland: number
  outOfRange: number
  /**
   * Points dropped because their clock was at 1970, 1980 or another impossible year, with no other
   * clock to correct it.
   */
  withoutTime: number
  /** As above, but corrected by the time since the start, or by the two neighbouring points. */
  timesMended: number
  /** Points that share their time with another one of the file. */
  repeatedTimes: number
  /** Exact repetitions of a point, left out. */
  repeatedPoints: number
  /** Dropouts that the recorder itself noted, and how long they lasted. */
  dropouts: number
  dropoutMs: number
  /** How ambiguous times were read; null if none are ambiguous. */
  times: TimeReading | null
  /** For an archive: each document and its result, up to a limit. */
  documents: LogDocument[]
  /** Documents beyond those that are listed: not read. */
  documentsLeftOut: number
  /** Unknown titles of columns and values of zones, left out; at most 20. */
  notUnderstood: string[]
  /** Further notes for people, e.g. that a KML has places without times. */
  notes: LogNote[]
}

/** Whether the month or the day is first, in dates like 09/04/2026. */
export type DateOrder = 'mdy' | 'dmy'

/** The ambiguities of the file's times, and how they were read. */
export type TimeReading = {
  /** IANA name of the zone by which times without one were read; null: each time has its own. */
  readonly timeZone: string | null
  /** Proposed from the place of the points, and not chosen by a person. */
  readonly isZoneAssumed: boolean
  /** Order in dates like 09/04/2026; null if there are none, or both readings are the same. */
  readonly dateOrder: DateOrder | null
  /** Both orders fit every date of the file, and no person has chosen. */
  readonly isOrderAssumed: boolean
}

export type LogDocument = {
  readonly name: string
  /** Null if it is not a log. */
  readonly format: LogFormat | null
  readonly points: number
  /** Why points are missing. */
  readonly problem: LogNote | null
}

export type LogNote =
  | 'no_times'
  | 'no_points'
  | 'entities_refused'
  | 'too_large'
  | 'too_deep'
  | 'no_definitions'
  | 'unsupported_compression'
  | 'not_this_format'
  | 'ground_station_clock'
  | 'mixed_heights'
  | 'heights_from_altitude'
  | 'zones_not_flights'
  | 'unknown_units'
  | 'practice_left_out'
  | 'format_not_read'
  | 'times_without_date'
  | 'positions_scaled'
  | 'links_elsewhere'
  | 'damaged'
  | 'encrypted'
  | 'nested_archive'
  | 'not_a_log'

export type FlightLog = {
  readonly format: LogFormat
  /**
   * In canonical order (`canonicalPoints`): reading a file twice, or its halves, and joining gives
   * the same points.
   */
  readonly points: PointColumns
  readonly heights: Readonly<Partial<Record<HeightSource, number>>>
  readonly events: readonly LogEvent[]
  readonly identity: Readonly<LogIdentity>
  readonly batteries: readonly BatteryFigures[]
  readonly series: readonly SeriesInfo[]
  readonly report: Readonly<ReadReport>
}

/** Limits on memory and time, regardless of what a file declares. */
export const LIMITS = {
  /** 28 hours at 10 Hz. */
  points: 1_000_000,
  events: 20_000,
  /** Names a viewer can offer. */
  series: 20_000,
  samplesASeries: 100_000,
  seriesAtOnce: 32,
  /** DataFlash has at most 255 types by design; ULog ids are 16 bits. */
  formats: 4_096,
  fieldsAFormat: 1_024,
  formatDepth: 8,
  /** Flattened, with arrays and nested types. */
  leavesAFormat: 4_096,
  lineCharacters: 1_048_576,
  columns: 1_024,
  /** In one archive; archives in it are read as well, those inside them are not. */
  documents: 200,
  archiveDepth: 2,
  wordsNotUnderstood: 20,
  /** Documents that must be held whole (JSON, KMZ, the entry in a KMZ). */
  documentBytes: 134_217_728,
} as const

export type ReadOptions = {
  /** The one vehicle of a MAVLink log to read; by default the first autopilot in it. */
  readonly systemId?: number
  /** Start of a log whose clock was never set, e.g. as the pilot remembers it. */
  readonly startMs?: number
  /** IANA name, for times without a zone; proposed from the place of the points when left out. */
  readonly timeZone?: string
  /** For dates like 09/04/2026, where the file itself is ambiguous. */
  readonly dateOrder?: DateOrder
}

/** Limits shared by a file and the documents in it, and the nesting depth of archives. */
export type ReadBudget = {
  readonly left: { bytes: number; points: number }
  readonly depth: number
}

/** Fed with the bytes of a file in pieces of any size. Never throws on content. */
export interface LogReader {
  push(bytes: Uint8Array): void
  /** Returns the format if only the whole file reveals it. */
  finish(): void | Promise<LogFormat | void>
}

/** Limits of times from a clock that was set: receivers without time report 1970, 1980 or 1999. */
export const EARLIEST_MS = Date.UTC(2000, 0, 1)
export const LATEST_MS = Date.UTC(2100, 0, 1)

export const isSetClock = (tMs: number): boolean => tMs >= EARLIEST_MS && tMs < LATEST_MS
