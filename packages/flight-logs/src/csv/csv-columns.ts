import type { HeightSource } from '../flight-log.ts'
import { findTrackField } from '../track-fields.ts'
import type { TrackField } from '../track-fields.ts'

/** How a column is read: what it means and the factor to our unit. */
export type CsvColumn = {
  readonly index: number
  /** The header's own words, for the viewer. */
  readonly title: string
  readonly unit: string | null
  readonly factor: number
}

export type CsvHeader = {
  readonly columns: readonly CsvColumn[]
  readonly lng: CsvColumn
  readonly lat: CsvColumn
  readonly time: CsvColumn | null
  /** Milliseconds since the log began: orders the rows of one second. */
  readonly elapsed: CsvColumn | null
  /** The first that a row tells counts. */
  readonly heights: readonly (readonly [HeightSource, CsvColumn])[]
  /** Above the sea, or above whatever the maker meant. */
  readonly altitude: CsvColumn | null
  readonly fields: readonly (readonly [TrackField, CsvColumn])[]
  /** Columns that mean something here and come in a unit that is not known. */
  readonly unknownUnits: readonly string[]
}

/** Factors to metres, metres a second, litres a minute. Degrees, percent, rain and counts stay. */
const FACTORS: Readonly<Record<string, number>> = {
  'm': 1,
  'meter': 1,
  'meters': 1,
  'metres': 1,
  'ft': 0.3048,
  'feet': 0.3048,
  'foot': 0.3048,
  'm/s': 1,
  'mps': 1,
  'mph': 0.447_04,
  'km/h': 1 / 3.6,
  'kmh': 1 / 3.6,
  'kph': 1 / 3.6,
  'knots': 1852 / 3600,
  'kn': 1852 / 3600,
  'kt': 1852 / 3600,
  'l/min': 1,
  'ml/min': 0.001,
  'l': 1,
  'ml': 0.001,
  'gal': 3.785_411_784,
  'gal/min': 3.785_411_784,
  'deg': 1,
  'degree': 1,
  'degrees': 1,
  '°': 1,
  '°c': 1,
  'mm/h': 1,
  '%': 1,
  'percent': 1,
  'utc': 1,
  'local': 1,
  'v': 1,
  'a': 1,
  'millisecond': 1,
  'milliseconds': 1,
  'ms': 1,
  'second': 1_000,
  'seconds': 1_000,
  's': 1_000,
  'sec': 1_000,
}

/**
 * Airdata's names (52 columns, units in brackets), those of DJI's converters (`OSD.height [m]`),
 * and plain ones.
 */
const NAMES: Readonly<Record<string, string>> = {
  latitude: 'lat',
  lat: 'lat',
  longitude: 'lng',
  long: 'lng',
  lon: 'lng',
  lng: 'lng',
  datetime: 'time',
  timestamp: 'time',
  date_time: 'time',
  utc: 'time',
  time_utc: 'time',
  height_above_ground_at_drone_location: 'terrain',
  height_above_ground: 'told',
  agl: 'told',
  height: 'told',
  height_sonar: 'rangefinder',
  height_above_takeoff: 'takeoff',
  altitude_above_sealevel: 'altitude',
  altitude: 'altitude',
  alt: 'altitude',
  compass_heading: 'heading',
  course: 'heading',
  yaw: 'heading',
  battery_percent: 'battery',
  battery_level: 'battery',
  numsats: 'satellites',
  gpsnum: 'satellites',
  flow_rate: 'flow',
  pump_on: 'pump',
  spray_width: 'width',
  swath_width: 'width',
  hspeed: 'speed',
  ground_speed: 'speed',
  velocity: 'speed',
}

const titleCharacters = 200

/** Null for a row that heads no flight log. */
export function parseCsvHeader(cells: readonly string[]): CsvHeader | null {
  const columns: CsvColumn[] = []
  const named = new Map<string, CsvColumn>()
  const unknownUnits: string[] = []
  for (const [index, cell] of cells.entries()) {
    const title = cell.trim()
    // A longer one is no title, and to look for brackets in it takes the square of its length.
    const match =
      title.length > titleCharacters ? null : /^(.*?)\s*[([]([^)\]]*)[)\]]\s*$/.exec(title)
    const unit = match === null ? null : match[2]!.trim()
    const factor = unit === null ? 1 : FACTORS[unit.toLowerCase()]
    const column = { index, title, unit: unit === '' ? null : unit, factor: factor ?? NaN }
    columns.push({ ...column, factor: 1 })
    const name = toColumnName((match?.[1] ?? title).trim().toLowerCase(), unit)
    if (name === null || named.has(name)) continue
    if (factor === undefined) unknownUnits.push(title)
    else named.set(name, column)
  }
  const lng = named.get('lng')
  const lat = named.get('lat')
  if (lng === undefined || lat === undefined) return null
  const fields = [...named].flatMap(([name, column]): (readonly [TrackField, CsvColumn])[] => {
    const field = findTrackField(name)
    return field === undefined || name === 'height' ? [] : [[field, column]]
  })
  // above the take-off first: a sonar sticks, and a terrain model is metres off at the landing
  const heights = (['told', 'takeoff', 'terrain', 'rangefinder'] as const).flatMap(
    (source): (readonly [HeightSource, CsvColumn])[] => {
      const column = named.get(source)
      return column === undefined ? [] : [[source, column]]
    },
  )
  return {
    columns,
    lng,
    lat,
    time: named.get('time') ?? null,
    elapsed: named.get('elapsed') ?? null,
    heights,
    altitude: named.get('altitude') ?? null,
    fields,
    unknownUnits,
  }
}

function toColumnName(words: string, unit: string | null): string | null {
  const plain = words.replace(/^(osd|custom|home|gps)\./, '').replaceAll(' ', '_')
  if (plain === 'time' || plain === 'elapsed')
    return unit !== null && /^(ms|millisecond|s|sec|second)/i.test(unit) ? 'elapsed' : 'time'
  return NAMES[plain] ?? (findTrackField(plain) === undefined ? null : plain)
}
