import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { firmwareRoutes, type Firmware } from '@swath/contract/gear/firmware'
import { firmwarePieceBytes, type FirmwareCheck } from '@swath/contract/gear/firmware-checks'
import type { FirmwareKey } from '@swath/contract/gear/firmware-keys'
import { orderTypes } from '@swath/domain/service-terms'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { insertDroneRow, insertModel } from '../../flights/flights/testing-rows.queries.ts'
import { insertPaidOrder } from '../../money/orders/testing-orders.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { removeAbandonedFirmwareJob } from './firmware-cleanup.ts'
import { firmwareHandlers } from './firmware.routes.ts'
import {
  runFirmwareJobs,
  sendBytes,
  signedBuild,
  uploadBuild,
  type FirmwareConsole,
} from './testing-firmware.ts'

const now = Date.parse('2026-06-15T04:00:00Z')

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let folder: string
let console_: FirmwareConsole
let maker: TestPerson

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swath-firmware-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(async () => {
  console_ = await openConsole(
    database,
    firmwareRoutes,
    (services) => firmwareHandlers(services),
    now,
    { dataFolder: folder, masterKey: randomBytes(32) },
  )
  maker = await console_.person({ type: 'manufacturer', name: 'Alpha Works' })
  return () => console_.close()
})

const generate = (person = maker) => console_.ask<FirmwareKey>(person, 'generateFirmwareKey')
const keys = (person = maker) => console_.ask<{ items: FirmwareKey[] }>(person, 'listFirmwareKeys')
const read = (firmwareId: string) =>
  console_.ask<Firmware>(maker, 'getFirmware', { params: { firmwareId } })

describe('keys', () => {
  test('creating one retires the previous; it is exported once, encrypted with a passphrase', async () => {
    const first = await generate()
    const second = await generate()
    expect((await keys()).items).toMatchObject([
      { keyId: second.keyId, isInUse: true, downloadedAt: null },
      { keyId: first.keyId, isInUse: false },
    ])
    const ask = (passphrase: string) =>
      console_.send('downloadFirmwareKey', { body: { keyId: second.keyId, passphrase } }, maker)
    expect((await ask('too short')).statusCode).toBe(400)
    const file = await ask('a long enough phrase')
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toContain(second.fingerprint)
    await writeFile(join(folder, 'key.enc'), file.rawPayload)
    const text = execFileSync('openssl', [
      ...['enc', '-d', '-aes-256-cbc', '-pbkdf2', '-iter', '600000'],
      ...['-in', join(folder, 'key.enc'), '-pass', 'pass:a long enough phrase'],
    ]).toString()
    expect(text).toContain('BEGIN PRIVATE KEY')
    expect((await ask('a long enough phrase')).json()).toMatchObject({
      code: 'firmware_key_downloaded',
    })
    expect((await keys()).items[0]).toMatchObject({
      downloadedAt: new Date(now).toISOString(),
      can: { download: false },
    })
  })

  test('are for makers only, each its own', async () => {
    const operator = await console_.person({ type: 'operator', operator_type: 'team' })
    expect(await console_.refusal(operator, 'generateFirmwareKey')).toEqual([403, 'forbidden'])
    const key = await generate()
    const rival = await console_.person({ type: 'manufacturer' })
    expect(
      await console_.refusal(rival, 'downloadFirmwareKey', {
        body: { keyId: key.keyId, passphrase: 'a long enough phrase' },
      }),
    ).toEqual([404, 'not_found'])
  })

  test('are seen by the platform above, which cannot download them', async () => {
    const platform = await console_.person({ type: 'platform' })
    const below = { type: 'manufacturer', parent: platform.account, name: 'Beta Works' } as const
    const key = await generate(await console_.person(below))
    const seen = async (person: TestPerson): Promise<FirmwareKey | undefined> =>
      (await keys(person)).items.find(({ keyId }) => keyId === key.keyId)
    expect(await seen(maker)).toBeUndefined()
    expect(await seen(platform)).toMatchObject({
      accountName: 'Beta Works',
      can: { download: false },
    })
  })
})

