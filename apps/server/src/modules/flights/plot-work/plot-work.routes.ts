// Crops of plots, and their flights.
import type { PlotSpraying, plotWorkRoutes } from '@swath/contract/flights/plot-work'
import type { ClaimCause } from '@swath/domain/claim-rules'
import { muFromM2 } from '@swath/domain/units'
import { toReader } from '../../../platform/access/common-rows.queries.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { suspicionsAmong } from '../claims/claims.queries.ts'
import { getPlotGround } from './plot-ground.ts'
import { plotSeasonHandlers, requirePlot } from './plot-seasons.ts'
import { listSprayings, type SprayingRow } from './plot-work.queries.ts'

const sprayingsAtOnce = 100

type Suspicion = Awaited<ReturnType<typeof suspicionsAmong>>[number]

const present = (row: SprayingRow, suspicions: readonly Suspicion[]): PlotSpraying => ({
  sortieId: row.sortie_id,
  droneId: row.drone_id,
  droneName: row.drone_name,
  startTime: row.start_at.toISOString(),
  endTime: row.end_at.toISOString(),
  yyAccountName: row.operator_name,
  oprName: row.pilot_name,
  crop: row.crop,
  chemical: row.chemical,
  sprayL: row.spray_l,
  coveredArea: muFromM2(row.of_plot_m2),
  outsideRatio: row.covered_m2 > 0 ? Math.max(0, 1 - row.of_plot_m2 / row.covered_m2) : 0,
  suspicions: suspicions
    .filter(({ sortie_id }) => sortie_id === row.sortie_id)
    .map(({ id, cause, state }) => ({ suspicionId: id, cause: cause as ClaimCause, state })),
})

export const plotWorkHandlers = (services: Services): Handlers<typeof plotWorkRoutes> => ({
  ...plotSeasonHandlers(services),
  getPlotSprayings: async ({ params: { blockId }, query }, context) => {
    await requirePlot(services.readDb, context.caller, blockId)
    const rows = await listSprayings(services.readDb, toReader(context), blockId, {
      ...query,
      before: query.before,
      limit: sprayingsAtOnce + 1,
    })
    const shown = rows.slice(0, sprayingsAtOnce)
    const suspicions = await suspicionsAmong(
      services.readDb,
      context.caller.scope,
      shown.map((row) => ({ droneId: row.drone_id, sortieId: row.sortie_id })),
    )
    return {
      items: shown.map((row) => present(row, suspicions)),
      hasMore: rows.length > sprayingsAtOnce,
    }
  },
  getPlotGround: getPlotGround(services),
})
