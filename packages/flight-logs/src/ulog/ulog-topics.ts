import type { HeightSource } from '../flight-log.ts'
import { higher, lower } from '../log-builder.ts'
import type { LogBuilder, PointSource } from '../log-builder.ts'
import { DO_SPRAYER, nameVehicleType } from '../pump-channel.ts'
import type { Subscription } from './subscription.ts'

const FRESH_MS = 1_000
const FIX_2D = 2
const ARMED = 2
const DOWNWARD = 25
/** Sources of points: the blended receivers (their own UTC), a single receiver, the estimate. */
const BLENDED: PointSource = 0
const SINGLE: PointSource = 1
const ESTIMATE: PointSource = 2

/**
 * Reads a flight from PX4's topics (github.com/PX4/PX4-Autopilot, msg/*.msg); names of 1.6 to 1.16.
 */
export class UlogTopics {
  readonly #to: LogBuilder
  readonly #run: number
  #armed: boolean | null = null
  #landed: boolean | null = null
  #mode: number | null = null
  #pumpOn: boolean | null = null
  #percent: number | null = null
  #headingDeg: number | null = null
  #fix: number | null = null
  #satellites: number | null = null
  #speedMs: number | null = null
  readonly #heights: Partial<Record<HeightSource, { m: number; localMs: number }>> = {}

  constructor(to: LogBuilder, run: number) {
    this.#to = to
    this.#run = run
  }

  read(subscription: Subscription, view: DataView, at: number): void {
    const clockOnly = this.#to.capture !== null
    const number = (...names: readonly string[]) => subscription.number(view, at, ...names)
    const localMs = subscription.localMs(view, at)
    switch (subscription.name) {
      case 'vehicle_gps_position':
        return this.#receiver(BLENDED, subscription.instance, number, localMs)
      case 'sensor_gps':
        return this.#receiver(SINGLE, subscription.instance, number, localMs)
      default:
        if (!clockOnly) this.#others(subscription, number, localMs)
    }
  }

