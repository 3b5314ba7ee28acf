import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fileRoutes } from '@swath/contract/files'
import { profileRoutes } from '@swath/contract/people/profile'
import type { UserInfo } from '@swath/contract/people/auth'
import { hashPassword, passwordIsRight } from '../../../platform/auth/passwords.ts'
import { createSessions } from '../../../platform/auth/sessions.ts'
import { insertRegions } from '../../../platform/auth/testing.queries.ts'
import { createThemes } from '../../../platform/auth/themes.ts'
import { tx } from '../../../platform/database/database.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openConsole, type TestPerson } from '../../../platform/http/testing-console.ts'
import { insertFile } from '../files/files.queries.ts'
import { profileHandlers } from './profile.routes.ts'

const database = await ownTestDatabase(insertRegions)
const { db } = database
let console_: Awaited<ReturnType<typeof openConsole<typeof profileRoutes>>>
let li: TestPerson
let passwordHash: string
let heard: (readonly string[])[]

beforeAll(async () => {
  passwordHash = await hashPassword('Swath2026')
})
beforeEach(async () => {
  console_ = await openConsole(database, profileRoutes, profileHandlers, Date.now())
  li = await console_.person({ type: 'operator' }, { name: 'Li', password_hash: passwordHash })
  heard = []
  console_.services.events.on('accessChanged', ({ userIds }) => void heard.push(userIds))
  return () => console_.close()
})

const plain = { userName: 'Li', userHeadUrl: null }
const change = (body: object, person = li, language = 'en') =>
  console_.send('updateOwnProfile', { body, language }, person)
const row = () =>
  db
    .selectFrom('app_user')
    .select(['name', 'head_url', 'password_hash', 'settings'])
    .where('id', '=', li.id)
    .executeTakeFirstOrThrow()
const log = async () =>
  await db
    .selectFrom('audit_log')
    .select(['action', 'log_type', 'details', 'object_id'])
    .where('account_id', '=', li.account.id)
    .orderBy('number')
    .execute()
const upload = async () => {
  const key = crypto.randomUUID().replaceAll('-', '').padEnd(43, 'x')
  await insertFile(db, {
    key,
    media_type: 'image/png',
    bytes: 1,
    width_px: 1,
    height_px: 1,
    uploaded_by: li.id,
    uploaded_at: new Date(),
    unclaimed_since: new Date(),
  })
  return `${fileRoutes.getFile.path.replace('{key}', '')}${key}`
}
const fileAt = (url: string) =>
  db
    .selectFrom('stored_file')
    .select(['account_id', 'purpose'])
    .where('key', '=', url.split('/').at(-1)!)
    .executeTakeFirst()
const another = async () => {
  const sessions = createSessions(console_.services, createThemes(console_.services))
  const { jToken } = await tx(db, (trx) =>
    sessions.open(trx, li.id, { host: 'localhost', ip: '203.0.113.9', userAgent: 'x' }, true),
  )
  return { ...li, token: jToken }
}

