import type { FixFigures } from '@swath/domain/rtk-fix'
import type { Tx } from '../../platform/database/database.ts'

type FlightFix = { sortieId: string; startMs: number; figures: FixFigures | null }

const saysSomething = ({ reportedCount, satelliteCount }: FixFigures): boolean =>
  reportedCount + satelliteCount > 0

export const writeFixFigures = async (
  tx: Tx,
  droneId: string,
  flights: readonly FlightFix[],
): Promise<void> => {
  const known = flights.flatMap(({ sortieId, startMs, figures }) =>
    figures && saysSomething(figures) ? [{ sortieId, startMs, figures }] : [],
  )
  const silent = flights
    .map(({ sortieId }) => sortieId)
    .filter((id) => !known.some(({ sortieId }) => sortieId === id))
  if (silent.length > 0)
    await tx
      .deleteFrom('sortie_fix')
      .where('drone_id', '=', droneId)
      .where('sortie_id', 'in', silent)
      .execute()
  if (known.length === 0) return
  await tx
    .insertInto('sortie_fix')
    .values(
      known.map(({ sortieId, startMs, figures }) => ({
        drone_id: droneId,
        sortie_id: sortieId,
        start_at: new Date(startMs),
        told_count: figures.reportedCount,
        fixed_count: figures.fixedCount,
        float_count: figures.floatCount,
        satellite_count: figures.satelliteCount,
        satellite_sum: figures.satelliteSum,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['drone_id', 'sortie_id'])
        .doUpdateSet((eb) => ({
          start_at: eb.ref('excluded.start_at'),
          told_count: eb.ref('excluded.told_count'),
          fixed_count: eb.ref('excluded.fixed_count'),
          float_count: eb.ref('excluded.float_count'),
          satellite_count: eb.ref('excluded.satellite_count'),
          satellite_sum: eb.ref('excluded.satellite_sum'),
        })),
    )
    .execute()
}
