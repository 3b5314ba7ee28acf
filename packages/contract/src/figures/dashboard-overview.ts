// Calls of the overview by region, and the outlines for the overview and the statistics screens.
import { z } from 'zod'
import { PeriodOverview, ChartSeries } from './dashboard.ts'
import { AskedDay, DrawnParts, Mu, RegionCode, filter } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Dashboard')
const policy = { screens: ['stat-overview'] } as const
const base = '/api/statistics/screen'

const Day = z.iso.date().describe('A day in the time zone of the viewer, YYYY-MM-DD')
const Days = z.object({ startTime: AskedDay, endTime: AskedDay })
const isInOrder = ({ startTime, endTime }: { startTime: string; endTime: string }): boolean =>
  startTime <= endTime
const inOrder = { message: 'overviewDaysOutOfOrder', path: ['endTime'] }

const OverviewQuery = Days.extend({
  regionCode: filter(RegionCode).describe('Absent: everything visible to the caller'),
}).refine(isInOrder, inOrder)

const Figures = PeriodOverview.omit({ timeZone: true })

export const OverviewPart = z
  .object({
    regionCode: RegionCode.nullable().describe('null: work without a known finer region'),
    areaName: z.string(),
    hasParts: z.boolean(),
    centre: z
      .tuple([z.number(), z.number()])
      .nullable()
      .describe(
        '[lng, lat] of its boundary, otherwise roughly of its plots; null: neither is known',
      ),
    sprayArea: Mu,
    sprayAreaBefore: Mu.describe('Spray area in the previous period'),
    flightCount: z.int(),
    flightTime: z.number().describe('seconds'),
    sprayQuantity: z.number().describe('litres'),
    activeDroneCount: z.int(),
  })
  .meta({ id: 'OverviewPart' })
export type OverviewPart = z.infer<typeof OverviewPart>

export const OverviewOperator = z
  .object({
    yyAccountId: id('account')
      .nullable()
      .describe('null: work without an operator, e.g. of a manufacturer'),
    yyAccountName: z.string(),
    sprayArea: Mu,
    sprayAreaBefore: Mu.describe('Spray area in the previous period'),
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
    summary:
      'Get the new, active and completed figures of a range of days and of the preceding range',
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
      'Get the spray area by hour, day, month or year, depending on the length of the range, beside the preceding range',
    query: OverviewQuery,
    out: ChartSeries.extend({ step: z.enum(['hour', 'day', 'month', 'year']) }),
  }),
  queryScreenRegion: route('POST', `${base}/region`, {
    reads: true,
    policy,
    summary: 'List the parts of a region with the work in each, largest first',
    body: Days.extend({
      regionCode: RegionCode.nullable()
        .default(null)
        .describe('null: the highest region visible to the caller'),
    }).refine(isInOrder, inOrder),
    out: z.object({
      path: z
        .array(z.object({ regionCode: RegionCode.nullable(), areaName: z.string() }))
        .describe('From the highest region visible to the caller downwards; null: the world'),
      bounds: z
        .tuple([z.number(), z.number(), z.number(), z.number()])
        .nullable()
        .describe('West, south, east and north of the region; null if unknown'),
      items: z.array(OverviewPart),
      operators: z
        .array(OverviewOperator)
        .describe('For a region without parts: operators with the largest spray area, at most 20'),
      timeZone: z.string(),
    }),
    errors: ['not_found'],
  }),
  getRegionOutlines: route('GET', `${base}/outlines`, {
    policy: { screens: ['stat-screen', 'stat-overview', 'data-stat-list'] },
    summary:
      'List the boundaries of the first-level areas of a country, or of all countries that have any',
    query: z.object({ regionCode: filter(RegionCode).describe('Absent: all, with less detail') }),
    out: z.object({ items: z.array(RegionOutline) }),
  }),
}
