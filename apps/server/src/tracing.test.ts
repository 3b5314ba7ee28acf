// Traces of the running program, as a receiver of OTLP over HTTP gets them.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedFleet } from './gateway/testing.seed.ts'
import { ownTestDatabase } from './platform/database/testing-file.ts'
import type { Program } from './program.ts'
import { startTestProgram } from './testing-started-program.ts'

type Value = { stringValue?: string; intValue?: number }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
}
type Traces = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

const own = await ownTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'swath-tracing-'))
const received: Traces[] = []
const asked = new Set<string>()
const receiver = createServer((request, reply) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    asked.add(`${request.method} ${request.url} ${request.headers.authorization}`)
    received.push(JSON.parse(Buffer.concat(pieces).toString()) as Traces)
    reply.setHeader('content-type', 'application/json').end('{}')
  })
})
let program: Program

beforeAll(async () => {
  await new Promise<void>((resume) => receiver.listen(0, '127.0.0.1', resume))
  program = await startTestProgram(own.url, folder, {
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
      OTEL_TRACES_SAMPLER_ARG: '1',
    },
  })
})
afterAll(async () => {
  await program.stop()
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

const spans = (): Span[] =>
  received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
const read = (span: Span, key: string): string | number | undefined => {
  const value = span.attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? value?.intValue
}
/** A span and a database statement in it. */
const findWithStatement = (name: string): { span: Span; statement: Span } | undefined =>
  spans()
    .filter((span) => span.name === name)
    .flatMap((span) => {
      const statement = spans().find(
        (one) => one.parentSpanId === span.spanId && one.name.startsWith('postgresql '),
      )
      return statement ? [{ span, statement }] : []
    })[0]

/** The second part arrives later: the span must survive the wait for a body. */
const inTwoParts = (text: string): ReadableStream<Uint8Array> =>
  ReadableStream.from(
    (async function* () {
      yield Buffer.from(text.slice(0, 20))
      await sleep(50)
      yield Buffer.from(text.slice(20))
    })(),
  )

test('a call without and with a body, a job and a message are traces with their statements', async () => {
  const address = `http://127.0.0.1:${program.httpPort}`
  await fetch(`${address}/readyz`)
  // With the cookie of a CAPTCHA, the wrong answer is looked up.
  const captcha = await fetch(`${address}/api/user/baseaccount/captcha`)
  const cookie = captcha.headers.getSetCookie().map((one) => one.split(';')[0])
  const refused = await fetch(`${address}/api/user/baseaccount/loginPd`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cookie': cookie.join('; ') },
    body: inTwoParts(
      JSON.stringify({ phoneNum: '13800000000', password: 'not known', verifyCode: '1234' }),
    ),
    duplex: 'half',
  })
  const { traceId } = (await refused.json()) as { traceId: string }
  await sql`select graphile_worker.add_job('sums.merge', '{}'::json)`.execute(own.db)
  const { droneId, secret } = (await seedFleet(own.db, 'TRACED', 1)).drones[0]!
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${program.mqttPort}`, {
    clientId: droneId,
    username: droneId,
    password: secret,
    protocolVersion: 4,
  })
  const pts = [{ t: Date.now(), lng: 120, lat: 30, height: 3, speed: 5 }]
  const message = JSON.stringify({ v: 1, boot: 'a', seq: 1, pts })
  await client.publishAsync(`v1/d/${droneId}/track`, message, { qos: 1 })
  await client.endAsync()

  await expect.poll(() => findWithStatement('store track')).toBeDefined()
  await expect.poll(() => findWithStatement('job sums.merge')).toBeDefined()
  const call = findWithStatement('GET /readyz')!
  expect(read(call.span, 'http.response.status_code')).toBe(200)
  expect(call.statement.traceId).toBe(call.span.traceId)
  expect(read(findWithStatement('store track')!.statement, 'db.query.text')).toMatch(
    /^insert into ingest_segment .* \(\$1, \$2\)/,
  )
  const { span: post } = findWithStatement('POST /api/user/baseaccount/loginPd')!
  expect(read(post, 'swath.trace_id')).toBe(traceId)
  expect(read(post, 'http.response.status_code')).toBe(refused.status)

  expect([...asked]).toEqual(['POST /v1/traces Bearer secret'])
  const [{ resource }] = received[0]!.resourceSpans as [Traces['resourceSpans'][number]]
  expect(resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'swath' },
  })
  for (const text of [secret, 'not known', '13800000000'])
    expect(JSON.stringify(received)).not.toContain(text)
})
