// A manufacturer's firmware in the demonstration: keys of two years, signed builds, and roll-outs:
// a completed one, one that stopped automatically, and one in progress while the fleet flies.
import { createHash, randomBytes } from 'node:crypto'
import { firmwarePieceBytes } from '@swath/contract/gear/firmware-checks'
import type { FirmwareRefusal, FirmwareType } from '@swath/domain/firmware-container'
import { countInTurn, type RolloutDroneState } from '@swath/domain/firmware-rollout'
import { Random } from '@swath/simulator/random'
import type { Sealer } from '@swath/server/platform/config/master-key'
import { tx, type Db, type Tx } from '@swath/server/platform/database/database'
import type { FileStore } from '@swath/server/platform/files/file-store'
import { writePieces } from '@swath/server/platform/files/pieces'
import {
  computeFingerprint,
  makeSecrets,
  packSecrets,
  readRawPublicKey,
  sealedFor,
  signDigest,
  toPrivateKey,
  writeContainer,
  type KeySecrets,
} from '@swath/server/modules/gear/public'
import { demoId, type World, type WorldDrone } from './world-rows.seed.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const maker = 'tianxiang'
const makerPhone = '+86-13800000003'

/** The fleet's earlier version, and the one offered now. */
export const demoFirmware = { before: '3.2.1', now: '3.3.0' } as const
const stoppedVersion = '3.3.0-rc1'

type Build = {
  version: string
  type: FirmwareType
  daysAgo: number
  bytes: number
  state: 'uploaded' | 'encrypted' | 'signed'
  note: string
  byOldKey?: true
}
const builds: readonly Build[] = [
  {
    version: '3.1.4',
    type: 'flight_controller',
    daysAgo: 410,
    bytes: 402_000,
    state: 'signed',
    note: '首个支持禁飞区下发的版本',
    byOldKey: true,
  },
  {
    version: demoFirmware.before,
    type: 'flight_controller',
    daysAgo: 96,
    bytes: 418_000,
    state: 'signed',
    note: '修复断点续喷位置偏差',
  },
  {
    version: stoppedVersion,
    type: 'flight_controller',
    daysAgo: 12,
    bytes: 431_000,
    state: 'signed',
    note: '试点：新姿态估计',
  },
  {
    version: demoFirmware.now,
    type: 'flight_controller',
    daysAgo: 2,
    bytes: 433_000,
    state: 'signed',
    note: '新姿态估计；修复部分批次 IMU 无法启动',
  },
  {
    version: '1.4.2',
    type: 'sprayer',
    daysAgo: 33,
    bytes: 96_000,
    state: 'signed',
    note: '流量计低温校准',
  },
  { version: '2.0.5', type: 'rtk', daysAgo: 5, bytes: 150_000, state: 'encrypted', note: '' },
  {
    version: '5.2.2',
    type: 'remote_controller',
    daysAgo: 0.2,
    bytes: 260_000,
    state: 'uploaded',
    note: '夜间模式亮度',
  },
]
const buildId = (version: string): string => demoId('firmware', version)

type Keys = Record<'old' | 'inUse', KeySecrets & { id: string; fingerprint: string }>

const writeKeys = async (
  trx: Tx,
  { seal }: Sealer,
  accountId: string,
  name: string,
  nowMs: number,
): Promise<Keys> => {
  const made = async (which: keyof Keys, daysAgo: number, retiredDaysAgo: number | null) => {
    const secrets = makeSecrets()
    const publicKey = readRawPublicKey(toPrivateKey(secrets.seed))
    const key = {
      ...secrets,
      id: demoId('firmware-key', which),
      fingerprint: computeFingerprint(publicKey),
    }
    await trx
      .insertInto('firmware_key')
      .values({
        id: key.id,
        account_id: accountId,
        fingerprint: key.fingerprint,
        public_key: publicKey,
        secrets_sealed: seal(packSecrets(secrets), sealedFor(key.fingerprint)),
        created_by_name: name,
        created_at: new Date(nowMs - daysAgo * dayMs),
        ...(which === 'old'
          ? { downloaded_at: new Date(nowMs - (daysAgo - 1) * dayMs), downloaded_by_name: name }
          : {}),
        retired_at: retiredDaysAgo === null ? null : new Date(nowMs - retiredDaysAgo * dayMs),
      })
      .execute()
    return key
  }
  return { old: await made('old', 500, 200), inUse: await made('inUse', 200, null) }
}

