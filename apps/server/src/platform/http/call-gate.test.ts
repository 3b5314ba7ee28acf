import { Readable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { route } from '@swath/contract/kit'
import type { Caller } from '@swath/domain/access/caller'
import { createCallGate, callLimits } from './call-gate.ts'
import { serveRoutes } from './testing.ts'

const limits = { ofPerson: 2, ofAccount: 3, waitingOfPerson: 2, waitingOfAccount: 3 }
const stays = new AbortController().signal
const person = (name: string) => ({ userId: name, accountId: name[0]! })

const settle = (): Promise<void> => new Promise((resume) => setImmediate(resume))

/** Opens a gate and records which calls have entered. */
const open = () => {
  const gate = createCallGate(limits)
  const running: string[] = []
  const left: (() => void)[] = []
  const enter = (name: string, signal = stays): Promise<void> =>
    gate.enter(person(name), signal).then((leave) => {
      running.push(name)
      left.push(leave)
    })
  const leaveFirst = async (): Promise<void> => {
    await settle()
    left.shift()!()
    await settle()
  }
  return { enter, running, leaveFirst }
}

describe('concurrent calls', () => {
  test('are limited per person and per account', async () => {
    const { enter, running } = open()
    for (const name of ['a1', 'a1', 'a1', 'a2', 'a2', 'b1']) void enter(name)
    await settle()
    expect(running).toEqual(['a1', 'a1', 'a2', 'b1'])
  })

  test('the person with the fewest running calls of an account is next', async () => {
    const { enter, running, leaveFirst } = open()
    for (const name of ['a1', 'a1', 'a2', 'a1', 'a3']) void enter(name)
    await leaveFirst()
    expect(running).toEqual(['a1', 'a1', 'a2', 'a3'])
    await leaveFirst()
    expect(running.at(-1)).toBe('a1')
  })

  test('are rejected when too many wait', async () => {
    const { enter } = open()
    for (let i = 0; i < 4; i++) void enter('a1')
    await expect(enter('a1')).rejects.toMatchObject({ code: 'too_many_requests' })
    void enter('a2') // runs at once
    void enter('a2')
    await expect(enter('a3')).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  test('releases its place when a caller leaves while waiting', async () => {
    const { enter, running, leaveFirst } = open()
    const gone = new AbortController()
    for (let i = 0; i < 2; i++) void enter('a1')
    const waiting = enter('a1', gone.signal)
    void enter('a1')
    gone.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await leaveFirst()
    expect(running).toHaveLength(3)
    await enter('a2') // one of the account's places is free again
  })
})

const routes = {
  wait: route({
    method: 'GET',
    path: '/api/wait',
    summary: '',
    tag: 'T',
    policy: {},
    out: z.object({ name: z.string() }),
  }),
  file: route({
    method: 'GET',
    path: '/api/file',
    summary: '',
    tag: 'T',
    policy: {},
    raw: 'text/csv',
  }),
}

describe('over HTTP', () => {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  const serve = async () => {
    const held: (() => void)[] = []
    const streams: Readable[] = []
    const hold = (): Promise<void> => new Promise((resume) => held.push(resume))
    const server = await serveRoutes(
      routes,
      {
        wait: async (_input, { caller }) => {
          if (caller.userName === 'busy') await hold()
          return { name: caller.userName }
        },
        file: async () => {
          streams.push(new Readable({ read: () => undefined }))
          return streams.at(-1)!
        },
      },
      {
        authenticate: async (token) => {
          const userName = token.replace(/x+$/, '')
          const caller = {
            ...person(userName),
            accountId: userName,
            userName,
            rights: [],
            checkStatus: 'passed',
          }
          return { caller: caller as unknown as Caller, sessionId: '1' }
        },
        screensFor: async () => [],
      },
    )
    closing.push(() => server.close())
    const ask = (name: string, path = '/api/wait') =>
      server.inject({
        url: path,
        headers: { authorization: `Bearer ${name.padEnd(20, 'x')}`, language: 'zh-CN' },
      })
    return { ask, held, streams }
  }

  test('of 300 calls by one person, some run, some wait, and the others are asked to retry later', async () => {
    const { ask, held } = await serve()
    const answers = Array.from({ length: 300 }, () => ask('busy'))
    expect((await ask('other')).json()).toEqual({ name: 'other' })
    const refused = 300 - callLimits.ofPerson - callLimits.waitingOfPerson
    expect(held).toHaveLength(callLimits.ofPerson)
    let done = 0
    for (const answer of answers) void answer.then(() => done++)
    while (done < 300) {
      for (const resume of held.splice(0)) resume()
      await settle()
    }
    const all = await Promise.all(answers)
    expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(300 - refused)
    const tooMany = all.filter(({ statusCode }) => statusCode === 429)
    expect(tooMany).toHaveLength(refused)
    expect(tooMany[0]!.headers['retry-after']).toBe('3')
    expect(tooMany[0]!.json()).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringContaining('3 秒'),
    })
  })

  test('downloads hold separate places until their last byte', async () => {
    const { ask, streams } = await serve()
    const files = Array.from({ length: callLimits.ofPerson + 1 }, () => ask('one', '/api/file'))
    expect((await ask('one')).json()).toEqual({ name: 'one' })
    expect(streams).toHaveLength(callLimits.ofPerson)
    streams[0]!.push(null)
    await files[0]
    await expect.poll(() => streams.length).toBe(callLimits.ofPerson + 1)
    for (const stream of streams.slice(1)) stream.push(null)
    expect((await Promise.all(files)).every(({ statusCode }) => statusCode === 200)).toBe(true)
  })
})
