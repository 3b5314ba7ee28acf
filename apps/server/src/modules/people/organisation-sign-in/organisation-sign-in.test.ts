// Signing in with an identity provider: the way there and back, and everything that is refused.
import { beforeEach, describe, expect, test } from 'vitest'
import type { HalfSignedIn, SignedIn } from '@swath/contract/people/auth'
import type { OwnSession } from '@swath/contract/people/sessions'
import { verifyChain } from '../../../platform/audit/audit.ts'
import { insertAccount, insertRegions, insertUser } from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import {
  newBrowser,
  newDomain,
  openOrganisation,
  type Organisation,
} from './testing-organisation.ts'

const { db } = await ownTestDatabase(insertRegions)
let at: Organisation
beforeEach(async () => {
  at = await openOrganisation(db)
  return () => at.close()
})

const failed = [400, 'organisation_failed']
const refused = [403, 'organisation_refused']
const readLog = (accountId: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'user_name as by', 'details'])
    .where('account_id', '=', accountId)
    .orderBy('number')
    .execute()
const lastReason = async (accountId: string): Promise<unknown> =>
  (await readLog(accountId)).findLast(({ action }) => action === 'session.refuse')?.details[
    'reason'
  ]

/** An organisation with a member who is signed in at the provider. */
const withMember = async (
  given: object = {},
  user: Parameters<typeof insertUser>[2] = { user_type: 3 },
) => {
  const organisation = await at.organisation(given)
  const email = `lin@${organisation.domain}`
  const member = await insertUser(db, organisation.account, { phone: null, email, ...user })
  const identity = { sub: 'subject-1', email, email_verified: true, name: 'Lin' }
  at.provider.signIn(identity)
  return { ...organisation, email, memberId: member.id, identity }
}

