// An account with a running identity provider, and sign-ins with it over HTTP.
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { authRoutes, type SignInReply } from '@swath/contract/people/auth'
import {
  organisationSignInRoutes,
  type IdentityProvider,
  type SignInDomain,
} from '@swath/contract/people/organisation-sign-in'
import { memberRoutes } from '@swath/contract/people/members'
import { secondFactorRoutes } from '@swath/contract/people/second-factor'
import { sessionRoutes } from '@swath/contract/people/sessions'
import {
  insertAccount,
  insertUser,
  type TestAccount,
} from '../../../platform/auth/testing.queries.ts'
import type { Sessions } from '../../../platform/auth/sessions.ts'
import { createThrottle } from '../../../platform/auth/throttle.ts'
import { tx, type Db } from '../../../platform/database/database.ts'
import { testServices } from '../../../platform/http/testing-console.ts'
import { createMessages } from '../../../platform/messages/messages.ts'
import type { Config } from '../../../platform/config/config.ts'
import { authHandlers } from '../auth/auth.routes.ts'
import { memberHandlers } from '../members/members.routes.ts'
import { newIp } from '../registration/testing-doors.ts'
import { secondFactorHandlers } from '../second-factor/second-factor.routes.ts'
import { sessionHandlers } from '../sessions/sessions.routes.ts'
import { organisationSignInHandlers } from './organisation-sign-in.routes.ts'
import { startIdentityProvider, testClient } from './testing-identity-provider.ts'

const { listMembers, enableMember, deleteMember } = memberRoutes
const { getOwnFactors } = secondFactorRoutes
const routes = {
  ...authRoutes,
  ...sessionRoutes,
  ...organisationSignInRoutes,
  listMembers,
  enableMember,
  deleteMember,
  getOwnFactors,
}
type Operation = keyof typeof routes
type Call = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  host?: string
}
export const origin = 'http://localhost:8080'
let domains = 0
export const newDomain = (): string => `d${++domains}-${Date.now() % 100_000}.example`

/** A browser, which keeps its cookies. */
export type Browser = { cookies: Map<string, string> }
export const newBrowser = (): Browser => ({ cookies: new Map() })

