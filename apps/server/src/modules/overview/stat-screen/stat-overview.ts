// The overview by regions: figures of a period of days, compared with the previous period.
import type {
  dashboardOverviewRoutes,
  RegionOutline,
} from '@swath/contract/figures/dashboard-overview'
import {
  addDays,
  listSteps,
  pickStep,
  stretchBefore,
  type Stretch,
} from '@swath/domain/calendar-steps'
import type { Scope } from '@swath/domain/access/caller'
import type { FigureQuestion, FigureRow } from '@swath/domain/figures'
import { toCountryCode } from '@swath/domain/region-code'
import { zoneDay, zoneOffsetMinutes } from '@swath/domain/zone-days'
import { listOutlines } from '@swath/fixtures/first-level-outlines'
import { findRegion, type Region } from '@swath/fixtures/regions'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { readyAnswer } from '../../../platform/http/ready-answer.ts'
import { askOverview, figureOf, muByKey, muOf } from './asked.ts'
import { findMiddles, findRegionBounds } from '../../land/public.ts'
import { nameRows } from './names.queries.ts'
import { dimensionOf, findPath, findTop, listParts } from './overview-regions.ts'
import type { Deps } from './stat-screen-series.ts'

type Calls = Handlers<typeof dashboardOverviewRoutes>

const stretchOf = ({ startTime, endTime }: { startTime: string; endTime: string }): Stretch => ({
  from: startTime,
  until: addDays(endTime, 1),
})
const within = (regionCode: string | null | undefined): FigureQuestion['filters'] =>
  regionCode == null ? {} : { regionCode }

const getScreenOverview =
  ({ asks }: Deps): Calls['getScreenOverview'] =>
  async ({ query }, { caller }) => {
    const stretch = stretchOf(query)
    const before = stretchBefore(stretch)
    const [figures, figuresBefore] = await Promise.all(
      [stretch, before].map((days) => askOverview(asks, caller, days, within(query.regionCode))),
    )
    return {
      figures: figures!,
      before: figuresBefore!,
      startTimeBefore: before.from,
      endTimeBefore: addDays(before.until, -1),
      timeZone: caller.timeZone,
    }
  }

const dimensionOfStep = { hour: 'hourOfDay', day: 'day', month: 'month', year: 'year' } as const

/** Whether an hour, day, month or year of a stretch has not begun yet. */
const futureOf = (
  step: keyof typeof dimensionOfStep,
  { from }: Stretch,
  { timeZone, nowMs }: { timeZone: string; nowMs: number },
): ((key: string) => boolean) => {
  const today = zoneDay(timeZone, nowMs)
  if (step !== 'hour') return (key) => key > today.slice(0, key.length)
  const hour = new Date(nowMs + zoneOffsetMinutes(timeZone, nowMs) * 60_000).getUTCHours()
  return (key) => from > today || (from === today && Number(key) > hour)
}

const getScreenTrend =
  ({ asks, clock }: Deps): Calls['getScreenTrend'] =>
  async ({ query }, { caller }) => {
    const stretch = stretchOf(query)
    const step = pickStep(stretch)
    const stretches = [stretch, stretchBefore(stretch)]
    const steps = stretches.map((days) => listSteps(step, days))
    const isFuture = futureOf(step, stretch, { timeZone: caller.timeZone, nowMs: clock.now() })
    const found = await Promise.all(
      stretches.map(async (days) =>
        muByKey(
          await asks(caller, {
            measures: ['coveredM2'],
            by: [dimensionOfStep[step]],
            filters: within(query.regionCode),
            ...days,
          }),
        ),
      ),
    )
    return {
      step,
      xData: steps[0]!,
      // Paired by position in the period; the previous one may be longer.
      yData: steps.map((keys, i) =>
        keys
          .slice(0, steps[0]!.length)
          .map((key) => (i === 0 && isFuture(key) ? null : (found[i]!.get(key) ?? 0))),
      ),
      zData: stretches.map(({ from }) => from),
      timeZone: caller.timeZone,
    }
  }

const partMeasures = [
  'coveredM2',
  'sortieCount',
  'durationS',
  'sprayL',
  'activeDroneCount',
] as const

const findCentres = async (deps: Deps, scope: Scope, parts: readonly Region[]) => {
  const unplaced = parts.filter(({ centre }) => centre === null).map(({ code }) => code)
  const middles = await findMiddles(deps.readDb, scope, unplaced)
  return ({ code, centre }: Region): [number, number] | null => {
    const place = centre ?? middles.get(code)
    return place ? [...place] : null
  }
}