  #others(subscription: Subscription, number: Numbers, localMs: number): void {
    switch (subscription.name) {
      case 'vehicle_global_position':
        return this.#estimate(number, localMs)
      case 'vehicle_local_position':
        return this.#localPosition(number, localMs)
      case 'distance_sensor':
        if (number('orientation') === DOWNWARD && number('current_distance') > 0)
          this.#heights.rangefinder = { m: number('current_distance'), localMs }
        return
      case 'battery_status':
        return this.#battery(subscription.instance, number)
      case 'vehicle_status':
        return this.#status(number, localMs)
      case 'actuator_armed':
        return this.#setArmed(number('armed') === 1, localMs)
      case 'vehicle_land_detected':
        return this.#setLanded(number('landed') === 1, localMs)
      case 'vehicle_command':
        return this.#command(number, localMs)
      default:
    }
  }

  #receiver(source: PointSource, instance: number, number: Numbers, localMs: number): void {
    const fix = number('fix_type')
    const utcMs = number('time_utc_usec') / 1000
    if (instance === 0) this.#to.clock.anchor(this.#run, localMs, utcMs)
    if (instance !== 0 || this.#to.capture !== null) return
    this.#fix = Number.isFinite(fix) ? fix : null
    this.#satellites = known(number('satellites_used'))
    const [heightM, height] = this.#height(localMs)
    const hasFix = fix >= FIX_2D
    const course = degrees(number('cog_rad'))
    this.#to.addPoint(
      source,
      {
        tMs: utcMs,
        lng: hasFix ? readDegrees(number, 'longitude_deg', 'lon') : NaN,
        lat: hasFix ? readDegrees(number, 'latitude_deg', 'lat') : NaN,
        heightM,
        speedMs: known(number('vel_m_s')),
        headingDeg: this.#headingDeg ?? course,
        ...this.#common(),
      },
      this.#run,
      localMs,
      height,
    )
  }

  #estimate(number: Numbers, localMs: number): void {
    if (number('terrain_alt_valid') === 1)
      this.#heights.terrain = { m: number('alt') - number('terrain_alt'), localMs }
    const [heightM, height] = this.#height(localMs)
    this.#to.addPoint(
      ESTIMATE,
      {
        tMs: NaN,
        lng: number('lon'),
        lat: number('lat'),
        heightM,
        speedMs: this.#speedMs,
        headingDeg: this.#headingDeg,
        ...this.#common(),
      },
      this.#run,
      localMs,
      height,
    )
  }

  #localPosition(number: Numbers, localMs: number): void {
    this.#headingDeg = degrees(number('heading', 'yaw')) ?? this.#headingDeg
    if (number('v_xy_valid') === 1) this.#speedMs = known(Math.hypot(number('vx'), number('vy')))
    if (number('dist_bottom_valid') === 1)
      this.#heights.rangefinder = { m: number('dist_bottom'), localMs }
    if (number('z_valid') === 1) this.#heights.takeoff = { m: -number('z'), localMs }
  }

  #height(localMs: number): [m: number | null, source: HeightSource | null] {
    for (const source of ['rangefinder', 'terrain', 'takeoff'] as const) {
      const one = this.#heights[source]
      if (
        one !== undefined &&
        Number.isFinite(one.m) &&
        Math.abs(localMs - one.localMs) <= FRESH_MS
      )
        return [one.m, source]
    }
    return [null, null]
  }

  #common() {
    return {
      fix: this.#fix,
      satellites: this.#satellites,
      batteryPercent: this.#percent,
      pumpOn: this.#pumpOn,
    }
  }

  #battery(instance: number, number: Numbers): void {
    if (number('connected') === 0) return
    const battery = this.#to.battery(instance)
    if (number('voltage_v') > 0) {
      battery.minVoltageV = lower(battery.minVoltageV, number('voltage_v'))
      battery.maxVoltageV = higher(battery.maxVoltageV, number('voltage_v'))
    }
    if (number('current_a') >= 0)
      battery.maxCurrentA = higher(battery.maxCurrentA, number('current_a'))
    if (number('discharged_mah') >= 0)
      battery.usedMah = higher(battery.usedMah, number('discharged_mah'))
    if (number('temperature') !== 0)
      battery.maxTemperatureC = higher(battery.maxTemperatureC, number('temperature'))
    if (number('cycle_count') > 0) battery.cycles = number('cycle_count')
    const share = number('remaining')
    if (!(share >= 0 && share <= 1)) return
    const percent = Math.round(share * 1000) / 10
    if (instance === 0) this.#percent = percent
    battery.firstPercent ??= percent
    battery.lastPercent = percent
  }

  #status(number: Numbers, localMs: number): void {
    const { identity } = this.#to
    identity.vehicleType ??= nameVehicleType(number('system_type'))
    identity.systemId ??= known(number('system_id'))
    this.#setArmed(number('arming_state') === ARMED, localMs)
    const mode = number('nav_state')
    if (this.#mode !== null && mode !== this.#mode)
      this.#to.addEvent('mode', String(mode), this.#run, localMs)
    this.#mode = mode
  }

  #setArmed(armed: boolean, localMs: number): void {
    if (this.#armed !== armed && (this.#armed !== null || armed))
      this.#to.addEvent(armed ? 'arm' : 'disarm', null, this.#run, localMs)
    this.#armed = armed
  }

  #setLanded(landed: boolean, localMs: number): void {
    if (this.#landed !== null && this.#landed !== landed)
      this.#to.addEvent(landed ? 'landing' : 'takeoff', null, this.#run, localMs)
    this.#landed = landed
  }

  #command(number: Numbers, localMs: number): void {
    if (number('command') !== DO_SPRAYER) return
    const on = number('param1') > 0.5
    if (on === this.#pumpOn) return
    this.#pumpOn = on
    this.#to.addEvent(on ? 'pump_on' : 'pump_off', null, this.#run, localMs)
  }
}

type Numbers = (...names: readonly string[]) => number

/** Degrees as a double since 1.14, as an integer of 1e-7 before. */
function readDegrees(number: Numbers, asDouble: string, asInteger: string): number {
  const exactDegrees = number(asDouble)
  return Number.isNaN(exactDegrees) ? number(asInteger) / 1e7 : exactDegrees
}

function degrees(rad: number): number | null {
  return Number.isFinite(rad) ? ((((rad * 180) / Math.PI) % 360) + 360) % 360 : null
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
