// The current state of every drone, in memory: used by the map and to judge alarms. Each process
// that serves users holds all of it and can rebuild it from the database.
import type { Logger } from 'pino'
import type { Scope } from '@swath/domain/access/caller'
import type { Bounds } from '@swath/domain/lng-lat'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { EventBus } from '../../platform/events/events.ts'
import { phaseAt, type FlightPhase } from '../../platform/events/flight-phase.ts'
import { createMatcher, type LiveFilters } from './live-access.ts'
import { ChangedDrones } from './changed-drones.ts'
import { isOfCondition } from './live-condition.ts'
import type { LiveDroneState } from './live-drone.ts'
import { createLiveMoves, type LiveMoves } from './live-moves.ts'
import { followRoster } from './live-roster.ts'
import { LiveTable } from './live-table.ts'
import { watchSilence } from './silence-watch.ts'

export type LiveState = LiveMoves & {
  load(): Promise<void>
  get(droneId: string): LiveDroneState | undefined
  bySlot(slot: number): LiveDroneState | undefined
  flight(drone: LiveDroneState): FlightPhase
  /** Which drones a caller may see, of those that match the filters. */
  matcher(scope: Scope, filters: LiveFilters): (drone: LiveDroneState) => boolean
  /**
   * Drones whose last position is within the bounds, in no particular order. A box from east to
   * west crosses the 180° meridian.
   */
  within(
    bounds: Bounds,
    accepts: (drone: LiveDroneState) => boolean,
    limit?: number,
  ): LiveDroneState[]
  all(): Iterable<LiveDroneState>
  /** Drones changed since the last call. */
  takeDirty(): LiveDroneState[]
  /** Drones heard in this process since the last call. */
  takeHeard(): LiveDroneState[]
  stop(): void
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
  const changed = new ChangedDrones()
  const flight = (drone: LiveDroneState): FlightPhase =>
    drone.gone ? 'offline' : phaseAt(drone.phase, drone.lastMessageMs, clock.now())
  const roster = followRoster({ db, drones, events, log })
  const stopSilenceWatch = watchSilence(drones, {
    isOnline: (drone) => flight(drone) !== 'offline',
    fellSilent: (drone) => {
      changed.mark(drone)
      events.emit('droneOffline', { droneId: drone.droneId })
    },
  })

  return {
    load: () => roster.load(),
    get: (droneId) => drones.get(droneId),
    bySlot: (slot) => drones.bySlot(slot),
    ...createLiveMoves({ drones, changed, clock, events, unknown: roster.unknown }),
    flight,
    matcher: (scope, filters) => {
      const accepts = createMatcher(scope, filters)
      const { condition } = filters
      return condition === undefined
        ? accepts
        : (drone) => accepts(drone) && isOfCondition(drone, condition, flight(drone), clock.now())
    },
    within: (bounds, accepts, limit = Infinity) => drones.within(bounds, accepts, limit),
    all: () => drones.all(),
    takeDirty: () => changed.takeDirty(),
    takeHeard: () => changed.takeHeard(),
    stop: () => {
      roster.stop()
      stopSilenceWatch()
    },
  }
}
