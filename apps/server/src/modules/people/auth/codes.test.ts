import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { slowness } from '@swath/domain/testing-slowness'
import { verifyChain } from '../../../platform/audit/audit.ts'
import { hashPassword } from '../../../platform/auth/passwords.ts'
import {
  insertAccount,
  insertRegions,
  insertUser,
  type TestAccount,
} from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import {
  readCode,
  newIp,
  openDoors,
  signedInBy,
  pickWrongCode,
  type Doors,
} from '../registration/testing-doors.ts'

const password = 'Swath2026'
const another = 'Another2027'
const minute = 60_000
const day = 24 * 60 * minute

const database = await ownTestDatabase(insertRegions)
const { db } = database
let passwordHash: string
let doors: Doors
let account: TestAccount

beforeAll(async () => {
  passwordHash = await hashPassword(password)
})
beforeEach(async () => {
  doors = await openDoors(db)
  account = await insertAccount(db)
  return () => doors.close()
})

const person = (given: Parameters<typeof insertUser>[2] = {}, of = account) =>
  insertUser(db, of, { password_hash: passwordHash, ...given })
let strangers = 0
/** A number that no one has. */
const nobody = () =>
  `+86-1380${String(Date.now() % 1000).padStart(3, '0')}${String(++strangers).padStart(4, '0')}`
const stripTraceId = (reply: { body: string; statusCode: number }) => [
  reply.statusCode,
  reply.body.replace(/"traceId":"\w+"/, ''),
]

describe('a code (getVerify, getVerifyCode, checkVerifyCode)', () => {
  test('is sent to the person in their language, with its period of validity', async () => {
    const { phone } = await person({ email: 'wang@example.com' })
    const reply = await doors.ask(phone, '1', { language: 'zh-CN' })
    expect([reply.statusCode, reply.json()]).toEqual([200, { resendAfterS: 60 }])
    await doors.messages.settled()
    expect(doors.sent).toMatchObject([
      {
        channel: 'sms',
        to: phone,
        subject: null,
        text: expect.stringMatching(
          /^【Swath】登录验证码 \d{6}，10 分钟内有效，请勿告诉他人。$/,
        ) as string,
      },
    ])
    expect(doors.sent[0]!.text).toContain(doors.sent[0]!.code)
    await doors.ask('Wang@Example.com', '3', { language: 'th' })
    await doors.messages.settled()
    expect(doors.sent[1]).toMatchObject({
      channel: 'mail',
      to: 'wang@example.com',
      subject: expect.stringMatching(/^รหัส.*\d{6}$/) as string,
      template: 'resetCode',
    })
  })

  test('accepts both names of the call and of the field', async () => {
    const [one, two] = [await person(), await person()]
    expect(
      (await doors.get('getVerifyCode', { sendPhoneNo: one.phone, codeType: '1' })).statusCode,
    ).toBe(200)
    expect(
      (await doors.get('getVerify', { sendPhoneNo: two.phone.slice(4), codeType: '1' })).statusCode,
    ).toBe(200)
    await doors.messages.settled()
    // SMS and mail are sent independently, in any order.
    expect(new Set(doors.sent.map(({ to }) => to))).toEqual(new Set([one.phone, two.phone]))
  })

  test('is stored only as a hash, and so is its recipient', async () => {
    const { phone } = await person()
    const code = await doors.codeFor(phone, '1')
    const rows = JSON.stringify(
      await db.selectFrom('verification_code').selectAll().execute(),
      (_, value: unknown) =>
        typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
          ? Buffer.from((value as unknown as { data: number[] }).data).toString('latin1')
          : value,
    )
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(phone.slice(4))
  })

  test('is not used up by checking it, only by its use', async () => {
    const { phone } = await person()
    const code = await doors.codeFor(phone, '3')
    for (let i = 0; i < 7; i++) expect((await doors.check(phone, code, '3')).statusCode).toBe(204)
    expect((await doors.reset(phone, code, another)).statusCode).toBe(204)
    expect(readCode(await doors.check(phone, code, '3'))).toBe('code_wrong')
    expect(readCode(await doors.reset(phone, code, 'Third2028'))).toBe('code_wrong')
  })

  test('is valid for its phone, purpose and host only', async () => {
    const [one, two] = [await person(), await person()]
    const code = await doors.codeFor(one.phone, '1')
    await doors.codeFor(two.phone, '1')
    expect(readCode(await doors.signIn(two.phone, code))).toBe('code_wrong')
    expect(readCode(await doors.reset(one.phone, code, another))).toBe('code_wrong')
    expect(readCode(await doors.check(one.phone, code, '3'))).toBe('code_wrong')
    expect(readCode(await doors.signIn(one.phone, code, { host: '127.0.0.1' }))).toBe('code_wrong')
    expect(
      readCode(await doors.signIn(one.phone, code, { host: 'international.swath.example' })),
    ).toBe('code_wrong')
    expect((await doors.signIn(one.phone, code)).statusCode).toBe(200)
  })

  test('is valid for ten minutes', async () => {
    const [one, two] = [await person(), await person()]
    const codes = [await doors.codeFor(one.phone, '1'), await doors.codeFor(two.phone, '1')]
    await doors.pass(10 * minute - 1000)
    expect((await doors.signIn(one.phone, codes[0]!)).statusCode).toBe(200)
    await doors.pass(2000)
    expect(readCode(await doors.signIn(two.phone, codes[1]!))).toBe('code_wrong')
  })

  test('invalidates the previous one', async () => {
    const { phone } = await person()
    const first = await doors.codeFor(phone, '1')
    await doors.pass(minute + 1000)
    const second = await doors.codeFor(phone, '1')
    if (first !== second) expect(readCode(await doors.signIn(phone, first))).toBe('code_wrong')
    expect((await doors.signIn(phone, second)).statusCode).toBe(200)
  })

  test('of twenty concurrent uses, one succeeds', async () => {
    const { phone } = await person()
    const code = await doors.codeFor(phone, '1')
    const replies = await Promise.all(Array.from({ length: 20 }, () => doors.signIn(phone, code)))
    expect(
      replies.map(({ statusCode }) => statusCode).filter((status) => status === 200),
    ).toHaveLength(1)
    expect(
      await db
        .selectFrom('session')
        .innerJoin('app_user', 'app_user.id', 'session.user_id')
        .select('session.id')
        .where('app_user.phone', '=', phone)
        .execute(),
    ).toHaveLength(1)
  })

  test('for a recipient that cannot be reached is refused with an error of the field', async () => {
    for (const [recipient, path] of [
      ['+99-13800000001', 'query.phoneNum'],
      ['12345', 'query.phoneNum'],
      ['li@example', 'query.email'],
      ['+86-1380000000000', 'query.phoneNum'],
    ] as const) {
      const reply = await doors.ask(recipient, '1')
      expect([
        recipient,
        reply.statusCode,
        reply.json<{ details: { path: string }[] }>().details.map((one) => one.path),
      ]).toEqual([recipient, 400, [path]])
    }
    const both = await doors.get('getVerify', {
      phoneNum: nobody(),
      email: 'a@example.com',
      codeType: '1',
    })
    expect([both.statusCode, readCode(both)]).toEqual([400, 'invalid_input'])
  })
})

