// Reasons why a drone of a roll-out has not been offered the build.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { firmwareRoutes } from '@swath/contract/gear/firmware'
import type { RolloutDrone } from '@swath/contract/gear/firmware-rollouts'
import {
  insertBuild,
  insertTestRollout,
} from '../../../gateway/firmware-offers/testing-rollouts.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole } from '../../../platform/http/testing-console.ts'
import { insertDroneRow, insertModel } from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { firmwareHandlers } from './firmware.routes.ts'

const database = await ownTestDatabase(loadRegionTable)
const { db } = database

test('each waiting drone shows the reason, until it has the build', async () => {
  const now = new Date()
  const console_ = await openConsole(
    database,
    firmwareRoutes,
    (services) => firmwareHandlers(services),
    now.getTime(),
    { masterKey: randomBytes(32) },
  )
  const maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' })
  const manufacturerId = maker.account.id
  const modelId = await insertModel(db, manufacturerId)
  const drones: { droneId: string; secret: string }[] = []
  const heard = [
    { flight: 'ground', agoMs: 1_000 },
    { flight: 'spraying', agoMs: 1_000 },
    { flight: 'ground', agoMs: 600_000 },
    null,
    { flight: 'ground', agoMs: 1_000 },
  ] as const
  for (const last of heard) {
    const { id } = await insertDroneRow(db, { modelId, manufacturerId })
    drones.push({ droneId: id, secret: '' })
    if (last)
      await db
        .insertInto('drone_state')
        .values({
          drone_id: id,
          flight: last.flight,
          last_message_at: new Date(now.getTime() - last.agoMs),
        })
        .execute()
  }
  const rollout = await insertTestRollout(
    db,
    { manufacturerId, drones },
    {
      firmwareId: await insertBuild(db, manufacturerId, '2.0.0', now),
      backId: null,
      steps: [80, 100],
    },
    now,
  )
  const waits = async () => {
    const { items } = await console_.ask<{ items: RolloutDrone[] }>(maker, 'listRolloutDrones', {
      query: { rolloutId: rollout },
    })
    return drones.map(({ droneId }) => items.find((one) => one.droneId === droneId)!.waitsFor)
  }
  expect(await waits()).toEqual(['listening', 'air', 'offline', 'offline', 'step'])
  const become = (position: number, state: 'offered' | 'installed') =>
    db
      .updateTable('firmware_rollout_drone')
      .set({ state })
      .where('rollout_id', '=', rollout)
      .where('position', '=', position)
      .execute()
  await become(1, 'offered')
  await become(2, 'installed')
  expect(await waits()).toEqual(['download', null, 'offline', 'offline', 'step'])
  await db
    .updateTable('firmware_rollout')
    .set({ state: 'paused' })
    .where('id', '=', rollout)
    .execute()
  expect(await waits()).toEqual(['rollout', null, 'rollout', 'rollout', 'rollout'])
  await console_.close()
})