const createRequests = (server: Awaited<ReturnType<ReturnType<typeof testServices>['serve']>>) => {
  const send = async (operation: Operation, given: Call, token?: string, browser?: Browser) => {
    const { method, path } = routes[operation]
    const { params = {}, query, body, host = 'localhost' } = given
    const cookie = [...(browser?.cookies ?? [])].map((pair) => pair.join('=')).join('; ')
    const reply = await server.inject({
      method,
      url: path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!),
      ...(query ? { query } : {}),
      remoteAddress: newIp(),
      headers: {
        host,
        language: 'en',
        ...(cookie ? { cookie } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    for (const { name, value } of reply.cookies) browser?.cookies.set(name, value)
    return reply
  }
  /** Returns the answer, which must be a success. */
  const ask = async <T>(operation: Operation, token: string, given: Call = {}): Promise<T> => {
    const reply = await send(operation, given, token)
    expect(reply.statusCode, `${operation}: ${reply.body}`).toBeLessThan(300)
    return (reply.body === '' ? undefined : reply.json()) as T
  }
  /** Status and code of a refusal. */
  const refusal = async (operation: Operation, token?: string, given: Call = {}) => {
    const reply = await send(operation, given, token)
    return [reply.statusCode, reply.statusCode >= 300 ? reply.json<{ code: string }>().code : null]
  }
  return { send, ask, refusal }
}

type SignInOptions = { browser?: Browser; host?: string; remember?: boolean }
/** Sign-ins step by step, or all steps at once. */
const createSignIns = (
  { send }: ReturnType<typeof createRequests>,
  provider: Awaited<ReturnType<typeof startIdentityProvider>>,
) => {
  const startReply = (
    email: string,
    { browser = newBrowser(), host = 'localhost', remember = false }: SignInOptions = {},
  ) =>
    send(
      'startOrganisationSignIn',
      { host, body: { email, origin: `http://${host}:8080`, rememberPassword: remember } },
      undefined,
      browser,
    )
  const start = async (email: string, options?: SignInOptions): Promise<string> => {
    const reply = await startReply(email, options)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ address: string }>().address
  }
  const finish = (
    returned: string,
    { browser, host = 'localhost' }: { browser?: Browser | undefined; host?: string } = {},
  ) => send('finishOrganisationSignIn', { host, body: { returned } }, undefined, browser)
  const signInReply = async (email: string, options: SignInOptions = {}) => {
    const browser = options.browser ?? newBrowser()
    const address = await start(email, { ...options, browser })
    return finish(await provider.visit(address), { ...options, browser })
  }
  return {
    startReply,
    start,
    finish,
    signInReply,
    signIn: async <T = SignInReply>(email: string, options?: SignInOptions): Promise<T> => {
      const reply = await signInReply(email, options)
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json<T>()
    },
    /** Status and code of a refused sign-in. */
    refused: async (email: string, options?: SignInOptions) => {
      const reply = await signInReply(email, options)
      return [reply.statusCode, reply.json<{ code: string }>().code]
    },
  }
}

/** People of accounts, and what they set up. */
const createSetUps = (
  db: Db,
  sessions: Sessions,
  { ask }: ReturnType<typeof createRequests>,
  issuer: string,
  records: Map<string, readonly string[]>,
) => {
  const token = async (userId: string): Promise<string> => {
    const where = { host: 'localhost', ip: '127.0.0.1', userAgent: 'test' }
    return (await tx(db, (trx) => sessions.open(trx, userId, where, false))).jToken
  }
  const person = async (account: TestAccount, given: Parameters<typeof insertUser>[2] = {}) => {
    const user = await insertUser(db, account, given)
    return { ...user, token: await token(user.id) }
  }
  const inputOf = (given: object = {}) => ({
    providerName: 'Keycloak',
    issuer,
    ...testClient,
    ...given,
  })
  const addProvider = (admin: { token: string }, given: object = {}): Promise<IdentityProvider> =>
    ask('addIdentityProvider', admin.token, { body: inputOf(given) })
  const addDomain = async (
    admin: { token: string },
    providerId: string,
    domain: string,
  ): Promise<SignInDomain> => {
    const params = { providerId }
    const added = await ask<SignInDomain>('addSignInDomain', admin.token, {
      params,
      body: { domain },
    })
    records.set(added.record.name, [added.record.value])
    return ask('checkSignInDomain', admin.token, { params: { domainId: added.domainId } })
  }
  return { person, inputOf, addProvider, addDomain }
}

export const openOrganisation = async (db: Db, config: Partial<Config> = {}) => {
  const provider = await startIdentityProvider()
  const masterKey = randomBytes(32)
  const { services, clock, events, themes, sessions, serve } = testServices(db, Date.now(), {
    masterKey,
    oidcOrigins: [provider.issuer],
    ...config,
  })
  /** TXT records by name. */
  const records = new Map<string, readonly string[]>()
  const parts = { themes, sessions }
  const members = memberHandlers(services)
  const server = await serve(routes, {
    ...authHandlers(services, parts),
    ...sessionHandlers(services),
    ...organisationSignInHandlers(services, {
      ...parts,
      readTexts: async (name) => records.get(name) ?? [],
    }),
    listMembers: members.listMembers,
    enableMember: members.enableMember,
    deleteMember: members.deleteMember,
    getOwnFactors: secondFactorHandlers(services, { ...parts, messages: createMessages(services) })
      .getOwnFactors,
  })
  const requests = createRequests(server)
  const setUps = createSetUps(db, sessions, requests, provider.issuer, records)
  const { person, addProvider, addDomain } = setUps
  return {
    services,
    clock,
    events,
    sessions,
    provider,
    records,
    throttle: createThrottle(db),
    ...setUps,
    /** An account with an administrator, a provider and a proved domain. */
    organisation: async (given: object = {}, of: Parameters<typeof insertAccount>[1] = {}) => {
      const account = await insertAccount(db, { operator_type: 'team', name: 'Green Team', ...of })
      const admin = await person(account, { name: 'An administrator' })
      const added = await addProvider(admin, given)
      const domain = newDomain()
      const proved = await addDomain(admin, added.providerId, domain)
      return { account, admin, ...added, domain, domainId: proved.domainId }
    },
    ...requests,
    ...createSignIns(requests, provider),
    close: async (): Promise<void> => {
      await server.close()
      await provider.close()
    },
  }
}
export type Organisation = Awaited<ReturnType<typeof openOrganisation>>
