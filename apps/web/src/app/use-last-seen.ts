import type { FlightState } from '@swath/contract/codes'
import { useEffect } from 'react'
import type { z } from 'zod'
import { hostTheme } from '../lib/host-theme.ts'
import { translate } from '../lib/i18n.ts'
import { lastSeenKey, parseLastSeen, type SeenDrone } from '../lib/last-seen.ts'
import { queryClient } from '../lib/query.ts'
import { currentTokens, onSessionChange, useUser } from '../lib/session.ts'
import { stored } from '../lib/stored.ts'
import { flightLabels } from '../ui/flight-badge.tsx'

const lastSeen = stored(lastSeenKey, parseLastSeen)

type Listed = {
  droneId: string
  droneName: string
  flight: z.infer<typeof FlightState>
  lastMessageAt: string | null
  lng?: number | null
  lat?: number | null
}
/** Queries of lists of drones. */
const listsOfDrones: ReadonlySet<unknown> = new Set([
  'listMonitorDrones',
  'listControlDrones',
  'listDrones',
])
const dronesAtMost = 200
const writtenEveryMs = 10_000

const toSeen = ({ droneId, droneName, flight, lastMessageAt, lng, lat }: Listed): SeenDrone => ({
  id: droneId,
  name: droneName,
  state: translate(flightLabels[flight]),
  heardAt: lastMessageAt,
  place: lng == null || lat == null ? null : [lng, lat],
})

/** Stores the listed drones for this person, until they sign out. */
export const useLastSeen = (): void => {
  const { userId } = useUser()
  useEffect(() => {
    let writtenMs = -Infinity
    if (lastSeen.get()?.userId !== userId) lastSeen.clear()
    const stop = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return
      if (!listsOfDrones.has(event.query.queryKey[0]) || !currentTokens()) return
      const nowMs = Date.now()
      if (nowMs - writtenMs < writtenEveryMs) return
      writtenMs = nowMs
      const listed = (event.query.state.data as { items: readonly Listed[] }).items.map(toSeen)
      const ids = new Set(listed.map(({ id }) => id))
      const others = (lastSeen.get()?.drones ?? []).filter(({ id }) => !ids.has(id))
      lastSeen.set({
        userId,
        productName: hostTheme().productName,
        atMs: nowMs,
        drones: [...listed, ...others].slice(0, dronesAtMost),
      })
    })
    const stopSession = onSessionChange(() => {
      if (!currentTokens()) lastSeen.clear()
    })
    return () => {
      stop()
      stopSession()
    }
  }, [userId])
}
