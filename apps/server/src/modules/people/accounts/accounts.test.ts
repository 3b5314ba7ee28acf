import { beforeEach, describe, expect, test } from 'vitest'
import type { AccountDetail, AccountRow } from '@swath/contract/people/accounts'
import { verifyChain } from '../../../platform/audit/audit.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import type { TestPerson } from '../../../platform/http/testing-console.ts'
import { readCsv } from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { openAccounts, type Accounts } from './testing-accounts.ts'
import { insertBulletinOf, insertHoldings } from './testing-holdings.queries.ts'

const database = await ownTestDatabase(loadRegionTable)
let accounts: Accounts

beforeEach(async () => {
  accounts = await openAccounts(database)
  return () => accounts.close()
})

const refusal = (...given: Parameters<Accounts['refusal']>) => accounts.refusal(...given)
const sorted = async (person: TestPerson, query = {}) =>
  accounts.pickNames(await accounts.list(person, query)).sort()
const readAudit = (id: string) =>
  database.db
    .selectFrom('audit_log')
    .select(['action', 'account_id', 'details'])
    .where('object_id', '=', id)
    .orderBy('number')
    .execute()

describe('listAccounts, getAccount: visible accounts', () => {
  test('the platform sees all; others those below; governments the companies, farmers and governments of their region', async () => {
    const { east, team, sub, subSub, province, city, county } = await accounts.tree()
    expect(await sorted(accounts.root)).toEqual([
      'City',
      'County',
      'East',
      'Farmer',
      'Maker',
      'Province',
      'Sub',
      'SubSub',
      'Team',
    ])
    expect(await sorted(east)).toEqual(['Sub', 'SubSub', 'Team'])
    expect(await sorted(team)).toEqual(['Sub', 'SubSub'])
    expect(await sorted(sub)).toEqual(['SubSub'])
    expect(await sorted(subSub)).toEqual([])
    expect(await sorted(province)).toEqual(['City', 'County', 'Farmer', 'Sub', 'SubSub', 'Team'])
    expect(await sorted(city)).toEqual(['County', 'Farmer', 'Sub', 'SubSub', 'Team'])
    expect(await sorted(county)).toEqual(['Farmer', 'Sub', 'Team'])
  })

  test('getAccount: a parent, a sibling and an unrelated account have the same response as an unknown id', async () => {
    const { east, team, sub, maker, county, city } = await accounts.tree()
    const unknown = '01999999-0000-7000-8000-000000000000'
    const foreign: [TestPerson, string[]][] = [
      [
        sub,
        [
          team.account.id,
          east.account.id,
          accounts.root.account.id,
          maker.account.id,
          sub.account.id,
        ],
      ],
      [county, [city.account.id, maker.account.id, east.account.id, accounts.root.account.id]],
      [east, [accounts.root.account.id, maker.account.id, county.account.id]],
    ]
    for (const [person, ids] of foreign) {
      for (const id of [...ids, unknown]) {
        expect(await refusal(person, 'getAccount', { query: { accountId: id } })).toEqual([
          404,
          'not_found',
        ])
        if (id !== person.account.id)
          expect(
            await refusal(person, 'enableAccount', { body: { accountId: id, opr: 'disable' } }),
          ).toEqual([404, 'not_found'])
      }
    }
  })

  test('an account’s details and actions', async () => {
    const { team, sub, subSub, county } = await accounts.tree()
    expect(await accounts.detail(team, sub.account.id)).toMatchObject({
      accountName: `Sub ${accounts.mark}`,
      accountType: 4,
      operatorType: '1',
      parentId: team.account.id,
      parentName: `Team ${accounts.mark}`,
      catalogLevel: 3,
      regionCode: '156330106',
      region: ['China', 'Zhejiang', 'Hangzhou', 'Xihu District'],
      checkStatus: 2,
      enabled: true,
      droneNum: 0,
      memberNum: 1,
      subAccountNum: 1,
      plotNum: 0,
      openApplyId: null,
      userPhone: expect.stringMatching(/^139\*{5}\d{3}$/),
      can: { update: true, enable: true, delete: true },
    })
    expect((await accounts.detail(county, sub.account.id)).can).toEqual({
      update: false,
      enable: false,
      delete: false,
    })
    // The parent is a sub-platform, which no government can see.
    expect((await accounts.detail(county, team.account.id)).parentName).toBeNull()
    const staff = await accounts.colleague(team, { user_type: 5 })
    expect((await accounts.detail(staff, subSub.account.id)).can.update).toBe(true)
    expect(await accounts.ask(subSub, 'getOwnAccount')).toMatchObject({
      parentId: null,
      parentName: `Sub ${accounts.mark}`,
      can: { update: true, enable: false, delete: false },
    })
  })

  test('a government changes governments below it, and only reads other accounts', async () => {
    const { province } = await accounts.tree()
    const office = await accounts.at('government', 'Office', province, { region_code: '156330108' })
    expect((await accounts.detail(province, office.account.id)).can).toEqual({
      update: true,
      enable: true,
      delete: true,
    })
  })
})

