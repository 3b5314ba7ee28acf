import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { AnomalyTypeCode, AnomalyTypeFilter } from '../codes.ts'
import { monitorFilters } from '../fleet/monitor-filters.ts'
import {
  DroneId,
  Page,
  PartOfDroneId,
  RegionPath,
  SearchText,
  sorting,
  Time,
  filter,
  paged,
  TimeFrom,
  TimeUntil,
  flag,
} from '../fields.ts'

const route = routeWithTag('Alarms')
const screens = ['monitor', 'bulletin-list'] as const

/** State of an alarm: not acknowledged, being handled, or closed. */
export const alarmStates = ['open', 'acknowledged', 'closed'] as const
export type AlarmState = (typeof alarmStates)[number]

export const Anomaly = z
  .object({
    anomalyId: id('anomaly'),
    droneId: DroneId,
    droneName: z.string(),
    sortieId: id('sortie'),
    oddType: AnomalyTypeCode,
    level: z.literal([1, 2, 3]),
    recordTime: Time,
    lng: z.number(),
    lat: z.number(),
    region: RegionPath,
    zzAccountName: z.string(),
    yyAccountName: z.string().nullable(),
    oprName: z.string().nullable(),
    noflyName: z.string().nullable().describe('The zone entered, or the area left'),
    leftArea: z.boolean().describe('An area to stay in was left, not a zone entered'),
    evidence: z.record(z.string(), z.unknown()),
    replayed: z.boolean().describe('Found in points that came late: no live alarm was raised'),
    read: z.boolean().describe('By the caller; a closed one needs no reading'),
    state: z.enum(alarmStates).describe('On the alarm desk'),
  })
  .meta({ id: 'Anomaly' })
export type Anomaly = z.infer<typeof Anomaly>

/** As the monitor's map and its panel show it. */
export const RecentAlarm = Anomaly.pick({
  anomalyId: true,
  droneId: true,
  droneName: true,
  oddType: true,
  level: true,
  recordTime: true,
  lng: true,
  lat: true,
  region: true,
  noflyName: true,
  leftArea: true,
  read: true,
  state: true,
}).meta({ id: 'RecentAlarm' })
export type RecentAlarm = z.infer<typeof RecentAlarm>

/** In one response of `listRecentAlarms`. */
export const recentAlarmsAtMost = 300

export const anomalyRoutes = {
  listAnomalies: route('GET', '/api/bulletin/getOddBulletinList', {
    policy: { screens },
    summary: 'Anomalies, newest first',
    query: Page.extend({
      droneId: PartOfDroneId,
      startTime: filter(TimeFrom),
      endTime: filter(TimeUntil),
      oddType: filter(AnomalyTypeFilter),
      zzAccountName: SearchText,
      yyAccountName: SearchText,
      unread: flag.describe('true: not closed, and not read'),
      state: filter(z.enum(['unclosed', 'all'])).describe('As on the alarm desk; all where absent'),
      order: sorting(['recordTime']).describe('Newest first where absent'),
    }),
    out: paged(Anomaly),
  }),
  getAnomaly: route('GET', '/api/bulletin/getOddBulletin', {
    policy: { screens },
    summary: 'One anomaly with its evidence',
    query: z.object({ droneId: DroneId, anomalyId: id('anomaly') }),
    out: Anomaly,
    errors: ['not_found'],
  }),
  listRecentAlarms: route('GET', '/api/bulletin/getRecentOddBulletinList', {
    policy: { screens },
    summary:
      'Alarms that are not closed: how many of each level, and the gravest and newest of them, at most 300',
    query: z.object(monitorFilters),
    out: z.object({
      levels: z
        .array(z.object({ level: z.literal([1, 2, 3]), count: z.int(), unread: z.int() }))
        .describe('All three, the gravest first'),
      items: z.array(RecentAlarm),
    }),
  }),
}