const once = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const writeBuild = async (
  trx: Tx,
  store: FileStore,
  build: Build,
  keys: Keys,
  by: { accountId: string; userId: string; name: string },
  nowMs: number,
): Promise<void> => {
  const key = build.byOldKey ? keys.old : keys.inUse
  const at = new Date(nowMs - build.daysAgo * dayMs)
  const row = {
    id: buildId(build.version),
    key: randomBytes(24).toString('base64url'),
    bytes: build.bytes,
    piece_bytes: firmwarePieceBytes,
    model_id: null,
    firmware_type: build.type,
    build_version: build.version,
    rcid: '',
  }
  await writePieces(
    store,
    { key: row.key, pieceBytes: firmwarePieceBytes },
    once(randomBytes(build.bytes)),
  )
  const container = build.state === 'uploaded' ? null : await writeContainer(store, row, key)
  await trx
    .insertInto('firmware')
    .values({
      ...row,
      account_id: by.accountId,
      file_name: `TX-${build.type}-${build.version}.bin`,
      note: build.note,
      received_bytes: build.bytes,
      received_at: at,
      state: build.state,
      ...(container ? { ...container, key_id: key.id } : {}),
      ...(container && build.state === 'signed'
        ? {
            signature: signDigest(container.digest, toPrivateKey(key.seed)),
            signed_at: new Date(at.getTime() + hourMs),
            signed_by_name: by.name,
          }
        : {}),
      created_by: by.userId,
      created_by_name: by.name,
      created_at: at,
    })
    .execute()
}

/** Drones of a model that get firmware, in the order of the roll-outs. */
const dronesOf = (world: World, modelKey: string): WorldDrone[] =>
  world.drones.filter((drone) => drone.model.key === modelKey)

const rules = { pass_percent: 80, error_percent: 5, error_least: 2, goes_back: true } as const
const runningSteps = [10, 30, 60, 100]

/**
 * Drones that today's roll-out has already updated: the simulated fleet flies them with this build.
 */
export const updatedDrones = (world: World): ReadonlySet<string> => {
  const drones = dronesOf(world, 'TX30')
  const first = countInTurn({ droneNum: drones.length, steps: runningSteps, step: 0 })
  return new Set(drones.slice(0, first).map(({ id }) => id))
}

type Rollout = {
  key: string
  name: string
  version: string
  back: string | null
  drones: readonly WorldDrone[]
  steps: number[]
  state: 'finished' | 'stopped' | 'running'
  step: number
  startedDaysAgo: number
  endedDaysAgo: number | null
  stateOf: (position: number) => { state: RolloutDroneState; reason?: string }
}

const planRollouts = (world: World): Rollout[] => {
  const [t30, t40] = [dronesOf(world, 'TX30'), dronesOf(world, 'TX40')]
  const updated = updatedDrones(world).size
  return [
    {
      key: 'finished',
      name: `T30 ${demoFirmware.before}`,
      version: demoFirmware.before,
      back: '3.1.4',
      drones: t30,
      steps: [5, 25, 100],
      state: 'finished',
      step: 2,
      startedDaysAgo: 95,
      endedDaysAgo: 81,
      stateOf: (position) =>
        position === 17
          ? { state: 'failed', reason: 'battery below 40 % for an hour' }
          : { state: 'installed' },
    },
    {
      key: 'stopped',
      name: `T40 Pro ${stoppedVersion}`,
      version: stoppedVersion,
      back: null,
      drones: t40,
      steps: [20, 50, 100],
      state: 'stopped',
      step: 0,
      startedDaysAgo: 11,
      endedDaysAgo: null,
      stateOf: (position) => {
        if (position > countInTurn({ droneNum: t40.length, steps: [20, 50, 100], step: 0 }))
          return { state: 'waiting' }
        return position % 3 === 1
          ? { state: 'failed', reason: 'IMU 2 does not start, previous build is back' }
          : { state: 'installed' }
      },
    },
    {
      key: 'running',
      name: `T30 ${demoFirmware.now}`,
      version: demoFirmware.now,
      back: demoFirmware.before,
      drones: t30,
      steps: runningSteps,
      state: 'running',
      step: 1,
      startedDaysAgo: 1.1,
      endedDaysAgo: null,
      stateOf: (position) => (position <= updated ? { state: 'installed' } : { state: 'waiting' }),
    },
  ]
}

