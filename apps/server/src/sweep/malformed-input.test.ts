// Hostile input is refused with an explanation and breaks nothing. Input that a schema refuses
// never reaches a handler, so most of it is tried on the schemas; over HTTP, one refusal for each
// part is tried, and everything that a schema accepts.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Route } from '@swath/contract/kit'
import { askingBy, type SweepRequest } from './testing-cases.ts'
import { cases, routes } from './testing-collected.ts'
import { openSweep } from './testing-program.ts'

const { app, ask, unchanged, signedIn } = await openSweep()

const hostile: unknown[] = [
  null,
  '',
  'x',
  -1,
  1e308,
  '\u0000',
  "' or 1=1 --",
  '<script>',
  [],
  {},
  [[[]]],
  'a'.repeat(5000),
  { $ne: null },
  true,
  '9'.repeat(30),
  '%00',
  '../../etc/passwd',
]
const inAddress = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

type Part = 'params' | 'query' | 'body'
const parts = ['params', 'query', 'body'] as const

/** Names of the fields of a request part, also inside schemas with refinements. */
const listFields = (schema: Route[Part]): string[] => {
  if (!schema) return []
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  return def.type === 'object' ? Object.keys(def.shape) : []
}

const takes = (schema: Route[Part], value: unknown): boolean =>
  z.safeParse(schema as unknown as z.ZodType, value).success

type Tried = { part: Part; field: string; value: unknown; isTaken: boolean }
const tryAll = (route: Route, own: SweepRequest): Tried[] =>
  parts.flatMap((part) =>
    listFields(route[part]).flatMap((field) =>
      hostile.map((given) => {
        const value = part === 'body' ? given : inAddress(given)
        const whole = { ...(own[part] as object | undefined), [field]: value }
        return { part, field, value, isTaken: takes(route[part], whole) }
      }),
    ),
  )

const takesSomething = routes.filter(([, route]) => route.query ?? route.params ?? route.body)

test.each(takesSomething)('%s', async (operation, route) => {
  const { request, reads } = cases[operation]
  const own = request?.(askingBy('root')) ?? {}
  const tried = tryAll(route, own)
  const send = async (
    part: Part,
    values: Readonly<Record<string, unknown>>,
    isRefused: boolean,
  ): Promise<void> => {
    const changed = { ...own, [part]: { ...(own[part] as object | undefined), ...values } }
    const answer = await ask(operation, changed as SweepRequest, signedIn.token.root)
    const note = `${operation} ${JSON.stringify(values).slice(0, 200)} → ${answer.status} ${answer.text.slice(0, 300)}`
    // No messages can be sent in this test.
    if (!answer.text.includes('"code":"message_not_sent"'))
      expect(answer.status, note).toBeLessThan(500)
    if (answer.status >= 400)
      expect(Object.keys(JSON.parse(answer.text) as object), note).toEqual(
        expect.arrayContaining(['code', 'message', 'traceId']),
      )
    if (isRefused) expect(answer.status, note).toBeGreaterThanOrEqual(400)
  }
  await unchanged(async () => {
    for (const part of parts) {
      const refused = tried.find((one) => one.part === part && !one.isTaken)
      if (refused) await send(part, { [refused.field]: refused.value }, true)
    }
    if (route.method !== 'GET' && !reads) return
    // Send each value in all fields that accept it together, and in each alone.
    for (const part of parts) {
      for (const given of hostile) {
        const value = part === 'body' ? given : inAddress(given)
        const taking = tried.filter(
          (one) => one.part === part && one.isTaken && one.value === value,
        )
        if (taking.length > 0)
          await send(part, Object.fromEntries(taking.map(({ field }) => [field, value])), false)
      }
    }
  })
})

describe('requests that our clients never send', () => {
  const post = (headers: Record<string, string>, payload: string) =>
    app().inject({
      method: 'POST',
      url: '/api/oper/drones/tracks',
      headers: { host: 'localhost', authorization: `Bearer ${signedIn.token.root}`, ...headers },
      payload,
    })
  const json = { 'content-type': 'application/json' }

  test('input that is not JSON, is too large or has another content type gets the error document', async () => {
    expect((await post(json, '{"droneId":')).json()).toMatchObject({ code: 'malformed_body' })
    expect((await post(json, '{"__proto__":{"a":1}}')).json()).toMatchObject({
      code: 'malformed_body',
    })
    expect((await post({ 'content-type': 'application/xml' }, '<a/>')).json()).toMatchObject({
      code: 'unsupported_media_type',
    })
    expect((await post(json, `"${'a'.repeat(1_100_000)}"`)).json()).toMatchObject({
      code: 'payload_too_large',
    })
  })

  test('an unknown address or method', async () => {
    expect((await app().inject({ method: 'GET', url: '/api/no/such/call' })).json()).toMatchObject({
      code: 'not_found',
    })
    expect(
      (await app().inject({ method: 'DELETE', url: '/api/oper/drones/tracks' })).json(),
    ).toMatchObject({ code: 'method_not_allowed' })
  })
})
