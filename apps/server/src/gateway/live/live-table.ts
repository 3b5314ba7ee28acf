// All drones, by id, by slot and by position.
import { LiveGrid } from '@swath/domain/live-grid'
import type { Bounds } from '@swath/domain/lng-lat'
import { applyFacts, readDrone, type LiveDroneState } from './live-drone.ts'
import type { DroneFacts, LastKnown } from './live-state.queries.ts'

export class LiveTable {
  readonly #drones = new Map<string, LiveDroneState>()
  readonly #slots: (LiveDroneState | undefined)[] = []
  readonly #grid = new LiveGrid()

  get(droneId: string): LiveDroneState | undefined {
    return this.#drones.get(droneId)
  }

  bySlot(slot: number): LiveDroneState | undefined {
    return this.#slots[slot]
  }

  all(): Iterable<LiveDroneState> {
    return this.#drones.values()
  }

  ids(): string[] {
    return [...this.#drones.keys()]
  }

  /** For a known drone only the facts are updated: its live values are newer here. */
  put(row: DroneFacts & LastKnown): void {
    const known = this.#drones.get(row.droneId)
    if (known) return applyFacts(known, row)
    const drone = readDrone(row, this.#slots.length)
    this.#drones.set(drone.droneId, drone)
    this.#slots.push(drone)
    if (!Number.isNaN(drone.lng)) this.place(drone)
  }

  remove(droneId: string): void {
    const drone = this.#drones.get(droneId)
    if (!drone) return
    this.#grid.remove(drone.slot)
    this.#slots[drone.slot] = undefined
    this.#drones.delete(droneId)
  }

  /** Call when the drone has moved. */
  place({ slot, lng, lat }: LiveDroneState): void {
    this.#grid.set(slot, lng, lat)
  }

  /** In no particular order. A box from east to west crosses the 180° meridian. */
  within(
    bounds: Bounds,
    accepts: (drone: LiveDroneState) => boolean,
    limit: number,
  ): LiveDroneState[] {
    const found: LiveDroneState[] = []
    for (const slot of this.#slotsWithin(bounds, [])) {
      const drone = this.#slots[slot]
      if (!drone || !accepts(drone)) continue
      found.push(drone)
      if (found.length >= limit) break
    }
    return found
  }

  #slotsWithin(bounds: Bounds, into: number[]): number[] {
    if (bounds.minLng <= bounds.maxLng) return this.#grid.query(bounds, into)
    this.#grid.query({ ...bounds, maxLng: 180 }, into)
    return this.#grid.query({ ...bounds, minLng: -180 }, into)
  }
}
