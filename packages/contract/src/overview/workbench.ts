// The start page: items that need attention, and the day's progress.
import { z } from 'zod'
import { Mu, Time } from '../fields.ts'
import { routeWithTag } from '../kit.ts'

/**
 * Everything that can need a person's attention. Each line is counted by its feature and linked by
 * the console to the screen where it is handled.
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
    firstAt: Time.nullable().describe('Of what ends: when the first of them does'),
  })
  .meta({ id: 'WorkbenchLine' })
export type WorkbenchLine = z.infer<typeof WorkbenchLine>

/** Number of items of a line; for items that expire, also the time of the first expiry. */
type Counted = number | { readonly count: number; readonly firstAt: Date | null }
/** A feature's counts of its lines; zero is the same as absent. */
export type WorkbenchCounts = { readonly [Name in WorkbenchLineName]?: Counted }

const Work = z
  .object({ sprayArea: Mu, sortieCount: z.int(), durationS: z.number(), sprayL: z.number() })
  .meta({ id: 'WorkbenchWork' })
export type WorkbenchWork = z.infer<typeof Work>

const AreaByHour = z.array(Mu).length(24).describe('From 0 to 23 o’clock of the account’s zone')

const route = routeWithTag('Workbench')

export const workbenchRoutes = {
  getWorkbench: route('GET', '/api/workbench', {
    policy: { screens: ['workbench'] },
    summary:
      'What wants the person now, by what they may do and see, and today’s work beside that of yesterday and of a week ago',
    out: z.object({
      at: Time,
      timeZone: z.string(),
      lines: z.array(WorkbenchLine).describe('What there is none of is left out'),
      fleet: z.object({
        droneNum: z.int(),
        onlineDroneCount: z.int(),
        flyingDroneCount: z.int(),
        sprayingDroneCount: z.int(),
      }),
      work: z.object({
        today: Work.describe('So far'),
        hoursOver: z
          .int()
          .describe('Hours of today that are over: what is compared is of these hours alone'),
        byThen: z.object({ today: Work, yesterday: Work, weekAgo: Work }),
        activeDroneCount: z.int().describe('That worked today'),
        areaByHour: z.object({ today: AreaByHour, yesterday: AreaByHour }),
      }),
    }),
  }),
}
