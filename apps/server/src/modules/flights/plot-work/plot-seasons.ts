// Crops of a plot with their periods.
import type { PlotSeasons, plotWorkRoutes } from '@swath/contract/flights/plot-work'
import type { Caller } from '@swath/domain/access/caller'
import { toReader, type Reader } from '../../../platform/access/common-rows.queries.ts'
import { createChanges } from '../../../platform/change/change.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import type { Services } from '../../../platform/services.ts'
import { findPlot, plotAbilities, plotKind } from '../../land/public.ts'
import { knownCrops, listSeasons, replaceSeasons } from './plot-work.queries.ts'

type Calls = Handlers<typeof plotWorkRoutes>

/** @throws not_found */
export const requirePlot = async (db: Db | Tx, caller: Caller, id: string) =>
  (await findPlot(db, caller, id)) ?? fail('not_found')

const readSeasons = async (
  db: Db | Tx,
  caller: Caller,
  reader: Reader,
  plotId: string,
): Promise<PlotSeasons> => {
  const plot = await requirePlot(db, caller, plotId)
  const rows = await listSeasons(db, reader, plotId)
  return {
    items: rows.map((row) => ({
      cropId: row.crop_id,
      cropName: row.crop_name,
      fromDay: row.from_day,
      untilDay: row.until_day,
    })),
    version: plot.version,
    can: { update: plotAbilities(plot, caller).update },
  }
}

const getPlotSeasons =
  ({ readDb }: Services): Calls['getPlotSeasons'] =>
  async ({ params }, context) =>
    readSeasons(readDb, context.caller, toReader(context), params.blockId)

const setPlotSeasons = (services: Services): Calls['setPlotSeasons'] => {
  const { change } = createChanges(services)
  return async ({ params: { blockId: id }, body: { items, version } }, context) => {
    const reader = toReader(context)
    const asked = { id, version, to: 'update', action: 'plot.seasons' } as const
    return change(context, plotKind, asked, async (trx) => {
      const before = await listSeasons(trx, reader, id)
      // Crops already entered for the plot are accepted, even if they belong to another account.
      const known = new Set([
        ...before.map(({ crop_id }) => crop_id),
        ...(await knownCrops(services.db, reader, [...new Set(items.map((one) => one.cropId))])),
      ])
      if (!items.every(({ cropId }) => known.has(cropId)))
        fail('invalid_input', {}, [{ path: 'items', message: 'valueUnknown' }])
      return {
        before: {
          seasons: before.map(({ crop_id, from_day, until_day }) => ({
            cropId: crop_id,
            fromDay: from_day,
            untilDay: until_day,
          })),
        },
        after: { seasons: items.toSorted((a, b) => (a.fromDay < b.fromDay ? 1 : -1)) },
        write: () => replaceSeasons(trx, id, items),
        answer: () => readSeasons(trx, context.caller, reader, id),
      }
    })
  }
}

export const plotSeasonHandlers = (services: Services) => ({
  getPlotSeasons: getPlotSeasons(services),
  setPlotSeasons: setPlotSeasons(services),
})
