import { beforeEach, describe, expect, test } from 'vitest'
import { memberRoutes } from '@swath/contract/people/members'
import { type UserApplication } from '@swath/contract/people/user-applications'
import { verifyChain } from '../../../platform/audit/audit.ts'
import { passwordIsRight } from '../../../platform/auth/passwords.ts'
import { createThemes } from '../../../platform/auth/themes.ts'
import { createVerificationCodes } from '../../../platform/auth/verification-codes.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { readCsv } from '../../flights/flights/testing-rows.queries.ts'
import { loadRegionTable } from '../regions/regions.seed.ts'
import { memberHandlers } from './members.routes.ts'
import { userApplicationHandlers } from './user-applications.routes.ts'

const now = Date.parse('2026-06-15T04:00:00Z')
type List = {
  items: UserApplication[]
  total: number
  stats: { notCheckNum: number; passedNum: number; rejectedNum: number }
}

const database = await ownTestDatabase(loadRegionTable)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof memberRoutes>>>
let platform: TestPerson
let boss: TestPerson
let numbers = 0

beforeEach(async () => {
  console_ = await openConsole(
    database,
    memberRoutes,
    (services) => ({
      ...memberHandlers(services),
      ...userApplicationHandlers(services, { themes: createThemes(services) }),
    }),
    now,
    { fixedCode: '123456' },
  )
  platform = await console_.person({ type: 'platform' })
  boss = await console_.person(
    { type: 'operator', operator_type: 'team', name: 'Green Team', parent: platform.account },
    { name: 'Boss' },
  )
  return () => console_.close()
})

const newPhone = () => `+86-136${String(++numbers).padStart(8, '0')}`
const asked = async (recipient: string) =>
  createVerificationCodes(console_.services).issue(
    { recipient, purpose: 2, host: 'localhost' },
    { sent: true },
  )
const buildBody = (given: Record<string, unknown> = {}) => ({
  name: 'Zhao',
  phoneNum: newPhone(),
  verifyCode: '123456',
  password: 'Orchard735',
  adminPhone: boss.phone,
  userType: 2,
  message: 'I fly for you since May',
  ...given,
})
/** Applies with a valid code. */
const apply = async (given: Record<string, unknown> = {}) => {
  const body = buildBody(given)
  await asked(String((body as { email?: string }).email ?? body.phoneNum))
  return { body, reply: await console_.send('applyToJoin', { body }) }
}
const list = (person = boss, query: Record<string, string> = {}) =>
  console_.ask<List>(person, 'listUserApplications', { query })
const review = (applyId: string, applyStatus: 2 | 3, reason: string | null = null) => ({
  body: { applyId, applyStatus, reason },
})

