import { beforeEach, describe, expect, test } from 'vitest'
import { memberRoutes, type Member, type MemberDetail } from '@swath/contract/people/members'
import { rightsByUserType } from '@swath/domain/access/rights'
import { verifyChain } from '../../../platform/audit/audit.ts'
import { passwordIsRight } from '../../../platform/auth/passwords.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import {
  insertDroneRow,
  insertFlight,
  insertModel,
  readCsv,
} from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { memberHandlers } from './members.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
type List = {
  items: Member[]
  total: number
  stats: Record<string, number>
  can: { create: boolean; userTypes: number[]; rights: string[] }
}
const {
  applyToJoin: _a,
  listUserApplications: _b,
  exportUserApplications: _c,
  reviewUserApplication: _d,
  ...routes
} = memberRoutes

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof routes>>>
let boss: TestPerson
let admin: TestPerson
let changed: string[]
let numbers = 0

beforeEach(async () => {
  console_ = await openConsole(database, routes, memberHandlers, now)
  boss = await console_.person(
    { type: 'operator', operator_type: 'team', name: 'Green Team' },
    { name: 'Boss' },
  )
  admin = await console_.colleague(boss, { name: 'Admin', user_type: 4 })
  changed = []
  console_.services.events.on('accessChanged', ({ userIds }) => changed.push(...userIds))
  return () => console_.close()
})

const phone = () => `+86-137${String(++numbers).padStart(8, '0')}`
const buildBody = (given: Record<string, unknown> = {}) => ({
  userName: 'Li Wei',
  phoneNum: phone(),
  userType: 3,
  password: 'Orchard735',
  ...given,
})
const create = (given: Record<string, unknown> = {}, person = boss) =>
  console_.ask<MemberDetail>(person, 'createMember', { body: buildBody(given) })
const buildChange = (member: Member, given: Record<string, unknown> = {}) => ({
  params: { userId: member.userId },
  body: {
    userName: member.userName,
    phoneNum: member.phoneNum,
    email: member.email,
    userType: member.userType,
    rights: member.ownRights ? member.rights : null,
    dataScope: member.dataScope,
    ...given,
  },
})
const read = (id: string, person = boss) =>
  console_.ask<MemberDetail>(person, 'getMember', { query: { userId: id } })
const list = (query: Record<string, string> = {}, person = boss) =>
  console_.ask<List>(person, 'listMembers', { query })
const enable = (person: TestPerson, userId: string, opr: string) => ({
  operation: 'enableMember' as const,
  person,
  request: { body: { userId, opr } },
})
const isSignedIn = async (person: TestPerson) =>
  (await console_.send('listMembers', {}, person)).statusCode !== 401
const actions = async (person = boss) =>
  await db
    .selectFrom('audit_log')
    .select(['action', 'object_id', 'details'])
    .where('account_id', '=', person.account.id)
    .orderBy('number')
    .execute()

