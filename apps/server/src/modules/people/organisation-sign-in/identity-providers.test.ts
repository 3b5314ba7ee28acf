// The set-up of identity providers and their domains.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import type {
  IdentityProvider,
  ProviderTest,
  SignInDomain,
} from '@swath/contract/people/organisation-sign-in'
import { insertAccount, insertRegions } from '../../../platform/auth/testing.queries.ts'
import { ownTestDatabase } from '../../../platform/database/testing-file.ts'
import { createReadTexts, domainOf, recordName, toDomain } from './prove-domain.ts'
import { newDomain, openOrganisation, type Organisation } from './testing-organisation.ts'

const { db } = await ownTestDatabase(insertRegions)
let at: Organisation
beforeEach(async () => {
  at = await openOrganisation(db)
  return () => at.close()
})

const team = () => insertAccount(db, { operator_type: 'team' })
const list = async (token: string) =>
  at.ask<{ items: IdentityProvider[]; can: { create: boolean } }>('listIdentityProviders', token)

describe('an identity provider', () => {
  test('is added, changed and deleted; its secret is sealed and never returned', async () => {
    const account = await team()
    const admin = await at.person(account)
    const added = await at.addProvider(admin)
    expect(added).toMatchObject({ providerName: 'Keycloak', hasSecret: true, domains: [] })
    const { providerId, version } = added
    const body = { ...at.inputOf({ providerName: 'Entra' }), providerId, version, clientSecret: '' }
    const changed = await at.ask<IdentityProvider>('updateIdentityProvider', admin.token, { body })
    expect(changed).toMatchObject({ providerName: 'Entra', hasSecret: true, version: version + 1 })
    expect(await at.refusal('updateIdentityProvider', admin.token, { body })).toEqual([
      409,
      'conflict',
    ])
    const rows = await db.selectFrom('identity_provider').selectAll().execute()
    const log = await db.selectFrom('audit_log').select('details').execute()
    const { clientSecret } = at.inputOf() as unknown as { clientSecret: string }
    const hex = Buffer.from(clientSecret).toString('hex')
    for (const text of [added, changed, await list(admin.token), rows, log].map((one) =>
      JSON.stringify(one),
    ))
      for (const secret of [clientSecret, hex]) expect(text).not.toContain(secret)
    await at.ask('deleteIdentityProvider', admin.token, { params: { providerId } })
    expect((await list(admin.token)).items).toEqual([])
    const actions = await db
      .selectFrom('audit_log')
      .select('action')
      .where('account_id', '=', account.id)
      .orderBy('number')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual([
      'identity-provider.add',
      'identity-provider.update',
      'identity-provider.delete',
    ])
  })

  test('a new secret replaces the old one, and the log says only that it changed', async () => {
    const account = await team()
    const admin = await at.person(account)
    const { providerId } = await at.addProvider(admin)
    const body = { ...at.inputOf({ clientSecret: 'another' }), providerId }
    await at.ask('updateIdentityProvider', admin.token, { body })
    const [entry] = await db
      .selectFrom('audit_log')
      .select('details')
      .where('account_id', '=', account.id)
      .where('action', '=', 'identity-provider.update')
      .execute()
    expect(entry!.details).toEqual({
      before: { secretChanged: false },
      after: { secretChanged: true },
    })
  })

  test('is for super admins only', async () => {
    const account = await team()
    const admin = await at.person(account)
    const { providerId } = await at.addProvider(admin)
    const enterpriseAdmin = await at.person(account, { user_type: 4 })
    expect((await list(enterpriseAdmin.token)).can).toEqual({ create: false })
    const forbidden = [403, 'beyond_own_rights']
    const refuse = (operation: Parameters<typeof at.refusal>[0], given: object) =>
      at.refusal(operation, enterpriseAdmin.token, given)
    const params = { providerId }
    expect(await refuse('addIdentityProvider', { body: at.inputOf() })).toEqual(forbidden)
    expect(
      await refuse('updateIdentityProvider', { body: { ...at.inputOf(), providerId } }),
    ).toEqual(forbidden)
    expect(await refuse('deleteIdentityProvider', { params })).toEqual(forbidden)
    expect(await refuse('testIdentityProvider', { params })).toEqual(forbidden)
    expect(await refuse('addSignInDomain', { params, body: { domain: 'a.example' } })).toEqual(
      forbidden,
    )
    const staff = await at.person(account, { user_type: 3 })
    expect(await at.refusal('listIdentityProviders', staff.token)).toEqual([403, 'forbidden'])
  })

  test('there are at most three per account, with ten domains each', async () => {
    const admin = await at.person(await team())
    const { providerId } = await at.addProvider(admin)
    await at.addProvider(admin)
    await at.addProvider(admin)
    expect((await list(admin.token)).can.create).toBe(false)
    expect(await at.refusal('addIdentityProvider', admin.token, { body: at.inputOf() })).toEqual([
      409,
      'too_many_providers',
    ])
    for (let i = 0; i < 10; i++)
      await at.ask('addSignInDomain', admin.token, {
        params: { providerId },
        body: { domain: newDomain() },
      })
    expect(
      await at.refusal('addSignInDomain', admin.token, {
        params: { providerId },
        body: { domain: newDomain() },
      }),
    ).toEqual([409, 'too_many_domains'])
  })

  test.each([
    'http://login.example.com',
    'https://localhost/realms/x',
    'https://192.168.1.4',
    'https://login.example.com:8443',
    'https://me@login.example.com',
    'https://login.example.com/?a=1',
    'ftp://login.example.com',
    'login.example.com',
  ])('its issuer must be public HTTPS: %s', async (issuer) => {
    const admin = await at.person(await team())
    const reply = await at.send(
      'addIdentityProvider',
      { body: at.inputOf({ issuer }) },
      admin.token,
    )
    expect(reply.json()).toMatchObject({ code: 'invalid_input', details: [{ path: 'issuer' }] })
  })

  test('new members need a role; a group occurs once', async () => {
    const admin = await at.person(await team())
    const add = async (given: object) =>
      (await at.send('addIdentityProvider', { body: at.inputOf(given) }, admin.token)).json<{
        details: { path: string }[]
      }>()
    expect((await add({ createsMembers: true })).details).toMatchObject([{ path: 'defaultRole' }])
    const one = { group: 'a', userType: 3 }
    expect((await add({ groupsClaim: 'groups', groupRoles: [one, one] })).details).toMatchObject([
      { path: 'groupRoles' },
    ])
    expect((await add({ defaultRole: 2 })).details).toMatchObject([{ path: 'defaultRole' }])
  })

  test('a test reads its metadata and says what is wrong', async () => {
    const admin = await at.person(await team())
    const { providerId } = await at.addProvider(admin)
    const run = () =>
      at.ask<ProviderTest>('testIdentityProvider', admin.token, { params: { providerId } })
    expect(await run()).toEqual({
      problem: null,
      found: {
        authorizationEndpoint: `${at.provider.issuer}/authorize`,
        tokenEndpoint: `${at.provider.issuer}/token`,
        signing: ['RS256'],
        claims: ['sub', 'email', 'groups'],
      },
    })
    at.provider.misbehave({ metadata: (found) => ({ ...found, issuer: 'https://other.example' }) })
    expect(await run()).toEqual({ problem: 'issuer', found: null })
    at.provider.misbehave({
      metadata: (found) => ({ ...found, code_challenge_methods_supported: ['plain'] }),
    })
    expect(await run()).toEqual({ problem: 'incomplete', found: null })
    at.provider.misbehave({ status: 404 })
    expect(await run()).toEqual({ problem: 'unreachable', found: null })
    await db
      .updateTable('identity_provider')
      .set({ issuer: 'https://127.0.0.1' })
      .where('id', '=', providerId)
      .execute()
    expect(await run()).toEqual({ problem: 'address', found: null })
  })

  test('disabling it, or another issuer, ends the sessions opened with it', async () => {
    const { admin, providerId, domain } = await at.organisation({
      createsMembers: true,
      defaultRole: 3,
    })
    at.provider.signIn({ sub: 's', email: `a@${domain}`, email_verified: true })
    const change = (given: object) =>
      at.ask('updateIdentityProvider', admin.token, {
        body: {
          ...at.inputOf({ createsMembers: true, defaultRole: 3, ...given }),
          providerId,
          clientSecret: '',
        },
      })
    const { jToken } = await at.signIn<{ jToken: string }>(`a@${domain}`)
    await change({ providerName: 'Renamed' })
    expect((await at.send('getOwnInfo', {}, jToken)).statusCode).toBe(200)
    await change({ enabled: false })
    expect((await at.send('getOwnInfo', {}, jToken)).statusCode).toBe(401)
    await change({ enabled: true })
    const again = await at.signIn<{ jToken: string }>(`a@${domain}`)
    await at.ask('deleteIdentityProvider', admin.token, { params: { providerId } })
    expect((await at.send('getOwnInfo', {}, again.jToken)).statusCode).toBe(401)
  })

  test('without a master key it has no secret', async () => {
    const bare = await openOrganisation(db, { masterKey: undefined })
    const admin = await bare.person(await team())
    expect(
      await bare.refusal('addIdentityProvider', admin.token, { body: bare.inputOf() }),
    ).toEqual([503, 'master_key_missing'])
    expect(await bare.addProvider(admin, { clientSecret: '' })).toMatchObject({ hasSecret: false })
    await bare.close()
  })
})

