import { z } from 'zod'
import { id } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { flightFilters } from './flight-list.ts'

/**
 * `isoxml` is an ISO 11783-10 TASKDATA archive for farm management systems and terminals.
 */
export const FlightExportFormat = z.enum(['gpx', 'geojson', 'kml', 'csv', 'isoxml'])
export type FlightExportFormat = z.infer<typeof FlightExportFormat>

/** Sorties in one file: about a year of one busy drone. */
export const mostExported = 10_000

const route = routeWithTag('Flight history')

export const flightExportRoutes = {
  exportTracks: route('POST', '/api/oper/drones/tracks/export', {
    reads: true,
    policy: { screens: ['drone-list'] },
    summary: `Export the tracks of chosen sorties, or of all that match the filters of the flight list (at most ${mostExported}), with their work, streamed`,
    body: z
      .object({
        format: FlightExportFormat,
        ...flightFilters,
        ids: z
          .array(id('sortie'))
          .min(1)
          .max(500)
          .optional()
          .describe('Sorties of `droneId`; absent: all that match the filters'),
      })
      .refine(({ ids, droneId }) => ids === undefined || droneId !== undefined, {
        path: ['droneId'],
        message: 'droneOfSorties',
      }),
    raw: 'application/octet-stream',
    errors: ['not_found', 'nothing_to_export', 'too_many_sorties'],
  }),
}
