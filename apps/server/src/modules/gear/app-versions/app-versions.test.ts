import { beforeEach, expect, test } from 'vitest'
import {
  appVersionRoutes,
  type AppVersion,
  type CurrentVersion,
} from '@swath/contract/gear/app-versions'
import { issueDeviceSecret } from '../../../gateway/mqtt/public.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { insertDroneRow, insertModel } from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { appVersionHandlers } from './app-versions.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof appVersionRoutes>>>
let maker: TestPerson

beforeEach(async () => {
  console_ = await openConsole(database, appVersionRoutes, appVersionHandlers, now)
  maker = await console_.person({ type: 'manufacturer' })
  return () => console_.close()
})

const offer = (versionName: string, more: Record<string, unknown> = {}, person = maker) =>
  console_.ask<AppVersion>(person, 'addAppVersion', {
    body: {
      platform: 'android',
      versionName,
      url: `https://apps.example/${versionName}.apk`,
      ...more,
    },
  })
const states = async () =>
  (
    await console_.ask<{ items: AppVersion[] }>(maker, 'listAppVersions', {
      query: { sortParam: '-versionName' },
    })
  ).items.map(({ versionName, state }) => `${versionName} ${state}`)

test('the newest is the highest version; those below the minimum are outdated', async () => {
  await offer('5.2.1')
  await offer('5.10', { isMinimum: true })
  await offer('v5.9.9')
  await offer('5.11.0-beta')
  expect(await states()).toEqual([
    '5.11.0-beta newest',
    '5.10 usable',
    'v5.9.9 outdated',
    '5.2.1 outdated',
  ])
  expect(
    await console_.refusal(maker, 'addAppVersion', {
      body: { platform: 'android', versionName: '5.10.0', url: 'https://apps.example/x' },
    }),
  ).toEqual([409, 'app_version_taken'])
  expect(
    await console_.refusal(maker, 'addAppVersion', {
      body: { platform: 'ios', versionName: '5.10', url: 'http://apps.example/x' },
    }),
  ).toEqual([400, 'invalid_input'])
})

test('the latest version of each platform, with the minimum, whatever the filter', async () => {
  const platform = await console_.person({ type: 'platform' })
  await offer('5.9')
  await offer('5.10')
  await offer('2.0', { platform: 'ios' })
  await offer('7.1', { isMinimum: true }, platform)
  await offer('7.2', {}, platform)
  const current = async (person: TestPerson) =>
    (
      await console_.ask<{ current: CurrentVersion[] }>(person, 'listAppVersions', {
        query: { platform: 'ios' },
      })
    ).current.flatMap(({ isOwn, platform: on, versionName, minimumName }) =>
      isOwn ? [[on, versionName, minimumName]] : [],
    )
  expect(await current(maker)).toEqual([
    ['android', '5.10', null],
    ['ios', '2.0', null],
  ])
  expect(await current(platform)).toEqual([['android', '7.2', '7.1']])
})

test('versions of accounts below are found by the account', async () => {
  const platform = await console_.person({ type: 'platform' })
  await offer('5.2.1')
  await offer('6.0', {}, platform)
  const named = (accountName: string) =>
    console_.ask<{ items: AppVersion[] }>(platform, 'listAppVersions', { query: { accountName } })
  await db
    .updateTable('account')
    .set({ name: 'Northern Drones' })
    .where('id', '=', maker.account.id)
    .execute()
  const { items } = await named('northern')
  expect(items.map(({ versionName }) => versionName)).toEqual(['5.2.1'])
})

test('a device gets its maker’s offer, and whether its version may fly', async () => {
  const drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: null,
    name: 'North 1',
  })
  const { secret, hash } = issueDeviceSecret()
  await db
    .insertInto('drone_credential')
    .values({
      drone_id: drone.id,
      id: uuidv7(now),
      secret_hash: hash,
      created_by: null,
      expires_at: null,
      last_used_at: null,
    })
    .execute()
  const stranger = await console_.person({ type: 'manufacturer' })
  await offer('9.0', {}, stranger)
  const ask = async (query: Record<string, string>) =>
    (
      await console_.send('readAppVersion', {
        query,
        headers: {
          authorization: `Basic ${Buffer.from(`${drone.id}:${secret}`).toString('base64')}`,
        },
      })
    ).json()
  expect(await ask({ platform: 'android', appVersion: '5.2' })).toEqual({
    newest: null,
    minimum: null,
    isNewer: false,
    mustUpdate: false,
  })
  await offer('5.1', { isMinimum: true })
  await offer('5.3')
  expect(await ask({ platform: 'android', appVersion: '5.2' })).toMatchObject({
    newest: { versionName: '5.3', url: 'https://apps.example/5.3.apk' },
    minimum: '5.1',
    isNewer: true,
    mustUpdate: false,
  })
  expect(await ask({ platform: 'android', appVersion: '5.0.9' })).toMatchObject({
    mustUpdate: true,
  })
  expect(await ask({ platform: 'android' })).toMatchObject({ mustUpdate: true })
  expect(await ask({ platform: 'android', appVersion: '5.3.0' })).toMatchObject({
    isNewer: false,
    mustUpdate: false,
  })
})