describe('listMembers, getMember and exportMembers', () => {
  test('only people of the own account: not of companies below, nor of other accounts that the platform sees', async () => {
    const below = await console_.person(
      { type: 'operator', operator_type: 'team', parent: boss.account },
      { name: 'Below' },
    )
    const platform = await console_.person({ type: 'platform' })
    expect((await list()).items.map(({ userName }) => userName).toSorted()).toEqual([
      'Admin',
      'Boss',
    ])
    for (const stranger of [below, platform]) {
      expect((await list({}, stranger)).items.map(({ userId }) => userId)).toEqual([stranger.id])
      expect(await console_.refusal(stranger, 'getMember', { query: { userId: boss.id } })).toEqual(
        [404, 'not_found'],
      )
    }
    expect(await console_.refusal(boss, 'getMember', { query: { userId: below.id } })).toEqual([
      404,
      'not_found',
    ])
  })

  test('filters, order, pages and counts', async () => {
    const pilot = await create({ userName: 'Pilot Zhao', userType: 2, dataScope: 2 })
    const staff = await create({
      userName: 'Staff Qian',
      email: 'Qian@Example.com',
      phoneNum: null,
    })
    await console_.ask(boss, 'enableMember', { body: { userId: staff.userId, opr: 'disable' } })
    const names = async (query: Record<string, string>) =>
      (await list(query)).items.map(({ userName }) => userName)
    expect(await names({ userName: 'zhao' })).toEqual(['Pilot Zhao'])
    expect(await names({ phone: pilot.phoneNum!.slice(-6) })).toEqual(['Pilot Zhao'])
    expect(await names({ phone: 'qian@' })).toEqual(['Staff Qian'])
    expect(await names({ userType: '4' })).toEqual(['Admin'])
    expect(await names({ enabled: 'false' })).toEqual(['Staff Qian'])
    expect(await names({ dataScope: '2' })).toEqual(['Pilot Zhao'])
    expect(await names({ order: '-userName' })).toEqual([
      'Staff Qian',
      'Pilot Zhao',
      'Boss',
      'Admin',
    ])
    expect(await names({ order: 'userType', pageSize: '2', currentPage: '2' })).toEqual([
      'Staff Qian',
      'Pilot Zhao',
    ])
    const roles = { 1: 1, 2: 1, 3: 1, 4: 1, 5: 0, 6: 0 }
    expect((await list()).stats).toEqual(roles)
    expect((await list({ userType: '4' })).stats).toEqual(roles)
    expect((await list({ enabled: 'true' })).stats).toEqual({ ...roles, 3: 0 })
  })

  test('without the right to manage staff, logins are masked, cannot be found by a part, and no actions are offered', async () => {
    const reader = await console_.colleague(boss, { name: 'Reader', user_type: 5 })
    const { items, can } = await list({}, reader)
    expect(items.find(({ userId }) => userId === boss.id)).toMatchObject({
      phoneNum: expect.stringMatching(/^\+86-139\*+\d{3}$/),
      can: { update: false, enable: false, delete: false, resetPassword: false },
    })
    expect(items.find(({ userId }) => userId === reader.id)!.phoneNum).toBe(reader.phone)
    expect(can).toEqual({ create: false, userTypes: [], rights: [] })
    expect((await list({ phone: boss.phone.slice(-5) }, reader)).items).toEqual([])
    expect(
      (await list({ phone: boss.phone.slice(4) }, reader)).items.map(({ userId }) => userId),
    ).toEqual([boss.id])
  })

  test('returns rights that can be granted: all by a super admin, their own by an enterprise admin', async () => {
    expect((await list()).can).toEqual({
      create: true,
      userTypes: [1, 2, 3, 4, 5, 6],
      rights: [...rightsByUserType[1]],
    })
    const { can } = await list({}, admin)
    expect(can.userTypes).toEqual([2, 3, 4, 5])
    expect(can.rights.toSorted()).toEqual(rightsByUserType[4].toSorted())
  })

  test('counts a pilot’s flights', async () => {
    const pilot = await create({ userType: 2 })
    const maker = await console_.person({ type: 'manufacturer' })
    const modelId = await insertModel(db, maker.account.id, `Model ${pilot.userId}`)
    const drones = [0, 1].map(() =>
      insertDroneRow(db, {
        modelId,
        manufacturerId: maker.account.id,
        operatorId: boss.account.id,
      }),
    )
    for (const drone of await Promise.all(drones))
      for (const hours of [1, 2])
        await insertFlight(db, drone, { startMs: now - hours * 3_600_000, pilotId: pilot.userId })
    expect(await read(pilot.userId)).toMatchObject({
      flightNum: 4,
      droneNum: 2,
      lastFlightAt: new Date(now - 3_600_000).toISOString(),
      createdByName: 'Boss',
    })
    expect(await read(admin.id)).toMatchObject({ flightNum: 0, lastFlightAt: null })
  })

  test('exports as CSV, in the reader’s language', async () => {
    await create({ userName: '=Zhao', userType: 2, dataScope: 2 })
    const rows = readCsv(
      (await console_.send('exportMembers', { query: { userType: '2' }, language: 'zh-CN' }, boss))
        .body,
    )
    expect(rows).toEqual([
      expect.objectContaining({
        姓名: "'=Zhao",
        角色: '飞手',
        数据范围: '个人数据',
        状态: '已启用',
      }),
    ])
  })
})

