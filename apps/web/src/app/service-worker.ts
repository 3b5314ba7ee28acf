// The service worker caches files that never change: those with a content hash in their name, and
// the offline page. Pages are always fetched from the network, so that no one stays on an old
// version. API calls are not cached, so that stored data is never shown as live.

/**
 * Minimal types of the worker's global scope: TypeScript's worker and DOM libraries exclude each
 * other.
 */
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void }
type WorkerScope = {
  addEventListener: ((name: 'install' | 'activate', hear: (event: Extendable) => void) => void) &
    ((name: 'fetch', hear: (event: Fetching) => void) => void)
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
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