describe('a code cannot be guessed', () => {
  test('five wrong attempts invalidate it, even if they are concurrent', async () => {
    const { phone } = await person()
    const code = await doors.codeFor(phone, '1')
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, i) => doors.signIn(phone, pickWrongCode(code, i + 1))),
    )
    expect(replies.map(readCode)).toEqual(Array.from({ length: 5 }, () => 'code_wrong'))
    expect(readCode(await doors.signIn(phone, code))).toBe('code_wrong')
  })

  test('of a hundred different concurrent attempts, five are compared', async () => {
    const { phone } = await person()
    const code = await doors.codeFor(phone, '1')
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => doors.signIn(phone, pickWrongCode(code, i + 1))),
    )
    expect(
      await db
        .selectFrom('verification_code')
        .select('tries_left')
        .where('tries_left', '<', 0)
        .execute(),
    ).toEqual([])
    expect(readCode(await doors.signIn(phone, code))).not.toBeUndefined()
    expect((await doors.signIn(phone, code)).statusCode).not.toBe(200)
  })

  // Fifteen of a million codes a day: 0.0015 % a day, one success in 67,000 days, with any number
  // of addresses and codes.
  test('requesting new ones allows fifteen attempts a day, then none', async () => {
    const { phone } = await person()
    let compared = 0
    const outcomes: string[] = []
    for (let round = 0; round < 4; round++) {
      const code = await doors.codeFor(phone, '1')
      for (let i = 1; i <= 5; i++) {
        const reply = await doors.signIn(phone, pickWrongCode(code, i))
        if (readCode(reply) === 'code_wrong') compared++
        outcomes.push(readCode(reply))
      }
      // The right code is refused too.
      if (round === 3) expect((await doors.signIn(phone, code)).statusCode).toBe(429)
      await doors.pass(minute + 1000)
    }
    expect(compared).toBe(15)
    expect(outcomes.slice(15)).toEqual(Array.from({ length: 5 }, () => 'too_many_requests'))
    await doors.pass(day)
    expect((await doors.signIn(phone, await doors.codeFor(phone, '1'))).statusCode).toBe(200)
  })

  test('attempts for one purpose do not block another', async () => {
    const { phone } = await person()
    for (let round = 0; round < 3; round++) {
      const code = await doors.codeFor(phone, '1')
      for (let i = 1; i <= 5; i++) await doors.signIn(phone, pickWrongCode(code, i))
      await doors.pass(minute + 1000)
    }
    expect((await doors.reset(phone, await doors.codeFor(phone, '3'), another)).statusCode).toBe(
      204,
    )
  })

  test('attempts without a code block nobody', async () => {
    const { phone } = await person()
    for (let i = 0; i < 40; i++)
      expect(readCode(await doors.signIn(phone, '123456'))).toBe('code_wrong')
    expect((await doors.signIn(phone, await doors.codeFor(phone, '1'))).statusCode).toBe(200)
  })

  test('sixty wrong ones an hour are allowed from one address, for all people together', async () => {
    const ip = newIp()
    const replies = await Promise.all(
      Array.from({ length: 70 }, () => doors.signIn(nobody(), '123456', { ip })),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 400)).toHaveLength(60)
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
  })

  test('six digits, evenly distributed', async () => {
    const { createVerificationCodes } = await import('../../../platform/auth/verification-codes.ts')
    const codes = createVerificationCodes(doors.services)
    const made = await Promise.all(
      Array.from({ length: 600 }, (_, i) =>
        codes.issue(
          { recipient: `even${i}@example.com`, purpose: 1, host: 'localhost' },
          { sent: true },
        ),
      ),
    )
    expect(made.every((code) => /^\d{6}$/.test(code))).toBe(true)
    expect(new Set(made).size).toBeGreaterThan(590)
    for (let digit = 0; digit < 10; digit++)
      // 360 of 3,600 on average.
      expect(made.join('').split(String(digit)).length - 1).toBeGreaterThan(260)
  })
})

