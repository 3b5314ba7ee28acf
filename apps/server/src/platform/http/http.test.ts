// Behaviour of every call, on a real socket where necessary: refusals, headers, languages, an
// unavailable database.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino, type Logger } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { route } from '@swath/contract/kit'
import { filter, Page, RangeQuery, SearchText, TimeFrom, TimeUntil } from '@swath/contract/fields'
import { openDatabase, type Db } from '../database/database.ts'
import { createTestDatabase, type TestDatabase } from '../database/testing.ts'
import { bindRoutes, type Authenticate } from './bind.ts'
import type { Handlers } from './context.ts'
import { fail } from '../errors/fail.ts'
import { registerMetaRoutes } from './meta-routes.ts'
import { createMeters } from './meters.ts'
import { openMeta } from './testing.ts'
import { createHttpServer, refuseUnknown } from './server.ts'

const routes = {
  find: route({
    method: 'GET',
    path: '/api/things',
    tag: 'Things',
    summary: 'Find',
    policy: 'public',
    query: Page.extend({
      open: z.stringbool().optional(),
      name: SearchText,
      kind: filter(z.enum(['1', '2'])),
    }),
    out: z.record(z.string(), z.unknown()),
  }),
  range: route({
    method: 'GET',
    path: '/api/range',
    tag: 'Things',
    summary: 'Range',
    policy: 'public',
    query: RangeQuery,
    out: z.record(z.string(), z.unknown()),
  }),
  span: route({
    method: 'GET',
    path: '/api/span',
    tag: 'Things',
    summary: 'Span',
    policy: 'public',
    query: z.object({ from: filter(TimeFrom), until: filter(TimeUntil) }),
    out: z.record(z.string(), z.unknown()),
  }),
  add: route({
    method: 'POST',
    path: '/api/things',
    tag: 'Things',
    summary: 'Add',
    policy: 'public',
    body: z.object({ name: z.string().min(2) }),
    out: z.object({ name: z.string() }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/things/{id}',
    tag: 'Things',
    summary: 'Remove',
    policy: 'public',
    params: z.object({ id: z.string().max(20) }),
  }),
  secret: route({
    method: 'GET',
    path: '/api/secret',
    tag: 'Things',
    summary: 'Secret',
    policy: { unchecked: true },
    out: z.object({}),
  }),
  draw: route({
    method: 'PUT',
    path: '/api/secret',
    tag: 'Things',
    summary: 'Draw',
    policy: { unchecked: true },
    body: z.object({ points: z.string() }),
    out: z.object({ count: z.number() }),
  }),
  wrong: route({
    method: 'GET',
    path: '/api/wrong',
    tag: 'Things',
    summary: 'Against its schema',
    policy: 'public',
    out: z.object({ count: z.int() }),
  }),
  broken: route({
    method: 'GET',
    path: '/api/broken',
    tag: 'Things',
    summary: 'Broken',
    policy: 'public',
    query: z.object({ how: z.string() }),
    out: z.object({}),
  }),
  file: route({
    method: 'GET',
    path: '/api/file',
    tag: 'Things',
    summary: 'File',
    policy: 'public',
    raw: 'text/csv',
    query: z.object({ fail: z.string().optional() }),
  }),
  database: route({
    method: 'GET',
    path: '/api/database',
    tag: 'Things',
    summary: 'Asks the database',
    policy: 'public',
    out: z.object({ accounts: z.number() }),
  }),
}

let read = 0
const handlers = (db: Db | null): Handlers<typeof routes> => ({
  find: async ({ query }) => ({ ...query }),
  range: async ({ query }) => ({ ...query }),
  span: async ({ query }) => ({ ...query }),
  add: async ({ body }) => body,
  remove: async () => undefined,
  secret: async () => ({}),
  draw: async ({ body }) => ({ count: body.points.length }),
  wrong: async () => ({ count: 1.5 }),
  broken: async ({ query }) => {
    if (query.how === 'forbidden') return fail('forbidden')
    if (query.how === 'limit') return fail('too_many_requests', { retryAfterS: 17 })
    throw Object.assign(
      new Error('inner text: select secret'),
      query.how === 'plain' ? {} : { code: query.how, statusCode: 500 },
    )
  },
  file: async ({ query }, { setHeader }) => {
    setHeader('content-type', 'text/csv; charset=utf-8')
    setHeader('content-disposition', 'attachment; filename="x.csv"')
    if (query.fail) fail('not_found')
    return Readable.from(
      (async function* () {
        for (let i = 0; i < 10_000; i++) yield `${++read}\r\n`
      })(),
    )
  },
  database: async () => {
    const { rows } = { rows: await db!.selectFrom('account').select('id').execute() }
    return { accounts: rows.length }
  },
})

const servers: FastifyInstance[] = []
const serve = async ({
  db = null,
  authenticate = async () => null,
  limits = {},
  ready = async () => ({}),
  isLeaving = () => false,
  log = pino({ level: 'silent' }),
}: {
  db?: Db | null
  authenticate?: Authenticate
  limits?: { requestTimeoutMs?: number; checkMs?: number }
  ready?: () => Promise<Record<string, boolean>>
  isLeaving?: () => boolean
  log?: Logger
} = {}): Promise<FastifyInstance> => {
  const server = await createHttpServer({
    log,
    mapUrls: [
      'https://tiles.example.org/style.json',
      'https://{s}.sat.example.org/{z}/{x}/{y}',
      undefined,
    ],
    ...limits,
  })
  bindRoutes(server, routes, handlers(db), { authenticate, screensFor: async () => [] })
  const meters = createMeters()
  meters.addFigures(() => ({
    points_total: 3,
    waiting: { label: 'pool', values: { consoles: 2, jobs: 0 } },
  }))
  registerMetaRoutes(server, routes, { ...openMeta, ready, isLeaving, meters })
  server.addHook('onClose', async () => meters.stop())
  refuseUnknown(server, async (path) =>
    path.includes('.')
      ? null
      : { type: 'text/html; charset=utf-8', body: '<meta nonce="{{style-nonce}}">' },
  )
  servers.push(server)
  return server
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const errorDocument = (code: string) => ({
  code,
  message: expect.any(String),
  traceId: expect.stringMatching(/^[\da-f]{16}$/),
})

/** Writes bytes to a socket and reads until it is closed. */
const talk = async (
  server: FastifyInstance,
  ...pieces: string[]
): Promise<{ status: number; headers: string; body: string }> => {
  if (!server.server.listening) await server.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes.toString()
  })
  socket.on('error', () => {}) // a reset after the answer
  for (const piece of pieces) socket.write(piece)
  await once(socket, 'close')
  const [headers = '', ...body] = text.split('\r\n\r\n')
  return {
    status: Number(headers.split(' ')[1]),
    headers: headers.toLowerCase(),
    body: body.join('\r\n\r\n'),
  }
}