describe('listAccounts: filters, order, pages, sums; exportAccounts', () => {
  test('each filter, with a value and empty', async () => {
    const { team, farmer, maker } = await accounts.tree()
    await accounts.at('operator', 'Lone', accounts.root, {
      operator_type: 'personal',
      contact_name: '100%',
      contact_phone: '0571-5555',
      enabled: false,
    })
    await accounts.at('manufacturer', 'New', accounts.root, { check_status: 1 })
    expect(await sorted(accounts.root, { accountType: '2' })).toEqual([
      'City',
      'County',
      'Province',
    ])
    expect(await sorted(accounts.root, { accountType: '5', teamType: '' })).toEqual(['Farmer'])
    expect(await sorted(accounts.root, { teamType: '2' })).toEqual(['Lone'])
    expect(await sorted(accounts.root, { contactName: '0%' })).toEqual(['Lone'])
    expect(await sorted(accounts.root, { search: '0571-5555' })).toEqual(['Lone'])
    expect(
      await sorted(accounts.root, { search: '', accountName: `farmer ${accounts.mark}` }),
    ).toEqual(['Farmer'])
    expect(await sorted(accounts.root, { userPhone: maker.phone.slice(-8) })).toEqual(['Maker'])
    expect(await sorted(accounts.root, { checkStatus: '1' })).toEqual(['New'])
    expect(await sorted(accounts.root, { enabled: 'false' })).toEqual(['Lone'])
    expect(await sorted(accounts.root, { region: '156410000' })).toEqual(['Maker'])
    expect(await sorted(accounts.root, { isAll: '0' })).toEqual([
      'City',
      'County',
      'East',
      'Farmer',
      'Lone',
      'Maker',
      'New',
      'Province',
    ])
    expect(await sorted(team, { isAll: '0' })).toEqual(['Sub'])
    expect(farmer).toBeDefined()
  })

  test('order, pages and totals of the filtered ones', async () => {
    const { team } = await accounts.tree()
    await accounts.colleague(team, { user_type: 3 })
    await insertHoldings(database.db, team.account.id)
    const named = async (order: string) =>
      accounts.pickNames(await accounts.list(accounts.root, { order }))
    expect((await named('accountName')).slice(0, 2)).toEqual(['City', 'County'])
    expect((await named('-accountName'))[0]).toBe('Team')
    expect((await named('-createdAt'))[0]).toBe('County')
    expect((await named('-droneNum'))[0]).toBe('Team')
    expect((await named('-memberNum'))[0]).toBe('Team')
    expect((await named('droneNum')).at(-1)).toBe('Team')
    const second = await accounts.list(accounts.root, {
      order: 'accountName',
      currentPage: 2,
      pageSize: 4,
    })
    expect([accounts.pickNames(second), second.total, second.currentPage]).toEqual([
      ['Maker', 'Province', 'Sub', 'SubSub'],
      9,
      2,
    ])
    const stats = { zfNum: 3, zzqyNum: 1, yyqyNum: 3, farmerNum: 1, platformNum: 1, pendingNum: 0 }
    expect(second.stats).toEqual(stats)
    // Rejected accounts do not await review.
    expect((await accounts.list(accounts.root, { checkStatus: '3' })).stats.pendingNum).toBe(0)
    // The counts by type do not depend on the type that is shown.
    const makers = await accounts.list(accounts.root, { accountType: '3' })
    expect([makers.total, makers.stats]).toEqual([1, stats])
    expect(
      await accounts.refusal(accounts.root, 'listAccounts', { query: { order: 'path' } }),
    ).toEqual([400, 'invalid_input'])
  })

  test('an export with the same rows', async () => {
    const { county } = await accounts.tree()
    const reply = await accounts.send(
      'exportAccounts',
      { query: { search: accounts.mark }, language: 'zh-CN' },
      county,
    )
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="accounts.csv"',
    })
    const rows = readCsv(reply.body)
    expect(rows.map((row) => row['名称']!).toSorted((a, b) => a.localeCompare(b))).toEqual(
      ['Farmer', 'Sub', 'Team'].map((name) => `${name} ${accounts.mark}`),
    )
    expect(rows.find((row) => row['名称']!.startsWith('Sub'))).toMatchObject({
      类型: '运营商',
      运营商类型: '团队',
      上级账户: `Team ${accounts.mark}`,
      地区: '中国/浙江省/杭州市/西湖区',
      审核状态: '已通过',
      成员: '1',
    })
  })
})

