// Calls of the overview by regions, and the outlines that it and the statistics screens draw.
import { z } from 'zod'
import { PeriodOverview, ChartSeries } from './dashboard.ts'
import { AskedDay, DrawnParts, Mu, RegionCode, filter } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Dashboard')
const policy = { screens: ['stat-overview'] } as const
const base = '/api/statistics/screen'

const Day = z.iso.date().describe('A day of the viewer’s zone, YYYY-MM-DD')
const Days = z.object({ startTime: AskedDay, endTime: AskedDay })
const isInOrder = ({ startTime, endTime }: { startTime: string; endTime: string }): boolean =>
  startTime <= endTime
const inOrder = { message: 'overviewDaysOutOfOrder', path: ['endTime'] }

const OverviewQuery = Days.extend({
  regionCode: filter(RegionCode).describe('Absent: all that exists for the caller'),
}).refine(isInOrder, inOrder)

const Figures = PeriodOverview.omit({ timeZone: true })

export const OverviewPart = z
  .object({
    regionCode: RegionCode.nullable().describe('null: work of which no finer region is known'),
    areaName: z.string(),
    hasParts: z.boolean(),
    centre: z
      .tuple([z.number(), z.number()])
      .nullable()
      .describe('[lng, lat]: of its boundary, else roughly of plots in it; null: neither'),
    sprayArea: Mu,
    sprayAreaBefore: Mu.describe('The same in the period before'),
    flightCount: z.int(),
    flightTime: z.number().describe('seconds'),
    sprayQuantity: z.number().describe('litres'),
    activeDroneCount: z.int(),
  })
  .meta({ id: 'OverviewPart' })
export type OverviewPart = z.infer<typeof OverviewPart>

export const OverviewOperator = z
  .object({
    yyAccountId: id('account').nullable().describe('null: work of nobody’s, as a maker’s own'),
    yyAccountName: z.string(),
    sprayArea: Mu,
    sprayAreaBefore: Mu.describe('The same in the period before'),
  })
  .meta({ id: 'OverviewOperator' })
export type OverviewOperator = z.infer<typeof OverviewOperator>

export const RegionOutline = z
  .object({ regionCode: RegionCode, areaName: z.string(), parts: DrawnParts })
  .meta({ id: 'RegionOutline' })
export type RegionOutline = z.infer<typeof RegionOutline>

export const dashboardOverviewRoutes = {
  getScreenOverview: route('GET', `${base}/overview`, {
    policy,
    summary: 'What was new, active and done in a stretch of days, and in the one before it',
    query: OverviewQuery,
    out: z.object({
      figures: Figures,
      before: Figures,
      startTimeBefore: Day,
      endTimeBefore: Day,
      timeZone: z.string(),
    }),
  }),
  getScreenTrend: route('GET', `${base}/trend`, {
    policy,
    summary:
      'Spray area by hours, days, months or years, as long as the stretch is, beside the one before it',
    query: OverviewQuery,
    out: ChartSeries.extend({ step: z.enum(['hour', 'day', 'month', 'year']) }),
  }),
  queryScreenRegion: route('POST', `${base}/region`, {
    policy,
    summary: 'The parts of a region with the work in each, the most first',
    body: Days.extend({
      regionCode: RegionCode.nullable()
        .default(null)
        .describe('null: the highest that exists for the caller'),
    }).refine(isInOrder, inOrder),
    out: z.object({
      path: z
        .array(z.object({ regionCode: RegionCode.nullable(), areaName: z.string() }))
        .describe('From the highest that exists for the caller down; null: the world'),
      bounds: z
        .tuple([z.number(), z.number(), z.number(), z.number()])
        .nullable()
        .describe('West, south, east and north of the region, as far as they are known'),
      items: z.array(OverviewPart),
      operators: z
        .array(OverviewOperator)
        .describe('Of a region without parts: who sprayed most in it, 20 at most'),
      timeZone: z.string(),
    }),
    errors: ['not_found'],
  }),
  getRegionOutlines: route('GET', `${base}/outlines`, {
    policy: { screens: ['stat-screen', 'stat-overview', 'data-stat-list'] },
    summary: 'Boundaries of the first-level areas of a country, or of all countries that have any',
    query: z.object({ regionCode: filter(RegionCode).describe('Absent: of all, drawn coarsely') }),
    out: z.object({ items: z.array(RegionOutline) }),
  }),
}
