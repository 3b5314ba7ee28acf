// The firmware of the demonstration: builds that verify, and roll-outs in different states.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSealer } from '@swath/server/platform/config/master-key'
import { tx } from '@swath/server/platform/database/database'
import { ownTestDatabase } from '@swath/server/platform/database/testing-file'
import { folderStore } from '@swath/server/platform/files/folder-store'
import { loadRegionTable } from '@swath/server/modules/people/regions/regions.seed'
import { updatedDrones, writeFirmware } from './firmware.seed.ts'
import { buildWorld } from './world.seed.ts'
import { writeWorld } from './write-world.seed.ts'

const { db } = await ownTestDatabase(loadRegionTable)

test('a manufacturer’s builds, and roll-outs that are completed, stopped and in progress', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'swath-demo-firmware-'))
  const sealer = createSealer({
    masterKey: Buffer.alloc(32, 1),
    dataFolder: folder,
    demo: true,
    production: false,
  })
  const world = buildWorld()
  const nowMs = Date.UTC(2026, 10, 20, 6)
  await tx(db, (trx) => writeWorld(trx, world, 'no password', nowMs))
  await writeFirmware(db, { store: folderStore(folder), sealer: (await sealer())!, world, nowMs })
  const rollouts = await db
    .selectFrom('firmware_rollout')
    .select(['state', 'drone_num'])
    .orderBy('created_at')
    .execute()
  expect(rollouts.map(({ state }) => state)).toEqual(['finished', 'stopped', 'running'])
  expect(Math.min(...rollouts.map(({ drone_num: drones }) => drones))).toBeGreaterThan(5)
  const signed = await db
    .selectFrom('firmware')
    .where('state', '=', 'signed')
    .select('build_version')
    .execute()
  expect(signed.length).toBeGreaterThan(3)
  expect(updatedDrones(world).size).toBeGreaterThan(0)
  await rm(folder, { recursive: true })
})