describe('limits on requesting codes', () => {
  test('one a minute per recipient, for all purposes', async () => {
    const { phone } = await person()
    expect((await doors.ask(phone, '1')).statusCode).toBe(200)
    const refused = await doors.ask(phone, '3')
    expect([refused.statusCode, readCode(refused)]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    await doors.pass(minute + 1000)
    expect((await doors.ask(phone, '3')).statusCode).toBe(200)
  })

  test('requests that come too early do not count', async () => {
    const { phone } = await person()
    for (let i = 0; i < 20; i++) await doors.ask(phone, '1')
    await doors.pass(minute + 1000)
    expect((await doors.ask(phone, '1')).statusCode).toBe(200)
  })

  test('five an hour, ten a day, for known and unknown recipients alike', async () => {
    for (const phone of [(await person()).phone, nobody()]) {
      const hours: number[] = []
      for (let hour = 0; hour < 4; hour++) {
        let sent = 0
        for (let i = 0; i < 7; i++) {
          if ((await doors.ask(phone, '1')).statusCode === 200) sent++
          await doors.pass(minute + 1000)
        }
        hours.push(sent)
        await doors.pass(60 * minute)
      }
      expect(hours).toEqual([5, 5, 0, 0])
    }
  })

  test('thirty an hour per address', async () => {
    const ip = newIp()
    const replies = await Promise.all(
      Array.from({ length: 34 }, () => doors.ask(nobody(), '1', { ip })),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30)
    expect((await doors.ask(nobody(), '1', { ip: newIp() })).statusCode).toBe(200)
  })
})

describe('known and unknown cannot be distinguished', () => {
  test('by the response, when requesting a code or trying one', async () => {
    const elsewhere = await person({}, await insertAccount(db, { theme: 'korea' }))
    for (const codeType of ['1', '2', '3'] as const) {
      const [known, unknown] = [(await person()).phone, nobody()]
      const asked = [await doors.ask(known, codeType), await doors.ask(unknown, codeType)]
      expect(stripTraceId(asked[0]!)).toEqual(stripTraceId(asked[1]!))
      const tries = async (phone: string) =>
        [
          await doors.check(phone, '123456', '2'),
          await doors.check(phone, '123456', '3'),
          await doors.signIn(phone, '123456'),
          await doors.reset(phone, '123456', another),
          await doors.ask(phone, codeType),
        ].map(stripTraceId)
      expect(await tries(known)).toEqual(await tries(unknown))
    }
    expect(stripTraceId(await doors.ask(elsewhere.phone, '1'))).toEqual([
      200,
      '{"resendAfterS":60}',
    ])
    await doors.messages.settled()
    expect(doors.sent.filter(({ to }) => to === elsewhere.phone)).toEqual([])
  })

  test('by the message: an unknown recipient gets none to sign in or reset; a known one is notified of a registration', async () => {
    for (const codeType of ['1', '3'] as const) await doors.ask(nobody(), codeType)
    const { phone } = await person()
    await doors.ask(phone, '2')
    await doors.messages.settled()
    expect(
      doors.sent.map(({ to, template, text }) => [
        to,
        template,
        /\d{6}/.test(text.replace(phone, '')),
      ]),
    ).toEqual([[phone, 'accountExists', false]])
  })

  test('by a fixed code: no code is valid that was not sent', async () => {
    await doors.close()
    doors = await openDoors(db, { demo: true, fixedCode: '246810' })
    const [unknown, known] = [nobody(), await person()]
    for (const phone of [unknown, known.phone]) await doors.ask(phone, '3')
    expect(readCode(await doors.check(unknown, '246810', '3'))).toBe('code_wrong')
    expect((await doors.check(known.phone, '246810', '3')).statusCode).toBe(204)
  })

  test('by the work: the number of statements is the same', async () => {
    const statements = vi.spyOn(db.getExecutor(), 'executeQuery')
    /**
     * Waits until the work after the response is finished, when no statements follow for a while.
     */
    const untilQuiet = async () => {
      for (let count = -1; count !== statements.mock.calls.length;) {
        count = statements.mock.calls.length
        await Promise.allSettled(statements.mock.results.map(({ value }) => value as unknown))
        await new Promise((resume) => setTimeout(resume, 100))
      }
    }
    const countWork = async (phone: string) => {
      const counts: number[] = []
      for (const act of [
        () => doors.ask(phone, '1'),
        () => doors.signIn(phone, '123456'),
        () => doors.check(phone, '123456', '3'),
        () => doors.reset(phone, '123456', another),
      ]) {
        await doors.messages.settled()
        statements.mockClear()
        await act()
        // All except counting messages, which starts with the response.
        counts.push(
          statements.mock.calls.filter(([{ parameters }]) => !parameters.includes('sms:all'))
            .length,
        )
        await untilQuiet()
      }
      return counts
    }
    await countWork(nobody()) // reads themes, deletes expired codes
    const known = await countWork((await person()).phone)
    const unknown = await countWork(nobody())
    expect(known).toEqual(unknown)
    statements.mockRestore()
  })

  test('by the time: the median difference between the responses is zero', async () => {
    const timeOf = async (phone: string): Promise<number> => {
      const from = performance.now()
      await doors.ask(phone, '1')
      return performance.now() - from
    }
    // Pairs in a row, so that the load affects both.
    const differences: number[] = []
    for (let i = 0; i < 13; i++)
      differences.push((await timeOf((await person()).phone)) - (await timeOf(nobody())))
    const median = differences.toSorted((a, b) => a - b)[6]!
    expect(Math.abs(median)).toBeLessThan(10 * slowness())
  })
})

describe('a sign-in by code (loginSmS)', () => {
  test('starts a session, and is logged with its method', async () => {
    const { id, phone } = await person()
    const reply = await doors.signIn(phone.slice(4), await doors.codeFor(phone, '1'), {
      ip: '10.41.0.1',
    })
    const { jToken, userInfo, expiresInS } = signedInBy(reply)
    expect([reply.statusCode, userInfo.userId, expiresInS]).toEqual([200, id, 900])
    expect((await doors.info(jToken)).statusCode).toBe(200)
    expect((await doors.info(jToken, '127.0.0.1')).statusCode).toBe(401)
    const log = await db
      .selectFrom('audit_log')
      .select(['action', 'user_id', 'ip', 'details'])
      .where('account_id', '=', account.id)
      .execute()
    expect(log).toMatchObject([
      {
        action: 'session.open',
        user_id: id,
        ip: '10.41.0.1',
        details: { by: 'code', remember: false, host: 'localhost' },
      },
    ])
    expect(await verifyChain(db, account.id)).toMatchObject({ whole: true })
  })

  test('by e-mail as well', async () => {
    const { id } = await person({ phone: null, email: 'only@example.com' })
    expect(
      signedInBy(
        await doors.signIn('Only@Example.com', await doors.codeFor('only@example.com', '1')),
      ).userInfo.userId,
    ).toBe(id)
  })

  test('is bound to the host: not on another theme, not outside the own sub-platform', async () => {
    const subPlatform = await insertAccount(db, {
      type: 'platform',
      tag: 'south',
      custom_domain: 'south.example',
      name: 'South',
      parent: await insertAccount(db, { type: 'platform' }),
    })
    const own = await person({}, await insertAccount(db, { parent: subPlatform }))
    expect(
      (
        await doors.signIn(
          own.phone,
          await doors.codeFor(own.phone, '1', { host: 'south.example' }),
          { host: 'south.example' },
        )
      ).statusCode,
    ).toBe(200)
    await doors.pass(minute + 1000)
    await doors.ask(own.phone, '1')
    await doors.ask((await person()).phone, '1', { host: 'south.example' })
    await doors.messages.settled()
    expect(doors.sent).toHaveLength(1)
  })

  test('reports a disabled account or a pilot only to the holder of the code, which is used up', async () => {
    const pilot = await person({ user_type: 2 })
    const disabled = await person({ enabled: false })
    for (const [{ phone }, refusal] of [
      [pilot, 'console_not_for_pilots'],
      [disabled, 'account_disabled'],
    ] as const) {
      const code = await doors.codeFor(phone, '1')
      expect(readCode(await doors.signIn(phone, pickWrongCode(code)))).toBe('code_wrong')
      expect(readCode(await doors.signIn(phone, code))).toBe(refusal)
      expect(readCode(await doors.signIn(phone, code))).toBe('code_wrong')
    }
    expect(
      await db
        .selectFrom('session')
        .select('id')
        .where('user_id', 'in', [pilot.id, disabled.id])
        .execute(),
    ).toEqual([])
  })

  test('works from a new address while others guess the password, and allows the password from that address too', async () => {
    await doors.close()
    doors = await openDoors(db, { fixedCode: '135790' })
    const { phone } = await person()
    for (let i = 0; i < 20; i++)
      expect((await doors.signInByPassword(phone, 'Wrong2026')).statusCode).toBe(401)
    const ip = newIp()
    expect((await doors.signInByPassword(phone, password, { ip })).statusCode).toBe(429)
    expect((await doors.signIn(phone, await doors.codeFor(phone, '1'), { ip })).statusCode).toBe(
      200,
    )
    expect((await doors.signInByPassword(phone, password, { ip })).statusCode).toBe(200)
    expect((await doors.signInByPassword(phone, password)).statusCode).toBe(429)
  })

  test('a wrong code is logged', async () => {
    const { phone } = await person()
    await doors.signIn(phone, pickWrongCode(await doors.codeFor(phone, '1')))
    await expect
      .poll(() =>
        db
          .selectFrom('audit_log')
          .select(['action', 'details'])
          .where('account_id', '=', account.id)
          .execute(),
      )
      .toMatchObject([{ action: 'session.refuse', details: { reason: 'code' } }])
  })
})

describe('a new password (resetPassword)', () => {
  test('replaces the old one, and ends all sessions of the person at once', async () => {
    await doors.close()
    doors = await openDoors(db, { fixedCode: '135790' })
    const { id, phone } = await person({
      email: 'both@example.com',
      settings: JSON.stringify({ language: 'ko' }),
    })
    const colleague = await person()
    const tokens = [
      signedInBy(await doors.signInByPassword(phone, password)).jToken,
      signedInBy(await doors.signInByPassword(phone, password)).jToken,
    ]
    const others = signedInBy(await doors.signInByPassword(colleague.phone, password)).jToken
    // The rejection is cached.
    for (const token of tokens) expect((await doors.info(token)).statusCode).toBe(200)
    const changed: unknown[] = []
    doors.events.on('accessChanged', (event) => changed.push(event))

    expect((await doors.reset(phone, await doors.codeFor(phone, '3'), another)).statusCode).toBe(
      204,
    )
    for (const token of tokens) expect((await doors.info(token)).statusCode).toBe(401)
    expect((await doors.info(others)).statusCode).toBe(200)
    expect(changed).toEqual([{ userIds: [id] }])
    expect((await doors.signInByPassword(phone, password)).statusCode).toBe(401)
    expect((await doors.signInByPassword(phone, another)).statusCode).toBe(200)
    const log = await db
      .selectFrom('audit_log')
      .select('action')
      .where('account_id', '=', account.id)
      .where('user_id', '=', id)
      .orderBy('number')
      .execute()
    expect(log.map(({ action }) => action)).toContain('password.reset')
    await doors.messages.settled()
    expect(
      doors.sent
        .slice(1)
        .map(({ channel, template }) => `${template} by ${channel}`)
        .toSorted(),
    ).toEqual(['passwordChanged by mail', 'passwordChanged by sms'])
    // In the person's language, regardless of who changed it.
    for (const { text } of doors.sent.slice(1)) expect(text).toMatch(/비밀번호가 (방금 )?변경되어/)
  })

  test('ends the block caused by guesses at the old one', async () => {
    await doors.close()
    doors = await openDoors(db, { fixedCode: '135790' })
    const { phone } = await person()
    const ip = newIp()
    for (let i = 0; i < 5; i++) await doors.signInByPassword(phone, 'Wrong2026', { ip })
    for (let i = 0; i < 15; i++) await doors.signInByPassword(phone, 'Wrong2026')
    expect((await doors.signInByPassword(phone, password, { ip })).statusCode).toBe(429)
    await doors.reset(phone, await doors.codeFor(phone, '3'), another, { ip })
    expect((await doors.signInByPassword(phone, another, { ip })).statusCode).toBe(200)
    expect((await doors.signInByPassword(phone, another)).statusCode).toBe(200)
  })

  test('must meet the password rule; a violation does not use up the code', async () => {
    const { phone } = await person()
    const code = await doors.codeFor(phone, '3')
    for (const weak of [
      'short1',
      'lettersonly',
      '1234567890',
      'Seventeen12345678',
      'With space1',
    ]) {
      expect([weak, (await doors.reset(phone, code, weak)).statusCode]).toEqual([weak, 400])
    }
    expect((await doors.reset(phone, code, another)).statusCode).toBe(204)
  })

  test('of two concurrent ones, one is set', async () => {
    const { phone } = await person()
    const code = await doors.codeFor(phone, '3')
    const replies = await Promise.all(
      [another, 'Other2029'].map((one) => doors.reset(phone, code, one)),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      204, 400,
    ])
  })
})

