// Quality of the receiver's position fix on each flight; replaces earlier results.
import { computeFixFigures } from '@swath/domain/rtk-fix'
import type { PointColumns } from '@swath/domain/telemetry-point'
import type { Tx } from '../../platform/database/database.ts'
import type { Flight } from './derive-flight.ts'
import { writeFixFigures } from './fix.queries.ts'

/** Skips simulated flights, which have no receiver, and open flights. */
export const replaceFix = (
  tx: Tx,
  droneId: string,
  flights: readonly Flight[],
  points: PointColumns,
): Promise<void> =>
  writeFixFigures(
    tx,
    droneId,
    flights.map(({ row, span }) => ({
      sortieId: row.id,
      startMs: row.startMs,
      figures:
        row.simulated || row.state === 'open'
          ? null
          : computeFixFigures(points, span.fromIndex, span.toIndex),
    })),
  )