describe('createAccount', () => {
  const create = (person: TestPerson, body: object = {}) =>
    accounts.ask<AccountDetail>(person, 'createAccount', {
      body: { ...accounts.fields('Made'), ...accounts.first(), accountType: 4, ...body },
    })

  test('an account with its super admin is approved at once, and logged without the password', async () => {
    const login = accounts.first()
    const made = await create(accounts.root, {
      ...login,
      vipLevel: 3,
      leaseAccount: true,
      contactPhone: '0571-1',
    })
    expect(made).toMatchObject({
      accountName: `Made ${accounts.mark}`,
      accountType: 4,
      operatorType: '1',
      checkStatus: 2,
      vipLevel: 3,
      leaseAccount: true,
      memberNum: 1,
      timeZone: 'Asia/Shanghai',
      can: { update: true },
    })
    const admin = await database.db
      .selectFrom('app_user')
      .selectAll()
      .where('account_id', '=', made.accountId)
      .executeTakeFirstOrThrow()
    expect(admin).toMatchObject({
      phone: login.adminPhone,
      user_type: 1,
      name: 'First',
      created_by: accounts.root.id,
    })
    const [entry] = await readAudit(made.accountId)
    expect(entry).toMatchObject({ action: 'account.create', account_id: accounts.root.account.id })
    expect(JSON.stringify(entry!.details)).not.toContain('Swath2026')
    expect(await verifyChain(database.db, accounts.root.account.id)).toMatchObject({ whole: true })
  })

  test('governments and farmers too; the time zone is that of the region', async () => {
    expect(await create(accounts.root, { accountType: 2, regionCode: '764580000' })).toMatchObject({
      accountType: 2,
      operatorType: null,
      timeZone: 'Asia/Bangkok',
    })
    expect(
      await create(accounts.root, {
        accountType: 5,
        adminPhone: null,
        adminEmail: `Farmer-${accounts.mark}@Example.com`,
      }),
    ).toMatchObject({ accountType: 5, userPhone: 'f***@example.com' })
  })

  test('a sub-platform creates them below itself', async () => {
    const { east } = await accounts.tree()
    expect(await create(east)).toMatchObject({ parentId: east.account.id, catalogLevel: 2 })
    expect(await sorted(east)).toContain('Made')
  })

  test('is for platforms only, and cannot create a platform', async () => {
    const { province } = await accounts.tree()
    const body = { ...accounts.fields('Made'), ...accounts.first(), accountType: 4 }
    expect(await refusal(province, 'createAccount', { body })).toEqual([403, 'forbidden'])
    expect(
      await refusal(accounts.root, 'createAccount', { body: { ...body, accountType: 1 } }),
    ).toEqual([403, 'forbidden'])
    const staff = await accounts.colleague(accounts.root, { user_type: 3 })
    expect(await refusal(staff, 'createAccount', { body })).toEqual([403, 'forbidden'])
  })

  test('a login that is taken, an unknown region, and a missing login are refused', async () => {
    const { maker } = await accounts.tree()
    const before = await sorted(accounts.root)
    const body = { ...accounts.fields('Made'), ...accounts.first(), accountType: 4 }
    expect(
      await refusal(accounts.root, 'createAccount', { body: { ...body, adminPhone: maker.phone } }),
    ).toEqual([409, 'login_taken'])
    const reply = await accounts.send(
      'createAccount',
      { body: { ...body, regionCode: '999000000' } },
      accounts.root,
    )
    expect([reply.statusCode, reply.json().details]).toEqual([
      400,
      [{ path: 'regionCode', message: 'This region does not exist. Choose one from the list.' }],
    ])
    expect(
      (
        await accounts.send(
          'createAccount',
          { body: { ...body, adminPhone: null }, language: 'ko' },
          accounts.root,
        )
      ).json().details,
    ).toMatchObject([{ path: 'adminPhone' }])
    expect(
      (
        await accounts.send(
          'createAccount',
          { body: { ...body, adminPhone: '13800000001' } },
          accounts.root,
        )
      ).json().details,
    ).toMatchObject([{ path: 'adminPhone', message: expect.stringContaining('+86-') }])
    expect(await sorted(accounts.root)).toEqual(before)
  })
})

