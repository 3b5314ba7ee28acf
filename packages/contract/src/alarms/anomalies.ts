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
    noflyName: z
      .string()
      .nullable()
      .describe('Name of the no-fly zone entered or the area to stay in that was left'),
    leftArea: z
      .boolean()
      .describe('Whether an area to stay in was left (instead of a no-fly zone entered)'),
    evidence: z.record(z.string(), z.unknown()),
    replayed: z
      .boolean()
      .describe('Whether it was detected in points received late, without a live alarm'),
    read: z.boolean().describe('Whether the caller has read it; always true for closed alarms'),
    state: z.enum(alarmStates).describe('State on the alarm desk'),
  })
  .meta({ id: 'Anomaly' })
export type Anomaly = z.infer<typeof Anomaly>

/** An alarm as shown on the monitor's map and its panel. */
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

/** Maximum number of items in one response of `listRecentAlarms`. */
export const recentAlarmsAtMost = 300

export const anomalyRoutes = {
  listAnomalies: route('GET', '/api/bulletin/getOddBulletinList', {
    policy: { screens },
    summary: 'List anomalies, newest first',
    query: Page.extend({
      droneId: PartOfDroneId,
      startTime: filter(TimeFrom),
      endTime: filter(TimeUntil),
      oddType: filter(AnomalyTypeFilter),
      zzAccountName: SearchText,
      yyAccountName: SearchText,
      unread: flag.describe('true: only those not closed and not read'),
      state: filter(z.enum(['unclosed', 'all'])).describe(
        'unclosed: open or acknowledged; all by default',
      ),
      order: sorting(['recordTime']).describe('Newest first by default'),
    }),
    out: paged(Anomaly),
  }),
  getAnomaly: route('GET', '/api/bulletin/getOddBulletin', {
    policy: { screens },
    summary: 'Get an anomaly with its evidence',
    query: z.object({ droneId: DroneId, anomalyId: id('anomaly') }),
    out: Anomaly,
    errors: ['not_found'],
  }),
  listRecentAlarms: route('GET', '/api/bulletin/getRecentOddBulletinList', {
    policy: { screens },
    summary:
      'Get the alarms that are not closed: the number of each level, and up to 300 items, most severe and newest first',
    query: z.object(monitorFilters),
    out: z.object({
      levels: z
        .array(z.object({ level: z.literal([1, 2, 3]), count: z.int(), unread: z.int() }))
        .describe('All three levels, most severe first'),
      items: z.array(RecentAlarm),
    }),
  }),
}