describe('unavailable messages', () => {
  test('after the daily limit of SMS everyone gets an error until the next day; mail still works', async () => {
    await doors.close()
    doors = await openDoors(db, {
      sms: { url: '', method: 'POST', headers: {}, body: '', perDay: 3 },
    })
    await doors.pass(day) // sent by other tests
    for (let i = 0; i < 6; i++) {
      await doors.ask((await person()).phone, '1')
      await doors.messages.settled()
    }
    expect(doors.sent).toHaveLength(3)
    for (const phone of [(await person()).phone, nobody()])
      expect(readCode(await doors.ask(phone, '1'))).toBe('message_not_sent')
    expect((await doors.ask('still@example.com', '2')).statusCode).toBe(200)
    await doors.pass(day)
    expect((await doors.ask((await person()).phone, '1')).statusCode).toBe(200)
  })

  test('everyone gets the same error, and no attempt is counted', async () => {
    const { createMessages } = await import('../../../platform/messages/messages.ts')
    expect(createMessages(doors.services).accepts('sms')).toBe(false)
    await doors.close()
    let down = true
    doors = await openDoors(
      db,
      {},
      {
        driver: {
          send: async () => {
            if (down) throw new Error('down')
          },
        },
      },
    )
    for (let i = 0; i < 3; i++) {
      await doors.ask((await person()).phone, '1')
      await doors.messages.settled()
    }
    const { phone } = await person()
    for (const recipient of [phone, nobody()]) {
      const reply = await doors.ask(recipient, '1')
      expect([reply.statusCode, readCode(reply)]).toEqual([503, 'message_not_sent'])
    }
    down = false
    await doors.pass(minute + 1000)
    expect((await doors.ask(phone, '1')).statusCode).toBe(200)
  })
})
