// Where every drone is now, in memory: what the map shows and what alarms are judged by. Each
// process that answers people holds all of it and can rebuild it from the database.
import type { Logger } from 'pino'
import type { Scope } from '@swath/domain/access/caller'
import type { Bounds } from '@swath/domain/lng-lat'
import type { TelemetryPoint } from '@swath/domain/telemetry-point'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { EventBus } from '../../platform/events/events.ts'
import type { FlightPhase } from '../../platform/events/flight-phase.ts'
import { createMatcher, type LiveFilters } from './live-access.ts'
import {
  applyPoint,
  applyReplicated,
  type LiveDroneState,
  type ReplicatedDrone,
} from './live-drone.ts'
import { loadDrones } from './live-state.queries.ts'
import { LiveTable } from './live-table.ts'

/** A drone is online while its last message is younger than this. */
export const onlineMs = 30_000

export type LiveState = {
  load(): Promise<void>
  get(droneId: string): LiveDroneState | undefined
  bySlot(slot: number): LiveDroneState | undefined
  /** Any message: the drone is there. */
  hear(droneId: string, receivedAtMs: number): void
  /** A point newer than the one shown. */
  move(
    droneId: string,
    point: TelemetryPoint,
    phase: Exclude<FlightPhase, 'offline'>,
    receivedAtMs: number,
  ): void
  takeOff(droneId: string, simulated: boolean): void
  /** The flight that is under way is simulated. */
  markSimulated(droneId: string): void
  /** It stands, though no point has said so yet. */
  land(droneId: string): void
  leave(droneId: string): void
  flight(drone: LiveDroneState): FlightPhase
  /** Which drones a caller may see, of those that the filters leave. */
  matcher(scope: Scope, filters: LiveFilters): (drone: LiveDroneState) => boolean
  /**
   * Drones whose last place lies within, in no particular order. A box from east to west crosses
   * the 180° meridian.
   */
  within(
    bounds: Bounds,
    accepts: (drone: LiveDroneState) => boolean,
    limit?: number,
  ): LiveDroneState[]
  all(): Iterable<LiveDroneState>
  /** Those changed since the last call. */
  takeDirty(): LiveDroneState[]
  /** Those heard in this process since the last call. */
  takeHeard(): LiveDroneState[]
  /** What other processes have heard; what is older than what is known here changes nothing. */
  apply(drones: readonly ReplicatedDrone[]): void
  stop(): void
}

/** Those that were online at the last call and are no longer. */
const createSilenceWatch = (drones: LiveTable, isOnline: (drone: LiveDroneState) => boolean) => {
  let online = new Set<LiveDroneState>()
  return (): LiveDroneState[] => {
    const before = online
    online = new Set()
    for (const drone of drones.all()) if (isOnline(drone)) online.add(drone)
    return [...before].filter((drone) => !online.has(drone))
  }
}

export const createLiveState = ({
  db,
  clock,
  events,
  log,
}: {
  db: Db
  clock: Clock
  events: EventBus
  log: Logger
}): LiveState => {
  const drones = new LiveTable()
  let dirty: LiveDroneState[] = []
  let heard = new Set<LiveDroneState>()

  const touch = (drone: LiveDroneState): void => {
    if (drone.dirty) return
    drone.dirty = true
    dirty.push(drone)
  }
  const change = (drone: LiveDroneState): void => {
    touch(drone)
    heard.add(drone)
  }

  const simulate = (drone: LiveDroneState, simulated: boolean): void => {
    if (drone.simulated === simulated) return
    drone.simulated = simulated
    change(drone)
  }

  const reload = async (droneIds: readonly string[]): Promise<void> => {
    const asked = droneIds.length > 0 ? droneIds : drones.ids()
    const rows = await loadDrones(db, droneIds.length > 0 ? droneIds : undefined)
    const there = new Set(rows.map((row) => row.droneId))
    for (const row of rows) drones.put(row)
    for (const droneId of asked) if (!there.has(droneId)) drones.remove(droneId)
  }

  const flight = (drone: LiveDroneState): FlightPhase =>
    !drone.gone && clock.now() - drone.lastMessageMs < onlineMs ? drone.phase : 'offline'

  const stopListening = events.on('dronesChanged', ({ droneIds }) => {
    reload(droneIds).catch((error: unknown) =>
      log.warn({ error }, 'Changed drones could not be read again'),
    )
  })
  /** Heard, but made by another process since the last reading. */
  const unknown = new Set<string>()
  const findSilent = createSilenceWatch(drones, (drone) => flight(drone) !== 'offline')
  const sweep = setInterval(() => {
    if (unknown.size > 0) {
      const droneIds = [...unknown]
      unknown.clear()
      reload(droneIds).catch((error: unknown) =>
        log.warn({ error }, 'New drones could not be read'),
      )
    }
    for (const drone of findSilent()) {
      touch(drone)
      events.emit('droneOffline', { droneId: drone.droneId })
    }
  }, 1_000).unref()

  return {
    load: () => reload([]),
    get: (droneId) => drones.get(droneId),
    bySlot: (slot) => drones.bySlot(slot),
    hear: (droneId, receivedAtMs) => {
      const drone = drones.get(droneId)
      if (!drone) return void unknown.add(droneId)
      drone.lastMessageMs = Math.max(
        receivedAtMs,
        Number.isNaN(drone.lastMessageMs) ? 0 : drone.lastMessageMs,
      )
      drone.gone = false
      change(drone)
    },
    move: (droneId, point, phase, receivedAtMs) => {
      const drone = drones.get(droneId)
      if (!drone) return
      applyPoint(drone, point, phase)
      drones.place(drone)
      change(drone)
      events.emit('livePoint', {
        droneId,
        point,
        flight: clock.now() - receivedAtMs < onlineMs ? phase : 'offline',
      })
    },
    takeOff: (droneId, simulated) => {
      const drone = drones.get(droneId)
      if (!drone) return
      drone.sprayedM2 = 0
      simulate(drone, simulated)
    },
    markSimulated: (droneId) => {
      const drone = drones.get(droneId)
      if (drone) simulate(drone, true)
    },
    land: (droneId) => {
      const drone = drones.get(droneId)
      if (!drone) return
      simulate(drone, false)
      if (drone.phase === 'ground') return
      drone.phase = 'ground'
      drone.pumpOn = false
      change(drone)
    },
    leave: (droneId) => {
      const drone = drones.get(droneId)
      if (!drone || drone.gone) return
      drone.gone = true
      change(drone)
    },
    flight,
    matcher: createMatcher,
    within: (bounds, accepts, limit = Infinity) => drones.within(bounds, accepts, limit),
    all: () => drones.all(),
    takeDirty: () => {
      const taken = dirty
      dirty = []
      for (const drone of taken) drone.dirty = false
      return taken
    },
    takeHeard: () => {
      const taken = [...heard]
      heard = new Set()
      return taken
    },
    apply: (shared) => {
      for (const known of shared) {
        const drone = drones.get(known.droneId)
        if (!drone) unknown.add(known.droneId)
        else if (applyReplicated(drone, known)) drones.place(drone)
      }
    },
    stop: () => {
      stopListening()
      clearInterval(sweep)
    },
  }
}
