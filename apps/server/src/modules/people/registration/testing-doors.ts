// Sign-in, codes and registration over HTTP, with messages that are stored instead of sent.
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { authRoutes, type SignedIn } from '@swath/contract/people/auth'
import { registrationRoutes } from '@swath/contract/people/registration'
import { captchaCookie } from '../../../platform/auth/captcha.ts'
import { insertCaptcha } from '../../../platform/auth/captcha.queries.ts'
import { passwordIsRight } from '../../../platform/auth/passwords.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Db } from '../../../platform/database/database.ts'
import { testServices } from '../../../platform/http/testing-console.ts'
import type { Driver, OutgoingMessage } from '../../../platform/messages/driver.ts'
import { createMessages } from '../../../platform/messages/messages.ts'
import { authHandlers } from '../auth/auth.routes.ts'
import { codeHandlers } from '../auth/codes.routes.ts'
import { registrationHandlers } from './registration.routes.ts'
import { ageThrottle } from './testing.queries.ts'

export const base = '/api/user/baseaccount'
export type From = {
  host?: string
  ip?: string
  language?: string
  /** A cookie of the browser's */ cookie?: string
}

let lastIp = 0
export const newIp = (): string => `10.40.${Math.floor(++lastIp / 250)}.${lastIp % 250}`

const createCalls = (server: FastifyInstance) => {
  const get = (
    call: string,
    query: Record<string, string>,
    { host = 'localhost', ip = newIp(), language = 'en' }: From = {},
  ) =>
    server.inject({
      method: 'GET',
      url: `${base}/${call}?${new URLSearchParams(query).toString()}`,
      remoteAddress: ip,
      headers: { host, language },
    })
  const send = (
    method: 'POST' | 'PUT',
    call: string,
    payload: object,
    { host = 'localhost', ip = newIp(), language = 'en' }: From = {},
  ) =>
    server.inject({
      method,
      url: `${base}/${call}`,
      remoteAddress: ip,
      headers: { host, language },
      payload,
    })
  return { get, send }
}

const digits = '2468'

/**
 * A captcha whose image nobody has drawn: that takes longer than the rest of a sign-in.
 * @returns the cookie
 */
export const putCaptcha = async (db: Db, nowMs: number): Promise<string> => {
  const nonce = randomBytes(32).toString('base64url')
  await insertCaptcha(db, {
    nonceHash: createHash('sha256').update(nonce).digest(),
    answer: digits,
    expiresAt: new Date(nowMs + captchaCookie.maxAgeS * 1000),
  })
  return `${captchaCookie.name}=${nonce}`
}

const signInByPassword = async (
  server: FastifyInstance,
  captcha: string,
  { phoneNum, password }: { phoneNum: string; password: string },
  { host = 'localhost', ip = newIp(), cookie }: From,
) =>
  server.inject({
    method: 'POST',
    url: `${base}/loginPd`,
    remoteAddress: ip,
    headers: { host, language: 'en', cookie: [captcha, ...(cookie ? [cookie] : [])].join('; ') },
    payload: { phoneNum, password, verifyCode: digits },
  })

type DoorParts = {
  /** Instead of the one that stores messages. */ driver?: Driver
  /** Instead of the hash's own comparison. */ isRight?: typeof passwordIsRight
}

export const openDoors = async (
  db: Db,
  config: Partial<Config> = {},
  { driver, isRight = passwordIsRight }: DoorParts = {},
) => {
  const { services, clock, events, themes, sessions, serve } = testServices(db, Date.now(), config)
  const sent: OutgoingMessage[] = []
  const keeping: Driver = driver ?? { send: async (message) => void sent.push(message) }
  const messages = createMessages(services, { sms: keeping, mail: keeping })
  const server = await serve(
    { ...authRoutes, ...registrationRoutes },
    {
      ...authHandlers(services, { themes, sessions, isRight }),
      ...codeHandlers(services, { themes, sessions, messages }),
      ...registrationHandlers(services, { themes }),
    },
  )

  const { get, send } = createCalls(server)
  const ask = (recipient: string, codeType: '1' | '2' | '3', from: From = {}) =>
    get(
      'getVerify',
      { [recipient.includes('@') ? 'email' : 'phoneNum']: recipient, codeType },
      from,
    )

  return {
    server,
    services,
    clock,
    events,
    messages,
    sent,
    get,
    ask,
    /** Advances the clock and the times of the throttle. */
    pass: async (ms: number) => {
      clock.advance(ms)
      await ageThrottle(db, ms)
    },
    /** Requests a code and reads it from the message. */
    codeFor: async (
      recipient: string,
      codeType: '1' | '2' | '3',
      from: From = {},
    ): Promise<string> => {
      const before = sent.length
      const reply = await ask(recipient, codeType, from)
      await messages.settled()
      if (reply.statusCode !== 200 || sent.length === before)
        throw new Error(`no code: ${reply.statusCode} ${reply.body}`)
      return sent.at(-1)!.code!
    },
    check: (recipient: string, verifyCode: string, checkOpr: '2' | '3', from: From = {}) =>
      get(
        'checkVerifyCode',
        { [recipient.includes('@') ? 'email' : 'phoneNum']: recipient, verifyCode, checkOpr },
        from,
      ),
    signIn: (phoneNum: string, verifyCode: string, from: From = {}) =>
      send('POST', 'loginSmS', { phoneNum, verifyCode }, from),
    reset: (phoneNum: string, verifyCode: string, password: string, from: From = {}) =>
      send('PUT', 'resetPassword', { phoneNum, verifyCode, password }, from),
    register: (body: object, from: From = {}) => send('POST', 'reg', body, from),
    signInByPassword: async (phoneNum: string, password: string, from: From = {}) =>
      signInByPassword(server, await putCaptcha(db, clock.now()), { phoneNum, password }, from),
    info: (token: string, host = 'localhost') =>
      server.inject({
        method: 'GET',
        url: `${base}/info`,
        headers: { host, authorization: `Bearer ${token}` },
      }),
    /** Messages leave after the responses, and count in the limits of later tests. */
    close: async () => {
      await server.close()
      await messages.settled()
    },
  }
}

export type Doors = Awaited<ReturnType<typeof openDoors>>
export const readCode = (reply: { json: () => unknown }): string =>
  (reply.json() as { code: string }).code
export const signedInBy = (reply: { json: () => unknown }): SignedIn => reply.json() as SignedIn
/** A code that differs from this one. */
export const pickWrongCode = (code: string, by = 1): string =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0')
