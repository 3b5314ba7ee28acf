import { afterAll, beforeAll, expect, test } from 'vitest'
import { regionRoutes } from '@swath/contract/regions'
import { regions } from '@swath/fixtures/regions'
import { createTestDatabase, type TestDatabase } from '../../platform/database/testing.ts'
import { serveRoutes } from '../../platform/http/testing.ts'
import { regionHandlers } from './regions.routes.ts'
import { loadRegionTable } from './regions.seed.ts'

type Area = { areaId: number; regionCode: string; areaName: string; children?: Area[] }

let database: TestDatabase
beforeAll(async () => { database = await createTestDatabase() })
afterAll(() => database.close())

test('all regions as a tree, in the language asked for', async () => {
  const server = await serveRoutes(regionRoutes, regionHandlers(), { authenticate: async () => null, screensFor: async () => [] })
  const load = async (language: string) => (await server.inject({ url: '/api/common/regions', headers: { language } })).json<{ items: Area[] }>().items
  const items = await load('zh-CN')
  const china = items.find(({ areaId }) => areaId === 156)!
  expect(china).toMatchObject({ regionCode: '156000000', areaName: '中国' })
  const zhejiang = china.children!.find(({ regionCode }) => regionCode === '156330000')!
  expect(zhejiang).toMatchObject({ areaId: 156330000, areaName: '浙江省' })
  expect(zhejiang.children!.find(({ regionCode }) => regionCode === '156330100')?.children?.length).toBeGreaterThan(5)
  const count = (areas: Area[]): number => areas.reduce((sum, area) => sum + 1 + count(area.children ?? []), 0)
  expect(count(items)).toBe(regions.length)
  expect((await load('ko')).find(({ areaId }) => areaId === 410)?.areaName).toBe('대한민국')

  const times = []
  for (let i = 0; i < 9; i++) {
    const from = performance.now()
    const reply = await server.inject({ url: '/api/common/regions', headers: { 'language': 'zh-CN', 'accept-encoding': 'gzip' } })
    times.push(performance.now() - from)
    expect(reply.headers['content-encoding']).toBe('gzip')
  }
  expect(times.sort((a, b) => a - b)[4]).toBeLessThan(100)
  await server.close()
})

test('the region table is filled once, and mended', async () => {
  const { db } = database
  await loadRegionTable(db)
  const rows = await db.selectFrom('region').selectAll().orderBy('code').execute()
  expect(rows).toHaveLength(regions.length)
  expect(rows.find(({ code }) => code === '156330106')).toMatchObject({ parent_code: '156330100', level: 3, names: { 'zh-CN': '西湖区' } })
  await db.updateTable('region').set({ names: '{"en": "Nowhere"}' }).where('code', '=', '156330106').execute()
  await db.insertInto('region').values({ code: '156330199', parent_code: '156330100', level: 3, names: '{"en": "Imported"}' }).execute()
  await loadRegionTable(db)
  const after = await db.selectFrom('region').select(['code', 'names']).where('code', 'in', ['156330106', '156330199']).orderBy('code').execute()
  expect(after.map(({ names }) => names['en'])).toEqual([rows.find(({ code }) => code === '156330106')!.names['en'], 'Imported'])
})
