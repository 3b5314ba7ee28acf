import type { LiveDroneState } from './live-drone.ts'

/** Drones that have changed since the last call. */
export class ChangedDrones {
  #dirty: LiveDroneState[] = []
  #heard = new Set<LiveDroneState>()

  /** Marks a drone that must be drawn differently, although no message arrived. */
  mark(drone: LiveDroneState): void {
    if (drone.dirty) return
    drone.dirty = true
    this.#dirty.push(drone)
  }

  /** Marks a drone whose change was received in this process. */
  markHeard(drone: LiveDroneState): void {
    this.mark(drone)
    this.#heard.add(drone)
  }

  takeDirty(): LiveDroneState[] {
    const taken = this.#dirty
    this.#dirty = []
    for (const drone of taken) drone.dirty = false
    return taken
  }

  takeHeard(): LiveDroneState[] {
    const taken = [...this.#heard]
    this.#heard = new Set()
    return taken
  }
}
