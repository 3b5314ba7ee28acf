import { describe, expect, test } from 'vitest'
import { verifyChain } from '../audit/audit.ts'
import { settableClock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import { tx } from '../database/database.ts'
import { ownTestDatabase } from '../database/testing-file.ts'
import { createEventBus } from '../events/events.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { insertAccount, insertRegions, insertUser, type TestAccount } from './testing.queries.ts'
import { createThemes } from './themes.ts'
import { seal, tokenHash, unseal } from './tokens.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const database = await ownTestDatabase(insertRegions)
const { db } = database

const where = { host: 'localhost', ip: '10.0.0.1', userAgent: 'a test' }
const setUp = () => {
  const clock = settableClock(Date.now())
  const events = createEventBus()
  const services = {
    db,
    clock,
    events,
    config: { dataFolder: '/nowhere', demo: false, production: true } as Config,
  }
  const themes = createThemes(services)
  const sessions = createSessions(services, themes)
  const open = (userId: string, remember = false) =>
    tx(db, (t) => sessions.open(t, userId, where, remember))
  return { clock, events, themes, sessions, open, services }
}
const someone = async (
  sessions: { open: (userId: string, remember?: boolean) => ReturnType<Sessions['open']> },
  account?: TestAccount,
  remember = false,
) => {
  const user = await insertUser(db, account ?? (await insertAccount(db)))
  return { userId: user.id, tokens: await sessions.open(user.id, remember) }
}
const readAudit = (accountId: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'user_id'])
    .where('account_id', '=', accountId)
    .orderBy('number')
    .execute()

describe('an access token', () => {
  test('identifies the caller for 15 minutes, on its host only', async () => {
    const { sessions, open, clock } = setUp()
    const { userId, tokens } = await someone({ open })
    expect(tokens.jToken).toMatch(/^sw_[\w-]{43}$/)
    expect(tokens.expiresInS).toBe(900)
    expect((await sessions.authenticate(tokens.jToken, 'localhost'))?.caller.userId).toBe(userId)
    // also when cached
    expect(await sessions.authenticate(tokens.jToken, 'other.example')).toBe(null)
    expect(await sessions.authenticate(tokens.refreshToken, 'localhost')).toBe(null)
    expect(await sessions.authenticate(`${tokens.jToken}x`, 'localhost')).toBe(null)
    clock.advance(15 * minute - 1)
    expect(await sessions.authenticate(tokens.jToken, 'localhost')).not.toBe(null)
    clock.advance(1)
    expect(await sessions.authenticate(tokens.jToken, 'localhost')).toBe(null)
  })

  test('ends with the session, at once', async () => {
    const { sessions, open } = setUp()
    const { tokens } = await someone({ open })
    const { sessionId } = (await sessions.authenticate(tokens.jToken, 'localhost'))!
    await sessions.end(sessionId)
    expect(await sessions.authenticate(tokens.jToken, 'localhost')).toBe(null)
    expect(await sessions.refresh(tokens.refreshToken, where)).toBe(null)
  })

  test('is stored in the database as a hash only', async () => {
    const { open } = setUp()
    const { userId, tokens } = await someone({ open })
    const row = await db
      .selectFrom('session')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(row.access_hash.equals(tokenHash(tokens.jToken))).toBe(true)
    const text = JSON.stringify(row)
    expect(text.includes(tokens.jToken) || text.includes(tokens.refreshToken)).toBe(false)
  })

  test('is invalid once the user, the account or one above it is disabled', async () => {
    const { sessions, open, events } = setUp()
    const above = await insertAccount(db, { type: 'manufacturer' })
    const account = await insertAccount(db, { type: 'manufacturer', parent: above })
    const { userId, tokens } = await someone({ open }, account)
    for (const [table, id] of [
      ['app_user', userId],
      ['account', account.id],
      ['account', above.id],
    ] as const) {
      expect(await sessions.authenticate(tokens.jToken, 'localhost')).not.toBe(null)
      await db.updateTable(table).set({ enabled: false }).where('id', '=', id).execute()
      // still cached
      expect(await sessions.authenticate(tokens.jToken, 'localhost')).not.toBe(null)
      events.emit('accessChanged', { userIds: [userId] })
      expect(await sessions.authenticate(tokens.jToken, 'localhost')).toBe(null)
      await db.updateTable(table).set({ enabled: true }).where('id', '=', id).execute()
    }
  })

  test('is read again after five seconds, in case another process has ended it', async () => {
    const { sessions, open, clock } = setUp()
    const { userId, tokens } = await someone({ open })
    await sessions.authenticate(tokens.jToken, 'localhost')
    await db.deleteFrom('session').where('user_id', '=', userId).execute()
    clock.advance(4_999)
    expect(await sessions.authenticate(tokens.jToken, 'localhost')).not.toBe(null)
    clock.advance(1)
    expect(await sessions.authenticate(tokens.jToken, 'localhost')).toBe(null)
  })
})

