// Marking flights and recomputing them wait for each other, but never deadlock.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noZonesInForce } from '@swath/domain/zones-in-force'
import { tx } from '../../platform/database/database.ts'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import { seedFleet } from '../testing.seed.ts'
import { markFlightsAgain } from './again.queries.ts'
import { writeSorties } from './recompute.queries.ts'
import { recomputeNext } from './recompute.ts'

const { db } = await ownTestDatabase()
const startMs = Date.UTC(2026, 5, 1)
const nowMs = Date.UTC(2026, 6, 1)
const sortieCount = 60

test('flights of one drone can be marked and recomputed concurrently', async () => {
  const fleet = await seedFleet(db, 'AG', 2)
  for (const { droneId } of fleet.drones)
    await tx(db, (trx) =>
      writeSorties(
        trx,
        droneId,
        Array.from({ length: sortieCount }, (_, i) => ({
          id: uuidv7(startMs + i * 3_600_000),
          number: null,
          boot: null,
          state: 'closed',
          closeReason: 'landing',
          startMs: startMs + i * 3_600_000,
          endMs: startMs + i * 3_600_000 + 60_000,
          pointCount: 0,
          bounds: null,
          manufacturerId: fleet.manufacturerId,
          operatorId: fleet.operatorId,
          tenantId: null,
          pilotId: null,
          regionCode: null,
          simulated: false,
          swathWidthM: 5,
        })),
      ),
    )
  for (let round = 0; round < 10; round++) {
    await sql`insert into flight_again (drone_id, sortie_id, start_at)
      select drone_id, id, start_at from sortie`.execute(db)
    const mark = async (): Promise<void> => {
      while (await markFlightsAgain(db, nowMs));
    }
    const workOut = async (): Promise<void> => {
      while (await recomputeNext(db, { nowMs, zones: noZonesInForce }));
    }
    await Promise.all([mark(), mark(), mark(), workOut(), workOut()])
    await workOut()
    expect(await db.selectFrom('flight_again').selectAll().execute()).toEqual([])
  }
})
