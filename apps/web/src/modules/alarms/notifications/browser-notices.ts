// Notifications of the browser. The service worker shows them, so that their button works while no
// tab is open.
import type { AlarmNotice } from '@swath/contract/alarms/push'
import { useSyncExternalStore } from 'react'
import { stored } from '../../../lib/stored.ts'

/** Whether this browser shows alarms while the person looks at something else. */
export const browserNotices = stored<boolean>('alarmNotices', (kept) => kept === true)

/** Why notifications are unavailable; null: they are available, or permission can be requested. */
export type Obstacle = 'needsHttps' | 'notSupported' | 'blocked'

export const noticeObstacle = (): Obstacle | null => {
  if (!window.isSecureContext) return 'needsHttps'
  if (!('Notification' in window) || !('serviceWorker' in navigator)) return 'notSupported'
  return Notification.permission === 'denied' ? 'blocked' : null
}

const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  // The person may have changed the permission in the browser’s settings.
  document.addEventListener('visibilitychange', listener)
  return () => {
    listeners.delete(listener)
    document.removeEventListener('visibilitychange', listener)
  }
}
export const useNoticeObstacle = (): Obstacle | null =>
  useSyncExternalStore(subscribe, noticeObstacle)

/** Call only on a click: browsers block sites that request it unasked. */
export const requestPermission = async (): Promise<boolean> => {
  const permission = await Notification.requestPermission()
  for (const tell of listeners) tell()
  return permission === 'granted'
}

const isPermitted = (): boolean =>
  noticeObstacle() === null && Notification.permission === 'granted'

/** Shows a notice if the person looks at another tab or program. */
export const showNotice = (notice: AlarmNotice): void => {
  if (!browserNotices.get() || !isPermitted() || document.hasFocus()) return
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ show: notice }))
}

/** Closes the notices of alarms that somebody has handled, perhaps elsewhere. */
export const closeNotices = async (
  isHandled: (alarmId: string) => Promise<boolean>,
): Promise<void> => {
  if (!isPermitted()) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notice of (await registration?.getNotifications()) ?? [])
    if (await isHandled(notice.tag)) notice.close()
}