describe('the scope of a caller', () => {
  const scopeFor = async (account: TestAccount) => {
    const { sessions, open } = setUp()
    const { tokens } = await someone({ open }, account)
    return (await sessions.authenticate(tokens.jToken, 'localhost'))!.caller
  }

  test('the platform: all rows', async () => {
    expect((await scopeFor(await insertAccount(db, { type: 'platform' }))).scope).toEqual({
      kind: 'all',
    })
  })

  test('a government: its region', async () => {
    const scopes = await Promise.all(
      ['156000000', '156330000', '156330100', '156330106'].map(
        async (region_code) =>
          (await scopeFor(await insertAccount(db, { type: 'government', region_code }))).scope,
      ),
    )
    expect(scopes).toEqual(
      ['156', '15633', '1563301', '156330106'].map((prefix) => ({ kind: 'region', prefix })),
    )
  })

  test('others: only their own accounts and those below', async () => {
    const manufacturer = await insertAccount(db, { type: 'manufacturer' })
    const company = await insertAccount(db, { type: 'manufacturer', parent: manufacturer })
    const deeper = await insertAccount(db, { type: 'manufacturer', parent: company })
    await insertAccount(db, { type: 'manufacturer' })
    const { scope } = await scopeFor(company)
    expect(scope).toEqual({
      kind: 'accounts',
      accountIds: [company.id, deeper.id],
      as: 'manufacturer',
    })
  })

  test('a sub-platform: its own branch, with its tag and screens, which its companies share', async () => {
    const platform = await insertAccount(db, { type: 'platform' })
    const sub = await insertAccount(db, {
      type: 'platform',
      parent: platform,
      tag: 'north',
      screens: ['monitor', 'gone-screen'],
    })
    const company = await insertAccount(db, { type: 'platform', parent: sub })
    const operator = await insertAccount(db, { type: 'operator', parent: company })
    const subCaller = await scopeFor(sub)
    expect(subCaller).toMatchObject({
      tag: 'north',
      accountScreens: ['monitor'],
      scope: { as: 'sub-platform', accountIds: [sub.id, company.id, operator.id] },
    })
    const companyCaller = await scopeFor(company)
    expect(companyCaller).toMatchObject({
      tag: 'north',
      accountScreens: ['monitor'],
      scope: { as: 'sub-platform', accountIds: [company.id, operator.id] },
    })
    expect(await scopeFor(operator)).toMatchObject({
      tag: null,
      accountScreens: null,
      scope: { as: 'operator', accountIds: [operator.id] },
    })
  })
})

