import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountRoutes, type AccountDetail, type AccountRow } from '@swath/contract/accounts'
import { createThemes } from '../../platform/auth/themes.ts'
import type { Db } from '../../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/database/testing.ts'
import { openConsole, type TestPerson } from '../../platform/http/testing-console.ts'
import { readCsv } from '../flights/testing-rows.queries.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { notYet } from '../not-yet.ts'
import { accountHandlers } from './accounts.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
type List = { items: AccountRow[]; total: number; stats: { zfNum: number; zzqyNum: number; yyqyNum: number } }

let database: TestDatabase
let db: Db
let console_: Awaited<ReturnType<typeof openConsole<typeof accountRoutes>>>
let root: TestPerson
/** In the names of this test's accounts: a platform at the root sees those of the others too. */
let mark: string

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  await loadRegionTable(db)
})
afterAll(() => database.close())
beforeEach(async () => {
  console_ = await openConsole(database, accountRoutes, (services) => ({ ...notYet(accountRoutes), ...accountHandlers(services, { themes: createThemes(services) }) }), now)
  mark = crypto.randomUUID().slice(0, 8)
  root = await console_.person({ type: 'platform', name: `Root ${mark}`, can_create_sub: true })
  return () => console_.close()
})

let phones = 0
const first = () => ({ adminName: 'First', adminPhone: `+86-137${mark.replace(/\D/g, '').slice(0, 4).padEnd(4, '0')}${String(++phones).padStart(4, '0')}`, password: 'Swath2026' })
const fields = (name: string) => ({ accountName: `${name} ${mark}`, regionCode: '156330106', contactName: 'Wang' })
const list = (person: TestPerson, query = {}) => console_.ask<List>(person, 'listAccounts', { query: { search: mark, pageSize: 100, ...query } })
const namesOf = ({ items }: List) => items.map(({ accountName }) => accountName.replace(` ${mark}`, '')).sort()

/** Three deep below a sub-platform, a company beside it, and a government of each level. */
const tree = async () => {
  const at = (type: 'platform' | 'government' | 'manufacturer' | 'operator' | 'farmer', name: string, parent: TestPerson, more = {}) =>
    console_.person({ type, name: `${name} ${mark}`, parent: parent.account, ...more })
  const east = await at('platform', 'East', root, { tag: `east-${mark}`, region_code: '156330100' })
  const team = await at('operator', 'Team', east, { operator_type: 'team', can_create_sub: true })
  const sub = await at('operator', 'Sub', team, { operator_type: 'team', can_create_sub: true })
  const subSub = await at('operator', 'SubSub', sub, { operator_type: 'team', region_code: '156330108', can_create_sub: true })
  const maker = await at('manufacturer', 'Maker', root, { region_code: '156410100', can_create_sub: true })
  const farmer = await at('farmer', 'Farmer', root)
  const province = await at('government', 'Province', root, { region_code: '156330000' })
  const city = await at('government', 'City', root, { region_code: '156330100' })
  const county = await at('government', 'County', root, { region_code: '156330106' })
  return { east, team, sub, subSub, maker, farmer, province, city, county }
}

describe('listAccounts, getAccount: whose accounts exist for whom', () => {
  test('root: everything; everyone else what is below; governments the companies, farmers and governments of their region', async () => {
    const { east, team, sub, subSub, province, city, county } = await tree()
    expect(namesOf(await list(root))).toEqual(['City', 'County', 'East', 'Farmer', 'Maker', 'Province', 'Sub', 'SubSub', 'Team'])
    expect(namesOf(await list(east))).toEqual(['Sub', 'SubSub', 'Team'])
    expect(namesOf(await list(team))).toEqual(['Sub', 'SubSub'])
    expect(namesOf(await list(sub))).toEqual(['SubSub'])
    expect(namesOf(await list(subSub))).toEqual([])
    expect(namesOf(await list(province))).toEqual(['City', 'County', 'Farmer', 'Sub', 'SubSub', 'Team'])
    expect(namesOf(await list(city))).toEqual(['County', 'Farmer', 'Sub', 'SubSub', 'Team'])
    expect(namesOf(await list(county))).toEqual(['Farmer', 'Sub', 'Team'])
  })
})

test('createAccount: an account with its super admin, who finds a passed account', async () => {
  const made = await console_.ask<AccountDetail>(root, 'createAccount', { body: { ...fields('Made'), ...first(), accountType: 4, vipLevel: 3 } })
  expect(made).toMatchObject({ accountName: `Made ${mark}`, accountType: 4, operatorType: '1', checkStatus: 2, vipLevel: 3, memberNum: 1, timeZone: 'Asia/Shanghai', region: ['China', 'Zhejiang', 'Hangzhou', 'Xihu District'] })
  expect(namesOf(await list(root))).toEqual(['Made'])
  expect(readCsv).toBeDefined()
})
