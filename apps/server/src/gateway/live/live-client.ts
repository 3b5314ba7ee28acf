// One console on the live socket: its access, its viewport and what it has received.
import type { WebSocket } from 'ws'
import type { FrameWriter } from '@swath/contract/live/frame-deltas'
import type { LiveMessage, LiveRequest } from '@swath/contract/live/live'
import type { Caller } from '@swath/domain/access/caller'
import {
  LIVE_ROWS,
  type AnyMeasurements,
  type LiveMeasurements,
} from '@swath/domain/telemetry-fields'
import type { Language } from '@swath/i18n/languages'
import type { FrameMaker, Viewport } from './live-frames.ts'
import type { LiveDroneState } from './live-drone.ts'
import type { LiveState } from './live-state.ts'

const requestsPerS = 20
const requestBurst = 60
/** Frames are skipped while this many bytes wait for a slow reader. */
const waitingBytes = 1024 * 1024

export type LiveClient = {
  socket: WebSocket
  host: string
  token: string
  caller: Caller | null
  language: Language
  checkedMs: number
  view: Extract<LiveRequest, { type: 'view' }> | null
  viewport: Viewport | null
  /** For a console that reads differences; null: every frame is whole. */
  deltas: FrameWriter | null
  follow: string | null
  /** Slots whose names were sent on this connection. */
  named: Set<number>
  allowance: number
  allowanceMs: number
  alive: boolean
  /** Requests are handled one after the other. */
  turn: Promise<void>
}

export const newLiveClient = (socket: WebSocket, host: string): LiveClient => ({
  socket,
  host,
  token: '',
  caller: null,
  language: 'en',
  checkedMs: 0,
  view: null,
  viewport: null,
  deltas: null,
  follow: null,
  named: new Set(),
  allowance: requestBurst,
  allowanceMs: performance.now(),
  alive: true,
  turn: Promise.resolve(),
})

/** False if the client exceeds its rate limit. */
export const allow = (client: LiveClient): boolean => {
  const nowMs = performance.now()
  client.allowance =
    Math.min(
      requestBurst,
      client.allowance + ((nowMs - client.allowanceMs) / 1000) * requestsPerS,
    ) - 1
  client.allowanceMs = nowMs
  return client.allowance >= 0
}

export const send = (client: LiveClient, message: LiveMessage): void => {
  if (client.socket.readyState === client.socket.OPEN) client.socket.send(JSON.stringify(message))
}

/** A client's viewport, limited to its caller's scope. */
export const toViewport = ({ caller, view }: LiveClient, live: LiveState): Viewport | null => {
  if (!caller || !view) return null
  const [minLng, minLat, maxLng, maxLat] = view.bounds
  return {
    bounds: { minLng, minLat, maxLng, maxLat },
    zoom: view.zoom,
    showOffline: view.showOffline,
    accepts: live.matcher(caller.scope, view.filters),
    key: JSON.stringify([caller.scope, view.filters]),
  }
}

/** Sends what a client sees now, unless it reads more slowly than that. */
export const showTo = (
  client: LiveClient,
  live: LiveState,
  frames: FrameMaker,
  nowMs: number,
): void => {
  if (
    !client.caller ||
    client.socket.readyState !== client.socket.OPEN ||
    client.socket.bufferedAmount > waitingBytes
  )
    return
  if (client.viewport) {
    const { frame, drones } = frames.frameFor(client.viewport, nowMs, client.deltas)
    introduce(client, drones)
    client.socket.send(frame)
  }
  if (client.follow !== null) tellFollowed(client, client.caller, live)
}

const introduce = (client: LiveClient, drones: readonly LiveDroneState[]): void => {
  const fresh = drones.filter((drone) => !client.named.has(drone.slot))
  if (fresh.length === 0) return
  for (const drone of fresh) client.named.add(drone.slot)
  send(client, {
    type: 'names',
    drones: fresh.map((drone) => [drone.slot, drone.droneId, drone.name]),
  })
}

const tellFollowed = (client: LiveClient, caller: Caller, live: LiveState): void => {
  const drone = live.get(client.follow!)
  if (!drone || Number.isNaN(drone.tMs) || !live.matcher(caller.scope, {})(drone)) return
  const { droneId, tMs, lng, lat, pumpOn, sprayedM2, locked, simulated } = drone
  const measured: AnyMeasurements = {}
  for (const { name } of LIVE_ROWS) measured[name] = drone[name]
  send(client, {
    type: 'drone',
    drone: {
      droneId,
      flight: live.flight(drone),
      tMs,
      lng,
      lat,
      ...(measured as LiveMeasurements),
      pumpOn,
      sprayedM2,
      locked,
      simulated,
    },
  })
}