describe('createSubCompany', () => {
  test('of the caller’s own type, below the caller’s account', async () => {
    const { team, maker } = await accounts.tree()
    const body = () => ({ ...accounts.fields('Branch'), ...accounts.first() })
    expect(await accounts.ask(team, 'createSubCompany', { body: body() })).toMatchObject({
      accountType: 4,
      operatorType: '1',
      parentId: team.account.id,
      catalogLevel: 3,
    })
    expect(await accounts.ask(maker, 'createSubCompany', { body: body() })).toMatchObject({
      accountType: 3,
      operatorType: null,
      parentId: maker.account.id,
    })
    const admin = await accounts.colleague(team, { user_type: 4 })
    expect(await accounts.ask(admin, 'createSubCompany', { body: body() })).toMatchObject({
      parentId: team.account.id,
    })
  })

  test('requires the right to sub-accounts and an admin role; platforms create sub-platforms instead', async () => {
    const { team } = await accounts.tree()
    const body = { ...accounts.fields('Branch'), ...accounts.first() }
    const business = await accounts.colleague(team, { user_type: 5 })
    expect(await refusal(business, 'createSubCompany', { body })).toEqual([403, 'forbidden'])
    const without = await accounts.at('operator', 'Without', accounts.root, {
      operator_type: 'team',
    })
    expect(await refusal(without, 'createSubCompany', { body })).toEqual([403, 'forbidden'])
    expect(await refusal(accounts.root, 'createSubCompany', { body })).toEqual([403, 'forbidden'])
    expect((await accounts.list(team)).can).toEqual({
      create: false,
      createSubCompany: true,
      createSubPlatform: false,
    })
    expect((await accounts.list(business)).can).toEqual({
      create: false,
      createSubCompany: false,
      createSubPlatform: false,
    })
    expect((await accounts.list(accounts.root)).can).toEqual({
      create: true,
      createSubCompany: false,
      createSubPlatform: true,
    })
  })

  test('no one can grant rights that they do not have', async () => {
    const { team } = await accounts.tree()
    const send = (body: object) =>
      accounts.send(
        'createSubCompany',
        { body: { ...accounts.fields('Branch'), ...accounts.first(), ...body } },
        team,
      )
    const refused = await send({ vipLevel: 3, leaseAccount: true, canCreateSub: true })
    expect([
      refused.statusCode,
      refused.json().code,
      refused.json().details.map(({ path }: { path: string }) => path),
    ]).toEqual([403, 'forbidden', ['vipLevel', 'leaseAccount']])
    expect((await send({ vipLevel: 2, canCreateSub: true })).json()).toMatchObject({
      vipLevel: 2,
      canCreateSub: true,
    })
  })
})

