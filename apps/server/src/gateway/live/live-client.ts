// One console on the live socket: what it may see, looks at and has been told.
import type { WebSocket } from 'ws'
import type { LiveMessage, LiveRequest } from '@swath/contract/live'
import type { Caller } from '@swath/domain/access/caller'
import type { Language } from '@swath/i18n/languages'
import type { FrameMaker, View } from './live-frames.ts'
import type { LiveDroneState } from './live-drone.ts'
import type { LiveState } from './live-state.ts'

const requestsPerS = 20
const requestBurst = 60
/** Frames are left out while this much waits for a slow reader. */
const waitingBytes = 1024 * 1024

export type Watcher = {
  socket: WebSocket
  host: string
  token: string
  caller: Caller | null
  language: Language
  checkedMs: number
  view: Extract<LiveRequest, { type: 'view' }> | null
  look: View | null
  follow: string | null
  /** Slots whose names this connection knows. */
  named: Set<number>
  allowance: number
  allowanceMs: number
  alive: boolean
  /** Requests are taken one after the other. */
  turn: Promise<void>
}

export const newWatcher = (socket: WebSocket, host: string): Watcher => ({
  socket,
  host,
  token: '',
  caller: null,
  language: 'en',
  checkedMs: 0,
  view: null,
  look: null,
  follow: null,
  named: new Set(),
  allowance: requestBurst,
  allowanceMs: performance.now(),
  alive: true,
  turn: Promise.resolve(),
})

/** False: it asks too much. */
export const allow = (watcher: Watcher): boolean => {
  const nowMs = performance.now()
  watcher.allowance =
    Math.min(
      requestBurst,
      watcher.allowance + ((nowMs - watcher.allowanceMs) / 1000) * requestsPerS,
    ) - 1
  watcher.allowanceMs = nowMs
  return watcher.allowance >= 0
}

export const send = (watcher: Watcher, message: LiveMessage): void => {
  if (watcher.socket.readyState === watcher.socket.OPEN)
    watcher.socket.send(JSON.stringify(message))
}

/** What a watcher looks at, with the scope of its caller on it. */
export const lookOf = ({ caller, view }: Watcher, live: LiveState): View | null => {
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

/** Sends what a watcher sees now, unless it reads more slowly than that. */
export const showTo = (
  watcher: Watcher,
  live: LiveState,
  frames: FrameMaker,
  nowMs: number,
): void => {
  if (
    !watcher.caller ||
    watcher.socket.readyState !== watcher.socket.OPEN ||
    watcher.socket.bufferedAmount > waitingBytes
  )
    return
  if (watcher.look) {
    const { frame, drones } = frames.look(watcher.look, nowMs)
    introduce(watcher, drones)
    watcher.socket.send(frame)
  }
  if (watcher.follow !== null) tellFollowed(watcher, watcher.caller, live)
}

const introduce = (watcher: Watcher, drones: readonly LiveDroneState[]): void => {
  const fresh = drones.filter((drone) => !watcher.named.has(drone.slot))
  if (fresh.length === 0) return
  for (const drone of fresh) watcher.named.add(drone.slot)
  send(watcher, {
    type: 'names',
    drones: fresh.map((drone) => [drone.slot, drone.droneId, drone.name]),
  })
}

const tellFollowed = (watcher: Watcher, caller: Caller, live: LiveState): void => {
  const drone = live.get(watcher.follow!)
  if (!drone || Number.isNaN(drone.tMs) || !live.matcher(caller.scope, {})(drone)) return
  const {
    droneId,
    tMs,
    lng,
    lat,
    headingDeg,
    speedMs,
    heightM,
    flowLMin,
    tankL,
    batteryPercent,
    linkPercent,
    widthM,
    pumpOn,
    sprayedM2,
  } = drone
  const { rollDeg, pitchDeg, cellsV, fix, satellites, mode, locked, simulating } = drone
  send(watcher, {
    type: 'drone',
    drone: {
      droneId,
      flight: live.flight(drone),
      tMs,
      lng,
      lat,
      headingDeg,
      speedMs,
      heightM,
      flowLMin,
      tankL,
      batteryPercent,
      linkPercent,
      widthM,
      pumpOn,
      sprayedM2,
      rollDeg,
      pitchDeg,
      cellsV,
      fix,
      satellites,
      mode,
      locked,
      simulated: simulating,
    },
  })
}
