import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { person } from '../testing-person.ts'
import { queryClient, buildQuery } from './query.ts'
import { dropSession, keepSession } from './session.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Fake timers do not control AbortSignal.timeout, so it is replaced by setTimeout.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms)
    return controller.signal
  })
  keepSession({ jToken: 't', refreshToken: 'r', expiresInS: 900, userInfo: person() })
})
afterEach(() => {
  dropSession('signed-out')
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Time until a screen gets the error of its list, ms, and how often the list was requested. */
const failsAfterMs = async (fetching: (init: RequestInit) => Promise<Response>) => {
  const asked = vi.fn<(address: string, init: RequestInit) => Promise<Response>>((_address, init) =>
    fetching(init),
  )
  vi.stubGlobal('fetch', asked)
  const fromMs = Date.now()
  let failedMs: number | null = null
  const observer = new QueryObserver(queryClient, buildQuery('listManufacturers'))
  const stop = observer.subscribe(({ isError }) => {
    if (isError) failedMs ??= Date.now() - fromMs
  })
  await vi.advanceTimersByTimeAsync(300_000)
  stop()
  return { failedMs, times: asked.mock.calls.length }
}
const untilAborted = (init: RequestInit): Promise<Response> =>
  new Promise((_, reject) =>
    init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error)),
  )

test('a server that does not answer is reported once, after a minute', async () => {
  expect(await failsAfterMs(untilAborted)).toEqual({ failedMs: 60_000, times: 1 })
})

test('a server that refuses connections is reported after three tries, within seconds', async () => {
  const { failedMs, times } = await failsAfterMs(() => Promise.reject(new TypeError('refused')))
  expect(times).toBe(3)
  expect(failedMs).toBeLessThan(10_000)
})

test('the attempts of one query share a minute', async () => {
  let tries = 0
  const { failedMs, times } = await failsAfterMs(async (init) => {
    if (++tries === 3) return untilAborted(init)
    await new Promise((resume) => setTimeout(resume, 15_000))
    throw new TypeError('no route')
  })
  expect([failedMs, times]).toEqual([60_000, 3])
})

const tooMany = (retryAfterS: number): Response =>
  Response.json(
    { code: 'too_many_requests', message: 'Too often.', traceId: 't' },
    { status: 429, headers: { 'retry-after': String(retryAfterS) } },
  )

test('an overloaded server is called again at the time it names, and reported in the end', async () => {
  const { failedMs, times } = await failsAfterMs(async () => tooMany(3))
  expect(times).toBe(3)
  expect(failedMs).toBeGreaterThanOrEqual(6_000)
  expect(failedMs).toBeLessThan(8_000)
})

test('a limit of minutes is reported at once', async () => {
  expect(await failsAfterMs(async () => tooMany(600))).toEqual({ failedMs: 0, times: 1 })
})
