// Whether a drone flies, as its points and events come.
import { distanceBetweenM } from './lng-lat.ts'
import type { DeviceEvent } from './device-event.ts'

export const SILENCE_MS = 120_000
/** A stop on the ground shorter than this does not end a flight found by the detector. */
export const MERGE_MS = 20_000
/**
 * Some firmware reports its take-off only at working height: until then the event belongs to the
 * flight that the detector found.
 */
const TAKEOFF_EVENT_LATE_MS = 60_000
const AIRBORNE_HEIGHT_M = 1
const AIRBORNE_SPEED_MS = 1.5
const AIRBORNE_HOLD_MS = 3_000
const LANDED_HEIGHT_M = 0.5
const LANDED_SPEED_MS = 0.5
const LANDED_HOLD_MS = 10_000
/** A drone that does not report its height may be hovering: it must be still for longer. */
const LANDED_HOLD_WITHOUT_HEIGHT_MS = 30_000

export type CloseReason = 'landing' | 'landing_detected' | 'disarm' | 'silence' | 'next_takeoff'

export type Sortie = {
  readonly startMs: number
  /** The landing; while open, the last message. */
  readonly endMs: number
  readonly state: 'open' | 'closed'
  readonly closeReason: CloseReason | null
  readonly boot: string | null
  /** The device's own count, known only from its take-off event. */
  readonly number: number | null
  readonly takeoffEvent: DeviceEvent | null
  readonly landingEvent: DeviceEvent | null
}

/** A point as the detector needs it. Missing numbers are NaN or null. */
export type FlightPoint = {
  readonly tMs: number
  readonly lng: number
  readonly lat: number
  readonly heightM: number | null
  readonly speedMs: number | null
  readonly boot: string | null
}

export type FlightInput =
  | { readonly kind: 'point'; readonly point: FlightPoint }
  | { readonly kind: 'event'; readonly event: DeviceEvent }
  /** Time passing without a message. */
  | { readonly kind: 'clock'; readonly tMs: number }

/** The effect of the last input on `open` and `last`. */
export type FlightChange = 'none' | 'opened' | 'closed' | 'closed_opened' | 'reopened' | 'amended'

export type FlightState = {
  readonly airborne: boolean
  readonly open: Sortie | null
  /** The sortie closed most recently. */
  readonly last: Sortie | null
  readonly change: FlightChange
  /** Time of the last point or event, NaN before the first. */
  readonly lastMs: number
  readonly lastLng: number
  readonly lastLat: number
  readonly lastPointMs: number
  /** Since when the points look airborne or landed, NaN while they do not. */
  readonly airborneSinceMs: number
  readonly landedSinceMs: number
}

export const initialFlightState: FlightState = {
  airborne: false,
  open: null,
  last: null,
  change: 'none',
  lastMs: NaN,
  lastLng: NaN,
  lastLat: NaN,
  lastPointMs: NaN,
  airborneSinceMs: NaN,
  landedSinceMs: NaN,
}

/**
 * One step, in the order of time. An input older than the last one is ignored: the fold over stored
 * points takes it into account.
 */
export function stepFlight(state: FlightState, input: FlightInput): FlightState {
  const tMs =
    input.kind === 'point' ? input.point.tMs : input.kind === 'event' ? input.event.tMs : input.tMs
  if (tMs < state.lastMs) return state.change === 'none' ? state : { ...state, change: 'none' }
  const silent = tMs - state.lastMs > SILENCE_MS
  const heard = silent ? afterSilence(state) : state
  if (input.kind === 'clock')
    return heard === state && state.change !== 'none' ? { ...state, change: 'none' } : heard
  const next =
    input.kind === 'point' ? afterPoint(heard, input.point) : afterEvent(heard, input.event)
  if (!silent || heard.change !== 'closed') return next
  return { ...next, change: next.change === 'opened' ? 'closed_opened' : 'closed' }
}

function afterSilence(state: FlightState): FlightState {
  const ground: FlightState = {
    ...state,
    airborne: false,
    change: 'none',
    airborneSinceMs: NaN,
    landedSinceMs: NaN,
    lastPointMs: NaN,
    lastLng: NaN,
    lastLat: NaN,
  }
  if (state.open === null) return ground
  return {
    ...ground,
    open: null,
    last: closed(state.open, state.lastMs, 'silence', null),
    change: 'closed',
  }
}

