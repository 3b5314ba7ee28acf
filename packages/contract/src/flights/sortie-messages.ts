// The device's messages about a flight, as stored, and whether the flight's record was computed
// from exactly these.
import { z } from 'zod'
import { DroneId, Time, filter } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Flight history')
const screens = ['drone-list'] as const

const EventKind = z.enum(['takeoff', 'landing', 'disarm'])
const MessageKind = z.enum(['point', ...EventKind.options])

/**
 * A point or an event. Its batch and time of arrival are not stored.
 */
export const SortieMessage = z
  .object({
    place: z.int().describe('Position in chronological order, from 1'),
    kind: MessageKind,
    recordTime: Time.describe('Time of the device, corrected if its clock was wrong'),
    boot: z.string().nullable().describe('Identifies one run of the device’s program'),
    seq: z.int().nullable().describe('Sequence number within that run'),
    message: z
      .string()
      .describe('JSON as defined in docs/device-protocol.md; `t` as sent by the device'),
  })
  .meta({ id: 'SortieMessage' })
export type SortieMessage = z.infer<typeof SortieMessage>

export const sortieMessageList = declareList({
  name: 'flight-messages',
  call: 'getSortieMessages',
  fileCall: 'exportSortieMessages',
  row: SortieMessage,
  rowKey: 'place',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: 'place',
  filters: { droneId: DroneId, sortieId: id('sortie'), kind: filter(MessageKind) },
  columns: {
    place: { label: 'flights:messagePlace', kind: 'count', sort: true },
    recordTime: { label: 'flights:messageTime', kind: 'own', phone: 'title' },
    kind: {
      label: 'flights:messageKind',
      kind: 'code',
      labels: {
        point: 'flights:messagePoint',
        takeoff: 'flights:messageTakeoff',
        landing: 'terms:landing',
        disarm: 'flights:closedDisarm',
      },
      phone: 'state',
    },
    boot: { label: 'flights:messageBoot' },
    seq: { label: 'flights:messageSeq', kind: 'number', decimals: 0 },
    message: { label: 'flights:messageText', kind: 'own', phone: 'figure' },
  },
})

const Part = z.object({
  state: z
    .enum(['intact', 'broken', 'none', 'gone'])
    .describe('none: no hash was recorded; gone: the hashed data is no longer stored'),
  hash: z.string().nullable().describe('SHA-256, hexadecimal'),
  since: Time.nullable().describe(
    'Time at which this hash was recorded; null: recorded before times were stored',
  ),
})

export const SortieProof = z
  .object({
    sortieId: id('sortie'),
    droneId: DroneId,
    droneName: z.string(),
    startTime: Time,
    endTime: Time,
    simulated: z.boolean(),
    record: Part.extend({
      fault: z
        .enum(['content', 'chain'])
        .nullable()
        .describe(
          'content: values or hashes of the record changed; chain: the drone’s previous record differs',
        ),
    }),
    points: Part.extend({
      fault: z
        .enum(['unreadable', 'bytes', 'changed'])
        .nullable()
        .describe('bytes: same content, but stored in different bytes than those written'),
    }),
    events: Part.extend({
      fault: z
        .enum(['list', 'changed', 'missing'])
        .nullable()
        .describe('list: the event list in the record does not match the hash'),
      broken: z
        .array(
          z.object({
            kind: EventKind,
            recordTime: Time,
            boot: z.string().nullable(),
            seq: z.int().nullable(),
            fault: z.enum(['changed', 'missing']),
          }),
        )
        .max(20)
        .describe('The first 20 affected events'),
    }),
  })
  .meta({ id: 'SortieProof' })
export type SortieProof = z.infer<typeof SortieProof>

export const sortieMessageRoutes = {
  getSortieMessages: route('GET', '/api/oper/drones-sorties/messages', {
    policy: { screens },
    summary: 'List the messages of a sortie as stored: its points and events',
    ...pageOf(sortieMessageList, {
      isReadable: z.boolean().describe('False: the stored points are damaged and cannot be read'),
    }),
    errors: ['not_found'],
  }),
  exportSortieMessages: route('GET', '/api/oper/drones-sorties/messages/export', {
    policy: { screens },
    summary: 'Export the messages of a sortie as CSV or XLSX, streamed',
    ...fileOf(sortieMessageList),
    errors: ['not_found'],
  }),
  getSortieProof: route('GET', '/api/oper/drones-sorties/proof', {
    policy: { screens },
    summary: 'Check whether the record, points and events of a sortie are unchanged',
    query: z.object({ droneId: DroneId, sortieId: id('sortie') }),
    out: SortieProof,
    errors: ['not_found'],
  }),
}
