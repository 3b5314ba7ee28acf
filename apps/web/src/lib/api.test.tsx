import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { person } from '../testing-person.ts'
import { CallError, call, giveUpCalls } from './api.ts'
import { errorText } from './errors.ts'
import { currentTokens, dropSession, keepSession, onSessionChange } from './session.ts'

type Seen = { address: string; init: RequestInit }
const seen: Seen[] = []
let answer: (seen: Seen) => Response

beforeEach(() => {
  seen.length = 0
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string, init: RequestInit) => {
      const one = { address, init }
      seen.push(one)
      return answer(one)
    }),
  )
  keepSession({
    jToken: 'old',
    refreshToken: 'rt_00000000000000000000',
    expiresInS: 900,
    userInfo: person(),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  dropSession('signed-out')
})
const readToken = ({ init }: Seen): string | undefined =>
  (init.headers as Record<string, string>)['authorization']
const refused = () =>
  Response.json(
    { code: 'unauthenticated', message: 'Please sign in.', traceId: 't' },
    { status: 401 },
  )

test('the headers of the specification, and a content type only with a body', async () => {
  answer = () => Response.json({ items: [] })
  await call('listManufacturers')
  expect(seen[0]!.init.headers).toEqual({
    'language': 'en',
    'terminal-type': 'web',
    'authorization': 'Bearer old',
  })
})

test('a rate-limited caller gets the waiting time, from the server or a proxy in front of it', async () => {
  const refusal = async (reply: Response): Promise<string> => {
    answer = () => reply
    return errorText(await call('listManufacturers').catch((error: unknown) => error))
  }
  const init = { status: 429, headers: { 'retry-after': '17' } }
  const message = 'Too many attempts. Try again in 17 seconds.'
  expect(
    await refusal(Response.json({ code: 'too_many_requests', message, traceId: 't' }, init)),
  ).toBe(message)
  expect(await refusal(new Response('<h1>Slow down</h1>', init))).toBe(
    'The server is busy. Try again in 17 seconds.',
  )
  expect(await refusal(new Response('', { status: 429 }))).toMatch(/status 429/)
})

test('a call times out after 60 s, a track never', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  answer = () => Response.json({ items: [] })
  await call('listManufacturers')
  expect(limits.mock.calls).toEqual([[60_000]])
  await call('listManufacturers', {}, { timeoutMs: null })
  expect(limits.mock.calls).toEqual([[60_000]])
  limits.mockRestore()
})

test('an expired token is refreshed once, however many calls find it expired', async () => {
  answer = (one) => {
    if (one.address.endsWith('/refreshToken'))
      return Response.json({
        jToken: 'new',
        refreshToken: 'rt_11111111111111111111',
        expiresInS: 900,
        userInfo: person(),
      })
    return readToken(one) === 'Bearer new' ? Response.json({ items: [] }) : refused()
  }
  await Promise.all([call('listManufacturers'), call('getRentalModels'), call('listOperators')])
  expect(seen.filter(({ address }) => address.endsWith('/refreshToken'))).toHaveLength(1)
  expect(currentTokens()?.jToken).toBe('new')
})

test('a rejected exchange ends the session', async () => {
  const changes: (string | undefined)[] = []
  const stop = onSessionChange(() => changes.push(currentTokens()?.jToken))
  answer = refused
  await expect(call('listManufacturers')).rejects.toMatchObject({ code: 'unauthenticated' })
  stop()
  expect(changes).toEqual([undefined])
})

test('an unreachable server does not end the session', async () => {
  answer = (one) => {
    if (one.address.endsWith('/refreshToken')) throw new TypeError('Failed to fetch')
    return refused()
  }
  await expect(call('listManufacturers')).rejects.toMatchObject({ code: 'offline' })
  expect(currentTokens()?.jToken).toBe('old')
})

test('a sign-out cancels running calls, so that none is refused a moment later', async () => {
  answer = () => new Response(null, { status: 204 })
  const waiting = new Promise<never>(() => undefined)
  const before = fetch
  vi.stubGlobal(
    'fetch',
    vi.fn((address: string, init: RequestInit) =>
      address.includes('loginOut')
        ? before(address, init)
        : Promise.race([
            waiting,
            new Promise<never>((_, reject) =>
              init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error)),
            ),
          ]),
    ),
  )
  const onItsWay = call('listManufacturers')
  giveUpCalls()
  await expect(onItsWay).rejects.toMatchObject({ name: 'AbortError' })
  await expect(call('getRentalModels')).rejects.toMatchObject({ name: 'AbortError' })
  await call('loginOut')
  dropSession('signed-out')
  await expect(call('listOperators')).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(vi.mocked(fetch)).toHaveBeenCalledTimes(2) // the first, and the sign-out

  keepSession({ jToken: 'n', refreshToken: 'r', expiresInS: 900, userInfo: person() })
  vi.stubGlobal('fetch', before)
  answer = () => Response.json({ items: [] })
  expect(await call('listManufacturers')).toEqual({ items: [] })
})

test('a refresh that returns after the sign-out does not restore the session', async () => {
  answer = (one) => {
    if (!one.address.endsWith('/refreshToken')) return refused()
    dropSession('signed-out')
    return Response.json({
      jToken: 'late',
      refreshToken: 'rt_22222222222222222222',
      expiresInS: 900,
      userInfo: person(),
    })
  }
  await expect(call('listManufacturers')).rejects.toBeDefined()
  expect(currentTokens()).toBeNull()
})

test('a missing path parameter is an error', async () => {
  await expect(call('getNoFlyZone', { params: { noflyId: '' } })).rejects.toThrow(
    'URI parameter insufficient',
  )
  expect(new CallError({ code: 'x', message: '', traceId: null }, 0)).toBeInstanceOf(Error)
})
