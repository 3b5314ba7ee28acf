// Access cases of this feature: the callers of each call, its input, and the owners of its rows.
import { createHash, randomBytes } from 'node:crypto'
import { firmwareRoutes } from '@swath/contract/gear/firmware'
import { firmwarePieceBytes } from '@swath/contract/gear/firmware-checks'
import type { Db } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { pieceKey } from '../../../platform/files/pieces.ts'
import { featureSweep, type Asking, type Strangers } from '../../../sweep/testing-cases.ts'
import { modelList } from '../../../sweep/testing-oracle.ts'
import {
  buildCanary,
  droneLines,
  idsFor,
  makerNames,
  world,
  worldNow,
  type MakerName,
  type PersonName,
} from '../../../sweep/testing-world.ts'

/** Makers whose builds a person can see. */
const visibleMakers: Partial<Record<PersonName, readonly MakerName[]>> = {
  root: makerNames,
  east: ['makerEast'],
  makerOne: ['makerOne'],
  makerTwo: ['makerTwo'],
  makerEast: ['makerEast'],
  makerBusinessAdmin: ['makerOne'],
}
const firmwareId = idsFor(makerNames)
const keyId = idsFor(makerNames)
const checkId = idsFor(makerNames)
const rolloutId = idsFor(makerNames)
const unseen =
  (ids: Readonly<Record<MakerName, string>>): Strangers =>
  ({ person }) =>
    makerNames.filter((name) => !visibleMakers[person]?.includes(name)).map((name) => ids[name])
const ownMaker = ({ person }: Asking): MakerName => visibleMakers[person]?.[0] ?? 'makerOne'

/** A drone of each maker, for its roll-out. */
const droneOf = (maker: MakerName): string =>
  world.droneId[
    (Object.keys(droneLines) as (keyof typeof droneLines)[]).find(
      (name) => droneLines[name].maker === maker,
    )!
  ]

const seed = async (db: Db, store: FileStore): Promise<void> => {
  const now = new Date(worldNow)
  for (const maker of makerNames) {
    const [key, containerKey] = [randomBytes(24), randomBytes(24)].map((bytes) =>
      bytes.toString('base64url'),
    ) as [string, string]
    await store.put(pieceKey(key, 0), Buffer.from('build'), 'application/octet-stream')
    await store.put(pieceKey(containerKey, 0), Buffer.alloc(300), 'application/octet-stream')
    await db
      .insertInto('firmware_key')
      .values({
        id: keyId[maker],
        account_id: world.accountId[maker],
        fingerprint: createHash('sha256').update(maker).digest('hex').slice(0, 16),
        public_key: randomBytes(32),
        secrets_sealed: randomBytes(92),
        created_by_name: maker,
        created_at: now,
        downloaded_at: now,
      })
      .execute()
    await db
      .insertInto('firmware')
      .values({
        id: firmwareId[maker],
        account_id: world.accountId[maker],
        file_name: `${buildCanary('firmware', maker)}.bin`,
        firmware_type: 'sprayer',
        build_version: '1.0.0',
        bytes: 5,
        received_bytes: 5,
        received_at: now,
        piece_bytes: firmwarePieceBytes,
        key,
        state: 'signed',
        key_id: keyId[maker],
        container_key: containerKey,
        container_bytes: 364,
        signature: randomBytes(64),
        created_by: world.userId[maker],
        created_by_name: maker,
        created_at: now,
      })
      .execute()
    await db
      .insertInto('firmware_check')
      .values({
        id: checkId[maker],
        account_id: world.accountId[maker],
        file_name: buildCanary('firmware-check', maker),
        bytes: 5,
        received_at: now,
        piece_bytes: firmwarePieceBytes,
        state: 'refused',
        reason: 'not_a_container',
        user_id: world.userId[maker],
        user_name: maker,
        created_at: now,
      })
      .execute()
    await db
      .insertInto('firmware_rollout')
      .values({
        id: rolloutId[maker],
        account_id: world.accountId[maker],
        name: buildCanary('firmware-rollout', maker),
        firmware_id: firmwareId[maker],
        steps: [100],
        pass_percent: 90,
        error_percent: 5,
        error_least: 2,
        soak_min: 0,
        goes_back: false,
        drone_num: 1,
        state: 'paused',
        created_by_name: maker,
        created_at: now,
      })
      .execute()
    await db
      .insertInto('firmware_rollout_drone')
      .values({
        rollout_id: rolloutId[maker],
        drone_id: droneOf(maker),
        position: 1,
        reason: buildCanary('rollout-drone', maker),
        changed_at: now,
      })
      .execute()
  }
}

