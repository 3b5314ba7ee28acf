// This browser’s subscription to Web Push.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useChange } from '../../../lib/use-change.ts'
import { noticeObstacle, type Obstacle } from './browser-notices.ts'

export const pushObstacle = (): Obstacle | null =>
  noticeObstacle() ?? ('PushManager' in window ? null : 'notSupported')

const findSubscription = async (): Promise<PushSubscription | null> =>
  pushObstacle() === null
    ? ((await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ??
      null)
    : null

/** What the server knows of this browser: its row, or null. */
export const usePushBrowser = () => {
  const asked = useQuery(buildQuery('getPush'))
  const own = useQuery({
    queryKey: ['pushSubscription'],
    queryFn: async () => (await findSubscription())?.endpoint ?? null,
  })
  const row = asked.data?.items.find(({ endpoint }) => endpoint === own.data) ?? null
  return { asked, row }
}

const subscribe = async (publicKey: string): Promise<void> => {
  const { pushManager, active } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  // A subscription made for another key of the server cannot be used.
  await before?.unsubscribe()
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint, keys } = made.toJSON()
  await call('addPushBrowser', {
    body: { endpoint: endpoint!, p256dh: keys!['p256dh']!, auth: keys!['auth']! },
  })
  // The worker renews it when the browser replaces it.
  active?.postMessage({ isSubscribed: true })
}

export const useSubscribe = () =>
  useChange({ run: subscribe, outdated: ['getPush'], refused: 'shownByCaller' })

export const useUnsubscribe = () =>
  useChange({
    run: async (pushId: string) => {
      await (await findSubscription())?.unsubscribe()
      return call('removePushBrowser', { params: { pushId } })
    },
    outdated: ['getPush'],
    refused: 'shownByCaller',
  })
