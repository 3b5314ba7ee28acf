// The result of reading a flight log, and the parts of it that could not be used.
import { z } from 'zod'
import { Mu, Time } from '../fields.ts'
import { id } from '../ids.ts'

export const LogFormatName = z.enum([
  'tlog',
  'dataflash',
  'ulog',
  'csv',
  'gpx',
  'kml',
  'kmz',
  'zip',
  'device-json',
  'track-json',
  'geojson',
  'ed-269',
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
])
export const DateOrder = z.enum(['mdy', 'dmy'])

const count = z.int().min(0)
/** Which parts of a file were read and which were not. */
export const LogReport = z
  .object({
    bytesSkipped: count,
    badRecords: count,
    truncatedAtByte: z.int().nullable(),
    overLimit: count,
    otherVehicles: count,
    pointsRead: count,
    withoutPosition: count,
    nullIsland: count,
    outOfRange: count,
    withoutTime: count,
    timesMended: count,
    repeatedTimes: count,
    repeatedPoints: count,
    dropouts: count,
    dropoutMs: z.number(),
    times: z
      .object({
        timeZone: z
          .string()
          .nullable()
          .describe('IANA zone used for times without a zone; null: every time has a zone'),
        isZoneAssumed: z
          .boolean()
          .describe('Whether the zone was derived from the position and not chosen'),
        dateOrder: DateOrder.nullable().describe(
          'Order of day and month in dates such as 09/04/2026',
        ),
        isOrderAssumed: z
          .boolean()
          .describe('Whether both orders are possible, so that one must be chosen'),
      })
      .nullable()
      .optional()
      .describe('Time zone and date order where the file does not specify them'),
    documents: z
      .array(
        z.object({
          name: z.string(),
          format: LogFormatName.nullable(),
          points: count,
          problem: z.string().nullable(),
        }),
      )
      .optional()
      .describe('Result for each document of an archive'),
    documentsLeftOut: count.optional(),
    notUnderstood: z
      .array(z.string())
      .optional()
      .describe('Column titles and zone names that were ignored'),
    notes: z.array(z.string()),
  })
  .meta({ id: 'FlightLogReport' })
export type LogReport = z.infer<typeof LogReport>

/** A flight found in the log, detected and computed in the same way as every other flight. */
export const LogSortie = z
  .object({
    startTime: Time,
    endTime: Time,
    closeReason: z
      .enum(['landing', 'landing_detected', 'disarm', 'silence', 'next_takeoff'])
      .nullable(),
    durationS: z.number(),
    distanceM: z.number(),
    sprayTimeS: z.number(),
    sprayL: z.number(),
    sprayArea: Mu.describe('Covered area, mu'),
    sweptArea: Mu,
    sprayWidth: z.number().describe('m'),
    meanHeight: z.number().nullable().describe('m above ground while spraying'),
    pointCount: z.int(),
    knownPoints: z.int().describe('Points of the flight already stored for this drone'),
    repeats: z
      .array(z.object({ sortieId: id('sortie'), startTime: Time, endTime: Time }))
      .describe('Stored sorties of this drone that overlap in time'),
  })
  .meta({ id: 'FlightLogSortie' })
export type LogSortie = z.infer<typeof LogSortie>
