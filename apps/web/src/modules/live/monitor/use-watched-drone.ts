import type { Api } from '@swath/contract/api'
import type { Answer } from '@swath/contract/kit'
import type { LiveDrone } from '@swath/contract/live/live'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { outdated, buildQuery } from '../../../lib/query.ts'
import { liveConnection, useLinkState, useLiveEvent } from '../../../lib/live/live.ts'
import { isAirborne } from './drone-state.ts'
import { grow, join, noTrail, toTrail, type Trail } from './trail.ts'

type Detail = Answer<Api['getMonitorDrone']>

/**
 * One drone: its data from the server, updated each second while connected, and the track of its
 * flight.
 */
export const useWatchedDrone = (droneId: string, onMove: (live: LiveDrone) => void) => {
  const link = useLinkState()
  const detail = useQuery({
    ...buildQuery('getMonitorDrone', { query: { droneId } }),
    refetchInterval: ({ state }) => (state.data?.currentSortie ? 10_000 : 30_000),
    retry: false,
  })
  const [live, setLive] = useState<LiveDrone | null>(null)
  const [trail, setTrail] = useState<Trail>(noTrail)
  const lastFlight = useRef<LiveDrone['flight'] | null>(null)

  useEffect(() => {
    liveConnection.follow(droneId)
    return () => liveConnection.follow(null)
  }, [droneId])

  const snapshot = detail.data
  const [joined, setJoined] = useState<Detail | undefined>(undefined)
  if (snapshot && snapshot !== joined) {
    setJoined(snapshot)
    setTrail((heard) => (snapshot.currentSortie ? join(toTrail(snapshot), heard) : noTrail))
  }

  useLiveEvent('drone', (message) => {
    if (message.droneId !== droneId) return
    const before = lastFlight.current ?? snapshot?.flight ?? message.flight
    lastFlight.current = message.flight
    setLive(message)
    const tookOff = !isAirborne(before) && isAirborne(message.flight)
    setTrail((flown) => grow(tookOff ? noTrail : flown, message))
    // A flight began or ended: request its start, mode, pilot and work from the server.
    if (isAirborne(before) !== isAirborne(message.flight))
      void outdated('getMonitorDrone', 'getMonitorSummary')
    onMove(message)
  })

  // Events during a lost connection are in the server's response.
  const wasLost = useRef(false)
  useEffect(() => {
    if (link === 'live' && wasLost.current) void outdated('getMonitorDrone')
    wasLost.current = link === 'lost'
  }, [link])

  return { detail, live, trail }
}
