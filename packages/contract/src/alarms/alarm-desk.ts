// The alarm desk: handling of alarms and its history.
import { z } from 'zod'
import { alarmKindLabels } from './alarm-title.ts'
import { alarmStates, Anomaly } from './anomalies.ts'
import { AnomalyTypeFilter } from '../codes.ts'
import {
  RegionCode,
  RowVersion,
  SearchText,
  SeenVersion,
  Time,
  filter,
  TimeFrom,
  TimeUntil,
  searchIn,
} from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { countEach, fileOf, pageOf } from '../list-calls.ts'

const route = routeWithTag('Alarms')
const screens = ['monitor', 'bulletin-list'] as const
const right = 'alarm.handle'
const base = '/api/bulletin/alarms'

/** Why people close an alarm. */
export const closeReasons = ['real', 'false_alarm', 'allowed', 'technical', 'other'] as const
export type CloseReason = (typeof closeReasons)[number]
/** Reasons for which an alarm closes automatically. */
const ownReasons = ['expired', 'withdrawn'] as const
const ClosedReason = z
  .enum([...closeReasons, ...ownReasons])
  .describe(
    'Set automatically: expired (ended a week ago and not handled by anyone), withdrawn (refuted by points received later)',
  )

export const Alarm = z
  .object({
    ...Anomaly.shape,
    endedAt: Time.nullable().describe(
      'Time when the situation ended, at the latest with the flight; null if it continues',
    ),
    acknowledgedAt: Time.nullable().describe('Time of the first acknowledgement'),
    closedAt: Time.nullable(),
    closedReason: ClosedReason.nullable(),
    assigneeId: id('user').nullable(),
    assigneeName: z
      .string()
      .nullable()
      .describe(
        'Name of the assignee; for a user outside the caller’s account and its sub-accounts, the name of the user’s account',
      ),
    commentNum: z.int(),
    version: RowVersion,
    can: z.object({
      acknowledge: z.boolean(),
      assign: z.boolean(),
      comment: z.boolean(),
      close: z.boolean(),
      reopen: z.boolean(),
    }),
  })
  .meta({ id: 'Alarm' })
export type Alarm = z.infer<typeof Alarm>

const Who = {
  userName: z
    .string()
    .nullable()
    .describe('Null for a user of another account or an automatic entry'),
  accountName: z.string().nullable().describe('Null for an automatic entry'),
}
export const AlarmStep = z
  .object({
    ...Who,
    kind: z
      .enum(['acknowledge', 'assign', 'comment', 'close', 'reopen', 'notify', 'escalate'])
      .describe(
        'notify: the first person on duty was notified; escalate: the next one; both automatic',
      ),
    at: Time,
    assigneeName: z
      .string()
      .nullable()
      .describe(
        'Assignee, or the person notified; null for a person of another account, and if nobody was on duty and everyone with the right was notified',
      ),
    nobodyOnDuty: z.boolean().describe('notify, escalate: everyone with the right was notified'),
    reason: ClosedReason.nullable(),
    text: z.string(),
  })
  .meta({ id: 'AlarmStep' })
export type AlarmStep = z.infer<typeof AlarmStep>

/** A notification sent to a person, and its delivery status. */
export const AlarmMessage = z
  .object({
    ...Who,
    channel: z.enum(['sms', 'mail', 'push']),
    state: z
      .enum(['waiting', 'sent', 'failed', 'held'])
      .describe('held: waiting for the digest, because of the hourly limit or quiet hours'),
    at: Time,
    digest: z.boolean().describe('Whether it was sent in a digest with other alarms'),
    reason: z.string().nullable().describe('Reason why it could not be sent'),
  })
  .meta({ id: 'AlarmMessage' })
export type AlarmMessage = z.infer<typeof AlarmMessage>

export const AlarmDetail = z
  .object({
    ...Alarm.shape,
    steps: z.array(AlarmStep).describe('History of the alarm, oldest first'),
    messages: z.array(AlarmMessage).describe('Notifications about the alarm, only for level 1'),
  })
  .meta({ id: 'AlarmDetail' })
export type AlarmDetail = z.infer<typeof AlarmDetail>

export const alarmLevels = ['level1', 'level2', 'level3'] as const