describe('a domain', () => {
  const add = async (admin: { token: string }, domain: string) => {
    const { providerId } = await at.addProvider(admin)
    return at.ask<SignInDomain>('addSignInDomain', admin.token, {
      params: { providerId },
      body: { domain },
    })
  }
  const check = (admin: { token: string }, domainId: string) =>
    at.refusal('checkSignInDomain', admin.token, { params: { domainId } })

  test('is proved by a TXT record with its value', async () => {
    const admin = await at.person(await team())
    const domain = newDomain()
    const { domainId, record, provedBy } = await add(admin, domain.toUpperCase())
    expect([record.name, provedBy]).toEqual([`_swath-challenge.${domain}`, null])
    expect(record.value).toMatch(/^swath=[\w-]{32}$/)
    expect(await check(admin, domainId)).toEqual([409, 'record_missing'])
    at.records.set(record.name, [`${record.value}x`, 'v=spf1 -all'])
    expect(await check(admin, domainId)).toEqual([409, 'record_missing'])
    at.records.set(record.name, ['v=spf1 -all', record.value])
    expect(await check(admin, domainId)).toEqual([200, null])
    const [known] = (await list(admin.token)).items
    expect(known!.domains).toMatchObject([{ provedBy: 'dns', can: { check: false } }])
  })

  test('each account has another value, and one has the domain', async () => {
    const domain = newDomain()
    const [one, two] = [await at.person(await team()), await at.person(await team())]
    const [first, second] = [await add(one, domain), await add(two, domain)]
    expect(first.record.value).not.toBe(second.record.value)
    at.records.set(first.record.name, [first.record.value, second.record.value])
    expect(await check(one, first.domainId)).toEqual([200, null])
    expect(await check(two, second.domainId)).toEqual([409, 'domain_proved_elsewhere'])
    expect(await check(one, second.domainId)).toEqual([404, 'not_found'])
    await at.ask('deleteSignInDomain', one.token, { params: { domainId: first.domainId } })
    expect(await check(two, second.domainId)).toEqual([200, null])
  })

  test('is set as proved by the platform, in the log of its account', async () => {
    const account = await team()
    const admin = await at.person(account)
    const domain = newDomain()
    const { domainId } = await add(admin, domain)
    const root = await at.person(await insertAccount(db, { type: 'platform' }))
    const body = { proved: true }
    const params = { domainId }
    expect(await at.refusal('setSignInDomain', admin.token, { params, body })).toEqual([
      403,
      'forbidden',
    ])
    const query = { accountId: account.id }
    const { items } = await at.ask<{ items: SignInDomain[] }>('listSignInDomains', root.token, {
      query,
    })
    expect(items).toMatchObject([{ domainId, domain, provedBy: null, can: { setProved: true } }])
    expect(await at.ask('setSignInDomain', root.token, { params, body })).toMatchObject({
      provedBy: 'platform',
    })
    await at.ask('setSignInDomain', root.token, { params, body: { proved: false } })
    const log = await db
      .selectFrom('audit_log')
      .select('action')
      .where('account_id', '=', account.id)
      .where('action', 'like', 'sign-in-domain.%')
      .orderBy('number')
      .execute()
    expect(log.map(({ action }) => action)).toEqual([
      'sign-in-domain.add',
      'sign-in-domain.prove',
      'sign-in-domain.unprove',
    ])
  })

  test.each([
    'localhost',
    'a b.example',
    '-a.example',
    'a..example',
    '@example.com',
    'x'.repeat(300),
  ])('%s is no domain', async (domain) => {
    const admin = await at.person(await team())
    const { providerId } = await at.addProvider(admin)
    expect(
      await at.refusal('addSignInDomain', admin.token, {
        params: { providerId },
        body: { domain },
      }),
    ).toEqual([400, 'invalid_input'])
  })

  test('in another script is stored as DNS has it', () => {
    expect(toDomain('農業.Example')).toBe(
      'xn--3ks98j.example'.replace('xn--3ks98j', toDomain('農業')!),
    )
    expect(domainOf('Lin@農業.example')).toBe(toDomain('農業.example'))
  })
})