function afterPoint(state: FlightState, point: FlightPoint): FlightState {
  const tMs = point.tMs
  const speedMs = known(point.speedMs) ? point.speedMs : impliedSpeedMs(state, point)
  const heightM = known(point.heightM) ? point.heightM : NaN
  const flying = heightM > AIRBORNE_HEIGHT_M || speedMs > AIRBORNE_SPEED_MS
  const standing = speedMs < LANDED_SPEED_MS && !(heightM >= LANDED_HEIGHT_M)
  const airborneSinceMs = flying
    ? Number.isNaN(state.airborneSinceMs)
      ? tMs
      : state.airborneSinceMs
    : NaN
  const landedSinceMs = standing
    ? Number.isNaN(state.landedSinceMs)
      ? tMs
      : state.landedSinceMs
    : NaN
  const tookOff = tMs - airborneSinceMs >= AIRBORNE_HOLD_MS
  const landed =
    tMs - landedSinceMs >= (Number.isNaN(heightM) ? LANDED_HOLD_WITHOUT_HEIGHT_MS : LANDED_HOLD_MS)
  let { airborne, open, last } = state
  let change: FlightChange = 'none'
  if (open === null) {
    if (tookOff) {
      airborne = true
      if (
        last !== null &&
        last.closeReason === 'landing_detected' &&
        last.landingEvent === null &&
        airborneSinceMs - last.endMs < MERGE_MS
      ) {
        open = { ...last, state: 'open', closeReason: null, endMs: tMs }
        last = null
        change = 'reopened'
      } else {
        // Prevents overlap with a landing that the device has just reported, where points still
        // look airborne.
        const startMs = last === null ? airborneSinceMs : Math.max(airborneSinceMs, last.endMs + 1)
        open = opened(startMs, tMs, point.boot, null)
        change = 'opened'
      }
    }
  } else if (airborne && landed) {
    last = closed(open, landedSinceMs, 'landing_detected', null)
    open = null
    airborne = false
    change = 'closed'
  } else {
    // After a take-off event the drone may wait on the ground: only a drone that has flown can
    // land.
    airborne ||= tookOff
    open = { ...open, endMs: tMs }
  }
  return {
    airborne,
    open,
    last,
    change,
    lastMs: tMs,
    lastLng: point.lng,
    lastLat: point.lat,
    lastPointMs: tMs,
    airborneSinceMs,
    landedSinceMs,
  }
}

function afterEvent(state: FlightState, event: DeviceEvent): FlightState {
  const heard: FlightState = { ...state, lastMs: event.tMs, change: 'none' }
  return event.type === 'takeoff' ? afterTakeoff(heard, event) : afterStop(heard, event)
}

function afterTakeoff(state: FlightState, event: DeviceEvent): FlightState {
  const { open } = state
  const fresh: FlightState = { ...state, airborne: false, airborneSinceMs: NaN, landedSinceMs: NaN }
  if (open === null)
    return { ...fresh, open: opened(event.tMs, event.tMs, event.boot, event), change: 'opened' }
  const takeoff = open.takeoffEvent
  if (takeoff !== null && (sameFlight(takeoff, event) || takeoff.tMs === event.tMs)) {
    // A flight reported twice counts as simulated if either report says so: in doubt, nobody is
    // paid.
    const takeoffEvent =
      event.simulated && !takeoff.simulated ? { ...takeoff, simulated: true as const } : takeoff
    return { ...state, open: { ...open, endMs: event.tMs, takeoffEvent } }
  }
  if (takeoff === null && event.tMs - open.startMs < TAKEOFF_EVENT_LATE_MS) {
    return {
      ...state,
      open: {
        ...open,
        endMs: event.tMs,
        takeoffEvent: event,
        number: event.number,
        boot: event.boot,
      },
      change: 'amended',
    }
  }
  const endMs = Math.max(
    open.startMs,
    Number.isNaN(state.lastPointMs) ? open.startMs : Math.min(state.lastPointMs, event.tMs - 1),
  )
  return {
    ...fresh,
    last: closed(open, endMs, 'next_takeoff', null),
    open: opened(event.tMs, event.tMs, event.boot, event),
    change: 'closed_opened',
  }
}