export const alarmList = declareList({
  name: 'alarms',
  call: 'listAlarms',
  fileCall: 'exportAlarms',
  row: Alarm,
  rowKey: 'anomalyId',
  paging: 'currentPage',
  sortName: 'order',
  defaultSort: '-recordTime',
  filters: {
    search: searchIn('drone', 'zzAccountName', 'yyAccountName'),
    state: filter(z.enum([...alarmStates, 'unclosed', 'all'])).describe(
      'unclosed: open or acknowledged; all: same as absent',
    ),
    oddType: filter(AnomalyTypeFilter),
    level: filter(z.enum(['1', '2', '3'])),
    assignee: filter(z.enum(['me', 'nobody'])),
    closedReason: filter(ClosedReason),
    drone: SearchText.describe('Part of the drone’s name or serial number'),
    zzAccountName: SearchText,
    yyAccountName: SearchText,
    region: filter(RegionCode),
    startTime: filter(TimeFrom),
    endTime: filter(TimeUntil),
  },
  columns: {
    oddType: { label: 'anomalies:type', kind: 'code', phone: 'title', labels: alarmKindLabels },
    level: {
      label: 'anomalies:level',
      kind: 'code',
      sort: true,
      labels: { 1: 'anomalies:level1', 2: 'terms:level2', 3: 'terms:level3' },
    },
    state: {
      label: 'terms:state',
      kind: 'code',
      phone: 'state',
      labels: {
        open: 'anomalies:stateOpen',
        acknowledged: 'anomalies:stateAcknowledged',
        closed: 'anomalies:stateClosed',
      },
    },
    recordTime: { label: 'anomalies:at', kind: 'time', sort: true, phone: 'figure' },
    droneName: { label: 'terms:drone', phone: 'figure' },
    droneId: { label: 'terms:serialNumber' },
    noflyName: { label: 'terms:noFlyZone' },
    region: { label: 'terms:region', kind: 'region' },
    yyAccountName: { label: 'terms:operator' },
    zzAccountName: { label: 'terms:manufacturer' },
    oprName: { label: 'terms:pilot' },
    assigneeName: { label: 'anomalies:assignee' },
    commentNum: { label: 'anomalies:comments', kind: 'count' },
    endedAt: { label: 'anomalies:endedAt', kind: 'time' },
    acknowledgedAt: { label: 'anomalies:acknowledgedAt', kind: 'time' },
    closedAt: { label: 'anomalies:closedAt', kind: 'time' },
    closedReason: {
      label: 'anomalies:closedReason',
      kind: 'code',
      labels: {
        real: 'anomalies:reasonReal',
        false_alarm: 'anomalies:reasonFalseAlarm',
        allowed: 'anomalies:reasonAllowed',
        technical: 'anomalies:reasonTechnical',
        other: 'terms:other',
        expired: 'anomalies:reasonExpired',
        withdrawn: 'anomalies:reasonWithdrawn',
      },
    },
  },
})

const Seconds = z.number().nullable().describe('Seconds; null if there are no such alarms')
export const AlarmFigures = z
  .object({
    level: z.literal([1, 2, 3]),
    raised: z.int(),
    acknowledged: z.int().describe('Number of these alarms that were acknowledged'),
    acknowledgeMedianS: Seconds,
    acknowledgeP90S: Seconds,
    closed: z
      .int()
      .describe('Number of these alarms that were closed by users (not automatically)'),
    closeMedianS: Seconds,
    closeP90S: Seconds,
  })
  .meta({ id: 'AlarmFigures' })
export type AlarmFigures = z.infer<typeof AlarmFigures>

const params = z.object({ anomalyId: id('anomaly') })
const Words = z.string().trim().max(2000)
const step = { params, out: AlarmDetail, errors: ['not_found', 'conflict'] as const } as const
export const AlarmClosing = z
  .object({ reason: z.enum(closeReasons), text: Words.default(''), version: SeenVersion })
  .refine(({ reason, text }) => reason !== 'other' || text !== '', {
    path: ['text'],
    message: 'required',
  })
export const AlarmComment = z.object({ text: Words.min(1) })
export const AlarmReopening = z.object({ text: Words.min(1), version: SeenVersion })

export const alarmDeskRoutes = {
  listAlarms: route('GET', base, {
    policy: { screens },
    summary:
      'List alarms with their handling, newest first, and the number of alarms in each state and of each level',
    ...pageOf(alarmList, {
      stats: countEach(alarmStates).describe('Counts by state; all filters except the state apply'),
      levels: countEach(alarmLevels).describe(
        'Counts by level; all filters except the level apply',
      ),
    }),
  }),
  exportAlarms: route('GET', `${base}/export`, {
    policy: { screens },
    summary: 'Export the filtered alarms as CSV or XLSX',
    ...fileOf(alarmList),
  }),
  getAlarmFigures: route('GET', `${base}/figures`, {
    policy: { screens },
    summary:
      'Get the times to acknowledgement and to closing (median and 90th percentile) of alarms raised in a period',
    query: z.object({ startTime: filter(TimeFrom), endTime: filter(TimeUntil) }),
    out: z.object({
      levels: z.array(AlarmFigures).describe('All three levels, most severe first'),
    }),
  }),
  listAlarmAssignees: route('GET', `${base}/assignees`, {
    policy: { screens, right },
    summary: 'List the members of the caller’s account who may handle alarms',
    out: z.object({ items: z.array(z.object({ userId: id('user'), userName: z.string() })) }),
  }),
  getAlarm: route('GET', `${base}/{anomalyId}`, {
    policy: { screens },
    summary: 'Get an alarm with its evidence, history and notifications',
    params,
    out: AlarmDetail,
    errors: ['not_found'],
  }),
  acknowledgeAlarm: route('PUT', `${base}/{anomalyId}/acknowledge`, {
    ...step,
    policy: { screens, right },
    summary: 'Acknowledge an open alarm',
    body: z.object({ version: SeenVersion }),
  }),
  assignAlarm: route('PUT', `${base}/{anomalyId}/assignee`, {
    ...step,
    policy: { screens, right },
    summary: 'Assign an alarm to a member of the caller’s account; null removes the assignment',
    body: z.object({ userId: id('user').nullable(), version: SeenVersion }),
  }),
  commentAlarm: route('POST', `${base}/{anomalyId}/comments`, {
    ...step,
    policy: { screens, right },
    summary: 'Add a comment to an alarm, visible to everyone who can see the alarm',
    body: AlarmComment,
  }),
  closeAlarm: route('PUT', `${base}/{anomalyId}/close`, {
    ...step,
    policy: { screens, right },
    summary: 'Close an alarm with a reason; the reason other requires a text',
    body: AlarmClosing,
  }),
  reopenAlarm: route('PUT', `${base}/{anomalyId}/reopen`, {
    ...step,
    policy: { screens, right },
    summary: 'Reopen a closed alarm; the text gives the reason',
    body: AlarmReopening,
  }),
}