describe('a sign-in', () => {
  test('opens a session of the member with this address, and says how in the list', async () => {
    const { account, email, memberId } = await withMember()
    const { jToken, userInfo } = await at.signIn<SignedIn>(email)
    expect(userInfo.userId).toBe(memberId)
    const { items } = await at.ask<{ items: OwnSession[] }>('listOwnSessions', jToken)
    expect(items).toMatchObject([
      { method: 'oidc', providerName: 'Keycloak', factor: null, half: false, current: true },
    ])
    const log = await readLog(account.id)
    expect(log.at(-1)).toMatchObject({
      action: 'session.open',
      details: { by: 'oidc', provider: 'Keycloak', remember: false },
    })
    expect(await verifyChain(db, account.id)).toMatchObject({ whole: true })
  })

  test('asks the provider for a code with PKCE, for this service, and suggests the person', async () => {
    const { email } = await withMember()
    const address = new URL(await at.start(email))
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'swath-test',
      redirect_uri: 'http://localhost:8080/login/organisation',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: email,
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(address.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
  })

  test('knows the person by the subject, also after the address changed there', async () => {
    const { email, memberId, identity, domain } = await withMember()
    await at.signIn(email)
    at.provider.signIn({ ...identity, email: `new-name@${domain}` })
    expect((await at.signIn<SignedIn>(email)).userInfo.userId).toBe(memberId)
  })

  test('reads claims that are not in the ID token from the provider', async () => {
    const { email, memberId } = await withMember()
    at.provider.misbehave({ userInfo: true })
    expect((await at.signIn<SignedIn>(email)).userInfo.userId).toBe(memberId)
  })

  test('identifies this service to the provider by Basic if it names no form', async () => {
    const { email } = await withMember()
    at.provider.misbehave({
      metadata: ({ token_endpoint_auth_methods_supported: _methods, ...metadata }) => metadata,
    })
    await at.signIn(email)
  })

  test('lasts a week if the person chose so', async () => {
    const { email, memberId } = await withMember()
    await at.signIn(email, { remember: true })
    const session = await db
      .selectFrom('session')
      .select('remember')
      .where('user_id', '=', memberId)
      .executeTakeFirstOrThrow()
    expect(session.remember).toBe(true)
  })
})

describe('the second factor', () => {
  test('of people without a password can be set up for five minutes after the sign-in', async () => {
    const { email } = await withMember()
    const { jToken } = await at.signIn<SignedIn>(email)
    const isRecent = async () =>
      (await at.ask<{ isSignInRecent: boolean }>('getOwnFactors', jToken)).isSignInRecent
    expect(await isRecent()).toBe(true)
    at.clock.advance(5 * 60_000)
    expect(await isRecent()).toBe(false)
  })

  const requireFactor = (accountId: string) =>
    db
      .updateTable('account')
      .set({ factor_roles: [3] })
      .where('id', '=', accountId)
      .execute()

  test('is asked for here as after a password', async () => {
    const { account, email, identity } = await withMember()
    await requireFactor(account.id)
    at.provider.signIn({ ...identity, amr: ['pwd', 'mfa'] })
    expect(await at.signIn<HalfSignedIn>(email)).toMatchObject({ half: 'set-up' })
  })

  test('is not asked for if the provider did, and the account trusts it', async () => {
    const { account, email, identity } = await withMember({ trustsFactor: true })
    await requireFactor(account.id)
    expect(await at.signIn<HalfSignedIn>(email)).toMatchObject({ half: 'set-up' })
    at.provider.signIn({ ...identity, amr: ['pwd', 'mfa'] })
    const { jToken } = await at.signIn<SignedIn>(email)
    const { items } = await at.ask<{ items: OwnSession[] }>('listOwnSessions', jToken)
    expect(items.find(({ current }) => current)).toMatchObject({ factor: 'provider', half: false })
  })
})

describe('is refused if', () => {
  test('another browser brings the answer', async () => {
    const { email } = await withMember()
    const returned = await at.provider.visit(await at.start(email, { browser: newBrowser() }))
    expect((await at.finish(returned, { browser: newBrowser() })).json()).toMatchObject({
      code: 'organisation_failed',
    })
    // The sign-in is used up, also for the browser where it began.
    const own = newBrowser()
    const again = await at.provider.visit(await at.start(email, { browser: own }))
    expect(
      (
        await at.finish(again, {
          browser: { cookies: new Map([['swath_organisation', 'A'.repeat(43)]]) },
        })
      ).statusCode,
    ).toBe(400)
    expect((await at.finish(again, { browser: own })).statusCode).toBe(400)
    // Not only the code verifier protects it: the provider was not asked.
    expect(at.provider.asked).not.toContain('/token')
  })

  test('the answer is sent again', async () => {
    const { email } = await withMember()
    const browser = newBrowser()
    const returned = await at.provider.visit(await at.start(email, { browser }))
    expect((await at.finish(returned, { browser })).statusCode).toBe(200)
    expect((await at.finish(returned, { browser })).json()).toMatchObject({
      code: 'organisation_failed',
    })
  })

  test('it took more than ten minutes', async () => {
    const { email } = await withMember()
    const browser = newBrowser()
    const returned = await at.provider.visit(await at.start(email, { browser }))
    at.clock.advance(600_001)
    expect((await at.finish(returned, { browser })).statusCode).toBe(400)
  })

  test('the code belongs to another sign-in (PKCE)', async () => {
    const { account, email } = await withMember()
    const browser = newBrowser()
    const [one, two] = [
      new URLSearchParams(await at.provider.visit(await at.start(email, { browser }))),
      new URLSearchParams(await at.provider.visit(await at.start(email, { browser }))),
    ]
    one.set('code', two.get('code')!)
    expect((await at.finish(String(one), { browser })).json()).toMatchObject({
      code: 'organisation_failed',
    })
    expect(await lastReason(account.id)).toBe('organisation_token')
  })

  test('two sign-ins of a browser are finished in any order', async () => {
    const { email } = await withMember()
    const browser = newBrowser()
    const [one, two] = [await at.start(email, { browser }), await at.start(email, { browser })]
    for (const address of [two, one])
      expect((await at.finish(await at.provider.visit(address), { browser })).statusCode).toBe(200)
  })

  test('the host is another one', async () => {
    const { email } = await withMember()
    const browser = newBrowser()
    const returned = await at.provider.visit(await at.start(email, { browser }))
    expect((await at.finish(returned, { browser, host: 'other.localhost' })).statusCode).toBe(400)
  })

  test.each([
    ['another nonce', { nonce: 'of another sign-in' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://login.example.com' }],
    ['another audience', { aud: 'another-client' }],
    ['several audiences and another authorized party', { aud: ['swath-test', 'x'], azp: 'x' }],
    ['an expiry in the past', { exp: Math.floor(Date.now() / 1000) - 120 }],
    ['no subject', { sub: undefined }],
  ])('the ID token has %s', async (_name, change) => {
    const { account, email } = await withMember()
    at.provider.misbehave({ claims: (claims) => ({ ...claims, ...change }) })
    expect(await at.refused(email)).toEqual(failed)
    expect(await lastReason(account.id)).toBe('organisation_token')
  })

  test.each(['none', 'symmetric', 'other key', 'broken'] as const)(
    'the signature of the ID token is wrong: %s',
    async (signature) => {
      const { email } = await withMember()
      at.provider.misbehave({ signature })
      expect(await at.refused(email)).toEqual(failed)
    },
  )

  test('the address is not verified', async () => {
    const { account, email, identity } = await withMember()
    for (const email_verified of [false, 'false', undefined]) {
      at.provider.signIn({
        ...identity,
        ...(email_verified === undefined ? { email_verified: 'no' } : { email_verified }),
      })
      expect(await at.refused(email)).toEqual(refused)
      expect(await lastReason(account.id)).toBe('organisation_email')
    }
    const { email_verified: _verified, ...unmarked } = identity
    at.provider.signIn(unmarked)
    expect(await at.refused(email)).toEqual(refused)
  })

  test('the address is unmarked, unless the account trusts the provider; a false mark never counts', async () => {
    const { email, identity } = await withMember({ trustsEmail: true })
    const { email_verified: _verified, ...unmarked } = identity
    at.provider.signIn({ ...unmarked, email_verified: false })
    expect(await at.refused(email)).toEqual(refused)
    at.provider.signIn(unmarked)
    await at.signIn(email)
  })

  test('the domain of the address is not proved', async () => {
    const { account, email, identity } = await withMember({ createsMembers: true, defaultRole: 3 })
    at.provider.signIn({ ...identity, email: `lin@${newDomain()}` })
    expect(await at.refused(email)).toEqual(refused)
    expect(await lastReason(account.id)).toBe('organisation_domain')
  })

  test('the domain was added and is not proved yet', async () => {
    const { admin, providerId } = await withMember()
    const domain = newDomain()
    const given = { params: { providerId }, body: { domain } }
    await at.ask('addSignInDomain', admin.token, given)
    expect((await at.startReply(`lin@${domain}`)).json()).toMatchObject({
      code: 'organisation_unknown',
    })
  })

  test('the domain is not proved any longer', async () => {
    const { admin, domainId, email } = await withMember()
    await at.signIn(email)
    await at.ask('deleteSignInDomain', admin.token, { params: { domainId } })
    expect((await at.startReply(email)).json()).toMatchObject({ code: 'organisation_unknown' })
  })

  test('the person belongs to another account', async () => {
    const { account, email, domain, identity } = await withMember({
      createsMembers: true,
      defaultRole: 3,
    })
    const other = await insertAccount(db)
    const theirs = `other@${domain}`
    const { id } = await insertUser(db, other, { email: theirs })
    at.provider.signIn({ ...identity, sub: 'subject-2', email: theirs })
    const reply = await at.signInReply(email)
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual(refused)
    expect(reply.body).not.toContain(id)
    expect(await lastReason(account.id)).toBe('organisation_member')
    expect(await db.selectFrom('session').select('id').where('user_id', '=', id).execute()).toEqual(
      [],
    )
  })

  test('no member has the address', async () => {
    const { account, email, domain, identity } = await withMember()
    at.provider.signIn({ ...identity, sub: 'subject-2', email: `unknown@${domain}` })
    expect(await at.refused(email)).toEqual(refused)
    expect(await lastReason(account.id)).toBe('organisation_member')
  })

  test('the address was given to somebody else there', async () => {
    const { account, email, identity } = await withMember()
    await at.signIn(email)
    at.provider.signIn({ ...identity, sub: 'subject-2' })
    expect(await at.refused(email)).toEqual(refused)
    expect(await lastReason(account.id)).toBe('organisation_subject')
  })

  test('the member is disabled or a pilot', async () => {
    const { account, memberId, email } = await withMember()
    await db.updateTable('app_user').set({ user_type: 2 }).where('id', '=', memberId).execute()
    expect(await at.refused(email)).toEqual([403, 'console_not_for_pilots'])
    await db
      .updateTable('app_user')
      .set({ user_type: 3, enabled: false })
      .where('id', '=', memberId)
      .execute()
    expect(await at.refused(email)).toEqual([403, 'account_disabled'])
    expect(await lastReason(account.id)).toBe('account_disabled')
  })

  test('a refused sign-in changes nothing: no role, no link, no new member', async () => {
    const { memberId, email, identity, domain } = await withMember({
      groupsClaim: 'groups',
      groupRoles: [
        { group: 'admins', userType: 1 },
        { group: 'staff', userType: 3 },
      ],
      createsMembers: true,
    })
    await db.updateTable('app_user').set({ enabled: false }).where('id', '=', memberId).execute()
    at.provider.signIn({ ...identity, groups: ['admins'] })
    expect(await at.refused(email)).toEqual([403, 'account_disabled'])
    const { user_type: role } = await db
      .selectFrom('app_user')
      .select('user_type')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    const links = await db
      .selectFrom('identity_link')
      .where('user_id', '=', memberId)
      .selectAll()
      .execute()
    expect([role, links]).toEqual([3, []])
    at.provider.signIn({ ...identity, sub: 'subject-2', email: `new@${domain}`, groups: ['none'] })
    expect(await at.refused(email)).toEqual(refused)
    const made = await db
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', `new@${domain}`)
      .execute()
    expect(made).toEqual([])
  })

  test('the member was deleted', async () => {
    const { admin, email, memberId } = await withMember()
    await at.signIn(email)
    await at.ask('deleteMember', admin.token, { params: { userId: memberId } })
    expect(await at.refused(email)).toEqual(refused)
  })

  test('the account, the provider or the host does not allow it', async () => {
    const { account, email, providerId } = await withMember()
    const setAccount = (enabled: boolean) =>
      db.updateTable('account').set({ enabled }).where('id', '=', account.id).execute()
    const unknown = async (host = 'localhost') =>
      expect((await at.startReply(email, { host })).json()).toMatchObject({
        code: 'organisation_unknown',
      })
    await setAccount(false)
    await unknown()
    await setAccount(true)
    const browser = newBrowser()
    const returned = await at.provider.visit(await at.start(email, { browser }))
    await db
      .updateTable('identity_provider')
      .set({ enabled: false })
      .where('id', '=', providerId)
      .execute()
    await unknown()
    expect((await at.finish(returned, { browser })).statusCode).toBe(400)
    await db
      .updateTable('identity_provider')
      .set({ enabled: true })
      .where('id', '=', providerId)
      .execute()
    const own = await insertAccount(db, { custom_domain: 'green.localhost', check_status: 2 })
    await unknown('green.localhost')
    await db.deleteFrom('account').where('id', '=', own.id).execute()
  })
})

describe('groups', () => {
  const roles = {
    groupsClaim: 'groups',
    groupRoles: [
      { group: 'swath-admins', userType: 1 },
      { group: 'swath-staff', userType: 3 },
    ],
  }
  const roleOf = async (userId: string) =>
    (
      await db
        .selectFrom('app_user')
        .select(['user_type as role', 'rights'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).role

  test('decide the role at each sign-in, and the change is logged', async () => {
    const { account, email, memberId, identity } = await withMember(roles)
    at.provider.signIn({ ...identity, groups: ['swath-staff', 'swath-admins'] })
    const { userInfo } = await at.signIn<SignedIn>(email)
    expect([userInfo.userType, await roleOf(memberId)]).toEqual([1, 1])
    at.provider.signIn({ ...identity, groups: ['swath-staff'] })
    await at.signIn(email)
    expect(await roleOf(memberId)).toBe(3)
    const changes = (await readLog(account.id)).filter(({ action }) => action === 'member.update')
    expect(changes).toMatchObject([
      { by: 'Keycloak', details: { before: { userType: 3 }, after: { userType: 1 } } },
      { by: 'Keycloak', details: { before: { userType: 1 }, after: { userType: 3 } } },
    ])
  })

  test('without access refuse the sign-in, or give the default role', async () => {
    const { account, admin, email, memberId, identity, providerId } = await withMember(roles)
    at.provider.signIn({ ...identity, groups: ['others'] })
    expect(await at.refused(email)).toEqual(refused)
    expect(await lastReason(account.id)).toBe('organisation_group')
    await at.ask('updateIdentityProvider', admin.token, {
      body: { ...at.inputOf(roles), providerId, clientSecret: '', defaultRole: 5 },
    })
    await at.signIn(email)
    expect(await roleOf(memberId)).toBe(5)
  })

  test('never take the last super admin from an account', async () => {
    const { admin, email, domain, identity } = await withMember(roles)
    await db
      .updateTable('app_user')
      .set({ email: `boss@${domain}` })
      .where('id', '=', admin.id)
      .execute()
    const boss = { ...identity, sub: 'subject-9', email: `boss@${domain}`, groups: ['swath-staff'] }
    at.provider.signIn(boss)
    await at.signIn(email)
    expect(await roleOf(admin.id)).toBe(1)
  })

  test('end rights that were given to the person alone', async () => {
    const { email, memberId, identity } = await withMember(roles, {
      user_type: 4,
      rights: ['staff.manage'],
    })
    at.provider.signIn({ ...identity, groups: ['swath-staff'] })
    expect((await at.signIn<SignedIn>(email)).userInfo.rights).not.toContain('staff.manage')
    expect(await roleOf(memberId)).toBe(3)
  })

  test('give new members their role, if the account wants new members', async () => {
    const { account, email, domain, identity } = await withMember({
      ...roles,
      createsMembers: true,
    })
    const fresh = { ...identity, sub: 'subject-3', email: `New@${domain.toUpperCase()}` }
    at.provider.signIn({ ...fresh, name: 'Somebody New' })
    expect(await at.refused(email)).toEqual(refused)
    at.provider.signIn({ ...fresh, name: 'Somebody New', groups: ['swath-staff'] })
    const { userInfo } = await at.signIn<SignedIn>(email)
    expect(userInfo).toMatchObject({ userName: 'Somebody New', userType: 3, accountId: account.id })
    const created = (await readLog(account.id)).find(({ action }) => action === 'member.create')
    expect(created).toMatchObject({
      by: 'Keycloak',
      details: { email: `new@${domain}`, userType: 3 },
    })
    // The second sign-in finds the same person.
    expect((await at.signIn<SignedIn>(email)).userInfo.userId).toBe(userInfo.userId)
  })
})

describe('a provider that', () => {
  test('answers with too much is not used', async () => {
    const { email } = await withMember()
    at.provider.misbehave({ bytes: 600_000 })
    expect((await at.startReply(email)).json()).toMatchObject({ code: 'organisation_away' })
  })

  test('does not answer is given up after five seconds; further sign-ins do not wait', async () => {
    const { email } = await withMember()
    at.provider.misbehave({ delayMs: 60_000 })
    let answered = 0
    const nine = Array.from({ length: 9 }, async () => {
      const reply = await at.startReply(email)
      answered++
      return reply
    })
    await Promise.race(nine)
    // Eight wait for the provider; one more is refused at once.
    expect(answered).toBe(1)
    for (const reply of await Promise.all(nine))
      expect(reply.json()).toMatchObject({ code: 'organisation_away' })
    expect(at.provider.asked).toHaveLength(1)
  }, 20_000)

  test('fails is not asked again at once', async () => {
    const { email } = await withMember()
    at.provider.misbehave({ status: 500 })
    for (let i = 0; i < 3; i++)
      expect((await at.startReply(email)).json()).toMatchObject({ code: 'organisation_away' })
    expect(at.provider.asked).toHaveLength(1)
  })

  test('fails while the code is exchanged is reported and logged as away', async () => {
    const { account, email } = await withMember()
    const browser = newBrowser()
    const returned = await at.provider.visit(await at.start(email, { browser }))
    await at.provider.close()
    const reply = await at.finish(returned, { browser })
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([
      503,
      'organisation_away',
    ])
    expect(await lastReason(account.id)).toBe('organisation_away')
    at.provider.close = () => Promise.resolve()
  })

  test.each(['javascript:alert(1)', 'http://login.example.com/authorize'])(
    'sends the browser to a script or a page without TLS is not used: %s',
    async (address) => {
      const { email } = await withMember()
      at.provider.misbehave({
        metadata: (metadata) => ({ ...metadata, authorization_endpoint: address }),
      })
      expect((await at.startReply(email)).json()).toMatchObject({ code: 'organisation_away' })
    },
  )

  test('names a token endpoint in the own network is not asked there', async () => {
    const { email } = await withMember()
    at.provider.misbehave({
      metadata: (metadata) => ({ ...metadata, token_endpoint: 'https://127.0.0.1/token' }),
    })
    expect(await at.refused(email)).toEqual([503, 'organisation_away'])
  })
})

test('sign-ins from one address are limited', async () => {
  const { email } = await withMember()
  for (let i = 0; i < 100; i++)
    expect(await at.throttle.admitOrganisation('203.0.113.9')).toBeNull()
  expect(await at.throttle.admitOrganisation('203.0.113.9')).toBeGreaterThan(0)
  expect((await at.startReply(email)).statusCode).toBe(200)
})

test('an origin of another host or without TLS is refused', async () => {
  const { email } = await withMember()
  for (const origin of ['https://evil.example', 'http://localhost.evil.example', 'javascript:x']) {
    const reply = await at.send('startOrganisationSignIn', { body: { email, origin } })
    expect(reply.json()).toMatchObject({ code: 'invalid_input' })
  }
  const reply = await at.send('startOrganisationSignIn', {
    host: 'swath.example.com',
    body: { email, origin: 'http://swath.example.com' },
  })
  expect(reply.json()).toMatchObject({ code: 'invalid_input' })
})

test('the database has no proof with which a sign-in could be completed', async () => {
  const { email } = await withMember()
  const browser = newBrowser()
  const address = new URL(await at.start(email, { browser }))
  const rows = JSON.stringify(await db.selectFrom('identity_sign_in').selectAll().execute())
  for (const secret of [
    browser.cookies.get('swath_organisation')!,
    address.searchParams.get('state')!,
  ])
    expect(rows).not.toContain(secret)
})