describe('createSubPlatform', () => {
  const body = (more: object = {}) => ({
    ...accounts.fields('Branch'),
    ...accounts.first(),
    tag: `t${accounts.mark}`,
    ...more,
  })

  test('with its tag, its screens and its own host', async () => {
    const made = await accounts.ask<AccountDetail>(accounts.root, 'createSubPlatform', {
      body: body({
        screens: ['monitor', 'account-list'],
        customDomain: `Branch-${accounts.mark}.example`,
      }),
    })
    expect(made).toMatchObject({
      accountType: 1,
      tag: `t${accounts.mark}`,
      screens: ['monitor', 'account-list'],
      customDomain: `branch-${accounts.mark}.example`,
      parentId: accounts.root.account.id,
    })
  })

  test('a sub-platform with the right creates one with a subset of its own screens', async () => {
    const some = await accounts.at('platform', 'Some', accounts.root, {
      tag: `some-${accounts.mark}`,
      screens: ['monitor', 'account-list', 'sub-company-list'],
      can_create_sub: true,
    })
    expect(await accounts.ask(some, 'createSubPlatform', { body: body() })).toMatchObject({
      screens: ['monitor', 'account-list', 'sub-company-list'],
    })
    expect(
      await refusal(some, 'createSubPlatform', {
        body: body({ tag: `u${accounts.mark}`, screens: ['monitor', 'firmware-list'] }),
      }),
    ).toEqual([403, 'forbidden'])
    const none = await accounts.at('platform', 'None', accounts.root, {
      tag: `none-${accounts.mark}`,
    })
    expect(
      await refusal(none, 'createSubPlatform', { body: body({ tag: `v${accounts.mark}` }) }),
    ).toEqual([403, 'forbidden'])
  })

  test('tags and hosts are unique; hosts of themes are reserved; companies cannot create platforms', async () => {
    const { team } = await accounts.tree()
    await accounts.ask(accounts.root, 'createSubPlatform', {
      body: body({ customDomain: `a-${accounts.mark}.example` }),
    })
    expect(
      await refusal(accounts.root, 'createSubPlatform', {
        body: body({ customDomain: `b-${accounts.mark}.example` }),
      }),
    ).toEqual([409, 'tag_taken'])
    const other = { tag: `w${accounts.mark}` }
    expect(
      await refusal(accounts.root, 'createSubPlatform', {
        body: body({ ...other, customDomain: `a-${accounts.mark}.example` }),
      }),
    ).toEqual([409, 'domain_taken'])
    expect(
      await refusal(accounts.root, 'createSubPlatform', {
        body: body({ ...other, customDomain: 'korea.swath.example' }),
      }),
    ).toEqual([409, 'domain_taken'])
    expect(
      await refusal(accounts.root, 'createSubPlatform', {
        body: body({ ...other, customDomain: '10.0.0.1' }),
      }),
    ).toEqual([400, 'invalid_input'])
    expect(await refusal(team, 'createSubPlatform', { body: body(other) })).toEqual([
      403,
      'forbidden',
    ])
  })
})

describe('updateAccount', () => {
  test('by the account above it: existing rights stay, others cannot be granted, and the change is visible at once', async () => {
    const { team, sub, subSub, county, east } = await accounts.tree()
    await database.db
      .updateTable('account')
      .set({ vip_level: 7 })
      .where('id', '=', subSub.account.id)
      .execute()
    const body = {
      ...accounts.fields('Renamed'),
      contactPhone: '1',
      vipLevel: 7,
      canCreateSub: true,
    }
    const change = (person: TestPerson, given: object = body) =>
      accounts.send(
        'updateAccount',
        { params: { accountId: subSub.account.id }, body: given },
        person,
      )
    expect((await change(sub)).json()).toMatchObject({
      accountName: `Renamed ${accounts.mark}`,
      vipLevel: 7,
      contactPhone: '1',
      regionCode: '156330106',
    })
    expect((await change(team, { ...body, vipLevel: 8 })).json()).toMatchObject({
      code: 'forbidden',
      details: [{ path: 'vipLevel' }],
    })
    expect((await change(east, { ...body, vipLevel: 8 })).json()).toMatchObject({ vipLevel: 8 })
    expect((await change(east, { ...body, version: 1 })).json()).toMatchObject({
      code: 'conflict',
      details: [{ path: 'vipLevel' }],
    })
    // Visible, since it is in its region now.
    expect((await change(county)).statusCode).toBe(403)
    // Its own account is changed by changeOwnAccount.
    expect((await change(subSub)).statusCode).toBe(404)
    expect(accounts.thrownOut).toContain(subSub.id)
    expect((await readAudit(subSub.account.id)).map(({ action }) => action)).toEqual([
      'account.update',
      'account.update',
    ])
    expect(
      await refusal(sub, 'updateAccount', {
        params: { accountId: subSub.account.id },
        body: { ...body, accountName: ' ' },
      }),
    ).toEqual([400, 'invalid_input'])
  })
})

