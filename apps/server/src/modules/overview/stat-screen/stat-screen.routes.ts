import { zoneDay } from '@swath/domain/zone-days'
import type { dashboardOverviewRoutes } from '@swath/contract/figures/dashboard-overview'
import { rankedAtMost, type dashboardRoutes } from '@swath/contract/figures/dashboard'
import type { Caller } from '@swath/domain/access/caller'
import type { LiveState } from '../../../gateway/live/public.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { countLiveDrones } from '../../live/public.ts'
import { askOverview, askTodayOverview, createAsks, figureOf, muOf } from './asked.ts'
import { nameDrones, nameRows } from './names.queries.ts'
import { overviewHandlers } from './stat-overview.ts'
import {
  daysOf,
  getAllTimeHours,
  getChinaPeriod,
  getChinaRegions,
  getForeignPeriod,
  getForeignRegions,
  getModeAreas,
  getYearHours,
  periodOf,
  type Deps,
} from './stat-screen-series.ts'

type Calls = Handlers<typeof dashboardRoutes>
const always = { filters: {}, from: null, until: null } as const

const headlines = [
  'droneCount',
  'newPlotM2',
  'newPlotCount',
  'durationS',
  'sprayL',
  'coveredM2',
  'sortieCount',
] as const

const getStatInfo =
  ({ asks, clock }: Deps, live: LiveState): Calls['getStatInfo'] =>
  async (_input, { caller }) => {
    const [row] = await asks(caller, { measures: headlines, by: [], ...always })
    return {
      droneNum: figureOf(row, 'droneCount'),
      onlineDroneCount: countLiveDrones(live, caller.scope, {}, clock.now()).onlineDroneCount,
      // Every plot was new at some time, so the total of new plots is that of all plots.
      plotTotalArea: muOf(row, 'newPlotM2'),
      ploTotalNum: figureOf(row, 'newPlotCount'),
      flyTotalDuration: figureOf(row, 'durationS'),
      flyTotalQuantity: figureOf(row, 'sprayL'),
      sprayTotalMuNum: muOf(row, 'coveredM2'),
      flySeqTotalNum: figureOf(row, 'sortieCount'),
    }
  }

/** The largest operators by area; work without an operator is not ranked. */
const askRank = async (
  { asks, clock }: Deps,
  caller: Caller,
  by: 'drone' | 'pilot',
  periodType: string | undefined,
): Promise<{ id: string; sprayArea: number }[]> => {
  const rows = await asks(caller, {
    measures: ['coveredM2'],
    by: [by],
    filters: {},
    ...daysOf(periodOf('rank', periodType), zoneDay(caller.timeZone, clock.now())),
    top: { by: 'coveredM2', count: rankedAtMost + 1 },
  })
  return rows
    .flatMap((row) => {
      const [id] = row.keys
      return id == null ? [] : [{ id, sprayArea: muOf(row, 'coveredM2') }]
    })
    .slice(0, rankedAtMost)
}

const getDroneRank =
  (deps: Deps): Calls['getDroneRank'] =>
  async ({ query }, { caller }) => {
    const ranked = await askRank(deps, caller, 'drone', query.periodType)
    const names = await nameDrones(
      deps.readDb,
      ranked.map(({ id }) => id),
    )
    return {
      items: ranked.map(({ id, sprayArea }) => ({
        droneId: id,
        droneName: names.get(id) ?? '',
        sprayArea,
      })),
      timeZone: caller.timeZone,
    }
  }

const getUserRank =
  (deps: Deps): Calls['getUserRank'] =>
  async ({ query }, { caller }) => {
    const ranked = await askRank(deps, caller, 'pilot', query.periodType)
    const names = await nameRows(
      deps.readDb,
      'app_user',
      ranked.map(({ id }) => id),
    )
    return {
      items: ranked.map(({ id, sprayArea }) => ({
        userId: id,
        userName: names.get(id) ?? '',
        sprayArea,
      })),
      timeZone: caller.timeZone,
    }
  }

const getTodayOverview =
  ({ readDb, clock }: Deps): Calls['getTodayOverview'] =>
  async (_input, { caller }) => ({
    ...(await askTodayOverview(readDb, caller, clock.now())),
    timeZone: caller.timeZone,
  })

const getPeriodOverview =
  ({ asks, clock }: Deps): Calls['getPeriodOverview'] =>
  async ({ query }, { caller }) => {
    const period = periodOf('overview', query.periodType)
    const today = zoneDay(caller.timeZone, clock.now())
    return {
      ...(await askOverview(asks, caller, daysOf(period, today))),
      timeZone: caller.timeZone,
    }
  }

export const statScreenHandlers = (
  services: Services,
  live: LiveState,
): Calls & Handlers<typeof dashboardOverviewRoutes> => {
  const deps: Deps = { ...services, asks: createAsks(services) }
  return {
    getStatInfo: getStatInfo(deps, live),
    getDroneRank: getDroneRank(deps),
    getUserRank: getUserRank(deps),
    getAllTimeHours: getAllTimeHours(deps),
    getYearHours: getYearHours(deps),
    getModeAreas: getModeAreas(deps),
    getChinaPeriod: getChinaPeriod(deps),
    getForeignPeriod: getForeignPeriod(deps),
    getChinaRegions: getChinaRegions(deps),
    getForeignRegions: getForeignRegions(deps),
    getTodayOverview: getTodayOverview(deps),
    getPeriodOverview: getPeriodOverview(deps),
    ...overviewHandlers(deps),
  }
}
