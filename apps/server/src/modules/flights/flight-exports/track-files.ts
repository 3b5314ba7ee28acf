import { dateTimeIn } from '@swath/domain/local-time'
import { writeCsv } from '@swath/flight-logs/write/csv'
import { writeGeoJson } from '@swath/flight-logs/write/geojson'
import { writeGpx } from '@swath/flight-logs/write/gpx'
import { writeKml } from '@swath/flight-logs/write/kml'
import { writeTaskData } from '@swath/flight-logs/write/task-data'
import type { WrittenSortie } from '@swath/flight-logs/write/written-sortie'
import type { FlightExportFormat } from '@swath/contract/flights/flight-exports'

/** Media type and file extension of each format. */
export const fileKinds = {
  gpx: { extension: 'gpx', type: 'application/gpx+xml' },
  geojson: { extension: 'geojson', type: 'application/geo+json' },
  kml: { extension: 'kml', type: 'application/vnd.google-earth.kml+xml' },
  csv: { extension: 'csv', type: 'text/csv; charset=utf-8' },
  isoxml: { extension: 'zip', type: 'application/zip' },
} as const satisfies Record<FlightExportFormat, { extension: string; type: string }>

/** Yields the file in parts, one sortie after the other. */
export const writeTracks = (
  format: FlightExportFormat,
  sorties: AsyncIterable<WrittenSortie>,
  {
    title,
    timeZone,
    softwareVersion,
  }: { title: string; timeZone: string; softwareVersion: string },
): AsyncGenerator<string | Uint8Array> => {
  switch (format) {
    case 'gpx':
      return writeGpx(sorties)
    case 'geojson':
      return writeGeoJson(sorties)
    case 'kml':
      return writeKml(sorties, title)
    case 'csv':
      return writeCsv(sorties)
    case 'isoxml':
      return writeTaskData(sorties, {
        utcOffsetMinAt: (tMs) => offsetMinAt(tMs, timeZone),
        softwareVersion,
      })
  }
}

/** Offset of a time zone from UTC at a time, in minutes; positive to the east. */
export const offsetMinAt = (tMs: number, timeZone: string): number => {
  const { year, month, day, hour, minute } = dateTimeIn(new Date(tMs), timeZone)
  return Math.round(
    (Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) -
      Math.floor(tMs / 60_000) * 60_000) /
      60_000,
  )
}

const stamp = (time: Date, timeZone: string): { day: string; clock: string } => {
  const { year, month, day, hour, minute, second } = dateTimeIn(time, timeZone)
  return { day: `${year}-${month}-${day}`, clock: `${hour}${minute}${second}` }
}

type Extent = {
  sorties: number
  drones: number
  drone_id: string | null
  first_at: Date
  last_at: Date
}

/**
 * `SW-0001_2026-06-14_093000.gpx` of one sortie, `SW-0001_2026-06-01_2026-06-14_12-sorties.gpx` of
 * more, `3-drones_…` of several drones; days in the zone.
 */
export const nameFile = (
  format: FlightExportFormat,
  { sorties, drones, drone_id, first_at, last_at }: Extent,
  timeZone: string,
): string => {
  const whose = drones === 1 ? drone_id : `${drones}-drones`
  const [first, last] = [stamp(first_at, timeZone), stamp(last_at, timeZone)]
  const when =
    sorties === 1
      ? `${first.day}_${first.clock}`
      : `${first.day === last.day ? first.day : `${first.day}_${last.day}`}_${sorties}-sorties`
  return `${whose}_${when}${format === 'isoxml' ? '_TASKDATA' : ''}.${fileKinds[format].extension}`
}
