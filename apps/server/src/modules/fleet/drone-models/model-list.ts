import { droneModelList, type droneModelRoutes } from '@swath/contract/fleet/drone-models'
import { muFromM2 } from '@swath/domain/units'
import type { Handlers } from '../../../platform/http/context.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import type { Services } from '../../../platform/services.ts'
import { modelRows, modelSums } from './drone-models.queries.ts'
import { present, rangeText } from './held-models.ts'

export const modelListHandlers = ({
  readDb,
}: Services): Pick<Handlers<typeof droneModelRoutes>, 'listDroneModels' | 'exportDroneModels'> => ({
  listDroneModels: async ({ query }, { caller }) => {
    const [rows, sums] = await Promise.all([
      modelRows.page(readDb, caller.scope, query, query),
      modelSums(readDb, caller.scope, query),
    ])
    return {
      items: rows.map((row) => present(row, caller)),
      total: sums.models,
      currentPage: query.currentPage,
      pageSize: query.pageSize,
      stats: {
        modelNum: sums.models,
        zzNum: sums.makers,
        droneNum: sums.drones,
        workArea: muFromM2(sums.covered_m2),
      },
    }
  },

  exportDroneModels: async ({ query }, context) =>
    listFile(droneModelList, query, context, {
      rows: modelRows.each(readDb, context.caller.scope, query),
      present: (row) => present(row, context.caller),
      cells: {
        idRanges: (row) =>
          row.ranges.map(({ firstId, lastId }) => rangeText(firstId, lastId)).join('; '),
      },
    }),
})
