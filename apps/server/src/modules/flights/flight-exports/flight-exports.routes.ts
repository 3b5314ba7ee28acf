import { Readable } from 'node:stream'
import { mostExported, type flightExportRoutes } from '@swath/contract/flights/flight-exports'
import type { WrittenSortie } from '@swath/flight-logs/write/written-sortie'
import { inTurns } from '../../../platform/workers/in-turns.ts'
import { createChanges, nothing } from '../../../platform/change/change.ts'
import type { Handlers } from '../../../platform/http/context.ts'
import { fail } from '../../../platform/errors/fail.ts'
import { begun } from '../../../platform/listing/csv.ts'
import { formatLocalTime } from '../../../platform/listing/local-time.ts'
import type { Services } from '../../../platform/services.ts'
import { pointsIn, readStoredPoints } from '../../../gateway/tracks/public.ts'
import { eachFlight, measureExtent, type FlightRecord } from '../flights/flights.queries.ts'
import { shownPoints } from '../flights/tracks.ts'
import { findPlotOnDay } from '../../land/public.ts'
import { findMachine } from './flight-exports.queries.ts'
import { fileKinds, nameFile, writeTracks } from './track-files.ts'

const softwareVersion = '0.1.0'
/** Sorties per query; the points of each sortie are then read with a separate query. */
const sortiesAtOnce = 50
/** Drones of a year's work; beyond it, they are queried again. */
const mostRemembered = 200

/** Caches results until there are too many. */
const remembering = <T>(find: (id: string) => Promise<T>): ((id: string) => Promise<T>) => {
  const known = new Map<string, T>()
  return async (id) => {
    if (known.has(id)) return known.get(id)!
    const found = await find(id)
    if (known.size >= mostRemembered) known.clear()
    known.set(id, found)
    return found
  }
}

const toRecord = (row: FlightRecord): WrittenSortie['record'] =>
  row.duration_s === null
    ? null
    : {
        durationS: row.duration_s,
        distanceM: row.distance_m ?? 0,
        spraySeconds: row.spray_s ?? 0,
        sprayL: row.spray_l ?? 0,
        coveredM2: row.covered_m2 ?? 0,
        sweptM2: row.swept_m2 ?? 0,
        swathWidthM: row.swath_width_m,
        chemical: row.chemical,
      }

export const flightExportHandlers = (services: Services): Handlers<typeof flightExportRoutes> => {
  const { readDb } = services
  const { record } = createChanges(services)
  return {
    exportTracks: async ({ body: { format, ...filters } }, context) => {
      const {
        caller: { scope, timeZone },
        signal,
        setHeader,
      } = context
      const extent = await measureExtent(readDb, scope, filters, mostExported)
      if (filters.ids && extent.sorties !== new Set(filters.ids).size) fail('not_found')
      const { first_at, last_at } = extent
      if (first_at === null || last_at === null) return fail('nothing_to_export')
      if (extent.sorties > mostExported) fail('too_many_sorties', { most: mostExported })

      const findMachineOnce = remembering((droneId) => findMachine(readDb, droneId))
      const sorties = async function* (): AsyncGenerator<WrittenSortie> {
        for await (const row of eachFlight(readDb, scope, filters, sortiesAtOnce)) {
          if (signal.aborted) return
          const [stored, machine, plot] = await Promise.all([
            readStoredPoints(readDb, row.drone_id, row),
            findMachineOnce(row.drone_id),
            row.plot_id === null ? null : findPlotOnDay(readDb, row.plot_id, row.start_at),
          ])
          yield {
            id: row.id,
            name: `${formatLocalTime(row.start_at, timeZone)} ${row.drone_name}`,
            droneId: row.drone_id,
            model: machine?.model ?? null,
            firmware: machine?.firmware ?? null,
            startMs: row.start_at.getTime(),
            endMs: row.end_at.getTime(),
            points: shownPoints(pointsIn(stored)),
            swathWidthM: row.swath_width_m,
            record: toRecord(row),
            pilot: row.pilot_name,
            customer: null,
            plot,
          }
        }
      }
      const fileName = nameFile(format, { ...extent, first_at, last_at }, timeZone)
      const pieces = await begun(
        writeTracks(format, await begun(sorties()), { title: fileName, timeZone, softwareVersion }),
      )
      await record(context, async () => ({
        action: 'flight.export',
        object: { type: 'sortie', id: fileName, name: fileName },
        details: { format, sorties: extent.sorties, ...filters },
        answer: nothing,
      }))
      setHeader('content-disposition', `attachment; filename="${fileName}"`)
      setHeader('content-type', fileKinds[format].type)
      return Readable.from(
        (async function* () {
          for await (const piece of inTurns(pieces)) {
            if (signal.aborted) return
            yield piece
          }
        })(),
      )
    },
  }
}