const holding = (kind: string) => ({ kind, rows: visibleMakers })
const ofRollout = (asking: Asking) => ({ params: { rolloutId: rolloutId[ownMaker(asking)] } })
const ofFirmware = (asking: Asking) => ({ params: { firmwareId: firmwareId[ownMaker(asking)] } })
/** Only makers own keys and builds. Platforms watch roll-outs and can stop them. */
const platforms: readonly Asking[] = [
  { person: 'root', drone: 'teams' },
  { person: 'east', drone: 'easts' },
]
const group = (asking: Asking) => ({ firmwareId: firmwareId[ownMaker(asking)] })
/** A version that no row has, so that the call is refused before it changes anything. */
const late = { version: 99 }

export const firmwareSweep = featureSweep(firmwareRoutes, {
  seed,
  strangers: {
    firmware: unseen(firmwareId),
    firmwareKey: unseen(keyId),
    firmwareCheck: unseen(checkId),
    firmwareRollout: unseen(rolloutId),
  },
  cases: {
    listFirmware: {
      people: modelList,
      request: () => ({ query: { pageSize: '100' } }),
      holds: holding('firmware'),
    },
    exportFirmware: { people: modelList, holds: holding('firmware') },
    getFirmware: { people: modelList, request: ofFirmware },
    createFirmware: {
      people: modelList,
      right: true,
      // This version exists already, so that the call is refused before it changes anything.
      request: () => ({
        body: {
          filename: 'again.bin',
          bytes: 5,
          firmwareType: 'sprayer',
          firmwareVersion: '1.0.0',
        },
      }),
      refused: platforms,
      refusesFirst: true,
      strangers: { 'body.flyModelId': unseen(world.modelId) },
    },
    appendFirmware: {
      people: modelList,
      right: true,
      request: (asking) => ({ ...ofFirmware(asking), query: { offset: '0' }, file: 'again' }),
    },
    encryptFirmware: {
      people: modelList,
      right: true,
      request: (asking) => ({ body: { ...group(asking), ...late } }),
      refused: platforms,
    },
    signFirmware: {
      people: modelList,
      right: true,
      request: (asking) => ({ body: { ...group(asking), ...late } }),
      refused: platforms,
    },
    downloadFirmware: { people: modelList, request: ofFirmware },
    // A roll-out references the build, so that it is not deleted.
    deleteFirmware: { people: modelList, right: true, request: ofFirmware },
    fetchDeviceFirmware: { people: 'public' },
    listFirmwareKeys: { people: modelList },
    generateFirmwareKey: {
      people: modelList,
      right: true,
      request: () => ({}),
      changes: true,
      refused: platforms,
    },
    downloadFirmwareKey: {
      people: modelList,
      right: true,
      // Published already, so that the call is refused before it changes anything.
      request: (asking) => ({
        body: { keyId: keyId[ownMaker(asking)], passphrase: 'a long enough phrase' },
      }),
      refused: platforms,
      refusesFirst: true,
    },
    listFirmwareChecks: {
      people: modelList,
      request: () => ({ query: { pageSize: '100' } }),
      holds: holding('firmware-check'),
    },
    exportFirmwareChecks: { people: modelList, holds: holding('firmware-check') },
    verifyFirmware: {
      people: modelList,
      request: (asking) => ({ body: group(asking) }),
      changes: true,
    },
    appendFirmwareCheck: {
      people: modelList,
      request: (asking) => ({
        params: { checkId: checkId[ownMaker(asking)] },
        query: { offset: '0' },
        file: 'again',
      }),
    },
    getFirmwareCheck: {
      people: modelList,
      request: (asking) => ({ params: { checkId: checkId[ownMaker(asking)] } }),
    },
    listFirmwareRollouts: {
      people: modelList,
      request: () => ({ query: { pageSize: '100' } }),
      holds: holding('firmware-rollout'),
      strangers: { 'query.firmwareId': unseen(firmwareId) },
      narrows: true,
    },
    getFirmwareRollout: { people: modelList, request: ofRollout },
    previewFirmwareRollout: {
      people: modelList,
      right: true,
      request: (asking) => ({ body: group(asking) }),
      reads: true,
      narrows: true,
      refused: platforms,
      untried: { 'body.flyModelId': 'it narrows the own drones: a foreign model has none of them' },
    },
    createFirmwareRollout: {
      people: modelList,
      right: true,
      // All drones are in a roll-out already, so that none is started.
      request: (asking) => ({
        body: { ...group(asking), rolloutName: 'Again', steps: [100], fromVersion: 'none has it' },
      }),
      refused: platforms,
      refusesFirst: true,
      untried: { 'body.flyModelId': 'it narrows the own drones: a foreign model has none of them' },
    },
    steerFirmwareRollout: {
      people: modelList,
      right: true,
      request: (asking) => ({ ...ofRollout(asking), body: { opr: 'pause', ...late } }),
    },
    listRolloutDrones: {
      people: modelList,
      request: (asking) => ({ query: { rolloutId: rolloutId[ownMaker(asking)] } }),
    },
    exportRolloutDrones: {
      people: modelList,
      request: (asking) => ({ query: { rolloutId: rolloutId[ownMaker(asking)] } }),
    },
  },
})
