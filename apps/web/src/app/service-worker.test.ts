import { afterAll, beforeAll, expect, test, vi } from 'vitest'

type Hear = (event: { request: Request; respondWith: (answer: Promise<unknown>) => void }) => void
const heard = new Map<string, Hear>()

beforeAll(async () => {
  vi.stubGlobal('self', {
    addEventListener: (name: string, hear: Hear) => void heard.set(name, hear),
    location: new URL('https://console.example/worker.js'),
  })
  // A script, which the compiler does not see as a module.
  const script = './service-worker.ts'
  await import(script)
})
afterAll(() => void vi.unstubAllGlobals())

/** Whether the worker responds itself instead of leaving the request to the browser. */
const answers = (path: string, headers: Record<string, string> = {}): boolean => {
  let isAnswered = false
  heard.get('fetch')!({
    request: new Request(`https://console.example${path}`, { headers }),
    respondWith: (answer) => {
      isAnswered = true
      // jsdom has no cache, so the response fails.
      answer.catch(() => undefined)
    },
  })
  return isAnswered
}

test('range requests of a map archive are not handled: a cache refuses 206 responses, and the map stayed empty', () => {
  expect(answers('/assets/world-1a2b.pmtiles', { range: 'bytes=0-16383' })).toBe(false)
  expect(answers('/assets/app-3c4d.js')).toBe(true)
  expect(answers('/maps/county.pmtiles?v=1', { range: 'bytes=0-16383' })).toBe(false)
})
