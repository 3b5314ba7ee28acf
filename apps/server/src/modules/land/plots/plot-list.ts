// Lists and exports plots.
import { plotList } from '@swath/contract/land/plots'
import { muFromM2 } from '@swath/domain/units'
import { listFile } from '../../../platform/listing/list-file.ts'
import { chosenOf, geometryFile } from '../geometry-exports/geometry-file.ts'
import { presentPlot, readPlot } from './plot-presenters.ts'
import type { Calls, Deps } from './plot-deps.ts'
import { toFeature } from './plot-export.ts'
import { plotRows, sumPlots, withAllCorners, type PlotRow } from './plots.queries.ts'

export const listPlots =
  ({ readDb }: Deps): Calls['listPlots'] =>
  async ({ query: given }, { caller, language }) => {
    const asked = await plotRows.withNames(readDb, caller, given)
    return plotRows.answer(readDb, caller, asked, async (query) => {
      const [rows, sums, holdings] = await Promise.all([
        plotRows.page(readDb, caller, query, query),
        sumPlots(readDb, caller, query),
        plotRows.countStates(readDb, caller, query),
      ])
      return {
        items: rows.map((row) => presentPlot(row, caller, language)),
        total: sums.total,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
        stats: { area: muFromM2(sums.area_m2), holdings },
      }
    })
  }

export const exportPlots =
  ({ readDb }: Deps): Calls['exportPlots'] =>
  async ({ query: { format, blockIds, ...filters } }, context) => {
    const { caller, language } = context
    const query = await plotRows.withNames(readDb, caller, filters)
    const chosen = blockIds === undefined ? null : new Set(blockIds.split(','))
    const rows = chosenOf(plotRows.each(readDb, caller, query), chosen)
    const present = (row: PlotRow) => presentPlot(row, caller, language)
    if (format === 'csv' || format === 'xlsx')
      return listFile(plotList, { ...query, format }, context, { rows, present })
    const ground = {
      name: plotList.name,
      rows: withAllCorners(readDb, rows),
      toFeature: (row: PlotRow) => toFeature(row, present(row).crop),
    }
    return geometryFile(format === 'wkt' ? 'csv' : format, ground, context)
  }

export const getPlot =
  ({ db }: Deps): Calls['getPlot'] =>
  ({ params }, { caller, language }) =>
    readPlot(db, caller, params.blockId, language)
