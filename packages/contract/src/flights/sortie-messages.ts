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
 * A point or an event. The batch in which a point arrived, and the time of arrival, are not kept.
 */
export const SortieMessage = z
  .object({
    place: z.int().describe('In the order of time, from 1'),
    kind: MessageKind,
    recordTime: Time.describe('The device’s, put right where its clock was wrong'),
    boot: z.string().nullable().describe('Names the run of the device’s program'),
    seq: z.int().nullable().describe('Its number in that run'),
    message: z
      .string()
      .describe('JSON in the terms of docs/device-protocol.md; `t` as the device told it'),
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
    .describe('none: no hash was made of it. gone: what was hashed is not stored any more'),
  hash: z.string().nullable().describe('SHA-256, hexadecimal'),
  since: Time.nullable().describe('When this hash came to be; null: before that was kept'),
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
        .describe('content: what it says. chain: the drone’s record before it'),
    }),
    points: Part.extend({
      fault: z
        .enum(['unreadable', 'bytes', 'changed'])
        .nullable()
        .describe('bytes: they say the same, in other bytes than were written'),
    }),
    events: Part.extend({
      fault: z
        .enum(['list', 'changed', 'missing'])
        .nullable()
        .describe('list: what the record keeps of them is not what was hashed'),
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
        .describe('Which of them, the first 20'),
    }),
  })
  .meta({ id: 'SortieProof' })
export type SortieProof = z.infer<typeof SortieProof>

export const sortieMessageRoutes = {
  getSortieMessages: route('GET', '/api/oper/drones-sorties/messages', {
    policy: { screens },
    summary: 'What the device said of a sortie, as it is stored: its points and events',
    ...pageOf(sortieMessageList, {
      isReadable: z.boolean().describe('False: the stored points are damaged and stand nowhere'),
    }),
    errors: ['not_found'],
  }),
  exportSortieMessages: route('GET', '/api/oper/drones-sorties/messages/export', {
    policy: { screens },
    summary: 'The messages of a sortie as CSV or XLSX, streamed',
    ...fileOf(sortieMessageList),
    errors: ['not_found'],
  }),
  getSortieProof: route('GET', '/api/oper/drones-sorties/proof', {
    policy: { screens },
    summary: 'Whether the record, the points and the events of a sortie are what they were',
    query: z.object({ droneId: DroneId, sortieId: id('sortie') }),
    out: SortieProof,
    errors: ['not_found'],
  }),
}