describe('query strings', () => {
  test.each([
    ['open=false', { open: false }],
    ['open=true', { open: true }],
    ['open=0', { open: false }],
    ['kind=', {}],
    ['kind=2&name=%20a%20', { kind: '2', name: 'a' }],
    ['pageSize=5', { pageSize: 5 }],
    ['name=%F0%9F%8C%BE', { name: '🌾' }],
    ['name=a%2Bb', { name: 'a+b' }],
  ])('%s', async (query, expected) => {
    const reply = await (await serve()).inject(`/api/things?${query}`)
    expect(reply.json()).toEqual({ currentPage: 1, pageSize: 20, ...expected })
  })

  test.each([
    'open=',
    'open=perhaps',
    'kind=1&kind=2',
    'name=a&name=b',
    'currentPage=',
    'currentPage=0',
    'currentPage=-1',
    'currentPage=1.5',
    'currentPage=1e3',
    'currentPage=null',
    'pageSize=501',
    'pageSize=%20',
    'pageSize=0x10',
    'kind=3',
    'unknown=1',
    'Name=a',
  ])('%s is refused, and the field is named', async (query) => {
    const reply = await (await serve()).inject(`/api/things?${query}`)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      ...errorDocument('invalid_input'),
      message: expect.stringContaining(` ${query.split('=')[0]!}`),
      details: [{ path: `query.${query.split('=')[0]}`, message: expect.any(String) }],
    })
  })

  test('a call without parameters accepts none, in the language of the caller', async () => {
    const reply = await (
      await serve()
    ).inject({ url: '/api/wrong?region=156', headers: { language: 'ko' } })
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      {
        ...errorDocument('invalid_input'),
        message: expect.stringContaining('region=156'),
        details: [{ path: 'query.region', message: '이 호출에는 이런 매개변수가 없습니다.' }],
      },
    ])
  })

  test('__proto__ is an ordinary name', async () => {
    for (const query of ['__proto__[admin]=1', 'constructor=x', '__proto__=y'])
      expect((await (await serve()).inject(`/api/things?${query}`)).statusCode, query).toBe(400)
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
  })

  test.each([
    ['from=2026-11-01&until=2026-11-02', '2026-10-31T17:00:00.000Z', '2026-11-02T16:59:59.999Z'],
    [
      'from=2026-11-01T08:00&until=2026-11-01%2008:00:05',
      '2026-11-01T01:00:00.000Z',
      '2026-11-01T01:00:05.000Z',
    ],
    [
      'from=2026-11-01T08:00:00Z&until=2026-11-01T08:00:00+09:00',
      '2026-11-01T08:00:00Z',
      '2026-11-01T08:00:00+09:00',
    ],
  ])('%s, if the caller is in Bangkok', async (query, from, until) => {
    const session = { caller: { timeZone: 'Asia/Bangkok' }, sessionId: 'one' }
    const server = await serve({ authenticate: async () => session as never })
    const reply = await server.inject({
      url: `/api/span?${query}`,
      headers: { authorization: `Bearer ${'a'.repeat(40)}` },
    })
    expect(reply.json()).toEqual({ from, until })
  })

  test.each(['2026-02-31', '0001-01-01', '9999-12-31', '2026-11-01T25:00', 'today', '20261101'])(
    'a time %s is refused',
    async (time) => {
      const reply = await (await serve()).inject(`/api/span?from=${time}`)
      expect([reply.statusCode, reply.json<{ details: unknown }>().details]).toEqual([
        400,
        [{ path: 'query.from', message: expect.any(String) }],
      ])
    },
  )

  test('only decimal numbers are accepted: not empty text, spaces or hexadecimal', async () => {
    const server = await serve()
    const ask = (minLng: string) =>
      server.inject(
        `/api/range?minLng=${encodeURIComponent(minLng)}&maxLng=180&minLat=-1.5e-7&maxLat=90`,
      )
    expect((await ask('-179.999')).json()).toEqual({
      minLng: -179.999,
      maxLng: 180,
      minLat: -1.5e-7,
      maxLat: 90,
    })
    for (const wrong of ['', ' ', '0x10', '1e309', 'NaN', '181', '1_000', '--1'])
      expect((await ask(wrong)).statusCode, wrong).toBe(400)
  })
})