describe('createMember', () => {
  test('with a role, rights by name, a data scope and a first password', async () => {
    const member = await create({
      userName: ' Li Wei ',
      email: 'Li.Wei@Example.com',
      userType: 5,
      rights: ['equipment.manage'],
      dataScope: 2,
    })
    expect(member).toMatchObject({
      userName: 'Li Wei',
      email: 'li.wei@example.com',
      userType: 5,
      rights: ['equipment.manage'],
      ownRights: true,
      dataScope: 2,
      enabled: true,
      lastSignInAt: null,
    })
    const row = await db
      .selectFrom('app_user')
      .selectAll()
      .where('id', '=', member.userId)
      .executeTakeFirstOrThrow()
    expect(await passwordIsRight(row.password_hash, 'Orchard735')).toBe(true)
    const [entry] = (await actions()).filter(({ object_id }) => object_id === member.userId)
    expect(entry).toMatchObject({ action: 'member.create' })
    expect(JSON.stringify(entry)).not.toContain('Orchard735')
  })

  test('no one can grant a role or a right that they do not have', async () => {
    const refused = (given: Record<string, unknown>) =>
      console_.refusal(admin, 'createMember', { body: buildBody(given) })
    expect(await refused({ userType: 1 })).toEqual([403, 'beyond_own_rights'])
    expect(await refused({ userType: 6 })).toEqual([403, 'beyond_own_rights'])
    expect(await refused({ userType: 3, rights: ['lease.manage'] })).toEqual([
      403,
      'beyond_own_rights',
    ])
    expect((await create({ userType: 4 }, admin)).rights).toEqual(
      expect.arrayContaining([...rightsByUserType[4]]),
    )
    const narrow = await console_.colleague(boss, { user_type: 4, rights: ['staff.manage'] })
    expect(
      await console_.refusal(narrow, 'createMember', { body: buildBody({ userType: 5 }) }),
    ).toEqual([403, 'beyond_own_rights'])
    expect((await create({ userType: 2 }, narrow)).userType).toBe(2)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['a password without digits', { password: 'onlyletters' }, 'password'],
    ['no login', { phoneNum: null }, 'phoneNum'],
    ['a number without its country', { phoneNum: '13800000000' }, 'phoneNum'],
    ['a wrong e-mail address', { email: 'nowhere' }, 'email'],
    ['no name', { userName: ' ' }, 'userName'],
    ['a super admin with fewer rights', { userType: 1, rights: [] }, 'userType'],
    ['a super admin of personal scope', { userType: 1, dataScope: 2 }, 'userType'],
    ['a right that does not exist', { rights: ['everything'] }, 'rights.0'],
  ])('%s is an error of its field', async (_what, given, path) => {
    const reply = await console_.send('createMember', { body: buildBody(given) }, boss)
    expect([
      reply.statusCode,
      reply.json<{ details: { path: string }[] }>().details[0]!.path,
    ]).toEqual([400, path])
  })

  test('a login belongs to one person, across all accounts', async () => {
    const stranger = await console_.person({ type: 'manufacturer' })
    expect(
      await console_.refusal(boss, 'createMember', {
        body: buildBody({ phoneNum: stranger.phone }),
      }),
    ).toEqual([409, 'login_taken'])
    const member = await create()
    expect(
      await console_.refusal(
        boss,
        'updateMember',
        buildChange(member, { phoneNum: stranger.phone }),
      ),
    ).toEqual([409, 'login_taken'])
  })

  test('requires the right to manage staff, and is refused for single operators', async () => {
    const business = await console_.colleague(boss, { user_type: 5 })
    const lone = await console_.person({ type: 'operator', operator_type: 'personal' })
    for (const person of [business, lone])
      expect(await console_.refusal(person, 'createMember', { body: buildBody() })).toEqual([
        403,
        'forbidden',
      ])
    expect(await console_.refusal(lone, 'listMembers')).toEqual([403, 'forbidden'])
  })
})

