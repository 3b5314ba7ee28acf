// The console's live connection, shared by all screens.
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { call, refreshSession } from '../api.ts'
import { currentLanguage } from '../language.ts'
import { outdated, queryClient } from '../query.ts'
import { currentTokens, keepUser } from '../session.ts'
import { showError } from '../errors.ts'
import { LiveConnection, type LinkState, type LiveEvents, type Socket } from './live-connection.ts'
import { LiveStore } from './live-store.ts'

const address = (): string =>
  `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/api/live`

export const liveConnection = new LiveConnection(
  {
    open: () => new WebSocket(address()) as unknown as Socket,
    token: () => currentTokens()?.jToken,
    refresh: refreshSession,
    language: currentLanguage,
    now: () => Date.now(),
    later: (work, ms) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
  },
  new LiveStore(),
)

// The single listener for changed zones; screens that show zones fetch them again.
liveConnection.on('zonesChanged', () => {
  void outdated('listMonitorZones', 'listNoFlyZones')
  // An open zone is shown from its list. Its own query is only refetched when it is opened next:
  // the zone may have been deleted.
  void queryClient.invalidateQueries({ queryKey: ['getNoFlyZone'], refetchType: 'none' })
})

// When roles, rights or the scope change, the menu is updated first, then everything on screen.
liveConnection.on(
  'accessChanged',
  () =>
    void (async () => {
      try {
        keepUser(await call('getOwnInfo'))
        await queryClient.invalidateQueries()
      } catch (error) {
        showError(error)
      }
    })(),
)

/**
 * Keeps the connection up while the console is open, and reconnects at once when the network or the
 * person is back.
 */
export const useLiveConnection = (): void => {
  useEffect(() => {
    const hurry = (): void => {
      if (document.visibilityState === 'visible') liveConnection.retryNow()
    }
    // Deferred, so that a component that unmounts at once opens no connection.
    const beginning = setTimeout(() => liveConnection.start())
    window.addEventListener('online', hurry)
    document.addEventListener('visibilitychange', hurry)
    return () => {
      clearTimeout(beginning)
      window.removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', hurry)
      liveConnection.stop()
      liveConnection.store.clear()
    }
  }, [])
}

const onLink = (listener: () => void): (() => void) => liveConnection.on('link', listener)
export const useLinkState = (): LinkState => useSyncExternalStore(onLink, liveConnection.state)

/**
 * Listens to one kind of message while the component is mounted; the listener may change on each
 * render.
 */
export const useLiveEvent = <K extends keyof LiveEvents>(
  name: K,
  listener: (event: LiveEvents[K]) => void,
): void => {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => liveConnection.on(name, (event) => latest.current(event)), [name])
}