describe('a refresh token', () => {
  test('is exchanged for a new pair, and the old access token ends', async () => {
    const { sessions, open, clock } = setUp()
    const { userId, tokens } = await someone({ open })
    const refreshed = (await sessions.refresh(tokens.refreshToken, where))!
    expect(refreshed.caller.userId).toBe(userId)
    expect(refreshed.tokens.refreshToken).not.toBe(tokens.refreshToken)
    expect(await sessions.authenticate(refreshed.tokens.jToken, 'localhost')).not.toBe(null)
    clock.advance(5_000)
    expect(await sessions.authenticate(tokens.jToken, 'localhost')).toBe(null)
  })

  test('used by twenty requests at once gives all of them the same successor, in one family', async () => {
    const { sessions, open } = setUp()
    const { userId, tokens } = await someone({ open })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sessions.refresh(tokens.refreshToken, where)),
    )
    expect(new Set(answers.map((answer) => answer?.tokens.jToken)).size).toBe(1)
    expect(new Set(answers.map((answer) => answer?.tokens.refreshToken)).size).toBe(1)
    expect(await sessions.authenticate(answers[0]!.tokens.jToken, 'localhost')).not.toBe(null)
    expect(await sessions.refresh(answers[0]!.tokens.refreshToken, where)).not.toBe(null)
    expect(
      await db.selectFrom('session').select('id').where('user_id', '=', userId).execute(),
    ).toHaveLength(1)
  })

  test('used twice within the grace period leads to the newest pair', async () => {
    const { sessions, open, clock } = setUp()
    const { tokens } = await someone({ open })
    const second = (await sessions.refresh(tokens.refreshToken, where))!
    clock.advance(10_000)
    const third = (await sessions.refresh(second.tokens.refreshToken, where))!
    clock.advance(10_000)
    expect((await sessions.refresh(tokens.refreshToken, where))?.tokens.refreshToken).toBe(
      third.tokens.refreshToken,
    )
  })

  test('reused after the grace period ends the session and is logged', async () => {
    const { sessions, open, clock } = setUp()
    const account = await insertAccount(db)
    const { userId, tokens } = await someone({ open }, account)
    const refreshed = (await sessions.refresh(tokens.refreshToken, where))!
    await sessions.authenticate(refreshed.tokens.jToken, 'localhost')
    clock.advance(30_000)
    expect((await sessions.refresh(tokens.refreshToken, where))?.tokens.jToken).toBe(
      refreshed.tokens.jToken,
    ) // the last moment of the grace period
    clock.advance(1)
    expect(await sessions.refresh(tokens.refreshToken, where)).toBe(null)
    expect(await sessions.authenticate(refreshed.tokens.jToken, 'localhost')).toBe(null)
    expect(await sessions.refresh(refreshed.tokens.refreshToken, where)).toBe(null)
    expect(await readAudit(account.id)).toEqual([
      { action: 'session.token-reused', user_id: userId },
    ])
    expect((await verifyChain(db, account.id)).whole).toBe(true)
  })

  test('from many rotations ago ends the session as well', async () => {
    const { sessions, open, clock } = setUp()
    const { tokens } = await someone({ open })
    let newest = tokens
    for (let i = 0; i < 5; i++) {
      newest = (await sessions.refresh(newest.refreshToken, where))!.tokens
      clock.advance(10 * minute)
    }
    expect(await sessions.refresh(tokens.refreshToken, where)).toBe(null)
    expect(await sessions.refresh(newest.refreshToken, where)).toBe(null)
  })

  test('is bound to its host, and an attempt elsewhere does not spend it', async () => {
    const { sessions, open } = setUp()
    const { tokens } = await someone({ open })
    expect(await sessions.refresh(tokens.refreshToken, { ...where, host: 'other.example' })).toBe(
      null,
    )
    expect(await sessions.refresh(tokens.refreshToken, where)).not.toBe(null)
  })

  test('expires after an unused day, or an unused week if remembered, and always after thirty days', async () => {
    for (const [remember, lifeMs] of [
      [false, day],
      [true, 7 * day],
    ] as const) {
      const { sessions, open, clock } = setUp()
      const { tokens } = await someone({ open }, undefined, remember)
      clock.advance(lifeMs - 1)
      const refreshed = await sessions.refresh(tokens.refreshToken, where)
      expect(refreshed).not.toBe(null)
      clock.advance(lifeMs)
      expect(await sessions.refresh(refreshed!.tokens.refreshToken, where)).toBe(null)
    }
    const { sessions, open, clock } = setUp()
    const { tokens } = await someone({ open }, undefined, true)
    let newest: typeof tokens | undefined = tokens
    let days = 0
    for (; newest && days < 40; days += 5) {
      clock.advance(5 * day)
      newest = (await sessions.refresh(newest.refreshToken, where))?.tokens
    }
    expect(days).toBe(30)
  })

  test('of a disabled user, or of an account that moved to another host, ends the session', async () => {
    const { sessions, open } = setUp()
    const account = await insertAccount(db)
    const { tokens } = await someone({ open }, account)
    await db.updateTable('account').set({ theme: 'korea' }).where('id', '=', account.id).execute()
    expect(await sessions.refresh(tokens.refreshToken, where)).toBe(null)
    await db.updateTable('account').set({ theme: 'default' }).where('id', '=', account.id).execute()
    expect(await sessions.refresh(tokens.refreshToken, where)).toBe(null)
  })
})

test('expired sessions are deleted at the next sign-in', async () => {
  const { open, clock } = setUp()
  const { userId } = await someone({ open })
  clock.advance(2 * day)
  await someone({ open })
  expect(
    await db.selectFrom('session').select('id').where('user_id', '=', userId).execute(),
  ).toEqual([])
})

test('sealed tokens can be opened only with the token used to seal them', () => {
  const issued = { jToken: 'sw_a', refreshToken: 'sr_b', accessUntilMs: 1 }
  expect(unseal(seal(issued, 'sr_right'), 'sr_right')).toEqual(issued)
  expect(() => unseal(seal(issued, 'sr_right'), 'sr_wrong')).toThrow()
})
