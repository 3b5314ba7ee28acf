import { beforeEach, expect, test } from 'vitest'
import { groundStationRoutes, type GroundConfig } from '@swath/contract/gear/ground-station-config'
import { issueDeviceSecret } from '../../../gateway/mqtt/public.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { uuidv7 } from '../../../platform/database/uuid.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { insertDroneRow, insertModel } from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { groundStationHandlers } from './ground-station-config.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof groundStationRoutes>>>
let company: TestPerson
let below: TestPerson

beforeEach(async () => {
  console_ = await openConsole(database, groundStationRoutes, groundStationHandlers, now)
  company = await console_.person({ type: 'operator', operator_type: 'team', name: 'Green' })
  below = await console_.person({
    type: 'operator',
    operator_type: 'team',
    name: 'Green East',
    parent: company.account,
  })
  return () => console_.close()
})

const save = (person: TestPerson, body: Record<string, unknown>) =>
  console_.ask<GroundConfig>(person, 'saveGroundConfig', { body })

test('every version is stored; an outdated form gets a conflict; saving without a change stores nothing', async () => {
  const first = await save(company, {
    theme: 'dark',
    homePageUrl: 'https://green.example/start',
    launchPageUrl: '',
    version: 0,
  })
  expect(first).toMatchObject({ version: 1, theme: 'dark', launchPageUrl: null })
  expect(
    await console_.refusal(company, 'saveGroundConfig', { body: { theme: 'light', version: 0 } }),
  ).toEqual([409, 'conflict'])
  await save(company, { theme: 'dark', homePageUrl: 'https://green.example/start', version: 1 })
  const second = await save(company, { theme: 'contrast', servAddr: 'gs.green.example:8443' })
  expect(second.history.map(({ version, theme }) => [version, theme])).toEqual([
    [2, 'contrast'],
    [1, 'dark'],
  ])
})

test.each([
  ['homePageUrl', 'javascript:alert(1)'],
  ['launchPageUrl', 'green'],
  ['servAddr', 'https://green.example'],
  ['servAddr', 'green.example:port'],
])('%s does not accept %j', async (field, value) => {
  expect(
    await console_.refusal(company, 'saveGroundConfig', {
      body: { theme: 'light', [field]: value },
    }),
  ).toEqual([400, 'invalid_input'])
})

test('a ground app gets its account’s settings, and inherits the rest from above', async () => {
  await save(company, {
    theme: 'dark',
    homePageUrl: 'https://green.example/',
    servAddr: 'a.example',
  })
  await save(company, { accountId: below.account.id, theme: 'light', servAddr: 'b.example' })
  expect((await console_.ask<GroundConfig>(below, 'getGroundConfig')).inherited).toMatchObject({
    accountName: 'Green',
    homePageUrl: 'https://green.example/',
  })
  const maker = await console_.person({ type: 'manufacturer' })
  const drone = await insertDroneRow(db, {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
    operatorId: below.account.id,
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
  const read = (password: string) =>
    console_.send('readGroundConfig', {
      headers: {
        authorization: `Basic ${Buffer.from(`${drone.id}:${password}`).toString('base64')}`,
      },
    })
  expect((await read(secret)).json()).toMatchObject({
    theme: 'light',
    homePageUrl: 'https://green.example/',
    servAddr: 'b.example',
    launchPageUrl: null,
  })
  expect((await read('wrong')).statusCode).toBe(401)
  expect((await console_.send('readGroundConfig', {})).statusCode).toBe(401)
})

test('accounts below are found by name, with whether they have settings', async () => {
  const west = await console_.person({
    type: 'operator',
    operator_type: 'team',
    name: 'Green West_1',
    parent: company.account,
  })
  await console_.person({ type: 'operator', operator_type: 'team', name: 'Green beside' })
  await save(company, { accountId: west.account.id, theme: 'dark', version: 0 })
  type Found = { items: { accountName: string; isSet: boolean }[]; total: number }
  const find = (person: TestPerson, query = {}) =>
    console_.ask<Found>(person, 'listGroundAccounts', { query })
  expect(await find(company)).toEqual({
    items: [
      { accountId: below.account.id, accountName: 'Green East', isSet: false },
      { accountId: west.account.id, accountName: 'Green West_1', isSet: true },
    ],
    total: 2,
  })
  expect((await find(company, { search: 'west_' })).total).toBe(1)
  expect((await find(company, { search: 'east_' })).total).toBe(0)
  expect(await find(below)).toEqual({ items: [], total: 0 })
})

test('an account outside the branch does not exist', async () => {
  const other = await console_.person({ type: 'operator', operator_type: 'team' })
  expect(
    await console_.refusal(other, 'saveGroundConfig', {
      body: { accountId: company.account.id, theme: 'dark' },
    }),
  ).toEqual([404, 'not_found'])
  expect(
    await console_.refusal(below, 'getGroundConfig', { query: { accountId: company.account.id } }),
  ).toEqual([404, 'not_found'])
})
