// Clicks on a notification, as the service worker passes them on. An acknowledgement is stored in a
// cache until a tab takes it, because the tab may have to be opened first.
import { useEffect, useRef } from 'react'

/** The names are repeated in the service worker. */
const cacheName = 'acknowledgements'
/** An acknowledgement that no tab took is outdated after this time. */
const keptMs = 5 * 60_000

type Acknowledgement = { alarmId: string; userId: string; atMs: number }

/** Takes the waiting acknowledgements of this person; each is taken by one tab only. */
const takeAcknowledgements = async (userId: string): Promise<string[]> => {
  if (!('caches' in window)) return []
  const cache = await caches.open(cacheName)
  const taken: string[] = []
  for (const request of await cache.keys()) {
    const kept = (await (await cache.match(request))?.json()) as Acknowledgement | undefined
    if (!kept || (kept.userId !== userId && Date.now() - kept.atMs < keptMs)) continue
    if (!(await cache.delete(request)) || Date.now() - kept.atMs > keptMs) continue
    if (kept.userId === userId) taken.push(kept.alarmId)
  }
  return taken
}

type Clicks = {
  userId: string
  /** A path of the console. */
  onOpen: (path: string) => void
  onAcknowledge: (alarmId: string) => void
}

/** Reacts to clicks while the component is mounted. */
export const useNoticeClicks = (clicks: Clicks): void => {
  const latest = useRef(clicks)
  useEffect(() => {
    latest.current = clicks
  })
  const { userId } = clicks
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const take = async (): Promise<void> => {
      for (const alarmId of await takeAcknowledgements(userId))
        latest.current.onAcknowledge(alarmId)
    }
    const hear = ({ data, ports }: MessageEvent<{ open?: string }>): void => {
      if (data.open?.startsWith('/')) {
        ports[0]?.postMessage({})
        latest.current.onOpen(data.open)
      } else take().catch(console.warn)
    }
    take().catch(console.warn)
    navigator.serviceWorker.addEventListener('message', hear)
    return () => navigator.serviceWorker.removeEventListener('message', hear)
  }, [userId])
}
