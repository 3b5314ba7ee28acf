// Plots as a list, and as a file.
import { plotList } from '@swath/contract/plots'
import { muFromM2 } from '@swath/domain/units'
import { listFile } from '../../platform/listing/list-file.ts'
import { presentPlot, readPlot } from './plot-answers.ts'
import type { Calls, Needs } from './plot-needs.ts'
import { plotRows, sumPlots } from './plots.queries.ts'

export const listPlots =
  ({ readDb }: Needs): Calls['listPlots'] =>
  async ({ query }, { caller, language }) => {
    const [rows, sums] = await Promise.all([
      plotRows.page(readDb, caller, query, query),
      sumPlots(readDb, caller, query),
    ])
    return {
      items: rows.map((row) => presentPlot(row, caller, language)),
      total: sums.total,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats: { area: muFromM2(sums.area_m2), ownNum: sums.own },
    }
  }

export const exportPlots =
  ({ readDb }: Needs): Calls['exportPlots'] =>
  async ({ query }, context) =>
    listFile(plotList, query, context, {
      rows: plotRows.each(readDb, context.caller, query),
      present: (row) => presentPlot(row, context.caller, context.language),
      cells: {},
    })

export const getPlot =
  ({ db }: Needs): Calls['getPlot'] =>
  ({ params }, { caller, language }) =>
    readPlot(db, caller, params.blockId, language)
