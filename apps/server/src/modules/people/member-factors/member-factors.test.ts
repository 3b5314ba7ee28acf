import { beforeEach, describe, expect, test } from 'vitest'
import type { HalfSignedIn } from '@swath/contract/people/auth'
import type { FactorRule, MemberFactors } from '@swath/contract/people/member-factors'
import type { Member } from '@swath/contract/people/members'
import { verifyChain } from '../../../platform/audit/audit.ts'
import {
  insertAccount,
  insertRegions,
  type TestAccount,
} from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { openFactors, type Factors } from '../second-factor/testing-factors.ts'

const { db } = await ownTestDatabase(insertRegions)
let factors: Factors
beforeEach(async () => {
  factors = await openFactors(db)
  return () => factors.close()
})

const team = () => insertAccount(db, { operator_type: 'team', name: 'Green Team' })
/** A person with a session, and without a second factor. */
const someone = async (user_type: 1 | 3 | 4 | 5, account: TestAccount, name = 'A person') => {
  const person = await factors.person({ user_type, name }, account)
  return { ...person, token: (await factors.signIn(person.phone)).jToken }
}
const of = ({ id }: { id: string }) => ({ params: { userId: id } })
const readLog = async (accountId: string) =>
  (
    await db
      .selectFrom('audit_log')
      .select(['action', 'user_name as by', 'object_name as of'])
      .where('account_id', '=', accountId)
      .where('action', 'like', 'second-factor.%')
      .orderBy('number')
      .execute()
  ).filter(({ action }) => action !== 'second-factor.add-totp')

