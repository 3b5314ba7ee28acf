import { z } from 'zod'
import { isTimeZone } from '@swath/domain/local-time'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { DateOrder, LogFormatName, LogReport, LogSortie } from './flight-log-report.ts'
import {
  DroneId,
  Mu,
  PartOfDroneId,
  SearchText,
  Time,
  filter,
  TimeFrom,
  TimeUntil,
  searchIn,
} from '../fields.ts'
import { declareList } from '../list.ts'
import { countEach, pageOf } from '../list-calls.ts'
import { Track } from './flights.ts'

const route = routeWithTag('Flight logs')
const screens = ['drone-list'] as const
const right = 'equipment.manage'
const policy = { screens, right } as const
const base = '/api/drone/flight-log/manage'
const params = z.object({ logId: id('flightLog') })

/** Maximum size of one file. */
export const logBytes = 200 * 1024 * 1024
/** A file is uploaded in pieces of this length; the last one may be shorter. */
export const logPieceBytes = 4 * 1024 * 1024

export const LogStatus = z.enum(['uploading', 'reading', 'ready', 'unreadable', 'accepted'])
export type LogStatus = z.infer<typeof LogStatus>

export const FlightLogRow = z
  .object({
    logId: id('flightLog'),
    fileName: z.string(),
    bytes: z.int(),
    receivedBytes: z.int().describe('Offset at which the upload continues'),
    pieceBytes: z.int().describe('Length of a piece; the last piece may be shorter'),
    modifiedMs: z
      .number()
      .nullable()
      .describe('Last modification time of the file on the sender’s device, ms since 1970'),
    status: LogStatus,
    problem: z
      .enum(['not_a_log', 'no_points', 'format_not_read', 'too_slow', 'too_large', 'lost'])
      .nullable()
      .describe('Reason why the file could not be read'),
    format: LogFormatName.nullable(),
    droneId: DroneId.nullable(),
    droneName: z.string().nullable(),
    proposedBy: z
      .enum(['serial', 'file_name', 'person'])
      .nullable()
      .describe('Basis on which the drone was chosen'),
    oprId: id('user').nullable(),
    oprName: z.string().nullable().describe('Pilot'),
    pointCount: z.int().nullable(),
    startTime: Time.nullable(),
    endTime: Time.nullable().describe('Time of the last usable point'),
    sortieCount: z.int().nullable(),
    createdAt: Time,
    createdByName: z.string(),
    accountName: z.string(),
    acceptedAt: Time.nullable(),
    acceptedByName: z.string().nullable(),
    can: z.object({
      append: z.boolean(),
      choose: z.boolean(),
      accept: z.boolean(),
      delete: z.boolean(),
    }),
  })
  .meta({ id: 'FlightLog' })
export type FlightLogRow = z.infer<typeof FlightLogRow>

export const FlightLogDetail = FlightLogRow.extend({
  identity: z
    .object({
      serial: z.string().nullable(),
      firmware: z.string().nullable(),
      hardware: z.string().nullable(),
      vehicleType: z.string().nullable(),
      systemId: notARow('An id in the MAVLink network', z.int()).nullable(),
    })
    .nullable(),
  heights: z
    .record(z.string(), z.int())
    .nullable()
    .describe('Number of points by height reference'),
  report: LogReport.nullable(),
  rejected: z
    .record(z.string(), z.int())
    .describe('Number of points that cannot be stored or are excluded from the track, by reason'),
  displacedPoints: z
    .int()
    .describe('Number of stored points of this drone that accepting the log would exclude'),
  sorties: z.array(LogSortie),
  knownPoints: z.int().describe('Number of points of the log already stored for this drone'),
  sameFile: z
    .object({ logId: id('flightLog'), fileName: z.string(), createdAt: Time, status: LogStatus })
    .nullable()
    .describe('Another upload with identical content'),
  isOld: z.boolean().describe('The newest point is more than 400 days old'),
  records: z
    .array(
      z.object({
        sortieId: id('sortie'),
        startTime: Time,
        endTime: Time,
        durationS: z.number(),
        distanceM: z.number(),
        sprayArea: Mu,
        sprayL: z.number(),
      }),
    )
    .describe('For an accepted log: the sorties stored in its time range'),
  isPending: z
    .boolean()
    .describe('Whether the log is accepted and its flights are still being computed'),
}).meta({ id: 'FlightLogDetail' })
export type FlightLogDetail = z.infer<typeof FlightLogDetail>

