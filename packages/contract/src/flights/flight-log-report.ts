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
          .describe('IANA zone by which times without one were read; null: each has its own'),
        isZoneAssumed: z.boolean().describe('Proposed from the place, and not chosen'),
        dateOrder: DateOrder.nullable().describe('Of dates like 09/04/2026'),
        isOrderAssumed: z.boolean().describe('Both orders fit: it has to be chosen'),
      })
      .nullable()
      .optional()
      .describe('What the file leaves open about its times'),
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
      .describe('Of an archive: what became of each document'),
    documentsLeftOut: count.optional(),
    notUnderstood: z
      .array(z.string())
      .optional()
      .describe('Titles of columns and words of zones that were left out'),
    notes: z.array(z.string()),
  })
  .meta({ id: 'FlightLogReport' })
export type LogReport = z.infer<typeof LogReport>

/** A flight that the log holds, by the same detector and the same figures as every other. */
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
    knownPoints: z.int().describe('Of them, already stored of this drone'),
    repeats: z
      .array(z.object({ sortieId: id('sortie'), startTime: Time, endTime: Time }))
      .describe('Sorties of this drone over the same time'),
  })
  .meta({ id: 'FlightLogSortie' })
export type LogSortie = z.infer<typeof LogSortie>
