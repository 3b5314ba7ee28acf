// The charts of statistics screens: by hour, by mode, over time and by region.
import { zoneDay } from '@swath/domain/zone-days'
import type { dashboardRoutes } from '@swath/contract/figures/dashboard'
import type { Caller } from '@swath/domain/access/caller'
import { addDays, addMonths, listSteps } from '@swath/domain/calendar-steps'
import type { Dimension } from '@swath/domain/figures'
import { periodDays, periodStep, toPeriod, type Period, type PeriodUse } from '@swath/domain/period'
import { CHINA_REGION, regionLevel } from '@swath/domain/region-code'
import { findRegion } from '@swath/fixtures/regions'
import type { Language } from '@swath/i18n/languages'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { homeCountry, muByKey, muOf, type Asks } from './asked.ts'

type Calls = Handlers<typeof dashboardRoutes>
export type Deps = Pick<Services, 'readDb' | 'clock'> & { asks: Asks }

/** The contract accepts no other code. */
export const periodOf = (use: PeriodUse, code: string | undefined): Period =>
  toPeriod(use, code === undefined ? null : Number(code))!

/** The days of a period, for queries of figures. */
export const daysOf = (period: Period, today: string) => {
  const { from, to } = periodDays(period, today)
  return { from, until: to }
}

const hours = listSteps('hour', { from: '', until: '' })
const sprayed = { measures: ['coveredM2'] } as const

export const getAllTimeHours =
  ({ asks }: Deps): Calls['getAllTimeHours'] =>
  async (_input, { caller }) => {
    const byHour = muByKey(
      await asks(caller, { ...sprayed, by: ['hourOfDay'], filters: {}, from: null, until: null }),
    )
    return {
      xData: hours,
      yData: [hours.map((hour) => byHour.get(hour) ?? 0)],
      zData: ['all'],
      timeZone: caller.timeZone,
    }
  }

export const getYearHours =
  ({ asks, clock }: Deps): Calls['getYearHours'] =>
  async (_input, { caller }) => {
    const today = zoneDay(caller.timeZone, clock.now())
    const rows = await asks(caller, {
      ...sprayed,
      by: ['month', 'hourOfDay'],
      filters: {},
      ...daysOf('this_year', today),
    })
    const mu = new Map(rows.map((row) => [row.keys.join(), muOf(row, 'coveredM2')]))
    const months = listSteps('month', {
      from: `${today.slice(0, 4)}-01-01`,
      until: addDays(today, 1),
    })
    return {
      xData: hours,
      yData: months.map((month) => hours.map((hour) => mu.get(`${month},${hour}`) ?? 0)),
      zData: months,
      timeZone: caller.timeZone,
    }
  }

/** 0: no mode was reported. */
const modes = ['1', '2', '3', '4', '5', '0']

export const getModeAreas =
  ({ asks, clock }: Deps): Calls['getModeAreas'] =>
  async ({ query }, { caller }) => {
    const period = periodOf('mode', query.periodType)
    const byMode = muByKey(
      await asks(caller, {
        ...sprayed,
        by: ['mode'],
        filters: {},
        ...daysOf(period, zoneDay(caller.timeZone, clock.now())),
      }),
    )
    return {
      xData: modes,
      yData: [modes.map((mode) => byMode.get(mode === '0' ? null : mode) ?? 0)],
      zData: [period],
      timeZone: caller.timeZone,
    }
  }

type Place = 'home' | 'abroad'

/** Domestic or foreign work by one dimension, in mu. */
const askPlace = async (
  { asks }: Deps,
  caller: Caller,
  place: Place,
  by: Dimension,
  days: { from: string | null; until: string | null },
): Promise<ReadonlyMap<string | null, number>> => {
  const home = homeCountry(caller)
  if (home === CHINA_REGION)
    return muByKey(
      await asks(caller, {
        ...sprayed,
        by: [by],
        filters: { abroad: place === 'abroad' },
        ...days,
      }),
    )
  if (place === 'home')
    return muByKey(
      await asks(caller, { ...sprayed, by: [by], filters: { regionCode: home }, ...days }),
    )
  // There is no filter for foreign countries, so the home country is removed from the result.
  const dimensions = by === 'country' ? (['country'] as const) : ([by, 'country'] as const)
  const rows = await asks(caller, { ...sprayed, by: dimensions, filters: {}, ...days })
  const sums = new Map<string | null, number>()
  for (const row of rows) {
    if (row.keys.at(-1) === home) continue
    const key = row.keys[0] ?? null
    sums.set(key, (sums.get(key) ?? 0) + muOf(row, 'coveredM2'))
  }
  return sums
}