describe('bodies', () => {
  const post = async (
    payload: string | Buffer,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) => (await serve()).inject({ method: 'POST', url: '/api/things', headers, payload })

  test.each([
    ['{"name":"ab"', 400, 'malformed_body'],
    [`{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400, 'malformed_body'],
    ['', 400, 'malformed_body'],
    ['{"__proto__":{"admin":true},"name":"ab"}', 400, 'malformed_body'],
    ['{"constructor":{"prototype":{"admin":true}},"name":"ab"}', 400, 'malformed_body'],
    ['[]', 400, 'invalid_input'],
    ['null', 400, 'invalid_input'],
    ['"ab"', 400, 'invalid_input'],
    ['{"name":"a"}', 400, 'invalid_input'],
    ['{"name":["ab"]}', 400, 'invalid_input'],
    [`{"name":"${'a'.repeat(64 * 1024)}"}`, 413, 'payload_too_large'],
  ])('%.40s → %i %s', async (payload, status, code) => {
    const reply = await post(payload)
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject(errorDocument(code))
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  // Read, this body would be refused as malformed.
  const largeBody = `{"points":"${'a'.repeat(900_000)}`
  const sendLarge = async (url: string, payload: string, session: object | null) => {
    const server = await serve({ authenticate: async () => session as never })
    const headers = {
      'content-type': 'application/json',
      'authorization': 'Bearer sw_aaaaaaaaaaaaaaaaaaaaaaaa',
    }
    const reply = await server.inject({ method: 'PUT', url, headers, payload })
    return [reply.statusCode, reply.json()]
  }
  const session = { caller: { userId: 'u1' }, sessionId: 's1' }

  test('a large one is read only from a person with a session', async () => {
    expect(await sendLarge('/api/secret', largeBody, null)).toMatchObject([
      401,
      errorDocument('unauthenticated'),
    ])
    expect(await sendLarge('/api/secret', largeBody, session)).toMatchObject([
      400,
      errorDocument('malformed_body'),
    ])
    expect(await sendLarge('/api/secret', `${largeBody}"}`, session)).toEqual([
      200,
      { count: 900_000 },
    ])
    expect(await sendLarge('/api/secret', `${largeBody}${largeBody}`, session)).toMatchObject([
      413,
      errorDocument('payload_too_large'),
    ])
  })

  test('a large one for an unknown path is not read', async () => {
    expect(await sendLarge('/api/nothing', largeBody, null)).toMatchObject([
      404,
      errorDocument('not_found'),
    ])
  })

  test('unknown fields are dropped', async () => {
    expect((await post('{"name":"ab","userType":1}')).json()).toEqual({ name: 'ab' })
  })

  // CVE-2026-25223: with a tab before the parameters the content type was unknown, and the body was
  // not checked.
  test.each([
    'application/json\t; charset=utf-8',
    'application/json;\tcharset=utf-8',
    'application/json\ta',
    'application/json ; x=y',
  ])('content type %j: validated or refused', async (type) => {
    const server = await serve()
    const right = await server.inject({
      method: 'POST',
      url: '/api/things',
      headers: { 'content-type': type },
      payload: '{"name":"ab"}',
    })
    expect([200, 415]).toContain(right.statusCode)
    const wrong = await server.inject({
      method: 'POST',
      url: '/api/things',
      headers: { 'content-type': type },
      payload: '{"name":1}',
    })
    expect([400, 415]).toContain(wrong.statusCode)
  })

  test.each([
    'application/xml',
    'text/html',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'nonsense',
  ])('content type %s is refused', async (type) => {
    const reply = await post('name=ab', { 'content-type': type })
    expect([reply.statusCode, reply.json()]).toEqual([415, errorDocument('unsupported_media_type')])
  })

  test('a DELETE with a JSON header and no body is malformed; without the header it succeeds', async () => {
    const server = await serve()
    const reply = await server.inject({
      method: 'DELETE',
      url: '/api/things/1',
      headers: { 'content-type': 'application/json' },
    })
    expect([reply.statusCode, reply.json()]).toEqual([400, errorDocument('malformed_body')])
    expect((await server.inject({ method: 'DELETE', url: '/api/things/1' })).statusCode).toBe(204)
  })

  test('a body that never ends times out', async () => {
    const server = await serve({ limits: { requestTimeoutMs: 300, checkMs: 100 } })
    const from = performance.now()
    const reply = await talk(
      server,
      'POST /api/things HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"name":',
    )
    expect(performance.now() - from).toBeLessThan(5000)
    expect(reply.status).toBe(408)
    expect(JSON.parse(reply.body)).toEqual(errorDocument('request_timeout'))
    expect((await server.inject('/api/things')).statusCode).toBe(200)
  })

  test('a body that is longer than announced or allowed is not read to its end', async () => {
    const server = await serve()
    const reply = await talk(
      server,
      `POST /api/things HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 999999999\r\n\r\n{`,
    )
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      413,
      errorDocument('payload_too_large'),
    ])
  })

  test.each([2, 11, 60])(
    'a body of %i MB gets an answer',
    { retry: 0, timeout: 30_000 },
    async (megabytes) => {
      const server = await serve()
      await server.listen({ host: '127.0.0.1', port: 0 })
      const { port } = server.server.address() as AddressInfo
      // like many clients, read nothing before everything is sent
      const socket = connect(port, '127.0.0.1').pause()
      const failed = once(socket, 'error').then(([error]) => (error as { code: string }).code)
      const bytes = megabytes * 1_000_000
      const sent = new Promise<string>((done) => {
        socket.write(
          `POST /api/things HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`,
        )
        socket.write(Buffer.alloc(bytes, 'a'), () => done('sent'))
      })
      expect(await Promise.race([sent, failed])).toBe('sent')
      const [answer] = (await once(socket.resume(), 'data')) as [Buffer]
      socket.destroy()
      const [head = '', body = ''] = answer.toString().split('\r\n\r\n')
      expect([head.split(' ')[1], JSON.parse(body)]).toEqual([
        '413',
        errorDocument('payload_too_large'),
      ])
    },
  )
})

describe('every refusal answers with the error document', () => {
  test.each([
    ['GET', '/api/nothing', 404, 'not_found'],
    ['GET', '/api', 200, ''],
    ['GET', '/no-such.js', 404, 'not_found'],
    ['GET', '/api/things/%zz', 400, 'malformed_body'],
    ['DELETE', `/api/things/${'x'.repeat(300)}`, 400, 'malformed_body'],
    ['DELETE', `/api/things/${'x'.repeat(100)}`, 400, 'invalid_input'],
    ['PUT', '/api/things', 405, 'method_not_allowed'],
    ['POST', '/api/things/7', 405, 'method_not_allowed'],
    ['OPTIONS', '/api/things', 405, 'method_not_allowed'],
    ['POST', '/monitor', 404, 'not_found'],
    ['GET', '/api/secret', 401, 'unauthenticated'],
    ['GET', '/api/wrong', 500, 'internal'],
    ['GET', '/api/broken?how=plain', 500, 'internal'],
    ['GET', '/api/broken?how=23505', 500, 'internal'],
    // A pooler without a server, and a primary that has become a replica.
    ['GET', '/api/broken?how=08P01', 503, 'unavailable'],
    ['GET', '/api/broken?how=25006', 503, 'unavailable'],
    ['GET', '/api/file?fail=1', 404, 'not_found'],
  ] as const)('%s %s → %i %s', async (method, url, status, code) => {
    const reply = await (await serve()).inject({ method, url })
    expect(reply.statusCode).toBe(status)
    if (code === '') return
    expect(reply.json()).toMatchObject(errorDocument(code))
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(reply.headers['content-disposition']).toBeUndefined()
    expect(reply.body).not.toMatch(/inner text|select|at .*\.ts/)
  })

  test('a path with another method lists the allowed ones', async () => {
    const server = await serve()
    expect((await server.inject({ method: 'PUT', url: '/api/things' })).headers['allow']).toBe(
      'GET, HEAD, POST',
    )
    expect((await server.inject({ method: 'GET', url: '/api/things/7' })).headers['allow']).toBe(
      'DELETE',
    )
  })

  test.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400, 'malformed_body'],
    [
      'an oversized header',
      `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'a'.repeat(40_000)}\r\n\r\n`,
      413,
      'payload_too_large',
    ],
    [
      'two lengths',
      'POST /api/things HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 5\r\n\r\nabc',
      400,
      'malformed_body',
    ],
    [
      'content-length and chunks',
      'POST /api/things HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_body',
    ],
  ])('%s', async (_what, bytes, status, code) => {
    const reply = await talk(await serve(), bytes)
    expect([reply.status, JSON.parse(reply.body)]).toEqual([status, errorDocument(code)])
  })

  test('refused calls are logged: who, from where, the route and why', async () => {
    const lines: unknown[] = []
    const server = await serve({
      log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
      authenticate: async () => ({ caller: { userId: 'u1' }, sessionId: 's1' }) as never,
    })
    const headers = { authorization: `Bearer ${'a'.repeat(40)}` }
    await server.inject({ url: '/api/broken?how=forbidden', headers })
    await server.inject('/api/broken?how=limit')
    await server.inject('/api/things?kind=9')
    const common = { traceId: expect.stringMatching(/^[\da-f]{16}$/), address: '127.0.0.1' }
    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        code: 'forbidden',
        path: '/api/broken',
        userId: 'u1',
        ...common,
      }),
      expect.objectContaining({
        level: 30,
        code: 'too_many_requests',
        path: '/api/broken',
        ...common,
      }),
      expect.objectContaining({ level: 30, code: 'invalid_input', path: '/api/things', ...common }),
    ])
    expect(JSON.stringify(lines)).not.toMatch(/how=|kind=|aaaa/)
  })

  test('the waiting time is in the header', async () => {
    const reply = await (await serve()).inject('/api/broken?how=limit')
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '17'])
  })

  test.each([
    ['en', 'Too many attempts. Try again in 17 seconds.'],
    ['zh-CN', /17 ?秒/],
    ['zh-TW', /17 ?秒/],
    ['th', /17 วินาที/],
    ['ko', /17초/],
  ])('and in the message, in %s', async (language, sentence) => {
    const reply = await (
      await serve()
    ).inject({ url: '/api/broken?how=limit', headers: { language } })
    expect(reply.json<{ message: string }>().message).toMatch(sentence)
  })
})