const writeRollout = async (
  trx: Tx,
  rollout: Rollout,
  by: { accountId: string; name: string },
  nowMs: number,
): Promise<void> => {
  const id = demoId('firmware-rollout', rollout.key)
  const startedMs = nowMs - rollout.startedDaysAgo * dayMs
  const endedMs = rollout.endedDaysAgo === null ? nowMs : nowMs - rollout.endedDaysAgo * dayMs
  const random = new Random(`demonstration/firmware/${rollout.key}`)
  await trx
    .insertInto('firmware_rollout')
    .values({
      ...rules,
      id,
      account_id: by.accountId,
      name: rollout.name,
      firmware_id: buildId(rollout.version),
      back_firmware_id: rollout.back === null ? null : buildId(rollout.back),
      goes_back: rollout.back !== null,
      model_id: rollout.drones[0]!.model.id,
      steps: rollout.steps,
      soak_min: 30,
      drone_num: rollout.drones.length,
      state: rollout.state,
      step: rollout.step,
      created_by_name: by.name,
      created_at: new Date(startedMs),
      ended_at: rollout.endedDaysAgo === null ? null : new Date(endedMs),
    })
    .execute()
  await trx
    .insertInto('firmware_rollout_drone')
    .values(
      rollout.drones.map((drone, i) => {
        const { state, reason = null } = rollout.stateOf(i + 1)
        const isReached = state !== 'waiting'
        return {
          rollout_id: id,
          drone_id: drone.id,
          position: i + 1,
          state,
          reason,
          offer_id: isReached ? demoId('firmware-offer', `${rollout.key} ${drone.id}`) : null,
          was_version: rollout.version === demoFirmware.before ? '3.1.4' : demoFirmware.before,
          changed_at: new Date(
            isReached
              ? startedMs + random.unit() * Math.max(hourMs, (endedMs - startedMs) * 0.9)
              : startedMs,
          ),
        }
      }),
    )
    .execute()
}

type Check = { file: string; hoursAgo: number; reason: FirmwareRefusal | null; version?: string }
const checks: readonly Check[] = [
  { file: 'flight_controller-3.3.0.swfw', hoursAgo: 47, reason: null, version: '3.3.0' },
  { file: 'fc-from-dealer.swfw', hoursAgo: 120, reason: 'signature_wrong', version: '3.2.1' },
  { file: 'TX-flight_controller-3.2.1.bin', hoursAgo: 121, reason: 'not_a_container' },
  { file: 'flight_controller-3.2.1.swfw', hoursAgo: 122, reason: null, version: '3.2.1' },
  { file: 'download (1).swfw', hoursAgo: 400, reason: 'length_wrong', version: '3.2.1' },
  { file: 'h50-2.8.swfw', hoursAgo: 800, reason: 'key_unknown', version: '2.8.0' },
]

const writeChecks = async (
  trx: Tx,
  keys: Keys,
  by: { accountId: string; userId: string; name: string },
  nowMs: number,
): Promise<void> => {
  await trx
    .insertInto('firmware_check')
    .values(
      checks.map(({ file, hoursAgo, reason, version = null }, i) => ({
        id: demoId('firmware-check', String(i)),
        account_id: by.accountId,
        file_name: file,
        bytes: 418_000 + i * 731,
        received_bytes: 418_000 + i * 731,
        received_at: new Date(nowMs - hoursAgo * hourMs),
        piece_bytes: firmwarePieceBytes,
        state: reason === null ? ('passed' as const) : ('refused' as const),
        reason,
        sha256: createHash('sha256').update(file).digest(),
        fingerprint:
          version === null
            ? null
            : reason === 'key_unknown'
              ? '9f3c1a77d2e04b58'
              : keys.inUse.fingerprint,
        firmware_type: version === null ? null : 'flight_controller',
        build_version: version,
        user_id: by.userId,
        user_name: by.name,
        created_at: new Date(nowMs - hoursAgo * hourMs),
        checked_at: new Date(nowMs - hoursAgo * hourMs + 4_000),
      })),
    )
    .execute()
}

export const writeFirmware = (
  db: Db,
  {
    store,
    sealer,
    world,
    nowMs,
  }: { store: FileStore; sealer: Sealer; world: World; nowMs: number },
): Promise<void> =>
  tx(db, async (trx) => {
    const user = world.users.find(({ phone }) => phone === makerPhone)!
    const by = { accountId: demoId('account', maker), userId: user.id, name: user.name }
    const keys = await writeKeys(trx, sealer, by.accountId, by.name, nowMs)
    for (const build of builds) await writeBuild(trx, store, build, keys, by, nowMs)
    for (const rollout of planRollouts(world)) await writeRollout(trx, rollout, by, nowMs)
    await writeChecks(trx, keys, by, nowMs)
    await trx
      .updateTable('drone')
      .set({ firmware: demoFirmware.now })
      .where('id', 'in', [...updatedDrones(world)])
      .execute()
  })