/** Always 31 days: the previous month may have more days than this one. */
const daysOfMonth = Array.from({ length: 31 }, (_, i) => String(i + 1).padStart(2, '0'))
const monthsOfYear = daysOfMonth.slice(0, 12)

/** Years from the first one with work to the current one. */
const overAllYears = (byYear: ReadonlyMap<string | null, number>, today: string) => {
  const thisYear = today.slice(0, 4)
  const first = [...byYear.keys()].reduce<string>(
    (least, year) => (year !== null && year < least ? year : least),
    thisYear,
  )
  const years = listSteps('year', { from: `${first}-01-01`, until: `${thisYear}-12-31` })
  return { xData: years, yData: [years.map((year) => byYear.get(year) ?? 0)], zData: ['all'] }
}

const periodSeries = (deps: Deps, place: Place) => async (periodType: string, caller: Caller) => {
  const { timeZone } = caller
  const today = zoneDay(timeZone, deps.clock.now())
  const period = periodOf('series', periodType)
  const days = daysOf(period, today)
  const step = periodStep(period)
  if (days.from === null)
    return { ...overAllYears(await askPlace(deps, caller, place, 'year', days), today), timeZone }
  const isYear = step === 'month'
  const before = addMonths(days.from, isYear ? -12 : -1)
  const found = await askPlace(deps, caller, place, isYear ? 'month' : 'day', {
    from: before,
    until: days.until,
  })
  const xData = isYear ? monthsOfYear : daysOfMonth
  const names = [days.from, before].map((day) => day.slice(0, isYear ? 4 : 7))
  return {
    xData,
    yData: names.map((name) =>
      xData.map((x) => {
        const key = `${name}-${x}`
        return found.get(key) ?? (key > today ? null : 0)
      }),
    ),
    zData: names,
    timeZone,
  }
}

export const getChinaPeriod = (deps: Deps): Calls['getChinaPeriod'] => {
  const series = periodSeries(deps, 'home')
  return ({ query }, { caller }) => series(query.periodType, caller)
}
export const getForeignPeriod = (deps: Deps): Calls['getForeignPeriod'] => {
  const series = periodSeries(deps, 'abroad')
  return ({ query }, { caller }) => series(query.periodType, caller)
}

/** The parts of a supervisor's own region; provinces for everyone else. */
const partsOf = ({ scope }: Caller): Dimension => {
  if (scope.kind !== 'region') return 'province'
  const level = regionLevel(scope.prefix.padEnd(9, '0'))
  return level === 'country' ? 'province' : level === 'province' ? 'city' : 'county'
}

const regionSeries =
  (deps: Deps, place: Place) => async (period: Period, caller: Caller, language: Language) => {
    const { timeZone } = caller
    const by = place === 'home' ? partsOf(caller) : 'country'
    const found = await askPlace(
      deps,
      caller,
      place,
      by,
      daysOf(period, zoneDay(timeZone, deps.clock.now())),
    )
    const sorted = [...found].filter(([, mu]) => mu > 0).toSorted(([, a], [, b]) => b - a)
    return {
      xData: sorted.map(([code]) =>
        code === null ? '' : (findRegion(code)?.names[language] ?? code),
      ),
      yData: [sorted.map(([, mu]) => mu)],
      zData: [period],
      regionCodes: sorted.map(([code]) => code),
      timeZone,
    }
  }

export const getChinaRegions = (deps: Deps): Calls['getChinaRegions'] => {
  const series = regionSeries(deps, 'home')
  return ({ query }, { caller, language }) =>
    series(periodOf('chinaPerRegion', query.periodType), caller, language)
}
export const getForeignRegions = (deps: Deps): Calls['getForeignRegions'] => {
  const series = regionSeries(deps, 'abroad')
  return ({ query }, { caller, language }) =>
    series(periodOf('foreignPerRegion', query.periodType), caller, language)
}
