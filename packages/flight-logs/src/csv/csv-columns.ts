import type { DateOrder, HeightSource } from '../flight-log.ts'
import { readZone } from '../time-text.ts'
import type { WrittenZone } from '../time-text.ts'
import { findTrackField } from '../track-fields.ts'
import type { TrackField } from '../track-fields.ts'
import { COLUMN_NAMES, PLACE_E7, UNIT_FACTORS } from './csv-words.ts'

/** A column's meaning and the factor to our unit. */
export type CsvColumn = {
  readonly index: number
  /** The column's title as in the header, for the viewer. */
  readonly title: string
  readonly unit: string | null
  readonly factor: number
}

export type TimeColumn = CsvColumn & {
  readonly zone: WrittenZone
  /** From a header such as (dd/mm/yyyy). */
  readonly dateOrder: DateOrder | null
}

export type CsvHeader = {
  readonly columns: readonly CsvColumn[]
  readonly lng: CsvColumn
  readonly lat: CsvColumn
  /** In order of preference: a column with its zone, one without, local time. */
  readonly times: readonly TimeColumn[]
  /** Dates whose time of day is in another column. */
  readonly date: TimeColumn | null
  /** Milliseconds since the log began: orders the rows of one second. */
  readonly elapsed: CsvColumn | null
  /** The first one that has a value in a row is used. */
  readonly heights: readonly (readonly [HeightSource, CsvColumn])[]
  /** Above the sea, or above the maker's own reference. */
  readonly altitude: CsvColumn | null
  readonly fields: readonly (readonly [TrackField, CsvColumn])[]
  /** Known columns with an unknown unit or zone: left out. */
  readonly notUnderstood: readonly string[]
}

const TITLE_CHARACTERS = 200

/** Null if the row is not the header of a flight log. */
export function parseCsvHeader(cells: readonly string[]): CsvHeader | null {
  const columns: CsvColumn[] = []
  const named = new Map<string, CsvColumn>()
  const times: TimeColumn[] = []
  const dates: TimeColumn[] = []
  const notUnderstood: string[] = []
  for (const [index, cell] of cells.entries()) {
    const title = cell.trim()
    const [words, unit] = splitTitle(title)
    const name = toColumnName(words, unit)
    const column = { index, title, unit, factor: 1 }
    columns.push(column)
    if (name === 'time' || name === 'date' || name === 'utc') {
      const time = name === 'utc' ? { ...column, zone: 0, dateOrder: null } : toTimeColumn(column)
      if (time === null) notUnderstood.push(title)
      ;(name === 'date' ? dates : times).push(time ?? { ...column, zone: 'local', dateOrder: null })
      continue
    }
    if (name === null || named.has(name)) continue
    const factor = factorOf(name, unit)
    if (factor === undefined) notUnderstood.push(title)
    else named.set(name, { ...column, factor })
  }
  const lng = named.get('lng')
  const lat = named.get('lat')
  if (lng === undefined || lat === undefined) return null
  const fields = [...named].flatMap(([name, column]): (readonly [TrackField, CsvColumn])[] => {
    const field = findTrackField(name)
    return field === undefined || name === 'height' ? [] : [[field, column]]
  })
  // height above take-off is preferred: a sonar may be stuck, and a terrain model is metres off at
  // landing
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
    times: (times.length > 0 ? times : dates).toSorted((a, b) => zoneRank(a) - zoneRank(b)),
    date:
      times.length > 0 ? (dates.toSorted((a, b) => zoneRank(a) - zoneRank(b))[0] ?? null) : null,
    elapsed: named.get('elapsed') ?? null,
    heights,
    altitude: named.get('altitude') ?? null,
    fields,
    notUnderstood,
  }
}

/** `alt (ft)`, `OSD.height [ft]`, `altitude_ft`: the words in lower case, and the unit. */
function splitTitle(title: string): [words: string, unit: string | null] {
  // A longer text is not a title, and searching it for brackets takes quadratic time.
  if (title.length > TITLE_CHARACTERS) return ['', null]
  const match = /^(.*?)\s*[([]([^)\]]*)[)\]]\s*$/.exec(title)
  const words = (match?.[1] ?? title)
    .trim()
    .toLowerCase()
    .replace(/^(osd|custom|gps)[.:]/, '')
    .replaceAll(/[\s-]+/g, '_')
  const unit = match?.[2]?.trim() ?? null
  if (unit !== null && unit !== '') return [words, unit]
  const suffix = /^(.+)_(e7|deg|m|ft|feet|meters?|metres|mps|mph|kmh|knots|utc|gmt|local)$/.exec(
    words,
  )
  return suffix !== null && !(words in COLUMN_NAMES) && isKnown(suffix[1]!)
    ? [suffix[1]!, suffix[2]!]
    : [words, null]
}

/** Units of a duration. */
const SPAN = /^([mu\u00b5n]?s|sec|seconds?|(milli|micro)seconds?)$/i

const isKnown = (words: string): boolean =>
  words in COLUMN_NAMES || findTrackField(words) !== undefined

function toColumnName(words: string, unit: string | null): string | null {
  const isSpan = unit !== null && SPAN.test(unit)
  if (isSpan && /^(time|elapsed|flytime|fly_time|flight_time)$/.test(words)) return 'elapsed'
  if (words === 'elapsed') return 'time'
  return COLUMN_NAMES[words] ?? (findTrackField(words) === undefined ? null : words)
}

function factorOf(name: string, unit: string | null): number | undefined {
  if (unit === null) return 1
  const plain = unit.toLowerCase().replaceAll(/\s+/g, '')
  return name === 'lat' || name === 'lng'
    ? (PLACE_E7[plain] ?? UNIT_FACTORS[plain])
    : UNIT_FACTORS[plain]
}

/** Null if the brackets contain neither a zone nor a unit nor a date format. */
function toTimeColumn(column: CsvColumn): TimeColumn | null {
  const { unit } = column
  if (unit === null || SPAN.test(unit)) return { ...column, zone: 'local', dateOrder: null }
  const form = /^([dmy]+)[-/. ]*([dmy]+)[-/. ]*([dmy]+)\b|^[hms:.,f]+$/i.exec(unit)
  if (form !== null) {
    const first = form[1]?.[0]?.toLowerCase()
    return {
      ...column,
      zone: 'local',
      dateOrder: first === 'd' ? 'dmy' : first === 'm' ? 'mdy' : null,
    }
  }
  const zone = readZone(unit)
  return zone === null ? null : { ...column, zone, dateOrder: null }
}

const zoneRank = ({ zone, unit }: TimeColumn): number =>
  zone !== 'local' ? 0 : unit === null ? 1 : 2