describe('updateMember', () => {
  test('a changed role applies from the next call on, in the same session; differences are logged', async () => {
    const person = await console_.colleague(boss, { name: 'Sun', user_type: 5 })
    expect(await console_.refusal(person, 'createMember', { body: buildBody() })).toEqual([
      403,
      'forbidden',
    ])
    await console_.ask(boss, 'updateMember', buildChange(await read(person.id), { userType: 4 }))
    expect((await create({}, person)).userType).toBe(3)
    expect(changed).toEqual([person.id])
    const entry = (await actions()).find(({ object_id }) => object_id === person.id)!
    expect(entry).toMatchObject({
      action: 'member.update',
      details: { before: { userType: 5 }, after: { userType: 4 } },
    })
  })

  test('changing only the name ends no session', async () => {
    const person = await console_.colleague(boss, { name: 'Sun', user_type: 5 })
    expect(
      (
        await console_.ask<MemberDetail>(
          boss,
          'updateMember',
          buildChange(await read(person.id), { userName: 'Sun Li' }),
        )
      ).userName,
    ).toBe('Sun Li')
    expect(changed).toEqual([])
  })

  test('of two who change the same person, the second gets the differences and their author; an unchanged save is not logged', async () => {
    const seen = await create({ userName: 'Sun' })
    const of = (given: Record<string, unknown>) => ({
      ...buildChange(seen, given),
      body: { ...buildChange(seen, given).body, version: seen.version },
    })
    await console_.ask(admin, 'updateMember', of({ userName: 'Sun Li' }))
    const refused = await console_.send('updateMember', of({ userName: 'Sun Wei' }), boss)
    expect(refused.json()).toMatchObject({
      code: 'conflict',
      details: [{ path: 'userName', message: 'Changed by Admin in the meantime' }],
    })
    const before = (await actions()).length
    await console_.ask(boss, 'updateMember', buildChange(await read(seen.userId)))
    expect([(await actions()).length, (await read(seen.userId)).version]).toEqual([
      before,
      seen.version + 1,
    ])
  })

  test('a person who becomes a pilot is signed out', async () => {
    const person = await console_.colleague(boss, { user_type: 5 })
    await console_.ask(boss, 'updateMember', buildChange(await read(person.id), { userType: 2 }))
    expect(await isSignedIn(person)).toBe(false)
  })

  test('is limited to the caller’s own rights: an enterprise admin can change neither a super admin nor a person with more rights', async () => {
    expect(await console_.refusal(admin, 'updateMember', buildChange(await read(boss.id)))).toEqual(
      [403, 'beyond_own_rights'],
    )
    const staff = await create()
    expect(
      await console_.refusal(admin, 'updateMember', buildChange(staff, { userType: 1 })),
    ).toEqual([403, 'beyond_own_rights'])
    expect(
      await console_.refusal(
        admin,
        'updateMember',
        buildChange(staff, { userType: 3, rights: ['recharge.manage'] }),
      ),
    ).toEqual([403, 'beyond_own_rights'])
  })

  test('for oneself, only the name can be changed', async () => {
    expect(
      (
        await console_.ask<MemberDetail>(
          admin,
          'updateMember',
          buildChange(await read(admin.id), { userName: 'Me' }),
        )
      ).userName,
    ).toBe('Me')
    expect(
      await console_.refusal(
        admin,
        'updateMember',
        buildChange(await read(admin.id), { userType: 5 }),
      ),
    ).toEqual([409, 'not_yourself'])
    expect(
      await console_.refusal(
        admin,
        'updateMember',
        buildChange(await read(admin.id), { dataScope: 2 }),
      ),
    ).toEqual([409, 'not_yourself'])
  })

  test('the last super admin cannot be demoted', async () => {
    expect(
      (
        await console_.refusal(
          boss,
          'updateMember',
          buildChange(await read(boss.id), { userType: 4 }),
        )
      )[1],
    ).toBe('last_super_admin')
    const second = await console_.colleague(boss, { user_type: 1 })
    expect(
      (
        await console_.ask<MemberDetail>(
          second,
          'updateMember',
          buildChange(await read(boss.id), { userType: 4 }),
        )
      ).userType,
    ).toBe(4)
  })
})

