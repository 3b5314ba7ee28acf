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
} from '../fields.ts'
import { declareList } from '../list.ts'
import { pageOf } from '../list-calls.ts'
import { Track } from './flights.ts'

const route = routeWithTag('Flight logs')
const screens = ['drone-list'] as const
const right = 'equipment.manage'
const policy = { screens, right } as const
const base = '/api/drone/flight-log/manage'
const params = z.object({ logId: id('flightLog') })

/** Of one file, at most. */
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
    receivedBytes: z.int().describe('Go on sending from here'),
    pieceBytes: z.int().describe('Length of a piece; the last one is what is left'),
    modifiedMs: z
      .number()
      .nullable()
      .describe('When the file was last changed where it came from, ms since 1970'),
    status: LogStatus,
    problem: z
      .enum(['not_a_log', 'no_points', 'format_not_read', 'too_slow', 'too_large', 'lost'])
      .nullable()
      .describe('Why an unreadable one could not be read'),
    format: LogFormatName.nullable(),
    droneId: DroneId.nullable(),
    droneName: z.string().nullable(),
    proposedBy: z
      .enum(['serial', 'file_name', 'person'])
      .nullable()
      .describe('What the drone was chosen by'),
    oprId: id('user').nullable(),
    oprName: z.string().nullable().describe('Pilot'),
    pointCount: z.int().nullable(),
    startTime: Time.nullable(),
    endTime: Time.nullable().describe('Of the points that can be used'),
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
      systemId: notARow('Of the MAVLink network', z.int()).nullable(),
    })
    .nullable(),
  heights: z
    .record(z.string(), z.int())
    .nullable()
    .describe('What the heights were measured from, and of how many points'),
  report: LogReport.nullable(),
  rejected: z
    .record(z.string(), z.int())
    .describe('Points that cannot be stored, or are set aside from the track, by reason'),
  displacedPoints: z
    .int()
    .describe('Points already stored of this drone that accepting would set aside'),
  sorties: z.array(LogSortie),
  knownPoints: z.int().describe('Points of the log that are already stored of this drone'),
  sameFile: z
    .object({ logId: id('flightLog'), fileName: z.string(), createdAt: Time, status: LogStatus })
    .nullable()
    .describe('An upload of the very same bytes'),
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
    .describe('Of an accepted log: the sorties that stand over its flights'),
  isPending: z.boolean().describe('Accepted, and its flights are still being worked out'),
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
    fileName: SearchText,
    droneId: PartOfDroneId.describe('Part of the id or the name of the drone'),
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
    startTime: { label: 'flight-logs:flown', kind: 'time', sort: true, phone: 'figure' },
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
    summary: 'Uploaded flight logs of the caller’s account and those below it, newest first',
    ...pageOf(flightLogList),
  }),
  createFlightLog: route('POST', base, {
    policy,
    summary:
      'Begin an upload; one of the same name, length and date that was interrupted is gone on with',
    body: z.object({
      fileName: z.string().trim().min(1).max(200),
      bytes: z.int().min(1),
      modifiedMs: z.number().int().min(0).max(8.64e15).nullable().default(null),
      droneId: DroneId.nullable().default(null).describe('Whose log it is, where the person knows'),
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
      'The next piece: 4 MiB, the last one shorter. At another offset than receivedBytes nothing is taken; the answer says where to go on',
    out: FlightLogRow,
    errors: ['not_found', 'forbidden', 'one_file', 'payload_too_large', 'log_piece_wrong'],
  }),
  getFlightLog: route('GET', `${base}/{logId}`, {
    policy,
    params,
    summary: 'One upload: what was read of it, the flights found, and what is known of them',
    out: FlightLogDetail,
    errors: ['not_found'],
  }),
  getFlightLogTracks: route('GET', `${base}/{logId}/tracks`, {
    policy,
    params,
    summary: 'Tracks of the flights of a log that has been read',
    out: z.object({ tracks: z.array(Track) }),
    errors: ['not_found', 'log_not_ready'],
  }),
  getFlightLogPilots: route('GET', `${base}/pilots`, {
    policy,
    query: z.object({ droneId: DroneId }),
    summary:
      'Who may be named as the pilot of a drone’s log: people of whoever flies it, and of the own account',
    out: z.object({
      items: z.array(z.object({ userId: id('user'), userName: z.string(), isPilot: z.boolean() })),
    }),
    errors: ['not_found'],
  }),
  chooseFlightLog: route('PUT', `${base}/{logId}`, {
    policy,
    params,
    summary: 'Choose whose log it is and who flew; the flights are worked out for that drone',
    body: z.object({ droneId: DroneId, oprId: id('user').nullable().default(null) }),
    out: FlightLogDetail,
    errors: ['not_found', 'forbidden', 'log_not_ready'],
  }),
  readFlightLogAgain: route('PUT', `${base}/{logId}/reading`, {
    policy,
    params,
    summary:
      'Say what the file leaves open about its times; it is read again, and its status is reading until then',
    body: z.object({
      timeZone: z
        .string()
        .max(60)
        .refine(isTimeZone, 'notATimeZone')
        .nullable()
        .default(null)
        .describe('IANA name; null: proposed from the place of the points'),
      dateOrder: DateOrder.nullable().default(null),
    }),
    out: FlightLogRow,
    errors: ['not_found', 'forbidden', 'log_not_ready'],
  }),
  acceptFlightLog: route('POST', `${base}/{logId}/accept`, {
    policy,
    params,
    summary:
      'Take the points in; sorties and work records follow as from points that a drone sends late',
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
    summary: 'The file as it came',
    errors: ['not_found', 'log_not_ready'],
  }),
  deleteFlightLog: route('DELETE', `${base}/{logId}`, {
    policy,
    params,
    summary: 'Cancel an upload, or remove a log and its file; sorties of an accepted one stay',
    errors: ['not_found', 'forbidden'],
  }),
}
