// Callers of the statistics screens and the overview: supervisors and makers, but no operators.
import { dashboardOverviewRoutes } from '@swath/contract/figures/dashboard-overview'
import { dashboardRoutes } from '@swath/contract/figures/dashboard'
import { featureSweep } from '../../../sweep/testing-cases.ts'
import { monitor, statScreen, visibleDrones, without } from '../../../sweep/testing-oracle.ts'

const people = statScreen
const days = { startTime: '2026-01-01', endTime: '2026-12-31' }

export const statScreenSweep = featureSweep(
  { ...dashboardRoutes, ...dashboardOverviewRoutes },
  {
    cases: {
      getStatInfo: {
        people,
        look: (info, person) => {
          const count = visibleDrones[person].length
          return { actual: [info.droneNum, info.flySeqTotalNum], expected: [count, count] }
        },
      },
      getDroneRank: {
        people,
        look: ({ items }, person) => ({
          actual: items.length,
          expected: Math.min(6, visibleDrones[person].length),
        }),
      },
      getUserRank: { people },
      getAllTimeHours: { people },
      getYearHours: { people },
      getModeAreas: { people, request: () => ({ query: { periodType: '1' } }) },
      getChinaPeriod: { people, request: () => ({ query: { periodType: '2' } }) },
      getForeignPeriod: { people, request: () => ({ query: { periodType: '2' } }) },
      getChinaRegions: { people, request: () => ({ query: { periodType: '5' } }) },
      getForeignRegions: { people, request: () => ({ query: { periodType: '1' } }) },
      getTodayOverview: { people },
      getPeriodOverview: { people, request: () => ({ query: { periodType: '3' } }) },
      getScreenOverview: { people, request: () => ({ query: days }) },
      getScreenTrend: { people, request: () => ({ query: days }) },
      queryScreenRegion: {
        people,
        reads: true,
        request: () => ({ body: { regionCode: null, ...days } }),
      },
      getRegionOutlines: { people: without(monitor, 'farmer') },
    },
  },
)
