// The tools of the Model Context Protocol on the world of the sweep: the official client gets the
// answers of the calls, and only those that its key may make.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import type { Operation } from '@swath/contract/api'
import { answerCharactersAtMost } from '../platform/http/mcp.ts'
import { cases, routes } from './testing-collected.ts'
import { askingBy } from './testing-cases.ts'
import { openSweep } from './testing-program.ts'
import { worldNow, type PersonName } from './testing-world.ts'

const { app, ask, signedIn } = await openSweep()

const makeKey = async (person: PersonName, screens: readonly string[], perMinute = 6000) => {
  const until = new Date(worldNow + 86_400_000).toISOString()
  const body = { keyName: 'Assistant', access: 'read', screens, until, perMinute }
  const { status, text } = await ask('createApiKey', { body }, signedIn.token[person])
  expect(status, text).toBe(200)
  return (JSON.parse(text) as { key: string }).key
}

/** `fetch` of the client, answered by the program without a socket. */
const inject: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const answer = await app().inject({
    method: request.method as 'POST',
    url: new URL(request.url).pathname,
    headers: { ...Object.fromEntries(request.headers), host: 'localhost' },
    ...(request.method === 'POST' ? { payload: await request.text() } : {}),
  })
  const isEmpty = answer.statusCode === 202 || answer.statusCode === 204
  return new Response(isEmpty ? null : answer.body, {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
  })
}
const connect = async (key: string): Promise<Client> => {
  const client = new Client({ name: 'sweep', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/api/mcp'), {
      fetch: inject,
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  )
  return client
}
const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content.map(({ text }) => text).join('')
const withoutTrace = (text: string): unknown => {
  const { traceId: _trace, ...rest } = JSON.parse(text) as { traceId?: string }
  return rest
}

test('each tool answers as its call does, for every call that a key with these pages may read', async () => {
  const screens = ['monitor', 'drone-list', 'block-list', 'drone-statistics', 'data-stat-list']
  const key = await makeKey('team', screens)
  const client = await connect(key)
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(60)
  for (const [operation, route] of routes) {
    const isForOthers =
      route.policy === 'public' ||
      route.personOnly === true ||
      (route.policy.screens && !route.policy.screens.some((one) => screens.includes(one)))
    if (isForOthers) expect(names).not.toContain(operation)
  }
  for (const name of names as Operation[]) {
    const request = cases[name].request?.(askingBy('team')) ?? {}
    const args = { ...request.params, ...request.query, ...(request.body as object) }
    const result = await client.callTool({ name, arguments: args })
    const { status, text } = await ask(name, request, key)
    const isTooLong = text.length > answerCharactersAtMost
    expect([name, result.isError ?? false]).toEqual([name, status >= 400 || isTooLong])
    if (isTooLong) expect(textOf(result)).toMatch(/^The answer has \d+ characters/)
    else expect([name, withoutTrace(textOf(result))]).toEqual([name, withoutTrace(text)])
  }
  await client.close()
})

test('without a working key nothing is answered', async () => {
  await expect(connect('swk_' + 'A'.repeat(43))).rejects.toThrow()
  const answer = await app().inject({ method: 'POST', url: '/api/mcp', payload: {} })
  expect(answer.statusCode).toBe(401)
  expect(answer.headers['www-authenticate']).toBe('Bearer')
})

test('a batch is refused, and a session is not enough', async () => {
  const ask = (bearer: string, payload: object) =>
    app().inject({
      method: 'POST',
      url: '/api/mcp',
      headers: { host: 'localhost', authorization: `Bearer ${bearer}` },
      payload,
    })
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const key = await makeKey('team', ['monitor'])
  expect((await ask(key, [list, list])).statusCode).toBe(400)
  expect((await ask(signedIn.token.team, list)).statusCode).toBe(401)
})

test('an unknown tool, one of another page and one that changes are refused alike', async () => {
  const client = await connect(await makeKey('team', ['monitor']))
  for (const name of ['nothing', 'listPlots', 'addCrop']) {
    const result = await client.callTool({ name, arguments: {} })
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining(name)])
  }
  await client.close()
})

test('listing tools counts as a call of the key', async () => {
  const client = await connect(await makeKey('team', ['monitor'], 3))
  await client.listTools()
  await expect(client.listTools()).rejects.toThrow()
})
