// Messages about level-1 alarms: what was sent to whom, when and with what result.
import { z } from 'zod'
import { AlarmMessage } from './alarm-desk.ts'
import { alarmKindLabels } from './alarm-title.ts'
import { Anomaly } from './anomalies.ts'
import { filter, SearchText, searchIn, Time, TimeFrom, TimeUntil } from '../fields.ts'
import { notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Alarms')
const base = '/api/bulletin/alarmMessages'
const policy = { screens: ['monitor', 'bulletin-list'], right: 'alarm.handle' } as const

export const SentAlarmMessage = z
  .object({
    messageId: notARow('Composed of alarm, person and channel', z.string()),
    ...Anomaly.pick({
      anomalyId: true,
      droneId: true,
      droneName: true,
      oddType: true,
      leftArea: true,
      noflyName: true,
      region: true,
    }).shape,
    userName: z.string(),
    ...AlarmMessage.pick({ channel: true, state: true, digest: true, reason: true }).shape,
    sentAt: Time.describe('Time when sending was queued; for held messages, when they were held'),
  })
  .meta({ id: 'SentAlarmMessage' })
export type SentAlarmMessage = z.infer<typeof SentAlarmMessage>

export const alarmMessageList = declareList({
  name: 'alarm-messages',
  call: 'listAlarmMessages',
  fileCall: 'exportAlarmMessages',
  row: SentAlarmMessage,
  rowKey: 'messageId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-sentAt',
  filters: {
    search: searchIn('userName', 'drone'),
    userName: SearchText.describe('Name of the recipient'),
    drone: SearchText.describe('Part of the drone’s name or serial number'),
    channel: filter(AlarmMessage.shape.channel),
    state: filter(AlarmMessage.shape.state),
    startTime: filter(TimeFrom),
    endTime: filter(TimeUntil),
  },
  columns: {
    sentAt: { label: 'notifications:sentAt', kind: 'time', sort: true, phone: 'figure' },
    userName: { label: 'notifications:recipient', phone: 'title' },
    channel: {
      label: 'notifications:channel',
      kind: 'code',
      phone: 'figure',
      labels: {
        sms: 'anomalies:channelSms',
        mail: 'terms:eMail',
        push: 'notifications:channelPush',
      },
    },
    state: {
      label: 'notifications:result',
      kind: 'code',
      phone: 'state',
      labels: {
        waiting: 'anomalies:messageWaiting',
        sent: 'anomalies:messageSent',
        failed: 'anomalies:messageFailed',
        held: 'anomalies:messageHeld',
      },
    },
    oddType: { label: 'notifications:alarm', kind: 'code', labels: alarmKindLabels },
    droneName: { label: 'terms:drone', phone: 'figure' },
    droneId: { label: 'terms:serialNumber' },
    region: { label: 'terms:region', kind: 'region' },
    reason: { label: 'notifications:reason' },
  },
})

export const alarmMessageRoutes = {
  listAlarmMessages: route('GET', base, {
    policy,
    summary:
      'List the messages about level-1 alarms to people of the caller’s account, newest first',
    ...pageOf(alarmMessageList),
  }),
  exportAlarmMessages: route('GET', `${base}/export`, {
    policy,
    summary: 'Export the filtered messages as CSV or XLSX',
    ...fileOf(alarmMessageList),
  }),
}
