// What grows on plots, and what was sprayed there.
import type { PlotSpraying, plotWorkRoutes } from '@swath/contract/plot-work'
import { muFromM2 } from '@swath/domain/units'
import { toReader } from '../../platform/access/common-rows.queries.ts'
import type { Handlers } from '../../platform/http/context.ts'
import type { Services } from '../../platform/services.ts'
import { getPlotGround } from './plot-ground.ts'
import { plotSeasonHandlers, requirePlot } from './plot-seasons.ts'
import { listSprayings, type SprayingRow } from './plot-work.queries.ts'

const sprayingsAtOnce = 100

const present = (row: SprayingRow): PlotSpraying => ({
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
    return {
      items: rows.slice(0, sprayingsAtOnce).map(present),
      hasMore: rows.length > sprayingsAtOnce,
    }
  },
  getPlotGround: getPlotGround(services),
})