describe('a build', () => {
  test('is uploaded in pieces, resumed, encrypted, signed and verified', async () => {
    await generate()
    const bytes = randomBytes(firmwarePieceBytes + 1000)
    const begun = await console_.ask<Firmware>(maker, 'createFirmware', {
      body: {
        filename: 'fc.bin',
        bytes: bytes.length,
        firmwareType: 'flight_controller',
        firmwareVersion: '3.2.2',
        rcid: 'RC-7',
      },
    })
    const path = (offset: number) =>
      `/api/firmware/manage/${begun.firmwareId}/bytes?offset=${offset}`
    const send = (offset: number, piece: Uint8Array) =>
      sendBytes<Firmware>(console_, maker, path(offset), piece)
    expect((await send(0, bytes.subarray(0, 10))).body).toMatchObject({
      code: 'firmware_piece_wrong',
    })
    await send(0, bytes.subarray(0, firmwarePieceBytes))
    // The response was lost: a repeated piece is stored once.
    expect((await send(0, bytes.subarray(0, firmwarePieceBytes))).body.receivedBytes).toBe(
      firmwarePieceBytes,
    )
    const whole = await send(firmwarePieceBytes, bytes.subarray(firmwarePieceBytes))
    expect(whole.body).toMatchObject({ state: 'uploaded', can: { encrypt: true, sign: false } })
    const { firmwareId } = begun
    expect(await console_.refusal(maker, 'signFirmware', { body: { firmwareId } })).toEqual([
      409,
      'firmware_not_ready',
    ])
    await console_.ask(maker, 'encryptFirmware', { body: { firmwareId } })
    await runFirmwareJobs(console_)
    expect((await read(firmwareId)).state).toBe('encrypted')
    const signed = await console_.ask<Firmware>(maker, 'signFirmware', { body: { firmwareId } })
    expect(signed).toMatchObject({
      state: 'signed',
      containerBytes: 256 + bytes.length + 5 * 16 + 64,
      privkey: (await keys()).items[0]!.fingerprint,
      can: { rollOut: true, download: true },
    })

    const file = await console_.send('downloadFirmware', { params: { firmwareId } }, maker)
    expect(file.rawPayload).toHaveLength(signed.containerBytes!)
    const check = async (content: Buffer) => {
      let one = await console_.ask<FirmwareCheck>(maker, 'verifyFirmware', {
        body: { filename: 'some.swfw', bytes: content.length },
      })
      while (one.state === 'uploading')
        ({ body: one } = await sendBytes<FirmwareCheck>(
          console_,
          maker,
          `/api/firmware/manage/verify/${one.checkId}/bytes?offset=${one.receivedBytes}`,
          content.subarray(one.receivedBytes, one.receivedBytes + one.pieceBytes),
        ))
      await runFirmwareJobs(console_)
      return console_.ask<FirmwareCheck>(maker, 'getFirmwareCheck', {
        params: { checkId: one.checkId },
      })
    }
    expect(await check(file.rawPayload)).toMatchObject({
      state: 'passed',
      reason: null,
      firmwareVersion: '3.2.2',
    })
    const spoiled = Buffer.from(file.rawPayload)
    spoiled[firmwarePieceBytes + 5]! ^= 4
    expect(await check(spoiled)).toMatchObject({ state: 'refused', reason: 'signature_wrong' })
    expect(await check(bytes.subarray(0, 2000))).toMatchObject({ reason: 'not_a_container' })
    // Verifies the stored container, without an upload.
    const kept = await console_.ask<FirmwareCheck>(maker, 'verifyFirmware', {
      body: { firmwareId },
    })
    await runFirmwareJobs(console_)
    const log = await console_.ask<{ items: FirmwareCheck[]; stats: object }>(
      maker,
      'listFirmwareChecks',
    )
    expect(log.items.find(({ checkId }) => checkId === kept.checkId)).toMatchObject({
      state: 'passed',
      firmwareId,
    })
    expect(log.stats).toEqual({ uploading: 0, checking: 0, passed: 2, refused: 2 })
  })

  test('can be signed with the maker’s own private key only', async () => {
    await generate()
    const { firmwareId } = await uploadBuild(console_, maker, '1.0.0')
    await console_.ask(maker, 'encryptFirmware', { body: { firmwareId } })
    await runFirmwareJobs(console_)
    const [key] = (await keys()).items
    const file = await console_.send(
      'downloadFirmwareKey',
      { body: { keyId: key!.keyId, passphrase: 'a long enough phrase' } },
      maker,
    )
    await writeFile(join(folder, 'own.enc'), file.rawPayload)
    const privkey = execFileSync('openssl', [
      ...['enc', '-d', '-aes-256-cbc', '-pbkdf2', '-iter', '600000'],
      ...['-in', join(folder, 'own.enc'), '-pass', 'pass:a long enough phrase'],
    ]).toString()
    const other = execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519']).toString()
    const sign = (given: string) =>
      console_.send('signFirmware', { body: { firmwareId, privkey: given } }, maker)
    for (const wrong of [other, 'no key'])
      expect((await sign(wrong)).json()).toMatchObject({ code: 'firmware_wrong_key' })
    expect((await sign(privkey)).statusCode).toBe(200)
    const logged = await db
      .selectFrom('audit_log')
      .where('object_id', '=', firmwareId)
      .where('action', '=', 'firmware.sign')
      .select('details')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(logged.details)).not.toContain('PRIVATE')
  })

  test('is unique by version; deleting it deletes its bytes', async () => {
    await generate()
    const before = (await readdir(folder, { recursive: true })).length
    const { firmwareId } = await signedBuild(console_, maker, '1.1.0')
    expect(
      await console_.refusal(maker, 'createFirmware', {
        body: {
          filename: 'x',
          bytes: 1,
          firmwareType: 'flight_controller',
          firmwareVersion: '1.1.0',
        },
      }),
    ).toEqual([409, 'firmware_exists'])
    await console_.ask(maker, 'deleteFirmware', { params: { firmwareId } })
    expect(await console_.refusal(maker, 'getFirmware', { params: { firmwareId } })).toEqual([
      404,
      'not_found',
    ])
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    )
    expect(files.length).toBeLessThanOrEqual(before)
  })

  test('is not encrypted without keys; an abandoned upload is removed', async () => {
    const { firmwareId } = await uploadBuild(console_, maker, '2.0.0')
    expect(await console_.refusal(maker, 'encryptFirmware', { body: { firmwareId } })).toEqual([
      409,
      'firmware_key_missing',
    ])
    const begun = await console_.ask<Firmware>(maker, 'createFirmware', {
      body: { filename: 'x', bytes: 9, firmwareType: 'other', firmwareVersion: '2.0.0' },
    })
    console_.clock.advance(49 * 3_600_000)
    await removeAbandonedFirmwareJob(console_.services).run(
      {},
      { signal: AbortSignal.timeout(10_000), log: console_.services.log },
    )
    const left = await db
      .selectFrom('firmware')
      .where('account_id', '=', maker.account.id)
      .select(['id', 'state'])
      .execute()
    expect(left).toEqual([{ id: firmwareId, state: 'uploaded' }])
    expect(begun.state).toBe('uploading')
  })
})