describe('updateOwnProfile', () => {
  test('changes name and picture without a password, and returns the updated person', async () => {
    const url = await upload()
    const there = await another()
    const reply = await change({ userName: '  李振华 ', userHeadUrl: url })
    expect([reply.statusCode, reply.json<UserInfo>()]).toEqual([
      200,
      expect.objectContaining({ userId: li.id, userName: '李振华', userHeadUrl: url }),
    ])
    expect(await row()).toMatchObject({
      name: '李振华',
      head_url: url,
      password_hash: passwordHash,
    })
    expect(await fileAt(url)).toEqual({ account_id: li.account.id, purpose: 'avatar' })
    // Other sessions stay valid.
    expect((await change({ userName: '李振华', userHeadUrl: url }, there)).statusCode).toBe(200)
    expect(await log()).toEqual([
      {
        action: 'profile.update',
        log_type: 2,
        object_id: li.id,
        details: {
          before: { userName: 'Li', userHeadUrl: null },
          after: { userName: '李振华', userHeadUrl: url },
        },
      },
    ])
  })

  test('accepts the whole form of a client, with the new password twice', async () => {
    const whole = {
      userName: 'Li',
      userHeadUrl: null,
      oldPassword: 'Swath2026',
      newPassword: 'Another2026',
      passwordConfirmation: 'Another2027',
    }
    expect((await change(whole)).json()).toMatchObject({
      details: [{ path: 'passwordConfirmation' }],
    })
    expect((await change({ ...whole, passwordConfirmation: 'Another2026' })).statusCode).toBe(200)
  })

  test('refuses a password that is the own phone number with a letter', async () => {
    const { phone } = await database.db
      .selectFrom('app_user')
      .select('phone')
      .where('id', '=', li.id)
      .executeTakeFirstOrThrow()
    const number = phone!.split('-')[1]!
    const reply = await change({ ...plain, oldPassword: 'Swath2026', newPassword: `${number}a` })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      400,
      { code: 'invalid_input', details: [{ path: 'newPassword' }] },
    ])
    expect(await passwordIsRight((await row()).password_hash, 'Swath2026')).toBe(true)
  })

  test('releases the previous picture', async () => {
    const [first, second] = [await upload(), await upload()]
    await change({ userName: 'Li', userHeadUrl: first })
    await change({ userName: 'Li', userHeadUrl: second })
    expect([await fileAt(first), await fileAt(second)]).toEqual([
      { account_id: null, purpose: null },
      { account_id: li.account.id, purpose: 'avatar' },
    ])
    await change(plain)
    expect([(await row()).head_url, await fileAt(second)]).toEqual([
      null,
      { account_id: null, purpose: null },
    ])
  })

  test('refuses a picture that is no upload or belongs to someone else', async () => {
    const stranger = await console_.person({ type: 'operator' })
    const url = await upload()
    await change({ userName: 'Other', userHeadUrl: url }, stranger)
    for (const userHeadUrl of [url, `/api/files/${'n'.repeat(43)}`]) {
      expect((await change({ userName: 'Li', userHeadUrl })).json()).toMatchObject({
        code: 'invalid_input',
        details: [{ path: 'userHeadUrl', message: expect.stringContaining('Upload it again') }],
      })
    }
    for (const userHeadUrl of [
      'https://example.com/x.png',
      '/api/files/../../x',
      'javascript:alert(1)',
    ])
      expect((await change({ userName: 'Li', userHeadUrl })).statusCode).toBe(400)
    expect((await row()).head_url).toBeNull()
  })

  test('changes the password if the old one is right, and ends all other sessions at once', async () => {
    const there = await another()
    expect((await change(plain, there)).statusCode).toBe(200)
    const reply = await change({ ...plain, oldPassword: 'Swath2026', newPassword: 'Harvest2027' })
    expect(reply.statusCode).toBe(200)
    expect(await passwordIsRight((await row()).password_hash, 'Harvest2027')).toBe(true)
    expect([(await change(plain, there)).statusCode, (await change(plain)).statusCode]).toEqual([
      401, 200,
    ])
    expect(heard.at(-1)).toEqual([li.id])
    expect(await log()).toMatchObject([
      { action: 'password.change', log_type: 1, object_id: li.id, details: { sessionsEnded: 1 } },
    ])
    expect(JSON.stringify(await log())).not.toMatch(/Swath2026|Harvest2027|argon2/)
  })

  test.each([
    ['en', 'The current password is wrong.'],
    ['zh-CN', '原密码不正确。'],
    ['zh-TW', '目前的密碼不正確。'],
    ['th', 'รหัสผ่านปัจจุบันไม่ถูกต้อง'],
    ['ko', '현재 비밀번호가 맞지 않습니다.'],
  ])(
    'with a wrong old password changes nothing and reports it at the field (%s)',
    async (language, message) => {
      const reply = await change(
        {
          userName: 'Changed',
          userHeadUrl: null,
          oldPassword: 'Wrong2026',
          newPassword: 'Harvest2027',
        },
        li,
        language,
      )
      expect([reply.statusCode, reply.json<{ details: unknown }>().details]).toEqual([
        400,
        [{ path: 'oldPassword', message }],
      ])
      expect(await row()).toMatchObject({ name: 'Li', password_hash: passwordHash })
      expect(await log()).toMatchObject([{ action: 'password.refuse', log_type: 1 }])
    },
  )

  test('prevents guessing: after five attempts even the right password is refused', async () => {
    for (let i = 0; i < 5; i++)
      await change({ ...plain, oldPassword: `Wrong202${i}`, newPassword: 'Harvest2027' })
    const reply = await change({ ...plain, oldPassword: 'Swath2026', newPassword: 'Harvest2027' })
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([
      429,
      'too_many_requests',
    ])
    expect((await change(plain)).statusCode).toBe(200) // name and picture do not require it
  })

  test.each([
    [
      'a new password that breaks the rule',
      { oldPassword: 'Swath2026', newPassword: 'short1' },
      'newPassword',
      /8 to 16/,
    ],
    [
      'letters alone',
      { oldPassword: 'Swath2026', newPassword: 'onlyletters' },
      'newPassword',
      /8 to 16/,
    ],
    [
      'the same password again',
      { oldPassword: 'Swath2026', newPassword: 'Swath2026' },
      'newPassword',
      /same as the current/,
    ],
    [
      'a new password without the old one',
      { newPassword: 'Harvest2027' },
      'oldPassword',
      /fill this in/,
    ],
    [
      'an old password without a new one',
      { oldPassword: 'Swath2026' },
      'newPassword',
      /fill this in/,
    ],
    ['no name', { userName: '  ' }, 'userName', /./],
    ['a name of 61 letters', { userName: 'x'.repeat(61) }, 'userName', /./],
    ["a right of one's own choice", { userType: 1 }, '', /./],
  ])('refuses %s', async (_what, given, path, message) => {
    const reply = await change({ ...plain, ...given })
    expect(reply.statusCode).toBe(400)
    expect(reply.json<{ details: { path: string; message: string }[] }>().details).toEqual([
      { path, message: expect.stringMatching(message) },
    ])
    expect(await row()).toMatchObject({ name: 'Li', password_hash: passwordHash })
  })

  test('of two concurrent changes with the same old password, one succeeds', async () => {
    const replies = await Promise.all(
      ['Harvest2027', 'Harvest2028'].map((newPassword) =>
        change({ ...plain, oldPassword: 'Swath2026', newPassword }),
      ),
    )
    const [done, other] = replies.map((reply) => reply.statusCode).sort((a, b) => a - b)
    expect(done).toBe(200)
    // It was concurrent with the first, or came after it, when the old password was no longer
    // valid.
    expect([400, 409]).toContain(other)
    expect((await row()).password_hash).not.toBe(passwordHash)
  })

  test('is available to people whose account waits for review', async () => {
    const waiting = await console_.person({ type: 'operator', check_status: 1 })
    expect(
      (await change({ userName: 'Waiting', userHeadUrl: null }, waiting)).json(),
    ).toMatchObject({ userName: 'Waiting' })
  })
})

