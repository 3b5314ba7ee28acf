// A drone downloads offered firmware over HTTP.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firmwareRoutes } from '@swath/contract/gear/firmware'
import { firmwarePieceBytes } from '@swath/contract/gear/firmware-checks'
import { insertTestRollout } from '../../../gateway/firmware-offers/testing-rollouts.queries.ts'
import { issueDeviceSecret } from '../../../gateway/mqtt/public.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { insertDroneRow, insertModel } from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { firmwareHandlers } from './firmware.routes.ts'
import { signedBuild, type FirmwareConsole } from './testing-firmware.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const { db, ...database } = await ownTestDatabase(loadRegionTable)
let folder: string
let console_: FirmwareConsole
let maker: TestPerson

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-firmware-'))
  console_ = await openConsole({ db, ...database }, firmwareRoutes, firmwareHandlers, now, {
    dataFolder: folder,
    masterKey: randomBytes(32),
  })
  maker = await console_.person({ type: 'manufacturer' })
})
afterAll(async () => {
  await console_.close()
  await rm(folder, { recursive: true })
})

const insertDrone = async (modelId: string) => {
  const drone = await insertDroneRow(db, { modelId, manufacturerId: maker.account.id })
  const { secret, hash } = issueDeviceSecret()
  await db
    .insertInto('drone_credential')
    .values({ drone_id: drone.id, id: uuidv7(now), secret_hash: hash })
    .execute()
  return { droneId: drone.id, secret }
}

const fetchAs = (
  { droneId, secret }: { droneId: string; secret: string },
  offerId: string,
  offset = 0,
) =>
  console_.send('fetchDeviceFirmware', {
    params: { offerId },
    query: { offset },
    headers: { authorization: `Basic ${btoa(`${droneId}:${secret}`)}` },
  })

test('a drone downloads its offer from any byte on while the offer is valid; no other drone can', async () => {
  await console_.ask(maker, 'generateFirmwareKey')
  const build = await signedBuild(console_, maker, '4.0.0', {
    bytes: randomBytes(firmwarePieceBytes + 777),
  })
  const { firmwareId } = build
  const whole = (await console_.send('downloadFirmware', { params: { firmwareId } }, maker))
    .rawPayload
  const modelId = await insertModel(db, maker.account.id)
  const [own, other] = [await insertDrone(modelId), await insertDrone(modelId)]
  const rollout = await insertTestRollout(
    db,
    { manufacturerId: maker.account.id, drones: [own] },
    { firmwareId, backId: null, steps: [100] },
    new Date(now),
  )
  const offerId = uuidv7(now)
  const setState = (state: 'waiting' | 'offered' | 'downloading' | 'withdrawn' | 'installed') =>
    db
      .updateTable('firmware_rollout_drone')
      .set({ state, offer_id: offerId })
      .where('rollout_id', '=', rollout)
      .execute()

  await setState('offered')
  const all = await fetchAs(own, offerId)
  expect(all.headers).toMatchObject({
    'content-length': String(whole.length),
    'cache-control': 'private, no-store',
  })
  expect(all.rawPayload.equals(whole)).toBe(true)
  // Ranges across the boundaries of header, pieces and signature.
  await setState('downloading')
  for (const from of [
    1,
    255,
    256,
    firmwarePieceBytes,
    firmwarePieceBytes + 300,
    whole.length - 64,
    whole.length - 1,
    whole.length,
  ]) {
    const rest = await fetchAs(own, offerId, from)
    expect(rest.statusCode).toBe(200)
    expect(rest.rawPayload.equals(whole.subarray(from)), `from ${from}`).toBe(true)
  }
  expect((await fetchAs(own, offerId, whole.length + 1)).rawPayload).toHaveLength(0)

  expect((await fetchAs(other, offerId)).statusCode).toBe(404)
  expect((await fetchAs(own, uuidv7(now))).statusCode).toBe(404)
  expect((await fetchAs({ ...own, secret: other.secret }, offerId)).statusCode).toBe(401)
  expect((await console_.send('fetchDeviceFirmware', { params: { offerId } })).statusCode).toBe(401)
  for (const state of ['withdrawn', 'installed'] as const) {
    await setState(state)
    expect((await fetchAs(own, offerId)).statusCode, state).toBe(404)
  }
})
