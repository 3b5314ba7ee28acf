// Inserts two builds of a maker and a roll-out of the newer one.
import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/database/uuid.ts'
import type { TestFleet } from '../testing.seed.ts'

export const insertBuild = async (
  db: Db,
  accountId: string,
  version: string,
  now: Date,
): Promise<string> => {
  const id = uuidv7(now.getTime())
  await db
    .insertInto('firmware')
    .values({
      id,
      account_id: accountId,
      file_name: `${version}.bin`,
      firmware_type: 'flight_controller',
      build_version: version,
      bytes: 1000,
      received_bytes: 1000,
      received_at: now,
      piece_bytes: 4096,
      key: randomBytes(24).toString('base64url'),
      state: 'signed',
      container_key: randomBytes(24).toString('base64url'),
      container_bytes: 1336,
      digest: randomBytes(32),
      signature: randomBytes(64),
      created_by: id,
      created_by_name: 'Maker',
      created_at: now,
    })
    .execute()
  return id
}

export const insertTestRollout = async (
  db: Db,
  { manufacturerId, drones }: Pick<TestFleet, 'manufacturerId' | 'drones'>,
  rules: {
    firmwareId: string
    backId: string | null
    steps: number[]
    goesBack?: boolean
    soakMin?: number
  },
  now: Date,
): Promise<string> => {
  const id = uuidv7(now.getTime())
  await db
    .insertInto('firmware_rollout')
    .values({
      id,
      account_id: manufacturerId,
      name: 'Season',
      firmware_id: rules.firmwareId,
      back_firmware_id: rules.backId,
      steps: rules.steps,
      pass_percent: 90,
      error_percent: 5,
      error_least: 2,
      soak_min: rules.soakMin ?? 0,
      goes_back: rules.goesBack ?? true,
      drone_num: drones.length,
      state: 'running',
      created_by_name: 'Maker',
      created_at: now,
    })
    .execute()
  await db
    .insertInto('firmware_rollout_drone')
    .values(
      drones.map(({ droneId }, i) => ({
        rollout_id: id,
        drone_id: droneId,
        position: i + 1,
        changed_at: now,
      })),
    )
    .execute()
  return id
}

export const stateOfRollout = (db: Db, id: string) =>
  db
    .selectFrom('firmware_rollout')
    .where('id', '=', id)
    .select(['state', 'step'])
    .executeTakeFirstOrThrow()

export const dronesOfRollout = (db: Db, id: string) =>
  db
    .selectFrom('firmware_rollout_drone')
    .where('rollout_id', '=', id)
    .orderBy('position')
    .selectAll()
    .execute()
