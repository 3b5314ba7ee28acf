// Calls of the statistics screens. The specification names these calls and their fields, but not
// their paths: this table defines them.
import { z } from 'zod'
import { PERIOD_CODES, type PeriodUse } from '@swath/domain/period'
import { DroneId, Mu, RegionCode, filter } from '../fields.ts'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'

const route = routeWithTag('Dashboard')
const policy = { screens: ['stat-screen'] } as const
const base = '/api/statistics/screen'

/** Codes of one use as sent; its period without a code is requested by omitting the parameter. */
const periodType = (use: PeriodUse) => {
  const codes = PERIOD_CODES[use]
  return z
    .enum(codes.flatMap(([code]) => (code === null ? [] : [String(code)])))
    .describe(codes.map(([code, period]) => `${code ?? 'absent'}: ${period}`).join(', '))
}

const TimeZone = z.string().describe('IANA time zone of the days and hours')

/** Series over one axis, as used by the charts of the statistics screens. */
export const ChartSeries = z
  .object({
    xData: z.array(z.string()).describe('Values along the axis'),
    yData: z
      .array(z.array(Mu.nullable()))
      .describe('One list per series with one figure per xData entry; null: in the future'),
    zData: z.array(z.string()).describe('Names of the series'),
    timeZone: TimeZone,
  })
  .meta({ id: 'ChartSeries' })
export type ChartSeries = z.infer<typeof ChartSeries>

/** A series over regions, with the region code of each name. */
export const RegionSeries = ChartSeries.extend({
  regionCodes: z
    .array(RegionCode.nullable())
    .describe('Region of each xData entry; null: work without a known region'),
}).meta({ id: 'RegionSeries' })
export type RegionSeries = z.infer<typeof RegionSeries>

export const DroneRankEntry = z
  .object({ droneId: DroneId, droneName: z.string(), sprayArea: Mu })
  .meta({ id: 'DroneRankEntry' })
export type DroneRankEntry = z.infer<typeof DroneRankEntry>

export const UserRankEntry = z
  .object({ userId: id('user'), userName: z.string(), sprayArea: Mu })
  .meta({ id: 'UserRankEntry' })
export type UserRankEntry = z.infer<typeof UserRankEntry>

export const StatInfo = z
  .object({
    droneNum: z.int(),
    onlineDroneCount: z.int(),
    plotTotalArea: Mu,
    ploTotalNum: z.int(),
    flyTotalDuration: z.number().describe('seconds'),
    flyTotalQuantity: z.number().describe('litres'),
    sprayTotalMuNum: Mu,
    flySeqTotalNum: z.int().describe('sorties'),
  })
  .meta({ id: 'StatInfo' })
export type StatInfo = z.infer<typeof StatInfo>

export const PeriodOverview = z
  .object({
    newDroneCount: z.int(),
    flightTime: z.number().describe('seconds'),
    activeDroneCount: z.int(),
    sprayArea: Mu,
    newBlockCount: z.int(),
    flightCount: z.int(),
    newBlockArea: Mu,
    sprayQuantity: z.number().describe('litres'),
    activeBlockCount: z.int(),
    timeZone: TimeZone,
  })
  .meta({ id: 'PeriodOverview' })
export type PeriodOverview = z.infer<typeof PeriodOverview>

/** Length of a ranking on the statistics screen. */
export const rankedAtMost = 6

export const dashboardRoutes = {
  getStatInfo: route('GET', `${base}/statInfo`, {
    policy,
    summary: 'Get the eight headline figures: drones, drones online, plots and all work to date',
    out: StatInfo,
  }),
  getDroneRank: route('GET', `${base}/droneRank`, {
    policy,
    summary: 'List the six drones with the largest spray area',
    query: z.object({ periodType: filter(periodType('rank')) }),
    out: z.object({ items: z.array(DroneRankEntry), timeZone: TimeZone }),
  }),
  getUserRank: route('GET', `${base}/userRank`, {
    policy,
    summary: 'List the six pilots with the largest spray area',
    query: z.object({ periodType: filter(periodType('rank')) }),
    out: z.object({ items: z.array(UserRankEntry), timeZone: TimeZone }),
  }),
  getAllTimeHours: route('GET', `${base}/hourAll`, {
    policy,
    summary: 'Get the spray area of all time by hour of the day',
    out: ChartSeries,
  }),
  getYearHours: route('GET', `${base}/hourYear`, {
    policy,
    summary: 'Get the spray area of this year by hour of the day, one series per month',
    out: ChartSeries,
  }),
  getModeAreas: route('GET', `${base}/mode`, {
    policy,
    summary: 'Get the spray area by work mode (xData: 1 to 5, 0 if the mode is unknown)',
    query: z.object({ periodType: periodType('mode') }),
    out: ChartSeries,
  }),
  getChinaPeriod: route('GET', `${base}/chinaPeriod`, {
    policy,
    summary:
      'Get the spray area in China by year, month or day (xData), beside the previous period if there is one',
    query: z.object({ periodType: periodType('series') }),
    out: ChartSeries,
  }),
  getForeignPeriod: route('GET', `${base}/foreignPeriod`, {
    policy,
    summary:
      'Get the spray area outside China by year, month or day (xData), beside the previous period if there is one',
    query: z.object({ periodType: periodType('series') }),
    out: ChartSeries,
  }),
  getChinaRegions: route('GET', `${base}/chinaRegion`, {
    policy,
    summary:
      'Get the spray area of each province, or of each part of the region the caller supervises, largest first',
    query: z.object({ periodType: periodType('chinaPerRegion') }),
    out: RegionSeries,
  }),
  getForeignRegions: route('GET', `${base}/foreignRegion`, {
    policy,
    summary: 'Get the spray area of each country except China, largest first',
    query: z.object({ periodType: periodType('foreignPerRegion') }),
    out: RegionSeries,
  }),
  getTodayOverview: route('GET', `${base}/todayOverview`, {
    policy,
    summary: 'Get the new, active and completed figures of today',
    out: PeriodOverview,
  }),
  getPeriodOverview: route('GET', `${base}/periodOverview`, {
    policy,
    summary: 'Get the new, active and completed figures of this month or year',
    query: z.object({ periodType: z.enum(['2', '3']).describe('2: this_month, 3: this_year') }),
    out: PeriodOverview,
  }),
}