/** A landing or a disarm. */
function afterStop(state: FlightState, event: DeviceEvent): FlightState {
  const ground: FlightState = {
    ...state,
    airborne: false,
    airborneSinceMs: NaN,
    landedSinceMs: NaN,
  }
  const landing = event.type === 'landing' ? event : null
  if (state.open !== null) {
    return {
      ...ground,
      open: null,
      last: closed(state.open, event.tMs, landing === null ? 'disarm' : 'landing', landing),
      change: 'closed',
    }
  }
  const last = state.last
  if (
    landing === null ||
    last === null ||
    last.landingEvent !== null ||
    last.closeReason === 'next_takeoff'
  )
    return state
  // The landing event of a flight that is closed already: after the detector, a disarm or a hole in
  // the track.
  const numbered = last.number !== null && landing.number !== null
  const same = numbered
    ? sameFlight(last.takeoffEvent!, landing)
    : landing.tMs - last.endMs <= SILENCE_MS
  if (!same) return state
  const silent = last.closeReason === 'silence'
  return {
    ...ground,
    last: closed(
      last,
      silent ? landing.tMs : last.endMs,
      silent ? 'landing' : last.closeReason!,
      landing,
    ),
    change: 'amended',
  }
}

/**
 * For consumers that follow a drone as its messages arrive: handles a simulated take-off reported
 * after points of its flight. The fold over stored points sees events in order and does not need
 * this.
 */
export function applyLateTakeoff(state: FlightState, event: DeviceEvent): FlightState {
  const { open, last } = state
  if (event.type !== 'takeoff' || !event.simulated || open === null || !(event.tMs < state.lastMs))
    return state
  if ((last !== null && last.endMs >= event.tMs) || open.startMs - event.tMs > SILENCE_MS)
    return state // of a flight before
  const takeoff = open.takeoffEvent
  if (takeoff !== null)
    return sameFlight(takeoff, event) || takeoff.tMs === event.tMs
      ? { ...state, open: { ...open, takeoffEvent: { ...takeoff, simulated: true } } }
      : state
  const startMs =
    event.tMs - open.startMs < TAKEOFF_EVENT_LATE_MS ? Math.min(open.startMs, event.tMs) : event.tMs
  return {
    ...state,
    open: { ...open, startMs, takeoffEvent: event, number: event.number, boot: event.boot },
  }
}

/** Whether the open flight is simulated. */
export function isSimulated({ open, last }: FlightState): boolean {
  return (
    open !== null &&
    isSimulatedSortie(open, last && { ...last, simulated: isSimulatedSortie(last, null) })
  )
}

/**
 * Whether nothing flew: the take-off is marked so, or the flight before is and broke off in the
 * air, without a landing.
 */
export function isSimulatedSortie(
  sortie: Sortie,
  before: (Sortie & { readonly simulated: boolean }) | null,
): boolean {
  if (sortie.takeoffEvent !== null) return sortie.takeoffEvent.simulated === true
  return (
    before !== null &&
    before.simulated &&
    before.closeReason === 'silence' &&
    before.landingEvent === null &&
    before.boot === sortie.boot
  )
}

function sameFlight(a: DeviceEvent, b: DeviceEvent): boolean {
  return a.boot === b.boot && a.number === b.number && a.number !== null
}

function opened(
  startMs: number,
  endMs: number,
  boot: string | null,
  takeoffEvent: DeviceEvent | null,
): Sortie {
  return {
    startMs,
    endMs: Math.max(startMs, endMs),
    state: 'open',
    closeReason: null,
    boot,
    number: takeoffEvent?.number ?? null,
    takeoffEvent,
    landingEvent: null,
  }
}

function closed(
  sortie: Sortie,
  endMs: number,
  closeReason: CloseReason,
  landingEvent: DeviceEvent | null,
): Sortie {
  return {
    ...sortie,
    state: 'closed',
    endMs: Math.max(sortie.startMs, endMs),
    closeReason,
    landingEvent,
  }
}

function known(value: number | null): value is number {
  return value !== null && !Number.isNaN(value)
}

/** Speed from the last place, for a device that does not report its speed. */
function impliedSpeedMs(state: FlightState, point: FlightPoint): number {
  const seconds = (point.tMs - state.lastPointMs) / 1000
  if (!(seconds > 0)) return 0
  return distanceBetweenM(state.lastLng, state.lastLat, point.lng, point.lat) / seconds
}