describe('applyToJoin', () => {
  test('the administrator sees the applicant and their data', async () => {
    const { body, reply } = await apply()
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect((await list()).items).toEqual([
      expect.objectContaining({
        userName: 'Zhao',
        userType: 2,
        phoneNum: body.phoneNum,
        email: null,
        applyStatus: 1,
        accountName: 'Green Team',
        accountType: 4,
        adminName: 'Boss',
        message: 'I fly for you since May',
        applyTime: new Date(now).toISOString(),
        can: { review: true },
      }),
    ])
  })

  test('the response is the same whether or not the administrator exists, manages staff, or has a company with staff', async () => {
    const staff = await console_.colleague(boss, { user_type: 3 })
    const lone = await console_.person({ type: 'operator', operator_type: 'personal' })
    const waiting = await console_.person({
      type: 'operator',
      operator_type: 'team',
      check_status: 1,
    })
    const disabled = await console_.person({
      type: 'operator',
      operator_type: 'team',
      enabled: false,
    })
    const before = await db.selectFrom('user_application').select('id').execute()
    for (const adminPhone of [
      '+86-13999999999',
      'nobody@example.com',
      'no name at all',
      staff.phone,
      lone.phone,
      waiting.phone,
      disabled.phone,
    ]) {
      const { reply } = await apply({ adminPhone })
      expect([adminPhone, reply.statusCode, reply.body]).toEqual([adminPhone, 204, ''])
    }
    expect(await db.selectFrom('user_application').select('id').execute()).toEqual(before)
  })

  test('requires a right code; a wrong one counts as one attempt', async () => {
    const body = buildBody()
    expect(await console_.refusal(boss, 'applyToJoin', { body })).toEqual([400, 'code_wrong'])
    await asked(body.phoneNum)
    expect(
      await console_.refusal(boss, 'applyToJoin', { body: { ...body, verifyCode: '654321' } }),
    ).toEqual([400, 'code_wrong'])
    expect((await console_.send('applyToJoin', { body })).statusCode).toBe(204)
    expect(await console_.refusal(boss, 'applyToJoin', { body })).toEqual([400, 'code_wrong'])
  })

  test('repeating it before the decision updates the application', async () => {
    const phoneNum = newPhone()
    await apply({ phoneNum })
    await apply({ phoneNum, name: 'Zhao Min', userType: 3, message: '' })
    expect(
      (await list()).items.map(({ userName, userType, message }) => [userName, userType, message]),
    ).toEqual([['Zhao Min', 3, '']])
  })

  test('the administrator may be given as a number alone, or an e-mail address in any case', async () => {
    const mail = await console_.colleague(boss, {
      phone: null,
      email: 'hr@green.example',
      user_type: 4,
      name: 'HR',
    })
    await apply({ adminPhone: boss.phone.slice(4) })
    await apply({ adminPhone: 'HR@Green.Example' })
    expect((await list()).items.map(({ adminName }) => adminName).toSorted()).toEqual([
      'Boss',
      'HR',
    ])
    expect(mail.account.id).toBe(boss.account.id)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['both a phone and an e-mail address', { email: 'a@b.example' }, 'phoneNum'],
    ['a weak password', { password: 'short1' }, 'password'],
    ['a role that is not asked for', { userType: 1 }, 'userType'],
    ['a number of nowhere', { phoneNum: '+1-2' }, 'phoneNum'],
  ])('%s is an error of its field', async (_what, given, path) => {
    const reply = await console_.send('applyToJoin', { body: buildBody(given) })
    expect([
      reply.statusCode,
      reply.json<{ details: { path: string }[] }>().details[0]!.path,
    ]).toEqual([400, path])
  })
})

