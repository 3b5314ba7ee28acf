import { distanceM } from '@swath/domain/lng-lat'
import type { LngLat } from '@swath/domain/lng-lat'
import { drawFaults } from './fault-plan.ts'
import type { SortieFaults } from './fault-plan.ts'
import { MOST_FIELDS_A_DAY, type FleetDrone, type FleetPlot, type FleetZone } from './fleet.ts'
import { planFlights } from './flight-plan.ts'
import type { Flight } from './flight-plan.ts'
import { Random } from './random.ts'
import { flySortie } from './sortie-messages.ts'
import type { FlownSortie } from './sortie-messages.ts'

const TRUCK_SPEED_MS = 9
const HOUR_MS = 3_600_000
const DEGREES_AN_HOUR = 15
/** Days between two sprayings of the same field: the chemical needs time to work. */
const DAYS_BETWEEN = 8

type Planned = { readonly plot: FleetPlot; readonly flight: Flight; readonly faults: SortieFaults }

/**
 * The days of one drone: plot after plot, flight after flight, with a battery change (a new boot
 * name) before each. After every second flight the break is longer. The same seed and start produce
 * the same days.
 */
export class DroneLife {
  readonly #drone: FleetDrone
  readonly #zones: readonly FleetZone[]
  readonly #seed: string
  readonly #random: Random
  #planned: Planned[] = []
  #nowMs = 0
  #day = Number.NaN
  #fieldsOfDay = 0
  #plotsDone = 0
  #flown = 0
  #truck: LngLat | null = null

  constructor(drone: FleetDrone, zones: readonly FleetZone[], seed: string) {
    this.#drone = drone
    this.#zones = zones
    this.#seed = `${seed}/${drone.droneId}`
    this.#random = new Random(this.#seed)
  }

  /**
   * The next sortie, starting at `fromMs` of the true clock. The very first one starts with a
   * part-full tank, so that the drones of a fleet do not all land at once.
   */
  next(fromMs: number): FlownSortie {
    const startMs = Math.round(fromMs)
    this.#nowMs = startMs
    if (this.#planned.length === 0) this.#planPlot()
    const { plot, flight, faults } = this.#planned.shift()!
    this.#flown++
    this.#truck = plot.takeoff ?? this.#drone.home
    return flySortie({
      drone: this.#drone,
      plot,
      flight,
      zones: this.#zones,
      startMs,
      boot: Math.floor(startMs / 1000).toString(36),
      number: this.#flown,
      seed: `${this.#seed}/${this.#flown}`,
      simulated:
        this.#drone.simulatedEvery !== undefined && this.#flown % this.#drone.simulatedEvery === 0,
      faults: faults.link,
      flightFaults: faults.flight.map((fault) => fault.kind),
    })
  }

  /** Plans a commanded flight, starting at `fromMs`. */
  fly(flight: Flight, fromMs: number): FlownSortie {
    const startMs = Math.round(fromMs)
    this.#flown++
    return flySortie({
      drone: this.#drone,
      plot: null,
      flight,
      zones: this.#zones,
      startMs,
      boot: Math.floor(startMs / 1000).toString(36),
      number: this.#flown,
      seed: `${this.#seed}/${this.#flown}`,
    })
  }

  /**
   * Time on the ground after a landing: a refill, or a refill and a battery change, and the way to
   * the next plot.
   */
  groundMs(): number {
    if (this.#planned.length === 0) this.#planPlot()
    const next = this.#planned[0]!.plot.takeoff ?? this.#drone.home
    const wayM = this.#truck === null ? 0 : distanceM(this.#truck, next)
    return (
      1000 *
      ((this.#flown % 2 === 1 ? this.#random.between(26, 46) : this.#random.between(60, 120)) +
        wayM / TRUCK_SPEED_MS)
    )
  }

  /**
   * The next field: first the plots planned for this day, then fields that are not on the platform.
   */
  #nextField(): FleetPlot {
    const { plots, otherFields = [], home } = this.#drone
    if (otherFields.length === 0)
      return plots[(this.#random.integer(0, 1000) + this.#plotsDone) % plots.length]!
    const day = Math.floor((this.#nowMs / HOUR_MS + home[0] / DEGREES_AN_HOUR) / 24)
    if (day !== this.#day) {
      this.#day = day
      this.#fieldsOfDay = 0
    }
    const drawn = [...plots, ...otherFields.filter(({ plotId }) => plotId !== null)]
    const others = otherFields.filter(({ plotId }) => plotId === null)
    const drawnADay = Math.ceil(drawn.length / DAYS_BETWEEN)
    const at = this.#fieldsOfDay++
    return at < drawnADay || others.length === 0
      ? drawn[(day * drawnADay + at) % drawn.length]!
      : others[(day * MOST_FIELDS_A_DAY + at) % others.length]!
  }

  #planPlot(): void {
    const { home, model, faultShare } = this.#drone
    const first = this.#plotsDone === 0
    const plot = this.#nextField()
    const faults: SortieFaults[] = []
    const ability = first ? { ...model, tankL: model.tankL * this.#random.between(0.15, 1) } : model
    const flights = planFlights(
      plot,
      plot.takeoff ?? home,
      ability,
      (i) => (faults[i] ??= drawFaults(this.#random, faultShare, plot, this.#zones)).flight,
    )
    if (flights.length === 0)
      throw new Error(
        `Plot ${plot.plotId} of drone ${this.#drone.droneId} is too small to be sprayed`,
      )
    this.#planned = flights.map((flight, i) => ({ plot, flight, faults: faults[i]! }))
    if (first) this.#planned = [this.#random.pick(this.#planned)]
    this.#plotsDone++
  }
}
