// The service worker caches files that never change: those with a content hash in their name, and
// the offline page. Pages are always fetched from the network, so that no one stays on an old
// version. API calls are not cached, so that stored data is never shown as live.
// It also shows notifications of alarms, which arrive from an open tab or by Web Push.

import type { AlarmNotice } from '@swath/contract/alarms/push'

/**
 * Minimal types of the worker's global scope: TypeScript's worker and DOM libraries exclude each
 * other.
 */
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Messaged = Extendable & { data: { show?: AlarmNotice; isSubscribed?: true } | null }
type Pushed = Extendable & { data: { json: () => unknown } | null }
type Replaced = Extendable & {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}
type Clicked = Extendable & { notification: Notification; action: string }
type Tab = {
  focus: () => Promise<unknown>
  postMessage: (message: object, transfer?: readonly MessagePort[]) => void
}
type WorkerScope = {
  addEventListener: ((name: 'install' | 'activate', hear: (event: Extendable) => void) => void) &
    ((name: 'fetch', hear: (event: Fetching) => void) => void) &
    ((name: 'message', hear: (event: Messaged) => void) => void) &
    ((name: 'push', hear: (event: Pushed) => void) => void) &
    ((name: 'pushsubscriptionchange', hear: (event: Replaced) => void) => void) &
    ((name: 'notificationclick', hear: (event: Clicked) => void) => void)
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<Tab[]>
    openWindow: (path: string) => Promise<unknown>
  }
  registration: ServiceWorkerRegistration
  location: Location
}
const worker = self as unknown as WorkerScope

const files = 'files'
const offline = 'offline'
const offlinePage = '/offline.html'
/** Enough for several versions of the app; the oldest files are removed first. */
const filesAtMost = 600

const keepOfflinePage = async (): Promise<void> => {
  const cache = await caches.open(offline)
  const page = await fetch(offlinePage, { cache: 'no-cache' })
  const parts = [
    ...(await page.clone().text()).matchAll(/"(\/(?:assets\/)?[^"]+\.(?:js|css|svg))"/g),
  ]
  await cache.addAll(parts.map((part) => part[1]!))
  await cache.put(offlinePage, page)
}

const fetchFile = async (request: Request): Promise<Response> => {
  const known = await caches.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(files)
    await cache.put(request, answer.clone())
    const kept = await cache.keys()
    for (const old of kept.slice(0, Math.max(0, kept.length - filesAtMost))) await cache.delete(old)
  }
  return answer
}

const fetchPage = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (error) {
    const page = await caches.match(offlinePage)
    if (page) return page
    throw error
  }
}

/** A notice with the same tag replaces the previous one without another sound. */
const showNotice = (notice: AlarmNotice): Promise<void> =>
  worker.registration.showNotification(notice.title, {
    body: notice.body,
    tag: notice.tag,
    icon: '/app-icons/192.png',
    requireInteraction: true,
    data: notice,
    actions: notice.acknowledge ? [{ action: 'acknowledge', title: notice.acknowledge.label }] : [],
  } as NotificationOptions)

/** The name is repeated in modules/alarms/notifications/notice-clicks.ts. */
const acknowledgements = 'acknowledgements'
/** How long an open tab has to take an acknowledgement before a new tab is opened. */
const takenWithinMs = 1500

/** How long a tab has to answer; the page of the sign-in does not. */
const answeredWithinMs = 500

const findTabs = (): Promise<Tab[]> =>
  worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Whether the tab shows this path of the console: only one with a signed-in person does. */
const showIn = (tab: Tab, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), answeredWithinMs)
    tab.postMessage({ open: path }, [port2])
  })

/**
 * This worker has no session, so a tab acknowledges. It may have to be opened first, so the request
 * is stored until a tab takes it.
 */
const acknowledge = async ({ acknowledge: asked, path }: AlarmNotice): Promise<void> => {
  const key = `/acknowledgements/${asked!.alarmId}`
  const cache = await caches.open(acknowledgements)
  await cache.put(key, Response.json({ ...asked, atMs: Date.now() }))
  const tabs = await findTabs()
  for (const tab of tabs) tab.postMessage({})
  if (tabs.length > 0) await new Promise((resume) => setTimeout(resume, takenWithinMs))
  if (await cache.match(key)) await worker.clients.openWindow(path)
}

const openNotice = async ({ path }: AlarmNotice): Promise<void> => {
  for (const tab of await findTabs()) if (await showIn(tab, path)) return void (await tab.focus())
  await worker.clients.openWindow(path)
}

const subscriptions = 'subscriptions'
const currentKey = '/push-subscription'

type Kept = { endpoint: string; auth: string; serverKey: string }

const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const describe = (subscription: PushSubscription): Kept => ({
  endpoint: subscription.endpoint,
  auth: toText(subscription.getKey('auth')!),
  serverKey: toText(subscription.options.applicationServerKey!),
})

/** Browsers that replace a subscription do not all name the former one. */
const keepSubscription = async (): Promise<void> => {
  const current = await worker.registration.pushManager.getSubscription()
  if (!current) return
  const cache = await caches.open(subscriptions)
  await cache.put(currentKey, Response.json(describe(current)))
}

const findFormer = async ({ oldSubscription }: Replaced): Promise<Kept | null> => {
  if (oldSubscription) return describe(oldSubscription)
  const kept = await (await caches.open(subscriptions)).match(currentKey)
  return kept ? ((await kept.json()) as Kept) : null
}

/** Reports the new subscription to the server; this worker has no session, but the former secret. */
const renewSubscription = async (event: Replaced): Promise<void> => {
  const former = await findFormer(event)
  if (!former) return
  const made =
    event.newSubscription ??
    (await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: former.serverKey,
    }))
  const { endpoint, auth } = describe(made)
  await fetch('/api/bulletin/push/renew', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'terminal-type': 'web' },
    body: JSON.stringify({
      before: { endpoint: former.endpoint, auth: former.auth },
      endpoint,
      p256dh: toText(made.getKey('p256dh')!),
      auth,
    }),
  })
  await keepSubscription()
}

worker.addEventListener('message', (event) => {
  const { show, isSubscribed } = event.data ?? {}
  if (show) event.waitUntil(showNotice(show))
  if (isSubscribed) event.waitUntil(keepSubscription())
})
worker.addEventListener('push', (event) => {
  if (!event.data) return
  const notice = event.data.json() as AlarmNotice
  event.waitUntil(Promise.all([showNotice(notice), keepSubscription()]))
})
worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event))
})
worker.addEventListener('notificationclick', (event) => {
  const notice = event.notification.data as AlarmNotice
  event.notification.close()
  event.waitUntil(
    event.action === 'acknowledge' && notice.acknowledge ? acknowledge(notice) : openNotice(notice),
  )
})

worker.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => worker.skipWaiting()))
})
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate') event.respondWith(fetchPage(request))
  // Ranges of a map archive cannot be cached: the cache only stores complete files.
  else if (pathname.startsWith('/assets/') && !request.headers.has('range'))
    event.respondWith(fetchFile(request))
})