describe('HEAD', () => {
  test('answers like GET, without a body', async () => {
    const server = await serve()
    const [get, head] = [
      await server.inject('/api/things'),
      await server.inject({ method: 'HEAD', url: '/api/things' }),
    ]
    expect([
      head.statusCode,
      head.body,
      head.headers['content-length'],
      head.headers['content-type'],
    ]).toEqual([200, '', get.headers['content-length'], get.headers['content-type']])
    expect((await server.inject({ method: 'HEAD', url: '/monitor' })).statusCode).toBe(200)
    expect((await server.inject({ method: 'HEAD', url: '/api/secret' })).statusCode).toBe(401)
  })

  test('of a stream does not read it', async () => {
    const server = await serve()
    read = 0
    const reply = await server.inject({ method: 'HEAD', url: '/api/file' })
    expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '',
    ])
    await new Promise((done) => setTimeout(done, 50))
    expect(read).toBeLessThan(100)
    expect((await server.inject('/api/file')).body.trimEnd().split('\r\n')).toHaveLength(10_000)
  })
})

describe('headers', () => {
  test('a page has the nonce of its style elements, each time another one', async () => {
    const server = await serve()
    const nonces = new Set<string>()
    for (let i = 0; i < 2; i++) {
      const { headers, body } = await server.inject('/monitor_manage/monitor')
      const [, nonce] = /; style-src 'self' 'nonce-([\w-]{22})';/.exec(
        String(headers['content-security-policy']),
      )!
      expect(body).toBe(`<meta nonce="${nonce}">`)
      nonces.add(nonce!)
    }
    expect(nonces.size).toBe(2)
    const other = await server.inject('/api/things')
    expect(other.headers['content-security-policy']).toContain("; style-src 'self';")
  })
  test.each([
    '/api/things',
    '/monitor',
    '/api/nothing',
    '/api/things/%zz',
    '/healthz',
    '/api/docs',
  ])('security headers on %s', async (url) => {
    const { headers } = await (await serve()).inject(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((each) => [each.split(' ')[0], each.split(' ').slice(1)]),
    )
    expect(policy).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
    })
    expect(policy['connect-src']).toEqual([
      "'self'",
      'https://tiles.example.org',
      'https://0.sat.example.org',
    ])
    expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test('answers of calls are not cached, and compressed if it pays', async () => {
    const server = await serve()
    expect((await server.inject('/api/things')).headers['cache-control']).toBe('no-store')
    const packed = await server.inject({
      url: '/api/openapi.json',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(
      (await server.inject({ url: '/api/things', headers: { 'accept-encoding': 'gzip' } })).headers[
        'content-encoding'
      ],
    ).toBeUndefined()
  })
})

describe('the language of messages', () => {
  test.each([
    [{ language: 'th' }, 'ไม่พบ|ไม่มี'],
    [{ 'language': 'ko', 'accept-language': 'th' }, '[가-힣]'],
    [{ 'accept-language': 'zh-Hant-HK,zh;q=0.9,en;q=0.8' }, '檢視|查看|存在'],
    [{ 'language': 'xx', 'accept-language': 'zh-CN' }, '内容不存在'],
    [{ 'accept-language': 'fr-FR, de;q=0.7' }, 'Not found'],
    [{}, 'Not found'],
    [{ language: 'x'.repeat(5000) }, 'Not found'],
    [{ 'accept-language': ';;;,,q=1' }, 'Not found'],
  ])('%j', async (headers, words) => {
    const reply = await (
      await serve()
    ).inject({ url: '/api/nothing', headers: headers as Record<string, string> })
    expect(reply.json<{ message: string }>().message).toMatch(new RegExp(words))
  })

  test('applies to schema errors', async () => {
    const reply = await (
      await serve()
    ).inject({ url: '/api/things?kind=9', headers: { language: 'zh-CN' } })
    expect(reply.json<{ details: { message: string }[] }>().details[0]!.message).toMatch(
      /[\u4e00-\u9fff]/,
    )
  })
})

describe('bearer tokens', () => {
  test.each([
    ['Bearer sw_aaaaaaaaaaaaaaaaaaaaaaaa', 1],
    ['bearer sw_aaaaaaaaaaaaaaaaaaaaaaaa', 1],
    ['Basic sw_aaaaaaaaaaaaaaaaaaaaaaaa', 0],
    ['Bearer ', 0],
    ['Bearer a b', 0],
    [`Bearer ${'a'.repeat(5000)}`, 0],
    ['Bearer sw_aaaaaaaaaaaaaaaaaaaa\u00e9', 0],
  ])('%.40s', async (authorization, asked) => {
    const tokens: string[] = []
    const server = await serve({
      authenticate: async (token) => {
        tokens.push(token)
        return null
      },
    })
    expect(
      (await server.inject({ url: '/api/secret', headers: { authorization } })).statusCode,
    ).toBe(401)
    expect(tokens).toHaveLength(asked)
  })
})

describe('health and metrics', () => {
  test('/healthz checks only the process, /readyz also its dependencies', async () => {
    let database = true
    const server = await serve({ ready: async () => ({ database, gateway: true }) })
    expect((await server.inject('/healthz')).json()).toEqual({ ok: true })
    expect((await server.inject('/readyz')).statusCode).toBe(200)
    database = false
    const away = await server.inject('/readyz')
    expect([away.statusCode, away.json()]).toEqual([503, { database: false, gateway: true }])
    expect((await server.inject('/healthz')).statusCode).toBe(200)
  })

  test('/readyz says with 404 that the process leaves, and everything else is answered', async () => {
    const server = await serve({ isLeaving: () => true })
    const leaving = await server.inject('/readyz')
    expect([leaving.statusCode, leaving.json()]).toEqual([404, { leaving: true }])
    expect((await server.inject('/healthz')).statusCode).toBe(200)
  })

  test('/metrics has our metrics and the duration of each route, by its pattern', async () => {
    const server = await serve()
    await server.inject({ method: 'DELETE', url: '/api/things/a-secret-id' })
    await server.inject('/api/nothing/a-secret-id')
    const reply = await server.inject('/metrics')
    expect(reply.headers['content-type']).toContain('text/plain')
    expect(reply.body).toContain('# TYPE swath_points_total counter\nswath_points_total 3')
    expect(reply.body).toContain('swath_waiting{pool="consoles"} 2')
    expect(reply.body).toContain(
      'swath_http_request_duration_seconds_count{route="/api/things/:id",status="204"} 1',
    )
    expect(reply.body).not.toContain('a-secret-id')
    expect(reply.body).toMatch(/^swath_loop_longest_stall_seconds [\d.e-]+$/m)
    expect(reply.body).toContain('swath_loop_stall_seconds_bucket')
    expect((await server.inject('/metrics')).body.match(/swath_points_total 3/g)).toHaveLength(1)
  })
})

describe('while the database is unavailable', () => {
  let database: TestDatabase
  let relay: Server
  const links = new Set<Socket>()
  let target: URL
  let port: number

  const open = (): Promise<void> =>
    new Promise((done) => {
      relay = createServer((near) => {
        const far = connect(Number(target.port), target.hostname)
        for (const socket of [near, far]) {
          links.add(socket)
          socket.on('error', () => {}) // the other end is closed together with it
          socket.on('close', () => {
            links.delete(socket)
            near.destroy()
            far.destroy()
          })
        }
        near.pipe(far).pipe(near)
      }).listen(port, '127.0.0.1', () => {
        port = (relay.address() as AddressInfo).port
        done()
      })
    })
  const cut = async (): Promise<void> => {
    const closed = once(relay, 'close')
    relay.close()
    for (const socket of links) socket.destroy()
    await closed
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    target = new URL(database.url)
    port = 0
    await open()
  })
  afterAll(async () => {
    await cut()
    await database.close()
  })

  test('calls that need it answer 503 with Retry-After at once, others work, and it reconnects', async () => {
    const url = new URL(database.url)
    url.hostname = '127.0.0.1'
    url.port = String(port)
    url.search = '' // not over the Unix socket
    const db = openDatabase(url.href, { maxConnections: 3 })
    const server = await serve({
      db,
      ready: async () => ({
        database: await db
          .selectFrom('account')
          .select('id')
          .limit(1)
          .execute()
          .then(
            () => true,
            () => false,
          ),
      }),
    })
    const ask = () => server.inject({ url: '/api/database', headers: { language: 'zh-CN' } })
    expect((await Promise.all([ask(), ask(), ask()])).map(({ statusCode }) => statusCode)).toEqual([
      200, 200, 200,
    ])
    for (let round = 0; round < 2; round++) {
      await cut()
      const from = performance.now()
      const refused = await Promise.all(Array.from({ length: 10 }, ask))
      for (const reply of refused) {
        expect(reply.statusCode, reply.body).toBe(503)
        expect(reply.headers['retry-after']).toMatch(/^\d+$/)
        expect(reply.json()).toMatchObject({
          ...errorDocument('unavailable'),
          message: '服务暂时不可用，请稍后再试。',
        })
      }
      expect(performance.now() - from).toBeLessThan(5000)
      expect((await server.inject('/readyz')).json()).toEqual({ database: false })
      expect((await server.inject('/api/things')).statusCode).toBe(200)
      await open()
      expect((await ask()).json()).toEqual({ accounts: 0 })
      expect((await server.inject('/readyz')).statusCode).toBe(200)
    }
    await db.destroy()
    expect((await ask()).statusCode).toBe(503) // the server is shutting down
  })

  test('a database that has never been available', async () => {
    const db = openDatabase('postgresql://nobody:nothing@127.0.0.1:9/none')
    const server = await serve({ db })
    expect((await server.inject('/api/database')).statusCode).toBe(503)
    await db.destroy()
  })
})