describe('a file that was uploaded before', () => {
  const describeFile = (body: object, person = maker) =>
    console_.send('createFirmware', { body }, person)

  test('gets the given type and remote controllers', async () => {
    await generate()
    const older = await uploadBuild(console_, maker, '1.0.0', { filename: 'pump.bin' })
    console_.clock.advance(1000)
    const { firmwareId } = await uploadBuild(console_, maker, '1.1.0', {
      filename: 'pump.bin',
      note: 'Less foam',
    })
    const asked = { filename: 'pump.bin', firmwareType: 'sprayer', rcid: 'RC-7,RC-8' }
    const described = await describeFile(asked)
    expect(described.statusCode, described.body).toBe(200)
    expect(described.json()).toMatchObject({
      ...{ firmwareId, state: 'uploaded', note: 'Less foam', firmwareVersion: '1.1.0' },
      ...asked,
    })
    expect(await read(older.firmwareId)).toMatchObject({ firmwareType: 'flight_controller' })
    // With this type and these remote controllers, the older build is used.
    const wrapped = await console_.ask<Firmware>(maker, 'encryptFirmware', {
      body: { filename: 'pump.bin', firmwareType: 'flight_controller', rcid: '' },
    })
    expect(wrapped.firmwareId).toBe(older.firmwareId)
  })

  test('keeps the content of its container, and cannot get an existing version', async () => {
    await generate()
    const { firmwareId } = await uploadBuild(console_, maker, '1.1.0', { filename: 'pump.bin' })
    await uploadBuild(console_, maker, '1.1.0', { firmwareType: 'battery' })
    const as = (firmwareType: string) => ({ filename: 'pump.bin', firmwareType, rcid: '' })
    expect((await describeFile(as('battery'))).json()).toMatchObject({ code: 'firmware_exists' })
    await console_.ask(maker, 'encryptFirmware', { body: { firmwareId } })
    await runFirmwareJobs(console_)
    expect((await describeFile(as('radio'))).json()).toMatchObject({ code: 'firmware_wrapped' })
    expect((await describeFile(as('flight_controller'))).json()).toMatchObject({ firmwareId })
  })

  test('is found by its own account only; an unknown name is an error of the field', async () => {
    await uploadBuild(console_, maker, '1.1.0', { filename: 'pump.bin' })
    const rival = await console_.person({ type: 'manufacturer' })
    const body = { filename: 'pump.bin', firmwareType: 'sprayer', rcid: 'RC-7' }
    const unknown = {
      code: 'not_found',
      details: [{ path: 'filename', message: 'No file with this name has been uploaded.' }],
    }
    expect((await describeFile(body, rival)).json()).toMatchObject(unknown)
    expect((await describeFile({ ...body, filename: 'pump' })).json()).toMatchObject(unknown)
    const wrapping = { body: { filename: 'pump' } }
    expect((await console_.send('encryptFirmware', wrapping, maker)).json()).toMatchObject(unknown)
    const operator = await console_.person({ type: 'operator', operator_type: 'team' })
    expect((await describeFile(body, operator)).statusCode).toBe(403)
  })
})

