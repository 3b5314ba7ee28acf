import { writePlace, type AngleStyle } from '@swath/domain/angle-text'
import {
  readCoordinates,
  type AxisOrder,
  type CoordinateProblem,
} from '@swath/domain/coordinate-text'
import { convertPlace, DATUMS, isOffset, type Datum } from '@swath/domain/coordinates'
import type { LngLat } from '@swath/domain/lng-lat'
import { utmFromWgs84 } from '@swath/domain/utm'
import { forward } from 'mgrs'

export type Converted = {
  /** Line number, from 1. */
  readonly line: number
  readonly text: string
  readonly swapped: boolean
  /** Whether Chinese maps show it at an offset. */
  readonly offset: boolean
  readonly places: Readonly<Record<Datum, LngLat>>
  /** `50R 705443 3351234`, metres; null at the poles. */
  readonly utm: string | null
  /** To a metre; null at the poles. */
  readonly mgrs: string | null
}
export type Refused = {
  readonly line: number
  readonly text: string
  readonly problem: CoordinateProblem
}

/** Maximum number of pasted lines: a longer file is hardly a list of places. */
export const mostLines = 10_000

const formatUtm = (place: LngLat): string | null => {
  const utm = utmFromWgs84(place)
  return utm && `${utm.zone}${utm.band} ${utm.eastingM.toFixed(2)} ${utm.northingM.toFixed(2)}`
}

/** Converts each non-empty line to a place, or to an error. */
export const convertLines = (
  text: string,
  from: Datum,
  order: AxisOrder,
): (Converted | Refused)[] =>
  text.split(/\r\n?|\n/, mostLines).flatMap((own, index): (Converted | Refused)[] => {
    const trimmed = own.trim()
    if (trimmed === '') return []
    const read = readCoordinates(trimmed, order)
    if ('problem' in read) return [{ line: index + 1, text: trimmed, problem: read.problem }]
    const wgs84 = convertPlace(read.place, from, 'wgs84')
    const places = Object.fromEntries(
      DATUMS.map((to) => [to, convertPlace(read.place, from, to)]),
    ) as Record<Datum, LngLat>
    const utm = formatUtm(wgs84)
    return [
      {
        line: index + 1,
        text: trimmed,
        swapped: read.swapped,
        offset: isOffset(wgs84[0], wgs84[1]),
        places,
        utm,
        mgrs: utm === null ? null : forward([wgs84[0], wgs84[1]]),
      },
    ]
  })

export const isConverted = (one: Converted | Refused): one is Converted => 'places' in one

export const datumNames: Readonly<Record<Datum, string>> = {
  wgs84: 'WGS-84',
  gcj02: 'GCJ-02',
  bd09: 'BD-09',
}

/**
 * Degrees have seven decimals and the requested axis order. Other styles put the latitude first,
 * because their letters make the order clear.
 */
export const placeText = (place: LngLat, style: AngleStyle, order: AxisOrder): string => {
  if (style !== 'degrees') return writePlace(place, style)
  const [lng, lat] = place.map((deg) => (deg + 0).toFixed(7))
  return order === 'latLng' ? `${lat}, ${lng}` : `${lng}, ${lat}`
}

const cell = (text: string): string => {
  // Prefix texts that a spreadsheet would run as a formula with an apostrophe; negative numbers are
  // safe.
  const safe =
    /^[=+@\t]/.test(text) || (text.startsWith('-') && !/^-[\d.]+$/.test(text)) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * CSV by RFC 4180 with a byte order mark. Lines that are not places are kept, with empty columns.
 */
export const conversionCsv = (rows: readonly (Converted | Refused)[]): string => {
  const head = [
    'line',
    'input',
    ...DATUMS.flatMap((datum) => [`${datum}_lat`, `${datum}_lng`]),
    'utm',
    'mgrs',
  ]
  const lines = rows.map((row) => [
    String(row.line),
    row.text,
    ...DATUMS.flatMap((datum) =>
      isConverted(row)
        ? [row.places[datum][1].toFixed(7), row.places[datum][0].toFixed(7)]
        : ['', ''],
    ),
    isConverted(row) ? (row.utm ?? '') : '',
    isConverted(row) ? (row.mgrs ?? '') : '',
  ])
  return `\uFEFF${[head, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`
}