/** Regions with figures, and regions without any unless they are countries. */
const presentParts = async (
  deps: Deps,
  { caller, language }: Pick<SignedInContext, 'caller' | 'language'>,
  found: {
    parts: readonly Region[]
    rows: readonly FigureRow[]
    before: ReadonlyMap<string | null, number>
  },
) => {
  const byCode = new Map(found.rows.map((row) => [row.keys[0] ?? null, row]))
  const shown = found.parts.filter(({ code, level }) => level !== 'country' || byCode.has(code))
  const placeOf = await findCentres(deps, caller.scope, shown)
  const present = (code: string | null, region: Region | null) => {
    const row = byCode.get(code)
    return {
      regionCode: code,
      areaName: region?.names[language] ?? '',
      hasParts: region !== null && listParts(region.code).length > 0,
      centre: region && placeOf(region),
      sprayArea: muOf(row, 'coveredM2'),
      sprayAreaBefore: found.before.get(code) ?? 0,
      flightCount: figureOf(row, 'sortieCount'),
      flightTime: figureOf(row, 'durationS'),
      sprayQuantity: figureOf(row, 'sprayL'),
      activeDroneCount: figureOf(row, 'activeDroneCount'),
    }
  }
  const items = shown.map((region) => present(region.code, region))
  // Figures whose part of the region is unknown, so that the parts add up to the total.
  if (byCode.has(null)) items.push(present(null, null))
  return items.toSorted((a, b) => b.sprayArea - a.sprayArea)
}

const operatorsAtMost = 20

/** Operators by sprayed area, for regions without finer parts. */
const rankOperators = async (
  { asks, readDb }: Deps,
  caller: SignedInContext['caller'],
  code: string,
  stretch: Stretch,
) => {
  const asked = {
    measures: ['coveredM2'],
    by: ['operator'],
    filters: within(code),
  } as const satisfies Partial<FigureQuestion>
  const top = { by: 'coveredM2', count: operatorsAtMost } as const
  const [rows, before] = await Promise.all([
    asks(caller, { ...asked, ...stretch, top }),
    asks(caller, { ...asked, ...stretchBefore(stretch) }),
  ])
  const muBefore = muByKey(before)
  const names = await nameRows(
    readDb,
    'account',
    rows.flatMap(({ keys }) => keys[0] ?? []),
  )
  return rows.map((row) => {
    const id = row.keys[0] ?? null
    return {
      yyAccountId: id,
      yyAccountName: id === null ? '' : (names.get(id) ?? ''),
      sprayArea: muOf(row, 'coveredM2'),
      sprayAreaBefore: muBefore.get(id) ?? 0,
    }
  })
}

const queryScreenRegion =
  (deps: Deps): Calls['queryScreenRegion'] =>
  async ({ body }, { caller, language }) => {
    const top = findTop(caller.scope)
    const code = body.regionCode ?? top
    const path = findPath(top, code)
    if (!path) return fail('not_found')
    const parts = listParts(code)
    const dimension = dimensionOf(parts)
    const stretch = stretchOf(body)
    const ask = (days: Stretch, measures: FigureQuestion['measures']) =>
      dimension
        ? deps.asks(caller, { measures, by: [dimension], filters: within(code), ...days })
        : Promise.resolve([])
    const [rows, before, operators] = await Promise.all([
      ask(stretch, partMeasures),
      ask(stretchBefore(stretch), ['coveredM2']),
      dimension || code === null ? [] : rankOperators(deps, caller, code, stretch),
    ])
    return {
      path: path.map((step) => ({
        regionCode: step,
        areaName: step === null ? '' : findRegion(step)!.names[language],
      })),
      bounds: code === null ? null : await findRegionBounds(deps.readDb, caller.scope, code),
      items: await presentParts(
        deps,
        { caller, language },
        { parts, rows, before: muByKey(before) },
      ),
      operators,
      timeZone: caller.timeZone,
    }
  }

/** They change only with a new version of the product, so they can be cached. */
const getRegionOutlines = (): Calls['getRegionOutlines'] => {
  const known = new Map<string, { items: RegionOutline[] }>()
  return async ({ query }, { language, setHeader }) => {
    setHeader('cache-control', 'private, max-age=86400, stale-while-revalidate=604800')
    setHeader('vary', 'language, accept-language, accept-encoding')
    const country = query.regionCode ? toCountryCode(query.regionCode) : null
    const key = `${language} ${country}`
    const answer =
      known.get(key) ??
      readyAnswer({
        items: listOutlines(country).map(({ code, parts }) => ({
          regionCode: code,
          areaName: findRegion(code)?.names[language] ?? code,
          parts,
        })),
      })
    known.set(key, answer)
    return answer
  }
}

export const overviewHandlers = (deps: Deps): Calls => ({
  getScreenOverview: getScreenOverview(deps),
  getScreenTrend: getScreenTrend(deps),
  queryScreenRegion: queryScreenRegion(deps),
  getRegionOutlines: getRegionOutlines(),
})
