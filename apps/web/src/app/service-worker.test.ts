import { afterAll, beforeAll, expect, test, vi } from 'vitest'

type Hear = (event: { request: Request; respondWith: (answer: Promise<unknown>) => void }) => void
const heard = new Map<string, Hear>()
const subscriptionOf = (name: string) => ({
  endpoint: `https://push.example/${name}`,
  getKey: (kind: string) => new TextEncoder().encode(`${name} ${kind}`).buffer,
  options: { applicationServerKey: new TextEncoder().encode('server').buffer },
})
let current = subscriptionOf('first')
const kept = new Map<string, Response>()
const pushManager = {
  getSubscription: () => Promise.resolve(current),
  subscribe: vi.fn<(options: object) => Promise<object>>(() => Promise.resolve(current)),
}
const showNotification = vi.fn<() => Promise<void>>(() => Promise.resolve())
const openWindow = vi.fn<() => Promise<void>>(() => Promise.resolve())
const tabs: object[] = []

beforeAll(async () => {
  vi.stubGlobal('self', {
    addEventListener: (name: string, hear: Hear) => void heard.set(name, hear),
    location: new URL('https://console.example/worker.js'),
    registration: { showNotification, pushManager },
    clients: { matchAll: () => Promise.resolve(tabs), openWindow },
  })
  vi.stubGlobal('caches', {
    open: () =>
      Promise.resolve({
        put: (key: string, answer: Response) => void kept.set(key, answer),
        match: (key: string) => Promise.resolve(kept.get(key)?.clone()),
      }),
  })
  await import('./service-worker.ts')
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

/** Dispatches an event to the worker and waits for its work. */
const dispatch = async (name: string, event: object): Promise<void> => {
  let work: Promise<unknown> | undefined
  ;(heard.get(name) as unknown as (event: object) => void)({
    ...event,
    waitUntil: (given: Promise<unknown>) => void (work = given),
  })
  await work
}
const notice = {
  tag: 'a1',
  title: 'Entered Airport East',
  body: 'North 1 · Xinxiang',
  path: '/alarm',
  acknowledge: { alarmId: 'a1', userId: 'u1', label: 'Acknowledge' },
}

test('a push is shown with its button, under the tag of the alarm', async () => {
  await dispatch('push', { data: { json: () => notice } })
  expect(showNotification).toHaveBeenCalledWith(
    notice.title,
    expect.objectContaining({
      body: notice.body,
      tag: 'a1',
      actions: [{ action: 'acknowledge', title: 'Acknowledge' }],
    }),
  )
})

test('a subscription that the browser replaced is renewed with the secret of the former one', async () => {
  const send = vi.fn<(path: string, options: { body: string }) => Promise<Response>>(() =>
    Promise.resolve(new Response()),
  )
  vi.stubGlobal('fetch', send)
  await dispatch('message', { data: { isSubscribed: true } })
  current = subscriptionOf('second')
  await dispatch('pushsubscriptionchange', { oldSubscription: null, newSubscription: null })
  expect(pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: btoa('server').replaceAll('=', ''),
  })
  const [path, { body }] = send.mock.calls[0]!
  expect(path).toBe('/api/bulletin/push/renew')
  expect(JSON.parse(body)).toMatchObject({
    before: {
      endpoint: 'https://push.example/first',
      auth: btoa('first auth').replaceAll('=', ''),
    },
    endpoint: 'https://push.example/second',
  })
})

test('a click opens the alarm in an open tab, or in a new one', async () => {
  const click = { action: '', notification: { data: notice, close: () => undefined } }
  await dispatch('notificationclick', click)
  expect(openWindow).toHaveBeenCalledWith('/alarm')
  const tab = (answers: boolean) => ({
    focus: vi.fn<() => void>(),
    postMessage: vi.fn<(message: object, ports: MessagePort[]) => void>((_message, [port]) => {
      if (answers) port!.postMessage({})
    }),
  })
  const signIn = tab(false)
  const console_ = tab(true)
  tabs.push(signIn, console_)
  await dispatch('notificationclick', click)
  expect(console_.postMessage.mock.calls[0]![0]).toEqual({ open: '/alarm' })
  expect(console_.focus).toHaveBeenCalledOnce()
  expect(signIn.focus).not.toHaveBeenCalled()
  expect(openWindow).toHaveBeenCalledOnce()
})
