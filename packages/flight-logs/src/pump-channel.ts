/**
 * Which servo output drives the spray pump, and from which pulse on it runs. ArduPilot names it by
 * SERVOn_FUNCTION (RCn_FUNCTION in old releases) = 22 "SprayerPump"; AC_Sprayer drives it between
 * SERVOn_MIN (off) and SERVOn_MAX (ardupilot.org, Crop Sprayer).
 */
export class PumpChannel {
  channel: number | null = null
  readonly #minUs = new Map<number, number>()
  readonly #maxUs = new Map<number, number>()

  parameter(name: string, value: number): void {
    const match = /^(?:SERVO|RC)(\d{1,2})_(FUNCTION|MIN|MAX)$/.exec(name)
    if (match === null) return
    const channel = Number(match[1])
    if (match[2] === 'FUNCTION') {
      if (value === SPRAYER_PUMP) this.channel = channel
      else if (this.channel === channel) this.channel = null
    } else (match[2] === 'MIN' ? this.#minUs : this.#maxUs).set(channel, value)
  }

  /** Null if the output has no pulse. */
  isOn(pulseUs: number): boolean | null {
    if (this.channel === null || !(pulseUs > 0)) return null
    const minUs = this.#minUs.get(this.channel) ?? 1100
    const maxUs = this.#maxUs.get(this.channel) ?? 1900
    return pulseUs > minUs + (maxUs - minUs) * 0.05
  }
}

const SPRAYER_PUMP = 22

/** MAV_CMD_DO_SPRAYER (common.xml): first parameter 0 off, 1 on. */
export const DO_SPRAYER = 216

const VEHICLES: Readonly<Record<number, string>> = {
  1: 'fixed wing',
  2: 'quadrotor',
  3: 'coaxial',
  4: 'helicopter',
  10: 'rover',
  11: 'boat',
  13: 'hexarotor',
  14: 'octorotor',
  15: 'tricopter',
  19: 'vtol',
  20: 'vtol',
  21: 'vtol',
  22: 'vtol',
  23: 'vtol',
  24: 'vtol',
  25: 'vtol',
  29: 'dodecarotor',
  35: 'decarotor',
}

/** MAV_TYPE (common.xml) in words. */
export const nameVehicleType = (mavType: number): string | null => VEHICLES[mavType] ?? null
