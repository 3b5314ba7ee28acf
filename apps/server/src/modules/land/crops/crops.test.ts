import { expect, test } from 'vitest'
import { crops, type Crop } from '@swath/contract/land/crops'
import { workTypes, type WorkType } from '@swath/contract/land/work-types'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole } from '../../../platform/http/testing-console.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { workTypeList } from '../work-types/work-types.ts'
import { cropList } from './crops.ts'

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
const now = Date.parse('2026-06-15T04:00:00Z')

test('shared crops are found by either name, in each language', async () => {
  const console_ = await openConsole(database, crops.routes, cropList.handlers, now)
  const farmer = await console_.person({ type: 'farmer' })
  const find = async (cropName: string, language: 'th' | 'ko') =>
    (
      await console_.send('listCrops', { query: { cropName, size: '1000' }, language }, farmer)
    ).json<{ items: Crop[] }>().items
  expect(await find('oryza', 'th')).toMatchObject([{ cropId: 'rice', cropName: 'ข้าว' }])
  expect(await find('옥수수', 'ko')).toMatchObject([{ cropId: 'maize', own: false }])
  expect((await find('', 'ko')).length).toBeGreaterThan(50)
  await console_.close()
})

test('the most used come first, unless an order is asked for', async () => {
  const console_ = await openConsole(database, crops.routes, cropList.handlers, now)
  const farmer = await console_.person({ type: 'farmer' })
  const first = async (query: Record<string, string>) =>
    (
      await console_.ask<{ items: Crop[] }>(farmer, 'listCrops', { query: { size: '3', ...query } })
    ).items.map(({ cropId }) => cropId)
  const usual = await first({})
  expect(await first({ foremost: 'wheat,no such crop,rice' })).toEqual(['wheat', 'rice', usual[0]])
  expect(await first({ foremost: 'wheat', sortParam: 'cropName' })).toEqual(usual)
  await console_.close()
})

test('are exported with the filters of the list', async () => {
  const console_ = await openConsole(database, crops.routes, cropList.handlers, now)
  const farmer = await console_.person({ type: 'farmer' })
  const file = await console_.send(
    'exportCrops',
    { query: { cropName: 'oryza', format: 'csv' } },
    farmer,
  )
  expect(file.body.trim().split(/\r?\n/)).toEqual([
    expect.stringContaining('Name'),
    expect.stringMatching(/^Rice,Oryza sativa,/),
  ])
  await console_.close()
})

test('a crop that a plot uses cannot be deleted', async () => {
  const console_ = await openConsole(database, crops.routes, cropList.handlers, now)
  const team = await console_.person({ type: 'operator', operator_type: 'team' })
  const own = await console_.ask<Crop>(team, 'addCrop', {
    body: { cropName: 'Red rice', scientificName: '' },
  })
  await db
    .insertInto('plot')
    .values({
      id: crypto.randomUUID(),
      account_id: team.account.id,
      name: 'East',
      region_code: '156330106',
      parts: '[]',
      bounds: '(120.1,30.1),(120,30)',
      area_m2: 1,
      crop_id: own.cropId,
      created_by: null,
    })
    .execute()
  const params = { cropId: own.cropId }
  expect(await console_.refusal(team, 'deleteCrop', { params })).toEqual([409, 'in_use'])
  await db.deleteFrom('plot').where('crop_id', '=', own.cropId).execute()
  await console_.ask(team, 'deleteCrop', { params })
  await console_.close()
})

test('work types: shared ones, and those of the account', async () => {
  const console_ = await openConsole(database, workTypes.routes, workTypeList.handlers, now)
  const team = await console_.person({ type: 'operator', operator_type: 'team' })
  await console_.ask(team, 'addWorkType', { body: { workTypeName: 'Airing' } })
  const { items } = await console_.ask<{ items: WorkType[] }>(team, 'listWorkTypes', {
    query: { size: '1000' },
  })
  expect(items.filter(({ own }) => own)).toMatchObject([{ workTypeName: 'Airing' }])
  expect(items.length).toBeGreaterThan(9)
  await console_.close()
})
