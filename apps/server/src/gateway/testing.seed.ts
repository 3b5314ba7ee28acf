// Fixtures for the gateway's tests and crash harness: a country, accounts, a model, credentials.
import { createHash } from 'node:crypto'
import type { Db } from '../platform/database/database.ts'
import { uuidFromHash } from '../platform/database/uuid.ts'
import { unpackPoints } from './tracks/chunk.ts'
import { decodeRecords } from './ingest-log/ingest-log.ts'
import { decode } from './protocols/decode.ts'

export type TestFleet = {
  manufacturerId: string
  operatorId: string
  modelId: string
  drones: { droneId: string; secret: string }[]
}

const id = (name: string): string => uuidFromHash(createHash('sha256').update(name).digest())

type FleetOwners = Pick<TestFleet, 'manufacturerId' | 'operatorId' | 'modelId'>

const insertOwners = async (
  db: Db,
  prefix: string,
  { manufacturerId, operatorId, modelId }: FleetOwners,
): Promise<void> => {
  await db
    .insertInto('region')
    .values([
      { code: '156000000', parent_code: null, level: 0, names: JSON.stringify({ en: 'China' }) },
      {
        code: '156330000',
        parent_code: '156000000',
        level: 1,
        names: JSON.stringify({ en: 'Zhejiang' }),
      },
      {
        code: '156330100',
        parent_code: '156330000',
        level: 2,
        names: JSON.stringify({ en: 'Hangzhou' }),
      },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('account')
    .values(
      (
        [
          [manufacturerId, 'manufacturer'],
          [operatorId, 'operator'],
        ] as const
      ).map(([accountId, type]) => ({
        id: accountId,
        path: `${accountId.replaceAll('-', '')}/`,
        type,
        name: `${prefix} ${type}`,
        region_code: '156330100',
        time_zone: 'Asia/Shanghai',
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('drone_model')
    .values({
      id: modelId,
      manufacturer_id: manufacturerId,
      name: prefix,
      shape: 'six',
      power: 'electric',
      tank_l: 30,
      swath_width_m: 5,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const insertDrones = async (
  db: Db,
  fleet: FleetOwners,
  part: TestFleet['drones'],
  activation: 1 | 2,
): Promise<void> => {
  await db
    .insertInto('drone')
    .values(
      part.map(({ droneId }) => ({
        id: droneId,
        name: droneId,
        model_id: fleet.modelId,
        manufacturer_id: fleet.manufacturerId,
        operator_id: fleet.operatorId,
        spray_width_m: 5,
        region_code: '156330100',
        activation,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('drone_credential')
    .values(
      part.map(({ droneId, secret }) => ({
        drone_id: droneId,
        id: id(secret),
        secret_hash: createHash('sha256').update(secret).digest(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Drones whose secrets are `secret-` and their id; the same names make the same fleet. */
export const seedFleet = async (
  db: Db,
  prefix: string,
  count: number,
  { activation = 2 }: { activation?: 1 | 2 } = {},
): Promise<TestFleet> => {
  const [manufacturerId, operatorId, modelId] = [
    id(`${prefix}-maker`),
    id(`${prefix}-operator`),
    id(`${prefix}-model`),
  ]
  const fleet = { manufacturerId, operatorId, modelId }
  await insertOwners(db, prefix, fleet)
  const drones = Array.from({ length: count }, (_, i) => ({
    droneId: `${prefix}-${i}`,
    secret: `secret-${prefix}-${i}`,
  }))
  for (let from = 0; from < drones.length; from += 1_000)
    await insertDrones(db, fleet, drones.slice(from, from + 1_000), activation)
  return { manufacturerId, operatorId, modelId, drones }
}

/**
 * The stored points of each drone, by their numbers: in chunks, and in segments that no checkpoint
 * has processed yet.
 */
export const storedSequences = async (db: Db): Promise<Map<string, Set<number>>> => {
  const stored = new Map<string, Set<number>>()
  const add = (droneId: string, seq: number): void =>
    void (stored.get(droneId) ?? stored.set(droneId, new Set()).get(droneId)!).add(seq)
  for (const { drone_id: droneId, columns } of await db
    .selectFrom('track_chunk')
    .select(['drone_id', 'columns'])
    .execute()) {
    const points = unpackPoints(columns)
    for (let i = 0; i < points.length; i++) add(droneId, points.seq[i]!)
  }
  for (const { payload } of await db.selectFrom('ingest_segment').select('payload').execute()) {
    for (const record of decodeRecords(payload)) {
      const decoded = decode(record.kind, record.bytes)
      if (decoded.type === 'track')
        for (const point of decoded.points) add(record.droneId, point.seq!)
    }
  }
  return stored
}