describe('reviewUserApplication', () => {
  const open = async (given: Record<string, unknown> = {}) => {
    const { body } = await apply(given)
    return { body, applyId: (await list()).items[0]!.applyId }
  }

  test('approval creates the person with the chosen password; pilots get personal scope', async () => {
    const { body, applyId } = await open()
    expect(await console_.ask(boss, 'reviewUserApplication', review(applyId, 2))).toMatchObject({
      applyStatus: 2,
      reviewerName: 'Boss',
      reason: null,
      can: { review: false },
    })
    const member = await db
      .selectFrom('app_user')
      .selectAll()
      .where('phone', '=', body.phoneNum)
      .executeTakeFirstOrThrow()
    expect(member).toMatchObject({
      account_id: boss.account.id,
      name: 'Zhao',
      user_type: 2,
      data_scope: 'personal',
      enabled: true,
      rights: null,
    })
    expect(await passwordIsRight(member.password_hash, 'Orchard735')).toBe(true)
    expect(
      await db
        .selectFrom('user_application')
        .select('password_hash')
        .where('id', '=', applyId)
        .executeTakeFirst(),
    ).toEqual({ password_hash: null })
    const log = await db
      .selectFrom('audit_log')
      .select('action')
      .where('account_id', '=', boss.account.id)
      .orderBy('number')
      .execute()
    expect(log.map(({ action }) => action)).toEqual([
      'user-application.submit',
      'user-application.pass',
    ])
    expect(await verifyChain(db, boss.account.id)).toMatchObject({ whole: true })
  })

  test('rejection has a reason, and creates no one', async () => {
    const { body, applyId } = await open()
    expect(
      await console_.ask(boss, 'reviewUserApplication', review(applyId, 3, 'We do not know you')),
    ).toMatchObject({ applyStatus: 3, reason: 'We do not know you' })
    expect(
      await db
        .selectFrom('app_user')
        .select('id')
        .where('phone', '=', body.phoneNum)
        .executeTakeFirst(),
    ).toBeUndefined()
    expect((await list()).stats).toEqual({ notCheckNum: 0, passedNum: 0, rejectedNum: 1 })
  })

  test('is decided once, also concurrently', async () => {
    const { applyId } = await open()
    const replies = await Promise.all(
      [2, 3, 2].map((status) =>
        console_.send('reviewUserApplication', review(applyId, status as 2 | 3, 'because'), boss),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409,
    ])
    expect(await console_.refusal(boss, 'reviewUserApplication', review(applyId, 2))).toEqual([
      409,
      'application_closed',
    ])
  })

  test('a person who has an account by then is not created again, and the application stays pending', async () => {
    const { body, applyId } = await open()
    await console_.person({ type: 'farmer' }, { phone: body.phoneNum })
    expect(await console_.refusal(boss, 'reviewUserApplication', review(applyId, 2))).toEqual([
      409,
      'login_taken',
    ])
    expect((await list()).items[0]!.applyStatus).toBe(1)
  })

  test('is invisible to unrelated accounts; with read access it can be viewed only; accounts above can view and decide', async () => {
    const { body, applyId } = await open()
    const stranger = await console_.person({
      type: 'operator',
      operator_type: 'team',
      parent: platform.account,
    })
    expect((await list(stranger)).total).toBe(0)
    expect(await console_.refusal(stranger, 'reviewUserApplication', review(applyId, 2))).toEqual([
      404,
      'not_found',
    ])
    const county = await console_.person({
      type: 'government',
      region_code: '156330106',
      parent: platform.account,
    })
    const business = await console_.colleague(boss, { user_type: 5 })
    for (const looker of [county, business]) {
      const found = (await list(looker)).items.find((one) => one.applyId === applyId)!
      expect(found).toMatchObject({
        can: { review: false },
        phoneNum: expect.stringContaining('***'),
      })
      expect(found.phoneNum).not.toBe(body.phoneNum)
      expect(await console_.refusal(looker, 'reviewUserApplication', review(applyId, 2))).toEqual([
        403,
        'forbidden',
      ])
    }
    expect(await console_.ask(platform, 'reviewUserApplication', review(applyId, 2))).toMatchObject(
      { applyStatus: 2 },
    )
    const log = await db
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .where('account_id', '=', boss.account.id)
      .orderBy('number', 'desc')
      .executeTakeFirst()
    expect(log).toEqual({ action: 'user-application.pass', user_id: platform.id })
  })
})

test('listUserApplications and exportUserApplications: filters, order, and the reader’s language', async () => {
  await apply({ name: 'Aaa', userType: 3 })
  console_.clock.advance(1000)
  await apply({ name: 'Bbb' })
  const names = async (query: Record<string, string>) =>
    (await list(boss, query)).items.map(({ userName }) => userName)
  expect(await names({})).toEqual(['Bbb', 'Aaa'])
  expect(await names({ order: 'userName' })).toEqual(['Aaa', 'Bbb'])
  expect(await names({ userName: 'bb' })).toEqual(['Bbb'])
  expect(
    await names({
      adminPhone: boss.phone.slice(-4),
      accountName: 'green',
      accountType: '4',
      applyStatus: '1',
    }),
  ).toEqual(['Bbb', 'Aaa'])
  for (const none of [
    { adminPhone: '00000000' },
    { accountName: 'blue' },
    { accountType: '3' },
    { applyStatus: '2' },
  ] as Record<string, string>[])
    expect(await names(none)).toEqual([])
  const rows = readCsv(
    (
      await console_.send(
        'exportUserApplications',
        { query: { userName: 'Aaa' }, language: 'ko' },
        boss,
      )
    ).body,
  )
  expect(rows).toEqual([
    expect.objectContaining({
      '신청자': 'Aaa',
      '신청 역할': '직원',
      '심사 상태': '심사 대기',
      '메시지': 'I fly for you since May',
    }),
  ])
})
