import { expect, test } from 'vitest'
import { tx } from '@swath/server/platform/database/database'
import { ownTestDatabase } from '@swath/server/platform/database/testing-file'
import { loadRegionTable } from '@swath/server/modules/people/regions/regions.seed'
import { writeLeasing } from './leasing.seed.ts'
import { buildWorld } from './world.seed.ts'
import { writeWorld } from './write-world.seed.ts'

const { db } = await ownTestDatabase(loadRegionTable)

test('every rented drone is on lease, one of them shared, to clients in each state', async () => {
  const world = buildWorld()
  const nowMs = Date.parse('2026-11-23T04:00:00Z')
  await tx(db, async (trx) => {
    await writeWorld(trx, world, '', nowMs)
    await writeLeasing(trx, world, nowMs)
  })
  const rented = world.drones.filter(({ tenantId }) => tenantId !== null)
  const open = await db
    .selectFrom('lease')
    .where('returned_at', 'is', null)
    .select(['drone_id', 'rental_model'])
    .execute()
  expect(open.map((one) => one.drone_id).toSorted()).toEqual(rented.map(({ id }) => id).toSorted())
  expect(open.filter((one) => one.rental_model === 5)).toHaveLength(1)
  const clients = await db.selectFrom('rental_client').select('state').orderBy('id').execute()
  expect(clients.map(({ state }) => state)).toEqual([2, 2, 1, 0])
})