describe('enableMember, resetMemberPassword and deleteMember', () => {
  test('disabling ends all sessions at once; after enabling, the person can sign in', async () => {
    const person = await console_.colleague(boss, { user_type: 4 })
    expect(await isSignedIn(person)).toBe(true)
    expect(
      await console_.ask(boss, 'enableMember', { body: { userId: person.id, opr: 'disable' } }),
    ).toMatchObject({ enabled: false })
    expect(await isSignedIn(person)).toBe(false)
    expect(changed).toEqual([person.id])
    await console_.ask(boss, 'enableMember', { body: { userId: person.id, opr: 'disable' } })
    expect(
      (await actions())
        .filter(({ object_id }) => object_id === person.id)
        .map(({ action }) => action),
    ).toEqual(['member.disable'])
    expect(
      await console_.ask(boss, 'enableMember', { body: { userId: person.id, opr: 'enable' } }),
    ).toMatchObject({ enabled: true })
  })

  test('a new password is returned once, meets the rule, is valid for a week, and ends all sessions', async () => {
    const person = await console_.colleague(boss, { user_type: 5 })
    const { password } = await console_.ask<{ password: string }>(boss, 'resetMemberPassword', {
      params: { userId: person.id },
    })
    expect(password).toMatch(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{12}$/)
    const row = await db
      .selectFrom('app_user')
      .select(['password_hash', 'temporary_password_until'])
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(await passwordIsRight(row.password_hash, password)).toBe(true)
    expect(row.temporary_password_until).toEqual(new Date(now + 7 * 86_400_000))
    expect(await isSignedIn(person)).toBe(false)
    expect(JSON.stringify(await actions())).not.toContain(password)
  })

  test('a deleted pilot keeps the flights and the name; phone and e-mail can be reused; all other data is deleted', async () => {
    const pilot = await create({ userName: 'Pilot Zhao', userType: 2, email: 'zhao@example.com' })
    const maker = await console_.person({ type: 'manufacturer' })
    const drone = await insertDroneRow(db, {
      modelId: await insertModel(db, maker.account.id, 'Kept'),
      manufacturerId: maker.account.id,
      operatorId: boss.account.id,
    })
    await insertFlight(db, drone, { startMs: now - 3_600_000, pilotId: pilot.userId })
    await console_.ask(boss, 'deleteMember', { params: { userId: pilot.userId } })
    expect(
      await db
        .selectFrom('sortie')
        .innerJoin('app_user', 'app_user.id', 'sortie.pilot_id')
        .select('app_user.name')
        .where('sortie.drone_id', '=', drone.id)
        .executeTakeFirst(),
    ).toEqual({ name: 'Pilot Zhao' })
    expect(
      await db
        .selectFrom('app_user')
        .select(['phone', 'email', 'password_hash', 'enabled'])
        .where('id', '=', pilot.userId)
        .executeTakeFirst(),
    ).toEqual({ phone: null, email: null, password_hash: null, enabled: false })
    expect((await list()).items.map(({ userId }) => userId)).not.toContain(pilot.userId)
    for (const request of [
      { operation: 'getMember', query: { userId: pilot.userId } },
      { operation: 'deleteMember', params: { userId: pilot.userId } },
    ] as const) {
      expect(await console_.refusal(boss, request.operation, request)).toEqual([404, 'not_found'])
    }
    expect((await create({ phoneNum: pilot.phoneNum, email: pilot.email })).phoneNum).toBe(
      pilot.phoneNum,
    )
  })

  test('no one can disable, delete or lock out themselves, or anyone with more rights', async () => {
    await console_.colleague(boss, { user_type: 1 })
    for (const [person, whom, code] of [
      [boss, boss, 'not_yourself'],
      [admin, admin, 'not_yourself'],
      [admin, boss, 'beyond_own_rights'],
    ] as const) {
      const { operation, request } = enable(person, whom.id, 'disable')
      expect((await console_.refusal(person, operation, request))[1]).toBe(code)
      expect(
        (await console_.refusal(person, 'deleteMember', { params: { userId: whom.id } }))[1],
      ).toBe(code)
      expect(
        (await console_.refusal(person, 'resetMemberPassword', { params: { userId: whom.id } }))[1],
      ).toBe(code)
    }
    expect(await isSignedIn(boss)).toBe(true)
  })

  test('if two super admins disable, delete or demote each other at once, one remains', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await console_.person({ type: 'operator', operator_type: 'team' })
      const two = await console_.colleague(one, { user_type: 1 })
      const self = await read(two.id, one)
      await Promise.all([
        round % 2
          ? console_.send('deleteMember', { params: { userId: one.id } }, two)
          : console_.send('enableMember', { body: { userId: one.id, opr: 'disable' } }, two),
        round % 3
          ? console_.send('updateMember', buildChange(self, { userType: 3 }), one)
          : console_.send('enableMember', { body: { userId: two.id, opr: 'disable' } }, one),
      ])
      const left = await db
        .selectFrom('app_user')
        .select('id')
        .where('account_id', '=', one.account.id)
        .where('user_type', '=', 1)
        .where('enabled', '=', true)
        .execute()
      expect(left).toHaveLength(1)
      expect(await verifyChain(db, one.account.id)).toMatchObject({ whole: true })
    }
  })

  test('the last sign-in is stored', async () => {
    expect((await read(admin.id)).lastSignInAt).toBe(new Date(now).toISOString())
  })
})
