import { expect, test } from 'vitest'
import { noZonesInForce } from '@swath/domain/zones-in-force'
import { ownTestDatabase } from '../../platform/database/testing-file.ts'
import { derivations } from '../../derivations.ts'
import { insertFlight, pointsEast } from '../../modules/flights/flights/testing-rows.queries.ts'
import { seedFleet } from '../testing.seed.ts'
import { loadDerivations, type Derivation } from './derivation.ts'
import { recomputeNext } from './recompute.ts'

const { db } = await ownTestDatabase()
const startMs = Date.UTC(2026, 5, 1)

test('derivations lock before flights change, and run after the records are written', async () => {
  const { drones, manufacturerId, operatorId } = await seedFleet(db, 'DV', 1)
  const droneId = drones[0]!.droneId
  const points = pointsEast(startMs, 120)
  await insertFlight(
    db,
    { id: droneId, manufacturerId, operatorId, tenantId: null, regionCode: '156330106' },
    { startMs, durationS: 120, points },
  )
  await db.deleteFrom('work_record').execute()
  const at = new Date(startMs)
  await db
    .insertInto('recompute')
    .values({ drone_id: droneId, from_at: at, until_at: new Date(startMs + 120_000), due_at: at })
    .execute()

  const seen: string[] = []
  const countRecords: Derivation['lock'] = async (tx, drone) => {
    const rows = await tx.selectFrom('work_record').select('sortie_id').execute()
    seen.push(`${drone}: ${rows.length}`)
  }
  await recomputeNext(db, {
    nowMs: startMs + 3_600_000,
    zones: noZonesInForce,
    derivations: [{ lock: countRecords, derive: countRecords }],
  })
  expect(seen).toEqual([`${droneId}: 0`, `${droneId}: 1`])
})

test('a thread loads the same derivations from their module', async () => {
  expect(derivations.length).toBeGreaterThan(0)
  expect(await loadDerivations(new URL('../../derivations.ts', import.meta.url))).toEqual(
    derivations,
  )
  expect(await loadDerivations(undefined)).toEqual([])
})
