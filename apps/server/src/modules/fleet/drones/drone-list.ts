import { droneList, type droneListRoutes } from '@swath/contract/fleet/drone-list'
import { muFromM2 } from '@swath/domain/units'
import type { Handlers } from '../../../platform/http/context.ts'
import { listFile } from '../../../platform/listing/list-file.ts'
import { eachOrSimilar, readOrSimilar } from '../../../platform/listing/similar-names.queries.ts'
import { shareAnswers } from '../../../platform/listing/shared-answer.ts'
import type { Services } from '../../../platform/services.ts'
import {
  countOnline,
  droneSums,
  eachDrone,
  findNamedDrones,
  pageOfDrones,
  similarDrones,
  withNames,
  type DroneQuestion,
  type DroneSums,
  type OnlineCounts,
} from './drone-list.queries.ts'
import { presentDrone } from './present-drone.ts'

/** Callers who see the same drones share one computation of the totals and of the counts. */
const shareSums = shareAnswers<DroneSums>()
const shareOnline = shareAnswers<OnlineCounts>()

export const droneListHandlers = ({
  readDb,
  clock,
}: Services): Handlers<typeof droneListRoutes> => ({
  listDrones: async ({ query }, { caller, language }) => {
    const at = new Date(clock.now())
    const { sortParam: _sort, currentPage: _page, pageSize: _size, ...counted } = query
    const keyOf = ({ flight, similarIds }: DroneQuestion): string =>
      JSON.stringify([caller.scope, { ...counted, flight }, similarIds])
    const sum = (question: DroneQuestion): Promise<DroneSums> =>
      shareSums(keyOf(question), () => droneSums(readDb, caller.scope, question, at))
    const read = async (question: DroneQuestion) => {
      const ofAny = { ...question, flight: undefined }
      const [rows, sums, online, whole] = await Promise.all([
        pageOfDrones(readDb, caller.scope, question, query, at),
        sum(question),
        shareOnline(keyOf(ofAny), () => countOnline(readDb, caller.scope, ofAny, at)),
        question.flight === undefined ? null : sum(ofAny),
      ])
      const { spraying, flying, ground } = online
      const offline = (whole ?? sums).total - spraying - flying - ground
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
          states: { spraying, flying, ground, offline },
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