test('updateAccount: omitted fields do not change; a region may be given by name', async () => {
  const { team, sub } = await accounts.tree()
  const change = (body: object) =>
    accounts.ask<AccountDetail>(team, 'updateAccount', {
      params: { accountId: sub.account.id },
      body,
    })
  const whole = { ...accounts.fields('Whole'), contactPhone: '1', canCreateSub: true }
  expect(await change(whole)).toMatchObject({ contactPhone: '1', canCreateSub: true })
  expect(await change({ accountName: `Later ${accounts.mark}` })).toMatchObject({
    accountName: `Later ${accounts.mark}`,
    contactPhone: '1',
    canCreateSub: true,
    regionCode: '156330106',
  })
  expect(await change({ province: '浙江省', city: '杭州市', contactPhone: null })).toMatchObject({
    contactPhone: null,
    regionCode: '156330100',
  })
  expect(
    await refusal(team, 'updateAccount', {
      params: { accountId: sub.account.id },
      body: { city: 'Nowhere' },
    }),
  ).toEqual([400, 'invalid_input'])
})

test('updateAccount: what a sub-platform loses, those below it lose too; an omitted operator type does not change', async () => {
  const { east } = await accounts.tree()
  const inner = await accounts.at('platform', 'Inner', east, {
    tag: `inner-${accounts.mark}`,
    screens: ['monitor', 'drone-list', 'account-list'],
  })
  const open = await accounts.at('platform', 'Open', east, { tag: `open-${accounts.mark}` })
  await accounts.ask(accounts.root, 'updateAccount', {
    params: { accountId: east.account.id },
    body: { ...accounts.fields('East'), screens: ['monitor', 'account-list'], canCreateSub: true },
  })
  expect((await accounts.detail(accounts.root, inner.account.id)).screens).toEqual([
    'monitor',
    'account-list',
  ])
  expect((await accounts.detail(accounts.root, open.account.id)).screens).toEqual([
    'monitor',
    'account-list',
  ])
  const lone = await accounts.at('operator', 'Lone', accounts.root, { operator_type: 'personal' })
  expect(
    await accounts.ask(accounts.root, 'updateAccount', {
      params: { accountId: lone.account.id },
      body: accounts.fields('Lone'),
    }),
  ).toMatchObject({ operatorType: '2' })
})

describe('enableAccount', () => {
  test('disabling signs out its people and those of all accounts below at once, and no others', async () => {
    const { team, sub, subSub, farmer } = await accounts.tree()
    const row = await accounts.ask<AccountRow>(accounts.root, 'enableAccount', {
      body: { accountId: team.account.id, opr: 'disable' },
    })
    expect(row.enabled).toBe(false)
    for (const person of [team, sub, subSub])
      expect(await refusal(person, 'getOwnAccount')).toEqual([401, 'unauthenticated'])
    expect(await accounts.ask(farmer, 'getOwnAccount')).toBeDefined()
    expect(accounts.thrownOut.toSorted()).toEqual([team.id, sub.id, subSub.id].toSorted())
    expect(
      await database.db
        .selectFrom('session')
        .select('id')
        .where('user_id', 'in', [team.id, sub.id, subSub.id])
        .execute(),
    ).toEqual([])
    expect(
      await accounts.ask(accounts.root, 'enableAccount', {
        body: { accountId: team.account.id, opr: 'disable' },
      }),
    ).toMatchObject({ enabled: false })
    expect(
      await accounts.ask(accounts.root, 'enableAccount', {
        body: { accountId: team.account.id, opr: 'enable' },
      }),
    ).toMatchObject({ enabled: true })
    expect((await readAudit(team.account.id)).map(({ action }) => action)).toEqual([
      'account.disable',
      'account.enable',
    ])
  })

  test('is refused for the own account, and for a government outside its tree', async () => {
    const { team, county } = await accounts.tree()
    expect(
      await refusal(team, 'enableAccount', {
        body: { accountId: team.account.id, opr: 'disable' },
      }),
    ).toEqual([403, 'forbidden'])
    expect(
      await refusal(county, 'enableAccount', {
        body: { accountId: team.account.id, opr: 'disable' },
      }),
    ).toEqual([403, 'forbidden'])
    expect(
      await refusal(county, 'deleteAccount', { params: { accountId: team.account.id } }),
    ).toEqual([403, 'forbidden'])
  })
})