describe('updateOwnSettings', () => {
  test('stores language and unit, and keeps all other settings', async () => {
    await db
      .updateTable('app_user')
      .set({ settings: JSON.stringify({ bigScreen: true, language: 'nonsense' }) })
      .where('id', '=', li.id)
      .execute()
    expect((await change(plain)).json<UserInfo>().settings).toEqual({
      language: null,
      areaUnit: null,
      newsSeen: null,
    })
    await console_.ask(li, 'updateOwnSettings', { body: { language: 'th', areaUnit: 'rai' } })
    expect((await row()).settings).toEqual({ bigScreen: true, language: 'th', areaUnit: 'rai' })
    expect((await change(plain)).json<UserInfo>().settings).toEqual({
      language: 'th',
      areaUnit: 'rai',
      newsSeen: null,
    })
    await console_.ask(li, 'updateOwnSettings', { body: { newsSeen: '0.3.0' } })
    expect((await change(plain)).json<UserInfo>().settings).toEqual({
      language: 'th',
      areaUnit: 'rai',
      newsSeen: '0.3.0',
    })
    expect(
      await console_.refusal(li, 'updateOwnSettings', {
        body: { language: 'xx', areaUnit: 'rai' },
      }),
    ).toEqual([400, 'invalid_input'])
  })
})
