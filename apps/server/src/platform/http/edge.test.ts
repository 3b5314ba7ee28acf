// Behaviour of a server in production towards clients, with and without a proxy in front of it.
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { route } from '@swath/contract/kit'
import { bindRoutes } from './bind.ts'
import type { Handlers } from './context.ts'
import { registerMetaRoutes, type MetaOptions } from './meta-routes.ts'
import { createHttpServer, refuseUnknown } from './server.ts'
import { openMeta } from './testing.ts'

const routes = {
  whoAmI: route({
    method: 'GET',
    path: '/api/who',
    tag: 'Edge',
    summary: 'Who calls',
    policy: 'public',
    out: z.object({
      ip: z.string(),
      host: z.string(),
      cookies: z.record(z.string(), z.string().optional()),
    }),
  }),
}
const handlers: Handlers<typeof routes> = {
  whoAmI: async (_input, { ip, host, cookies, setCookie }) => {
    setCookie('swath_test', 'a b', { path: '/api', maxAgeS: 60 })
    return { ip, host, cookies: { ...cookies } }
  },
}

const servers: FastifyInstance[] = []
const serve = async (meta: Partial<MetaOptions>, trustedProxies: readonly string[] = []) => {
  const server = await createHttpServer({ log: pino({ level: 'silent' }), trustedProxies })
  bindRoutes(server, routes, handlers, {
    authenticate: async () => null,
    screensFor: async () => [],
  })
  registerMetaRoutes(server, routes, { ...openMeta, ...meta })
  refuseUnknown(server, async () => null)
  servers.push(server)
  return server
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

describe('behind a proxy', () => {
  const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await serve({}, ['10.0.0.1'])).inject({
      url: '/api/who',
      remoteAddress,
      headers: {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'spray.example.com',
        ...headers,
      },
    })

  test('a call identifies the person, and browsers must use TLS', async () => {
    const reply = await ask('10.0.0.1', {
      cookie: '__Host-one=1; __Host-two=%F0%9F%8C%BE; __Host-broken=%zz; three=3',
    })
    expect(reply.json()).toMatchObject({
      ip: '203.0.113.9',
      host: 'spray.example.com',
      cookies: { one: '1', two: '🌾' },
    })
    expect(reply.json<{ cookies: unknown }>().cookies).not.toHaveProperty('three')
    expect(reply.headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
    expect(reply.headers['set-cookie']).toBe(
      '__Host-swath_test=a%20b; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict',
    )
  })

  test('other senders are not trusted', async () => {
    const reply = await ask('203.0.113.50', { cookie: 'one=1; __Host-two=2' })
    expect(reply.json()).toMatchObject({ ip: '203.0.113.50', host: 'localhost' })
    expect(reply.headers['strict-transport-security']).toBeUndefined()
    expect(reply.json<{ cookies: unknown }>().cookies).toMatchObject({ one: '1' })
    expect(reply.headers['set-cookie']).toBe(
      'swath_test=a%20b; Max-Age=60; Path=/api; HttpOnly; SameSite=Strict',
    )
  })
})

describe('metrics', () => {
  const token = 'a-token-for-metrics'
  const status = async (
    metrics: MetaOptions['metrics'],
    remoteAddress: string,
    headers: Record<string, string> = {},
    trustedProxies: readonly string[] = [],
  ) =>
    (
      await (
        await serve({ metrics }, trustedProxies)
      ).inject({ url: '/metrics', remoteAddress, headers })
    ).statusCode
  const usual = { token: undefined, allow: ['loopback'] }

  test('are available only on this machine by default', async () => {
    expect(await status(usual, '127.0.0.1')).toBe(200)
    expect(await status(usual, '::1')).toBe(200)
    expect(await status(usual, '203.0.113.9')).toBe(403)
  })
  test('are not available to clients forwarded by a proxy on this machine', async () => {
    const passedOn = { 'x-forwarded-for': '203.0.113.9' }
    expect(await status(usual, '127.0.0.1', passedOn)).toBe(403)
    expect(await status(usual, '127.0.0.1', passedOn, ['loopback'])).toBe(403)
    expect(await status(usual, '127.0.0.1', { via: '1.1 proxy' })).toBe(403)
  })
  test('are available to allowed addresses', async () => {
    const allow = { token: undefined, allow: ['10.3.0.0/16'] }
    expect(await status(allow, '10.3.7.7')).toBe(200)
    expect(await status(allow, '127.0.0.1')).toBe(403)
  })
  test('are available with the token', async () => {
    const withToken = { token, allow: ['loopback'] }
    expect(await status(withToken, '203.0.113.9')).toBe(401)
    expect(await status(withToken, '203.0.113.9', { authorization: `Bearer ${token}x` })).toBe(403)
    expect(await status(withToken, '203.0.113.9', { authorization: `Bearer ${token}` })).toBe(200)
  })
})

describe('the API document', () => {
  const statuses = async (apiDocs: MetaOptions['apiDocs'], authorization?: string) => {
    const authenticate: MetaOptions['authenticate'] = async (shown) =>
      shown === 'sw_aaaaaaaaaaaaaaaaaaaaaaaa' ? ({ caller: {}, sessionId: 's' } as never) : null
    const server = await serve({ apiDocs, authenticate })
    return Promise.all(
      ['/api/docs', '/api/openapi.json'].map(
        async (url) =>
          (await server.inject({ url, headers: authorization ? { authorization } : {} }))
            .statusCode,
      ),
    )
  }
  test('is public, for signed-in people only, or disabled', async () => {
    expect(await statuses('public')).toEqual([200, 200])
    expect(await statuses('signed-in')).toEqual([200, 401])
    expect(await statuses('signed-in', 'Bearer sw_bbbbbbbbbbbbbbbbbbbbbbbb')).toEqual([200, 401])
    expect(await statuses('signed-in', 'Bearer sw_aaaaaaaaaaaaaaaaaaaaaaaa')).toEqual([200, 200])
    expect(await statuses('off')).toEqual([404, 404])
  })
})

test('a caller who disconnects while a call is running causes no error', async () => {
  const logged: { level: number; msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) })
  const server = await createHttpServer({ log })
  servers.push(server)
  let begun = (): void => undefined
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  const slow: Handlers<typeof routes> = {
    whoAmI: (_input, { signal }) => {
      begun()
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      )
    },
  }
  bindRoutes(server, routes, slow, { authenticate: async () => null, screensFor: async () => [] })
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const asked = fetch(`${address}/api/who`, { signal: leaving.signal }).catch(() => undefined)
  await hasBegun
  leaving.abort()
  await asked
  await expect.poll(() => logged.map(({ msg }) => msg)).toContain('the caller left before the end')
  expect(logged.filter(({ level }) => level >= 50)).toEqual([])
})