describe('deleteAccount', () => {
  test('the refusal lists what is left with counts, in the caller’s language', async () => {
    const { team } = await accounts.tree()
    await accounts.colleague(team, { user_type: 3 })
    await insertHoldings(database.db, team.account.id)
    const reply = await accounts.send(
      'deleteAccount',
      { params: { accountId: team.account.id }, language: 'en' },
      accounts.root,
    )
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'in_use'])
    expect(reply.json().details).toEqual([
      { path: 'madeDrones', message: 'Manufactured drones: 2' },
      { path: 'ownedDrones', message: 'Owned drones: 1' },
      { path: 'rentedDrones', message: 'Rented drones: 1' },
      { path: 'plots', message: 'Plots: 1' },
      { path: 'subAccounts', message: 'Sub-accounts: 2' },
      { path: 'otherMembers', message: 'Members other than the super admin: 1' },
      { path: 'sorties', message: 'Sorties: 1' },
      { path: 'zones', message: 'No-fly zones: 1' },
      { path: 'models', message: 'Drone models: 1' },
      { path: 'bulletins', message: 'Published announcements: 1' },
      { path: 'openApplications', message: 'Pending applications: 1' },
    ])
    const thai = await accounts.send(
      'deleteAccount',
      { params: { accountId: team.account.id }, language: 'th' },
      accounts.root,
    )
    expect(thai.json().details[0].message).toBe('โดรนที่ผลิต: 2')
  })

  test('of an account with unsent bulletins deletes them too', async () => {
    const { subSub, sub } = await accounts.tree()
    const accountId = subSub.account.id
    await insertBulletinOf(database.db, accountId, 'draft')
    await accounts.ask(sub, 'deleteAccount', { params: { accountId } })
    const left = (table: 'bulletin' | 'bulletin_file') =>
      database.db.selectFrom(table).selectAll().where('account_id', '=', accountId).execute()
    expect([await left('bulletin'), await left('bulletin_file')]).toEqual([[], []])
  })

  test('of an account that owns nothing deletes its people and sessions; its log stays', async () => {
    const { subSub, sub } = await accounts.tree()
    await accounts.ask(subSub, 'changeOwnAccount', { body: accounts.fields('Other') })
    const own = await database.db
      .selectFrom('audit_log')
      .select('number')
      .where('account_id', '=', subSub.account.id)
      .execute()
    expect(own).toHaveLength(1)
    expect(
      await refusal(sub, 'deleteAccount', { params: { accountId: subSub.account.id } }),
    ).toEqual([409, 'in_use'])
    await database.db
      .updateTable('account_application')
      .set({ status: 3 })
      .where('account_id', '=', subSub.account.id)
      .execute()
    await accounts.ask(sub, 'deleteAccount', { params: { accountId: subSub.account.id } })
    expect(await refusal(subSub, 'getOwnAccount')).toEqual([401, 'unauthenticated'])
    expect(await refusal(sub, 'getAccount', { query: { accountId: subSub.account.id } })).toEqual([
      404,
      'not_found',
    ])
    expect(
      await refusal(sub, 'deleteAccount', { params: { accountId: subSub.account.id } }),
    ).toEqual([404, 'not_found'])
    expect(
      await database.db
        .selectFrom('app_user')
        .select('id')
        .where('account_id', '=', subSub.account.id)
        .execute(),
    ).toEqual([])
    expect(accounts.thrownOut).toContain(subSub.id)
    expect(await verifyChain(database.db, subSub.account.id)).toMatchObject({
      whole: true,
      rows: 1,
    })
    expect((await readAudit(subSub.account.id)).map(({ action }) => action)).toEqual([
      'account-application.submit',
      'account.delete',
    ])
    expect(await refusal(sub, 'deleteAccount', { params: { accountId: sub.account.id } })).toEqual([
      403,
      'forbidden',
    ])
  })
})
