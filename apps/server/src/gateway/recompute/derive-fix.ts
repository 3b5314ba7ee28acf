// How well the receiver knew its place on each flight, in place of what was found before.
import { computeFixFigures } from '@swath/domain/rtk-fix'
import type { PointColumns } from '@swath/domain/telemetry-point'
import type { Tx } from '../../platform/database/database.ts'
import type { Flight } from './derive-flight.ts'
import { writeFixFigures } from './fix.queries.ts'

/** Practice has no receiver, and a flight that is not over is not counted yet. */
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
