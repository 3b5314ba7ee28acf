// The start page: items that need attention, and the day's progress.
import { z } from 'zod'
import { RecentAlarm } from '../alarms/anomalies.ts'
import { Mu, Time } from '../fields.ts'
import { routeWithTag } from '../kit.ts'

/**
 * Kinds of items that can need a user's attention. Each feature counts its own lines, and the
 * console links each line to the screen where it is handled.
 */
export const workbenchLines = [
  'alarms-1',
  'alarms-2',
  'alarms-3',
  'alarms-mine',
  'drones-silent-spraying',
  'drones-silent-flying',
  'drones-low-battery',
  'drones-locked',
  'tasks-invited',
  'tasks-ended',
  'account-applications',
  'user-applications',
  'claims-undecided',
  'subsidies-objected',
  'subsidies-approvable',
  'flight-logs-ready',
  'certificates-ended',
  'orders-unpaid',
  'invoices-applied',
  'tasks-ending',
  'subsidies-objectable',
  'certificates-ending',
  'services-ending',
  'bulletins-unread',
  'jobs-failed',
  'first-drone',
  'first-member',
  'first-plot',
] as const
export type WorkbenchLineName = (typeof workbenchLines)[number]

export const WorkbenchLine = z
  .object({
    name: z.enum(workbenchLines),
    count: z.int().min(1),
    firstAt: Time.nullable().describe(
      'For items that expire: time of the first expiry; otherwise null',
    ),
  })
  .meta({ id: 'WorkbenchLine' })
export type WorkbenchLine = z.infer<typeof WorkbenchLine>

/** Number of items of a line; for items that expire, also the time of the first expiry. */
type Counted = number | { readonly count: number; readonly firstAt: Date | null }
/** A feature's counts of its lines; zero is the same as absent. */
export type WorkbenchCounts = { readonly [Name in WorkbenchLineName]?: Counted }

const Work = z
  .object({ sprayArea: Mu, sortieCount: z.number(), durationS: z.number(), sprayL: z.number() })
  .meta({ id: 'WorkbenchWork' })
export type WorkbenchWork = z.infer<typeof Work>

const AreaByHour = z
  .array(Mu)
  .length(24)
  .describe('Area in mu for each hour of the day, from 0 to 23, in the account’s time zone')

/** Maximum number of alarms that the workbench names. */
export const openAlarmsAtMost = 5

const route = routeWithTag('Workbench')

export const workbenchRoutes = {
  getWorkbench: route('GET', '/api/workbench', {
    policy: { screens: ['workbench'] },
    summary:
      'Get the items that need the caller’s attention, according to the caller’s rights and screens, and today’s work compared with a usual day',
    out: z.object({
      at: Time,
      timeZone: z.string(),
      lines: z.array(WorkbenchLine).describe('Lines with a count of at least 1'),
      alarms: z
        .array(RecentAlarm)
        .max(openAlarmsAtMost)
        .describe('Level-1 alarms that nobody has acknowledged, oldest first'),
      fleet: z.object({
        droneNum: z.int(),
        onlineDroneCount: z.int(),
        flyingDroneCount: z.int(),
        sprayingDroneCount: z.int(),
      }),
      work: z.object({
        today: Work.describe('Today until now'),
        hoursOver: z
          .int()
          .describe(
            'Number of completed hours of today; the comparison in byThen covers only these hours of each day',
          ),
        byThen: z.object({
          today: Work,
          usual: Work.describe('Mean of the seven days before today, including days without work'),
        }),
        usualDay: Work.describe('The same mean over whole days'),
        activeDroneCount: z.int().describe('Number of drones that worked today'),
        areaByHour: z.object({ today: AreaByHour, yesterday: AreaByHour }),
      }),
    }),
  }),
}