test('a roll-out excludes drones with an expired firmware signing service, and reports them', async () => {
  await generate()
  const { firmwareId } = await signedBuild(console_, maker, '4.0.0')
  const modelId = await insertModel(db, maker.account.id)
  const addDrone = () =>
    insertDroneRow(db, { modelId, manufacturerId: maker.account.id, operatorId: null })
  const [paid, lapsed] = [await addDrone(), await addDrone()]
  const pay = (droneId: string, year: number) =>
    insertPaidOrder(db, {
      droneId,
      accountId: maker.account.id,
      orderType: orderTypes.firmware,
      year,
    })
  const year = new Date(now).getUTCFullYear()
  await pay(lapsed.id, year - 2)
  await pay(paid.id, year - 2)
  const group = { firmwareId, flyModelId: modelId, region: null, fromVersion: '' }
  const body = { ...group, rolloutName: 'Four', steps: [100] }
  expect(await console_.refusal(maker, 'createFirmwareRollout', { body })).toEqual([
    409,
    'firmware_service_lapsed',
  ])
  await pay(paid.id, year)
  // A drone that never had the service is included.
  await addDrone()
  expect(await console_.ask(maker, 'previewFirmwareRollout', { body: group })).toMatchObject({
    droneNum: 2,
    busyNum: 0,
    lapsedNum: 1,
  })
  expect(await console_.ask(maker, 'createFirmwareRollout', { body })).toMatchObject({
    droneNum: 2,
  })
  expect(await console_.ask(maker, 'previewFirmwareRollout', { body: group })).toMatchObject({
    droneNum: 0,
    busyNum: 2,
    lapsedNum: 1,
  })
})
