// Flights of a pilot, by month and model, with the same figures as on every other screen.
import { logbookList, type LogbookEntry, type logbookRoutes } from '@swath/contract/gear/logbooks'
import type { FiltersOf } from '@swath/contract/list'
import type { FigureRow } from '@swath/domain/figures'
import { muFromM2 } from '@swath/domain/units'
import type { Db } from '../../../platform/database/database.ts'
import type { Handlers, SignedInContext } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { toOffset } from '../../../platform/listing/page.ts'
import { parseSort } from '../../../platform/listing/search.ts'
import { regionPath } from '../../../platform/regions/region-path.ts'
import type { Services } from '../../../platform/services.ts'
import { askFigures } from '../../figures/public.ts'
import { findModelNames, findPilot } from './logbook.queries.ts'

const placesAtMost = 3

/** The regions of each month, those with most flights first. */
const placesByMonth = (
  rows: readonly FigureRow[],
  language: SignedInContext['language'],
): ReadonlyMap<string, string> => {
  const byMonth = Map.groupBy(rows, ({ keys }) => keys[0]!)
  return new Map(
    [...byMonth].map(([month, places]) => {
      const named = places
        .toSorted((a, b) => (b.figures.sortieCount ?? 0) - (a.figures.sortieCount ?? 0))
        .flatMap(({ keys }) => (keys[1] ? [regionPath(keys[1], language).slice(-2).join(' ')] : []))
      const shown = named.slice(0, placesAtMost).join(', ')
      return [month, named.length > placesAtMost ? `${shown} … (${named.length})` : shown]
    }),
  )
}

const sumOf = (entries: readonly LogbookEntry[]) =>
  entries.reduce(
    (sum, one) => ({
      sortieCount: sum.sortieCount + one.sortieCount,
      durationS: sum.durationS + one.durationS,
      sprayArea: sum.sprayArea + one.sprayArea,
      sprayL: sum.sprayL + one.sprayL,
    }),
    { sortieCount: 0, durationS: 0, sprayArea: 0, sprayL: 0 },
  )

const readEntries = async (
  db: Db,
  { caller: { scope, timeZone }, language }: SignedInContext,
  { userId, year }: FiltersOf<typeof logbookList>,
): Promise<LogbookEntry[]> => {
  const asked = {
    filters: { pilotId: userId },
    from: year ? `${year}-01-01` : null,
    until: year ? `${Number(year) + 1}-01-01` : null,
    timeZone,
  } as const
  const [models, places] = await Promise.all([
    askFigures(db, scope, {
      ...asked,
      measures: ['sortieCount', 'durationS', 'coveredM2', 'sprayL'],
      by: ['month', 'model'],
    }),
    askFigures(db, scope, { ...asked, measures: ['sortieCount'], by: ['month', 'county'] }),
  ])
  const names = await findModelNames(db, [
    ...new Set(models.flatMap(({ keys }) => (keys[1] ? [keys[1]] : []))),
  ])
  const placesIn = placesByMonth(places, language)
  return models.map(({ keys: [month, modelId], figures }) => ({
    entryId: `${month} ${modelId ?? ''}`,
    month: month!,
    modelName: names.get(modelId ?? '') ?? '',
    sortieCount: figures.sortieCount ?? 0,
    durationS: figures.durationS ?? 0,
    sprayArea: muFromM2(figures.coveredM2 ?? 0),
    sprayL: figures.sprayL ?? 0,
    places: placesIn.get(month!) ?? '',
  }))
}

const inOrder = (
  entries: readonly LogbookEntry[],
  sortParam: string | undefined,
): LogbookEntry[] => {
  const { descending } = parseSort(sortParam as 'month' | undefined, logbookList.defaultSort)
  const sign = descending ? -1 : 1
  return entries.toSorted(
    (a, b) =>
      sign * (a.month < b.month ? -1 : a.month > b.month ? 1 : 0) ||
      (a.modelName < b.modelName ? -1 : 1),
  )
}

export const logbookHandlers = ({ readDb }: Services): Handlers<typeof logbookRoutes> => ({
  listLogbook: async ({ query }, context) => {
    const { scope, timeZone } = context.caller
    const pilot = (await findPilot(readDb, scope, query.userId)) ?? fail('not_found')
    const [entries, years] = await Promise.all([
      readEntries(readDb, context, query),
      askFigures(readDb, scope, {
        measures: ['sortieCount'],
        by: ['year'],
        filters: { pilotId: pilot.id },
        from: null,
        until: null,
        timeZone,
      }),
    ])
    const { limit, offset } = toOffset(query)
    return {
      items: inOrder(entries, query.sortParam).slice(offset, offset + limit),
      total: entries.length,
      pageIndex: query.pageIndex,
      size: query.size,
      userName: pilot.name,
      groupName: pilot.team_name,
      years: years
        .flatMap(({ keys: [year] }) => (year ? [year] : []))
        .toSorted()
        .toReversed(),
      stats: sumOf(entries),
    }
  },
  exportLogbook: async ({ query }, context) => {
    ;(await findPilot(readDb, context.caller.scope, query.userId)) ?? fail('not_found')
    const entries = inOrder(await readEntries(readDb, context, query), query.sortParam)
    const rows = async function* () {
      yield* entries
    }
    return listFile(logbookList, query, context, { rows: rows(), present: (row) => row })
  },
})
