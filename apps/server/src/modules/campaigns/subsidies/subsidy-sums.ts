// Totals of subsidies, and their map data.
import { type SubsidySums, subsidyTracksAtMost } from '@swath/contract/campaigns/subsidies'
import { regionPath } from '../../../platform/regions/region-path.ts'
import { readStoredPoints, pointsIn } from '../../../gateway/tracks/public.ts'
import { shownPoints, thinned } from '../../flights/public.ts'
import { muFromMilliM2, requireSubsidy } from './subsidy-presenters.ts'
import { toSubsidyReader, type Calls, type Deps } from './subsidy-deps.ts'
import {
  listFlightsOnMap,
  listPlotsOnMap,
  sumLinesBy,
  type SumRow,
} from './subsidy-sums.queries.ts'

const presentSums = (row: SumRow): SubsidySums => ({
  currency: row.currency,
  proposedMinor: row.proposed_minor,
  stoppedMinor: row.stopped_minor,
  approvedMinor: row.approved_minor,
  paidMinor: row.paid_minor,
  coveredArea: muFromMilliM2(row.ground_milli_m2),
  lineNum: row.lines,
  plotNum: row.plots,
  operatorNum: row.operators,
})

/** Points per track: enough to see where it crossed a field. */
const pointsAtMost = 400

const readPath = async (
  db: Deps['db'],
  { drone_id, sortie_id, start_at, end_at }: Awaited<ReturnType<typeof listFlightsOnMap>>[number],
): Promise<[number, number][]> => {
  const stored = await readStoredPoints(db, drone_id, {
    id: sortie_id,
    start_at,
    end_at: end_at ?? start_at,
  })
  const points = thinned(shownPoints(pointsIn(stored)), pointsAtMost)
  return Array.from({ length: points.length }, (_, row): [number, number] => [
    points.lng[row]!,
    points.lat[row]!,
  ])
}

type SumCalls = Pick<Calls, 'getSubsidySummary' | 'getSubsidyRegions' | 'getSubsidyTracks'>

export const subsidySumHandlers = ({ readDb, db }: Deps): SumCalls => ({
  getSubsidySummary: async ({ query }, context) => ({
    items: (await sumLinesBy(readDb, toSubsidyReader(context), query, false)).map(presentSums),
  }),

  getSubsidyRegions: async ({ query }, context) => ({
    items: (await sumLinesBy(readDb, toSubsidyReader(context), query, true)).map((row) => ({
      regionCode: row.region_code!,
      region: regionPath(row.region_code, context.language),
      ...presentSums(row),
    })),
  }),

  getSubsidyTracks: async ({ params: { subsidyId }, query: { lineId } }, context) => {
    const reader = toSubsidyReader(context)
    await requireSubsidy(db, reader, subsidyId)
    const chosen = { subsidyId, lineId }
    const [plots, flights] = await Promise.all([
      listPlotsOnMap(readDb, reader, chosen),
      listFlightsOnMap(readDb, reader, chosen, subsidyTracksAtMost),
    ])
    const tracked = flights.filter(({ has_track }) => has_track)
    return {
      plots: plots.map(({ id, name, parts, state }) => ({
        blockId: id,
        blockName: name,
        parts,
        state,
      })),
      tracks: await Promise.all(
        tracked.map(async (flight) => ({
          droneId: flight.drone_id,
          sortieId: flight.sortie_id,
          startTime: flight.start_at.toISOString(),
          path: await readPath(readDb, flight),
        })),
      ),
      leftOutNum: (flights[0]?.tracks ?? 0) - tracked.length,
      withoutTrackNum: (flights[0]?.total ?? 0) - (flights[0]?.tracks ?? 0),
    }
  },
})
