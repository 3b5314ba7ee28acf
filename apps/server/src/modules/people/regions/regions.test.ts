import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { regionRoutes } from '@swath/contract/people/regions'
import { regions } from '@swath/fixtures/regions'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { serveRoutes } from '../../../platform/http/testing.ts'
import { regionHandlers } from './regions.routes.ts'
import { loadRegionTable } from './regions.seed.ts'

type Area = { areaId: number; regionCode: string; areaName: string; children: Area[] }

const database = await ownTestDatabase()

test('all regions as a tree, in the requested language', async () => {
  const server = await serveRoutes(regionRoutes, regionHandlers(), {
    authenticate: async () => null,
    screensFor: async () => [],
  })
  const load = async (language: string) =>
    (await server.inject({ url: '/api/common/regions', headers: { language } })).json<{
      items: Area[]
    }>().items
  const items = await load('zh-CN')
  const china = items.find(({ areaId }) => areaId === 156)!
  expect(china).toMatchObject({ regionCode: '156000000', areaName: '中国' })
  const zhejiang = china.children.find(({ regionCode }) => regionCode === '156330000')!
  expect(zhejiang).toMatchObject({ areaId: 156330000, areaName: '浙江省' })
  expect(
    zhejiang.children.find(({ regionCode }) => regionCode === '156330100')?.children.length,
  ).toBeGreaterThan(5)
  const listLeaves = (areas: Area[]): Area[] =>
    areas.flatMap((area) => (area.children?.length > 0 ? listLeaves(area.children) : [area]))
  expect(listLeaves(items).filter(({ children }) => children === undefined)).toEqual([])
  const count = (areas: Area[]): number =>
    areas.reduce((sum, area) => sum + 1 + count(area.children), 0)
  expect(count(items)).toBe(regions.length)
  expect((await load('ko')).find(({ areaId }) => areaId === 410)?.areaName).toBe('대한민국')
  const countries = (
    await server.inject({ url: '/api/common/countries', headers: { language: 'th' } })
  ).json<{ items: object[] }>().items
  expect(countries).toHaveLength(items.length)
  expect(countries).toContainEqual({
    areaId: 764,
    regionCode: '764000000',
    areaName: 'ไทย',
    isoCode: 'TH',
  })

  await server.close()
})

test('loadRegions is precompressed, under 60 kB and 20 ms, and sent only once to each browser', async () => {
  const server = await serveRoutes(regionRoutes, regionHandlers(), {
    authenticate: async () => null,
    screensFor: async () => [],
  })
  const ask = (headers: Record<string, string>) =>
    server.inject({ url: '/api/common/regions', headers: { language: 'zh-CN', ...headers } })
  const first = await ask({ 'accept-encoding': 'gzip, br' })
  expect(first.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/json; charset=utf-8',
    'vary': 'language, accept-language, accept-encoding',
  })
  expect(first.headers['cache-control']).toContain('max-age=86400')
  expect(first.rawPayload.length).toBeLessThan(60_000)
  const plain = await ask({})
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(brotliDecompressSync(first.rawPayload).equals(plain.rawPayload)).toBe(true)
  const zipped = await ask({ 'accept-encoding': 'br;q=0, gzip' })
  expect(gunzipSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(new Set([first, plain, zipped].map(({ headers }) => headers.etag)).size).toBe(3)

  const again = await ask({
    'accept-encoding': 'gzip, br',
    'if-none-match': `W/${first.headers.etag}`,
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const korean = await ask({
    'accept-encoding': 'br',
    'if-none-match': String(first.headers.etag),
    'language': 'ko',
  })
  expect(korean.statusCode).toBe(200)

  const times = []
  for (let i = 0; i < 9; i++) {
    const from = performance.now()
    await ask({ 'accept-encoding': 'br' })
    times.push(performance.now() - from)
  }
  expect(times.sort((a, b) => a - b)[4]).toBeLessThan(20 * slowness())
  await server.close()
})

test('loadRegionNames returns names as people type them, in any language and in pinyin', async () => {
  const server = await serveRoutes(regionRoutes, regionHandlers(), {
    authenticate: async () => null,
    screensFor: async () => [],
  })
  const { items } = (await server.inject({ url: '/api/common/region-names' })).json<{
    items: Record<string, string[]>
  }>()
  expect(Object.keys(items)).toHaveLength(regions.length)
  expect(items['156150100']).toEqual(['hohhot', '呼和浩特市', 'huhehaote'])
  expect(items['764390000']).toEqual(['chiang mai', '清迈府', '清邁府', 'เชียงใหม่', '치앙마이 주'])
  await server.close()
})

test('the region table is filled once, and repaired', async () => {
  const { db } = database
  await loadRegionTable(db)
  const rows = await db.selectFrom('region').selectAll().orderBy('code').execute()
  expect(rows).toHaveLength(regions.length)
  expect(rows.find(({ code }) => code === '156330106')).toMatchObject({
    parent_code: '156330100',
    level: 3,
    names: { 'zh-CN': '西湖区' },
  })
  await db
    .updateTable('region')
    .set({ names: '{"en": "Nowhere"}' })
    .where('code', '=', '156330106')
    .execute()
  await db
    .insertInto('region')
    .values({ code: '156330199', parent_code: '156330100', level: 3, names: '{"en": "Imported"}' })
    .execute()
  await loadRegionTable(db)
  const after = await db
    .selectFrom('region')
    .select(['code', 'names'])
    .where('code', 'in', ['156330106', '156330199'])
    .orderBy('code')
    .execute()
  expect(after.map(({ names }) => names['en'])).toEqual([
    rows.find(({ code }) => code === '156330106')!.names['en'],
    'Imported',
  ])
})
