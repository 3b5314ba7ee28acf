import { droneList, type droneListRoutes } from '@swath/contract/fleet/drone-list'
import { muFromM2 } from '@swath/domain/units'
import type { Handlers } from '../../../platform/http/context.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { eachOrSimilar, readOrSimilar } from '../../../platform/listing/similar-names.queries.ts'
import { shareAnswers } from '../../../platform/listing/shared-answer.ts'
import type { Services } from '../../../platform/services.ts'
import {
  droneSums,
  eachDrone,
  findNamedDrones,
  pageOfDrones,
  similarDrones,
  withNames,
  type DroneQuestion,
  type DroneSums,
} from './drone-list.queries.ts'
import { presentDrone } from './present-drone.ts'

/** Callers who see the same drones share one computation of the totals. */
const shareSums = shareAnswers<DroneSums>()

export const droneListHandlers = ({
  readDb,
  clock,
}: Services): Handlers<typeof droneListRoutes> => ({
  listDrones: async ({ query }, { caller, language }) => {
    const at = new Date(clock.now())
    const { sortParam: _sort, currentPage: _page, pageSize: _size, ...counted } = query
    const read = async (question: DroneQuestion) => {
      const [rows, sums] = await Promise.all([
        pageOfDrones(readDb, caller.scope, question, query, at),
        shareSums(JSON.stringify([caller.scope, counted, question.similarIds]), () =>
          droneSums(readDb, caller.scope, question, at),
        ),
      ])
      return {
        items: rows.map((row) => presentDrone(row, caller, language)),
        total: sums.total,
        currentPage: query.currentPage,
        pageSize: query.pageSize,
        stats: {
          total: sums.total,
          workArea: muFromM2(sums.covered_m2),
          zzNum: sums.manufacturers,
          sortieCount: sums.sortie_count,
          modelNum: sums.models,
        },
      }
    }
    const question = await withNames(readDb, query, at)
    const find = findNamedDrones(readDb, caller.scope, question, at)
    return readOrSimilar(similarDrones, question, find, read)
  },

  exportDrones: async ({ query }, context) => {
    const { caller, language } = context
    const at = new Date(clock.now())
    const asked = { ...query, chosen: query.chosen?.split(',') }
    const find = findNamedDrones(readDb, caller.scope, asked, at)
    return listFile(droneList, query, context, {
      rows: eachOrSimilar(similarDrones, asked, find, (question) =>
        eachDrone(readDb, caller.scope, question, at),
      ),
      present: (row) => presentDrone(row, caller, language),
    })
  },
})
