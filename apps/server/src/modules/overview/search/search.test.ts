import { beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import { searchRoutes } from '@swath/contract/overview/search'
import { listScreens } from '@swath/domain/access/policy'
import { createThemes } from '../../../platform/auth/themes.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { insertFlight, insertModel } from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../../people/regions/regions.seed.ts'
import { searchHandlers } from './search.routes.ts'
import {
  analyzeTables,
  insertClients,
  insertDrones,
  insertMembers,
  insertPlots,
  insertTasks,
  listUsedSearchIndexes,
} from './testing-search.queries.ts'

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
const console_ = await openConsole(
  database,
  searchRoutes,
  (services) => {
    const themes = createThemes(services)
    return searchHandlers(services, {
      screensFor: async (caller, host) => listScreens(caller, await themes.of(host)),
    })
  },
  Date.parse('2026-06-15T04:30:00Z'),
)

let root: TestPerson
let maker: TestPerson
let team: TestPerson
let other: TestPerson

const find = async (text: string, person = team): Promise<string[]> =>
  (
    await console_.ask<Answer<Api['searchAll']>>(person, 'searchAll', { query: { text } })
  ).items.map(({ kind, name, number }) => `${kind} ${name}${number === null ? '' : ` #${number}`}`)

const many = (name: string, others: (i: number) => string) =>
  Array.from({ length: 300 }, (_, i) => ({ name: `${name} ${i + 1}`, others: others(i) }))

beforeAll(async () => {
  root = await console_.person({ type: 'platform' })
  maker = await console_.person({ type: 'manufacturer', name: '大疆农业' })
  team = await console_.person({
    type: 'operator',
    operator_type: 'team',
    name: 'Blue River Spraying',
    lease_account: true,
  })
  other = await console_.person({ type: 'operator', operator_type: 'team', name: '강남방제단' })
  const parties = {
    modelId: await insertModel(db, maker.account.id),
    manufacturerId: maker.account.id,
  }
  await insertDrones(db, { ...parties, operatorId: team.account.id }, [
    ...many('Drone', (i) => `SN-${10_000 + i}`),
    { name: 'Hawk', others: 'T40-0017' },
    { name: 'Hawkeye North', others: 'T40-0018' },
    { name: '巡田一号', others: 'XT-1' },
    { name: '강남방제 2호', others: 'GN-2' },
    { name: 'โดรนสวนทุเรียน', others: 'TH-1' },
  ])
  await insertDrones(db, { ...parties, operatorId: other.account.id }, [
    { name: 'Hawk foreign', others: 'F-1' },
  ])
  await insertPlots(db, team.account.id, [
    ...many('Plot', () => 'Green village'),
    { name: 'North Field' },
    { name: 'Northern slope' },
    { name: '徐闻菠萝一号', others: '曲界' },
    { name: '徐聞鳳梨' },
    { name: 'สวนทุเรียน ริมน้ำ' },
    { name: '강남 논 3' },
    { name: 'ＨＡＷＫ　slope' },
  ])
  await insertPlots(db, other.account.id, [{ name: 'North foreign' }])
  await insertMembers(db, team.account.id, [
    ...many('Pilot', (i) => `pilot${i}@example.org`),
    { name: 'John Smith', others: 'john@example.org' },
    { name: '张伟', others: 'zhang@example.org' },
    { name: 'สมชาย ใจดี', others: 'somchai@example.org' },
    { name: '김민수', others: 'kim@example.org' },
  ])
  await insertMembers(db, other.account.id, [{ name: 'John Foreign', others: 'j@example.org' }])
  await insertTasks(db, team.account.id, [...many('Campaign', () => ''), { name: '春季防治' }])
  await insertClients(db, team.account.id, [
    ...many('Client', (i) => `138${10_000_000 + i}`),
    { name: 'Ocean Farm', others: '13912345678' },
  ])
  const drone = {
    id: 'T40-0017',
    manufacturerId: maker.account.id,
    operatorId: team.account.id,
    tenantId: null,
    regionCode: '156330106',
  }
  for (const number of [4711, 4712])
    await insertFlight(db, drone, {
      number,
      startMs: Date.parse('2026-06-15T01:00:00Z') + number * 1000,
    })
  return () => console_.close()
})

describe('what comes first', () => {
  test.each([
    // the same name, then the beginning, then words
    ['hawk', 'drone Hawk'],
    ['HAWK', 'drone Hawk'],
    ['hawke', 'drone Hawkeye North'],
    ['north', 'plot North Field'],
    ['north f', 'plot North Field'],
    ['field north', 'plot North Field'],
    ['slope', 'plot ＨＡＷＫ　slope'],
    ['hawk slope', 'plot ＨＡＷＫ　slope'],
    ['eye', 'drone Hawkeye North'],
    // exactly this one of three hundred
    ['drone 7', 'drone Drone 7'],
    ['plot 30', 'plot Plot 30'],
    ['pilot 150', 'person Pilot 150'],
    ['campaign 299', 'task Campaign 299'],
    ['client 3', 'client Client 3'],
    ['drone 300', 'drone Drone 300'],
    // serial numbers, phones, addresses, villages
    ['T40-0017', 'drone Hawk'],
    ['t40-0018', 'drone Hawkeye North'],
    ['0017', 'drone Hawk'],
    ['sn-10042', 'drone Drone 43'],
    ['hawk 0018', 'drone Hawkeye North'],
    ['13912345678', 'client Ocean Farm'],
    ['345678', 'client Ocean Farm'],
    ['john@example.org', 'person John Smith'],
    ['pilot7@', 'person Pilot 8'],
    ['曲界', 'plot 徐闻菠萝一号'],
    // Chinese, simplified and traditional
    ['巡田', 'drone 巡田一号'],
    ['一号', 'drone 巡田一号'],
    ['徐闻', 'plot 徐闻菠萝一号'],
    ['菠萝', 'plot 徐闻菠萝一号'],
    ['菠', 'plot 徐闻菠萝一号'],
    ['徐聞', 'plot 徐聞鳳梨'],
    ['鳳梨', 'plot 徐聞鳳梨'],
    ['张', 'person 张伟'],
    ['张伟', 'person 张伟'],
    ['防治', 'task 春季防治'],
    ['春季', 'task 春季防治'],
    // Thai
    ['ทุเรียน', 'drone โดรนสวนทุเรียน'],
    ['สวนทุเรียน', 'plot สวนทุเรียน ริมน้ำ'],
    ['ริมน้ำ', 'plot สวนทุเรียน ริมน้ำ'],
    ['สมชาย', 'person สมชาย ใจดี'],
    ['ใจดี', 'person สมชาย ใจดี'],
    ['โดรน', 'drone โดรนสวนทุเรียน'],
    // Korean
    ['강남', 'plot 강남 논 3'],
    ['강남방제', 'drone 강남방제 2호'],
    ['논', 'plot 강남 논 3'],
    ['김민수', 'person 김민수'],
    ['민수', 'person 김민수'],
    ['방제 2호', 'drone 강남방제 2호'],
    // flights by number
    ['4711', 'flight Hawk #4711'],
    ['#4712', 'flight Hawk #4712'],
    // full-width letters and too many spaces
    ['ｈａｗｋ', 'drone Hawk'],
    ['  north   field ', 'plot North Field'],
    // mistyped
    ['jhon smith', 'person John Smith'],
    ['smyth', 'person John Smith'],
    ['hawkeey', 'drone Hawkeye North'],
    ['nroth field', 'plot North Field'],
    ['ocaen', 'client Ocean Farm'],
    ['campiagn 12', 'task Campaign 12'],
    ['徐文菠萝', 'plot 徐闻菠萝一号'],
    ['สวนทุเรยีน ริมน้ำ', 'plot สวนทุเรียน ริมน้ำ'],
    ['강넘방제', 'drone 강남방제 2호'],
    ['김민스', 'person 김민수'],
  ])('%s', async (text, first) => {
    expect((await find(text))[0]).toBe(first)
  })

  test.each(['zzzz', 'a', '#', '%', '_', 'drone 9999', '菠萝菠萝', "'; drop table drone; --"])(
    'nothing for %s',
    async (text) => {
      expect(await find(text)).toEqual([])
    },
  )
})

describe('who finds what', () => {
  test('rows of other tenants are not found', async () => {
    for (const text of ['foreign', 'north foreign', 'john foreign', 'F-1'])
      expect(await find(text)).toEqual([])
    expect(await find('foreign', other)).toEqual([
      'drone Hawk foreign',
      'person John Foreign',
      'plot North foreign',
    ])
    expect(await find('4711', other)).toEqual([])
    expect(await find('hawk', maker)).toEqual([
      'drone Hawk',
      'drone Hawk foreign',
      'drone Hawkeye North',
    ])
  })

  test('accounts for the platform; kinds only with their screens', async () => {
    expect(await find('大疆', root)).toEqual(['account 大疆农业'])
    expect(await find('blue river', root)).toEqual(['account Blue River Spraying'])
    const renter = await console_.colleague(team, { user_type: 6 })
    expect(await find('ocean', renter)).toEqual(['client Ocean Farm'])
    expect(await find('hawk', renter)).toEqual([])
    const pilot = await console_.colleague(team, { user_type: 2 })
    expect(await find('hawk', pilot)).toEqual([])
  })

  test('a login finds its person only for people who manage staff', async () => {
    const clerk = await console_.colleague(team, { name: 'Clerk', rights: [] })
    expect(await find('john@example.org', clerk)).toEqual([])
    expect(await find('john', clerk)).toEqual(['person John Smith'])
  })

  test('at most six of a kind; an empty or too long text is refused', async () => {
    const found = await find('drone')
    expect(found).toHaveLength(6)
    for (const text of ['', '  ', 'x'.repeat(101)])
      expect((await console_.refusal(team, 'searchAll', { query: { text } }))[0]).toBe(400)
    expect((await console_.refusal(team, 'searchAll'))[0]).toBe(400)
  })
})

test('each kind is found by its index', async () => {
  await analyzeTables(db)
  await find('pilot 150')
  await find('blue river', root)
  await expect
    .poll(() => listUsedSearchIndexes(db))
    .toEqual([
      'account_search',
      'app_user_search',
      'drone_search',
      'plot_search',
      'rental_client_search',
      'unified_task_search',
    ])
})