/** A name server that answers every question with this code and these texts. */
const serveNames = async (code: number, texts: readonly (readonly string[])[]) => {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const end = question.indexOf(0, 12) + 5
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(texts.length, 6)
    header.writeUInt16BE(0, 10)
    const answers = texts.map((parts) => {
      const data = Buffer.concat(
        parts.map((part) => Buffer.concat([Buffer.of(part.length), Buffer.from(part)])),
      )
      const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0])
      head.writeUInt16BE(data.length, 10)
      return Buffer.concat([head, data])
    })
    socket.send(
      Buffer.concat([header, question.subarray(12, end), ...answers]),
      from.port,
      from.address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  return { server: `127.0.0.1:${port}`, close: () => socket.close() }
}

test('texts of a name are read from DNS, joined from their parts', async () => {
  const names = await serveNames(0, [['v=spf1 -all'], ['swath=', 'abc']])
  expect(await createReadTexts([names.server])(recordName('a.example'))).toEqual([
    'v=spf1 -all',
    'swath=abc',
  ])
  names.close()
})

test('a missing name has no texts; a failure of the server is one', async () => {
  const missing = await serveNames(3, [])
  expect(await createReadTexts([missing.server])('a.example')).toEqual([])
  missing.close()
  const failing = await serveNames(2, [])
  await expect(createReadTexts([failing.server])('a.example')).rejects.toThrow()
  failing.close()
})