describe('the rule of an account', () => {
  test('is set by someone who has a second factor, and concerns open sessions at once', async () => {
    const account = await team()
    const admin = await someone(4, account)
    const staff = await someone(5, account)
    const body = { userTypes: [5, 4, 5] }
    expect(await factors.refusal('setFactorRule', admin.token, { body })).toEqual([
      409,
      'second_factor_missing',
    ])
    await factors.confirm(admin.token)
    await factors.addTotp(admin.token)
    await factors.ask('getOwnInfo', staff.token)
    const rule = { userTypes: [4, 5], can: { change: true } }
    expect(await factors.ask<FactorRule>('setFactorRule', admin.token, { body })).toEqual(rule)
    expect(await factors.ask<FactorRule>('getFactorRule', admin.token)).toEqual(rule)
    expect(await factors.refusal('getOwnInfo', staff.token)).toEqual([
      403,
      'second_factor_required',
    ])
    await factors.ask('getOwnInfo', admin.token)
    expect(await factors.signIn<HalfSignedIn>(staff.phone)).toMatchObject({ half: 'set-up' })
    await factors.ask('setFactorRule', admin.token, { body: { userTypes: [] } })
    await factors.ask('getOwnInfo', staff.token)
    expect(await readLog(account.id)).toHaveLength(2)
  })

  test('cannot name pilots, and needs the right to manage staff', async () => {
    const account = await team()
    const { full, account: own } = await factors.half({ user_type: 1 }, account)
    expect(await factors.refusal('setFactorRule', full, { body: { userTypes: [2] } })).toEqual([
      400,
      'invalid_input',
    ])
    const { token } = await someone(5, own)
    expect(await factors.refusal('setFactorRule', token, { body: { userTypes: [5] } })).toEqual([
      403,
      'forbidden',
    ])
    expect((await factors.ask<FactorRule>('getFactorRule', token)).can).toEqual({ change: false })
  })

  test('members with and without a second factor can be distinguished in the list', async () => {
    const account = await team()
    const { full, id } = await factors.half({ user_type: 1 }, account)
    await someone(5, account)
    const list = (query: Record<string, string>) =>
      factors.ask<{ items: Member[] }>('listMembers', full, { query })
    expect(
      (await list({})).items
        .map(({ hasFactor }) => hasFactor)
        .toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual([false, true])
    expect((await list({ hasFactor: 'true' })).items.map(({ userId }) => userId)).toEqual([id])
  })
})

describe('resetting the factors of a person who lost them', () => {
  test('takes two administrators: logged, reported, and all sessions of the person end', async () => {
    const account = await team()
    const lost = await factors.half({ user_type: 5, name: 'Lost' }, account)
    const ann = await someone(4, account, 'Ann')
    const ben = await someone(1, account, 'Ben')
    const asked = await factors.ask<MemberFactors>('askFactorReset', ann.token, of(lost))
    expect(asked).toMatchObject({
      hasFactor: true,
      reset: { requestedByName: 'Ann' },
      can: { ask: false, confirm: false, cancel: true },
    })
    expect(await factors.refusal('confirmFactorReset', ann.token, of(lost))).toEqual([
      409,
      'other_administrator',
    ])
    expect(await factors.refusal('askFactorReset', ben.token, of(lost))).toEqual([409, 'conflict'])
    const query = { userId: lost.id }
    expect(
      await factors.ask<MemberFactors>('getMemberFactors', ben.token, { query }),
    ).toMatchObject({ can: { confirm: true } })
    const done = await factors.ask<MemberFactors>('confirmFactorReset', ben.token, of(lost))
    expect(done).toMatchObject({ hasFactor: false, reset: null, can: { ask: false } })
    for (const token of [lost.full, lost.half.jToken])
      expect((await factors.refusal('getOwnInfo', token))[0]).toBe(401)
    expect(await factors.signIn(lost.phone)).toHaveProperty('refreshToken')
    expect(await readLog(account.id)).toEqual([
      { action: 'second-factor.ask-reset', by: 'Ann', of: 'Lost' },
      { action: 'second-factor.reset', by: 'Ben', of: 'Lost' },
    ])
    expect(await verifyChain(db, account.id)).toMatchObject({ whole: true })
    await factors.settled()
    const texts = factors.sent.filter(({ to }) => to === lost.phone).map(({ text }) => text)
    expect(texts.at(-2)).toContain('an administrator asked to remove all your second factors')
    expect(texts.at(-1)).toContain('two administrators removed all your second factors')
  })

  test('cannot be done by the person, by staff, or beyond one’s own rights', async () => {
    const account = await team()
    const owner = await factors.half({ user_type: 1 }, account)
    const admin = await someone(4, account)
    const staff = await someone(5, account)
    expect(await factors.refusal('askFactorReset', owner.full, of(owner))).toEqual([
      409,
      'not_yourself',
    ])
    expect(await factors.refusal('askFactorReset', admin.token, of(owner))).toEqual([
      403,
      'beyond_own_rights',
    ])
    expect(await factors.refusal('askFactorReset', staff.token, of(owner))).toEqual([
      403,
      'forbidden',
    ])
    const stranger = await someone(1, await team())
    expect(await factors.refusal('askFactorReset', stranger.token, of(owner))).toEqual([
      404,
      'not_found',
    ])
  })

  test('lapses after three days, and can be cancelled', async () => {
    const account = await team()
    const lost = await factors.half({ user_type: 5 }, account)
    const [ann, ben] = [await someone(1, account), await someone(1, account)]
    await factors.ask('askFactorReset', ann.token, of(lost))
    const cancelled = await factors.ask<MemberFactors>('cancelFactorReset', ben.token, of(lost))
    expect(cancelled).toMatchObject({ hasFactor: true, reset: null, can: { ask: true } })
    await factors.ask('askFactorReset', ann.token, of(lost))
    factors.clock.advance(3 * 24 * 3_600_000)
    const { jToken } = await factors.signIn(ben.phone)
    expect(await factors.refusal('confirmFactorReset', jToken, of(lost))).toEqual([
      404,
      'not_found',
    ])
  })

  test('needs the platform where the account has a single administrator', async () => {
    const root = await insertAccount(db, { type: 'platform' })
    const [pat, kim] = [await someone(1, root, 'Pat'), await someone(4, root, 'Kim')]
    const account = await team()
    const sole = await factors.half({ user_type: 1, name: 'Sole' }, account)
    const member = await factors.half({ user_type: 5, name: 'Member' }, account)
    await factors.ask('askFactorReset', sole.full, of(member))
    const query = { accountId: account.id }
    const list = async (token: string) =>
      (await factors.ask<{ items: MemberFactors[] }>('listFactorResets', token, { query })).items
    expect(await list(pat.token)).toMatchObject([
      { userName: 'Sole', can: { ask: true, confirm: false } },
      { userName: 'Member', can: { ask: false, confirm: true } },
    ])
    await factors.ask('confirmFactorReset', pat.token, of(member))
    // For the administrator, two people of the platform.
    await factors.ask('askFactorReset', pat.token, of(sole))
    expect((await factors.refusal('confirmFactorReset', pat.token, of(sole)))[0]).toBe(409)
    await factors.ask('confirmFactorReset', kim.token, of(sole))
    expect(await readLog(account.id)).toMatchObject([
      { by: 'Sole', of: 'Member' },
      { by: 'Pat', of: 'Member' },
      { by: 'Pat', of: 'Sole' },
      { by: 'Kim', of: 'Sole' },
    ])
    await someone(4, account)
    expect(await list(pat.token)).toEqual([])
    expect(await factors.refusal('askFactorReset', pat.token, of(sole))).toEqual([404, 'not_found'])
    expect(await factors.refusal('listFactorResets', sole.full, { query })).toEqual([
      401,
      'unauthenticated',
    ])
  })
})
