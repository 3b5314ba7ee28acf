// Signing in with second factors over HTTP, with messages that are stored instead of sent.
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { TOTP, Secret } from 'otpauth'
import { expect } from 'vitest'
import { authRoutes, type HalfSignedIn, type SignedIn } from '@swath/contract/people/auth'
import { memberFactorRoutes } from '@swath/contract/people/member-factors'
import { memberRoutes } from '@swath/contract/people/members'
import { secondFactorRoutes, type FactorAdded } from '@swath/contract/people/second-factor'
import { sessionRoutes } from '@swath/contract/people/sessions'
import { hashPassword } from '../../../platform/auth/passwords.ts'
import {
  insertAccount,
  insertUser,
  type TestAccount,
} from '../../../platform/auth/testing.queries.ts'
import type { Clock, SettableClock } from '../../../platform/clock/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { testServices } from '../../../platform/http/testing-console.ts'
import type { OutgoingMessage } from '../../../platform/messages/driver.ts'
import { createMessages } from '../../../platform/messages/messages.ts'
import { authHandlers } from '../auth/auth.routes.ts'
import { memberFactorHandlers } from '../member-factors/member-factors.routes.ts'
import { memberHandlers } from '../members/members.routes.ts'
import { newIp, putCaptcha } from '../registration/testing-doors.ts'
import { sessionHandlers } from '../sessions/sessions.routes.ts'
import { createAuthenticator } from './testing-authenticator.ts'
import { secondFactorHandlers } from './second-factor.routes.ts'

const { listMembers } = memberRoutes
const routes = {
  ...authRoutes,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...memberFactorRoutes,
  listMembers,
}
type Operation = keyof typeof routes
export type Call = {
  params?: Record<string, string>
  body?: unknown
  query?: Record<string, string>
  host?: string
  language?: string
  ip?: string
  cookie?: string
}
export const password = 'Swath2026'
let hashed: Promise<string> | undefined

/** Requests to the routes, each from a different address. */
const createRequests = (server: FastifyInstance) => {
  const send = (operation: Operation, given: Call = {}, token?: string) => {
    const { method, path } = routes[operation]
    const {
      params = {},
      query,
      body,
      host = 'localhost',
      language = 'en',
      ip = newIp(),
      cookie,
    } = given
    return server.inject({
      method,
      url: path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!),
      ...(query ? { query } : {}),
      remoteAddress: ip,
      headers: {
        host,
        language,
        ...(cookie ? { cookie } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  }
  /** Returns the answer, which must be a success. */
  const ask = async <T = undefined>(
    operation: Operation,
    token?: string,
    given: Call = {},
  ): Promise<T> => {
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
type Requests = ReturnType<typeof createRequests>

/** People, and their sign-ins with the password. */
const createSignIns = (db: Db, clock: Clock, { send }: Requests) => {
  const person = async (
    given: Parameters<typeof insertUser>[2] = {},
    account?: TestAccount,
  ): Promise<{ id: string; phone: string; account: TestAccount }> => {
    const of = account ?? (await insertAccount(db))
    const password_hash = await (hashed ??= hashPassword(password))
    return { ...(await insertUser(db, of, { password_hash, ...given })), account: of }
  }
  const signInReply = async (phone: string, given: Call = {}) => {
    const captcha = await putCaptcha(db, clock.now())
    return send('loginPd', {
      ...given,
      cookie: given.cookie ? `${captcha}; ${given.cookie}` : captcha,
      body: { phoneNum: phone, password, verifyCode: '2468' },
    })
  }
  const signIn = async <T = SignedIn>(phone: string, given: Call = {}): Promise<T> => {
    const reply = await signInReply(phone, given)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }

  return { person, signIn, signInReply }
}

/** People with second factors. */
const createOwners = (
  clock: SettableClock,
  { ask }: Requests,
  { person, signIn }: ReturnType<typeof createSignIns>,
) => {
  const confirm = (token: string) => ask('confirmIdentity', token, { body: { password } })
  const codeOf = (secret: string, steps = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: clock.now() + steps * 30_000,
    })
  /** Sets up an authenticator app. */
  const addTotp = async (token: string): Promise<FactorAdded & { secret: string }> => {
    const { secret } = await ask<{ secret: string }>('startTotp', token)
    const added = await ask<FactorAdded>('confirmTotp', token, { body: { code: codeOf(secret) } })
    return { ...added, secret }
  }
  const addPasskey = async (token: string, authenticator = createAuthenticator()) => {
    const options = await ask<{ challenge: string }>('askNewPasskey', token)
    const body = { name: 'Phone', passkey: authenticator.create(options) }
    return { ...(await ask<FactorAdded>('addPasskey', token, { body })), authenticator }
  }
  /** Someone with an authenticator app, and the token of a half session. */
  const half = async (given: Parameters<typeof person>[0] = {}, account?: TestAccount) => {
    const user = await person(given, account)
    const { jToken } = await signIn(user.phone)
    await confirm(jToken)
    const added = await addTotp(jToken)
    clock.advance(60_000)
    return { ...user, ...added, full: jToken, half: await signIn<HalfSignedIn>(user.phone) }
  }

  return { confirm, codeOf, addTotp, addPasskey, half }
}

export const openFactors = async (db: Db) => {
  const { services, clock, events, themes, sessions, serve } = testServices(db, Date.now(), {
    masterKey: randomBytes(32),
  })
  const sent: OutgoingMessage[] = []
  const driver = { send: async (message: OutgoingMessage) => void sent.push(message) }
  const messages = createMessages(services, { sms: driver, mail: driver })
  const server = await serve(routes, {
    ...authHandlers(services, { themes, sessions }),
    ...sessionHandlers(services),
    ...secondFactorHandlers(services, { themes, sessions, messages }),
    ...memberFactorHandlers(services, { themes, messages }),
    listMembers: memberHandlers(services).listMembers,
  })
  const requests = createRequests(server)
  const signIns = createSignIns(db, clock, requests)
  return {
    db,
    clock,
    events,
    services,
    sessions,
    sent,
    settled: () => messages.settled(),
    ...requests,
    ...signIns,
    ...createOwners(clock, requests, signIns),
    close: () => server.close(),
  }
}
export type Factors = Awaited<ReturnType<typeof openFactors>>