export const flightLogList = declareList({
  name: 'flight-logs',
  call: 'listFlightLogs',
  fileCall: undefined,
  row: FlightLogRow,
  rowKey: 'logId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-createdAt',
  filters: {
    search: searchIn('fileName', 'droneId', 'oprName', 'createdByName'),
    fileName: SearchText,
    oprName: SearchText,
    droneId: PartOfDroneId.describe('Part of the id or name of the drone'),
    status: filter(LogStatus),
    createdByName: SearchText,
    startTime: filter(TimeFrom),
    endTime: filter(TimeUntil),
  },
  columns: {
    fileName: { label: 'flight-logs:fileName', sort: true, phone: 'title' },
    status: {
      label: 'flight-logs:status',
      kind: 'code',
      labels: {
        uploading: 'flight-logs:statusUploading',
        reading: 'flight-logs:statusReading',
        ready: 'flight-logs:statusReady',
        unreadable: 'flight-logs:statusUnreadable',
        accepted: 'flight-logs:statusAccepted',
      },
      phone: 'state',
    },
    droneName: { label: 'terms:drone', phone: 'figure' },
    oprName: { label: 'terms:pilot' },
    sortieCount: { label: 'flight-logs:flights', kind: 'count', phone: 'figure' },
    startTime: {
      label: 'flight-logs:flown',
      kind: 'time',
      exact: true,
      sort: true,
      phone: 'figure',
    },
    bytes: { label: 'terms:size', kind: 'bytes', sort: true },
    createdByName: { label: 'flight-logs:uploadedBy' },
    createdAt: { label: 'flight-logs:uploadedAt', kind: 'time', sort: true },
    format: { label: 'terms:format', kind: 'own' },
    droneId: { label: 'flight-logs:droneId' },
    accountName: { label: 'terms:account' },
    acceptedByName: { label: 'flight-logs:acceptedByName' },
    acceptedAt: { label: 'flight-logs:acceptedAt', kind: 'time' },
  },
})

export const flightLogRoutes = {
  listFlightLogs: route('GET', `${base}/list`, {
    policy,
    summary:
      'List flight logs uploaded by the caller’s account and its subordinate accounts, newest first',
    ...pageOf(flightLogList, {
      stats: countEach(LogStatus.options).describe(
        'Count by status; all filters except the status apply',
      ),
    }),
  }),
  createFlightLog: route('POST', base, {
    policy,
    summary: 'Start an upload; an interrupted one with the same name, length and date is continued',
    body: z.object({
      fileName: z.string().trim().min(1).max(200),
      bytes: z.int().min(1),
      modifiedMs: z.number().int().min(0).max(8.64e15).nullable().default(null),
      droneId: DroneId.nullable().default(null).describe('Drone of the log, if known'),
    }),
    out: FlightLogRow,
    errors: ['forbidden', 'not_found', 'log_too_large', 'logs_waiting', 'too_many_requests'],
  }),
  appendFlightLog: route('PUT', `${base}/{logId}/bytes`, {
    policy,
    params,
    query: z.object({
      offset: z
        .string()
        .regex(/^\d{1,12}$/)
        .transform(Number),
    }),
    file: {
      field: 'file',
      bytes: logPieceBytes,
      types: ['application/octet-stream'],
      tooLarge: 'payload_too_large',
    },
    summary:
      'Upload the next piece: 4 MiB, the last one shorter. A piece at another offset than receivedBytes is ignored; the response contains the offset to continue at',
    out: FlightLogRow,
    errors: ['not_found', 'forbidden', 'one_file', 'payload_too_large', 'log_piece_wrong'],
  }),
  getFlightLog: route('GET', `${base}/{logId}`, {
    policy,
    params,
    summary: 'Get one upload with its report and the flights found',
    out: FlightLogDetail,
    errors: ['not_found'],
  }),
  getFlightLogTracks: route('GET', `${base}/{logId}/tracks`, {
    policy,
    params,
    summary: 'Get the tracks of the flights of a log that has been read',
    out: z.object({ tracks: z.array(Track) }),
    errors: ['not_found', 'log_not_ready'],
  }),
  getFlightLogPilots: route('GET', `${base}/pilots`, {
    policy,
    query: z.object({ droneId: DroneId }),
    summary:
      'List people who may be named as the pilot of a drone’s log: those of its operator and of the account',
    out: z.object({
      items: z.array(z.object({ userId: id('user'), userName: z.string(), isPilot: z.boolean() })),
    }),
    errors: ['not_found'],
  }),
  chooseFlightLog: route('PUT', `${base}/{logId}`, {
    policy,
    params,
    summary: 'Set the drone and pilot of a log; its flights are recomputed for that drone',
    body: z.object({ droneId: DroneId, oprId: id('user').nullable().default(null) }),
    out: FlightLogDetail,
    errors: ['not_found', 'forbidden', 'log_not_ready'],
  }),
  readFlightLogAgain: route('PUT', `${base}/{logId}/reading`, {
    policy,
    params,
    summary:
      'Set the time zone and date order that the file does not specify; it is read again, with status reading',
    body: z.object({
      timeZone: z
        .string()
        .max(60)
        .refine(isTimeZone, 'notATimeZone')
        .nullable()
        .default(null)
        .describe('IANA name; null: derived from the position of the points'),
      dateOrder: DateOrder.nullable().default(null),
    }),
    out: FlightLogRow,
    errors: ['not_found', 'forbidden', 'log_not_ready'],
  }),
  acceptFlightLog: route('POST', `${base}/{logId}/accept`, {
    policy,
    params,
    summary:
      'Accept the points of a log; sorties and work records are computed as for late points of a drone',
    out: FlightLogDetail,
    errors: [
      'not_found',
      'forbidden',
      'log_not_ready',
      'log_times_open',
      'log_without_drone',
      'log_without_flight',
    ],
  }),
  downloadFlightLog: route('GET', `${base}/{logId}/original`, {
    policy,
    params,
    raw: 'application/octet-stream',
    summary: 'Download the original file',
    errors: ['not_found', 'log_not_ready'],
  }),
  deleteFlightLog: route('DELETE', `${base}/{logId}`, {
    policy,
    params,
    summary: 'Cancel an upload, or delete a log and its file; sorties of an accepted log are kept',
    errors: ['not_found', 'forbidden'],
  }),
}
