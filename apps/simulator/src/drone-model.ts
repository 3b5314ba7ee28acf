import type { WireMeasurements } from '@swath/domain/telemetry-fields'
import type { Flight, Leg } from './flight-plan.ts'
import { stateOnLeg } from './flight-plan.ts'
import { Random } from './random.ts'
import { motionAt } from './motion.ts'
import { measureAir, type Air } from './air.ts'

/** A point as sent (docs/device-protocol.md). */
export type WirePoint = WireMeasurements & { t: number; lng: number; lat: number }

/** A measured point, and the true state at that time. */
export type Sample = {
  readonly tS: number
  readonly leg: Leg
  readonly point: WirePoint
  readonly trueLng: number
  readonly trueLat: number
}

export type Sampling = {
  readonly seed: string
  /** Time of the flight's first second. */
  readonly startMs: number
  readonly hz?: number
  /** Standard deviation of the position, metres: 0.02 with RTK, 1.2 without. */
  readonly noiseM?: number
  readonly mode?: number
  /** Measured by a drone with a weather station; absent for others. */
  readonly air?: Air
}

const NOISE_MEMORY_S = 20
const JITTER_S = 0.03
/** A regular point this close to one sent when the pump switches is left out. */
const CLOSE_S = 0.15

/**
 * The drone's reports of a flight: points at `hz` with jitter, and one at each instant that the
 * pump starts or stops, as flow controllers log it: otherwise up to a second of every swath would
 * be missing at both its ends.
 */
export function sampleFlight(flight: Flight, sampling: Sampling): Sample[] {
  const random = new Random(`${sampling.seed}/points`)
  const station = new Random(`${sampling.seed}/air`)
  const hz = sampling.hz ?? 1
  const noiseM = sampling.noiseM ?? 0.02
  const samples: Sample[] = []
  let noiseX = noiseM * random.normal()
  let noiseY = noiseM * random.normal()
  let lastS = 0
  let headingDeg = random.between(0, 360)
  let linkPercent = random.between(80, 98)
  let usedBeforeL = 0

  const take = (leg: Leg, tS: number) => {
    const state = stateOnLeg(flight.frame, leg, tS - leg.startS)
    const memory = Math.exp(-(tS - lastS) / NOISE_MEMORY_S)
    const fresh = noiseM * Math.sqrt(1 - memory * memory)
    noiseX = noiseX * memory + fresh * random.normal()
    noiseY = noiseY * memory + fresh * random.normal()
    lastS = tS
    headingDeg = state.headingDeg ?? headingDeg
    linkPercent = Math.min(100, Math.max(45, linkPercent + random.normal()))
    const [trueLng, trueLat] = flight.frame.toLngLat(state.at[0], state.at[1])
    const [lng, lat] = flight.frame.toLngLat(state.at[0] + noiseX, state.at[1] + noiseY)
    const loadSag =
      1 +
      (0.12 * Math.max(0, flight.ability.tankL - usedBeforeL - state.usedL)) / flight.ability.tankL
    const batteryPercent = rounded(
      Math.max(15, 100 - ((73 * tS) / flight.ability.enduranceS) * loadSag),
      10,
    )
    const sats = 18 + Math.round(Math.abs(noiseX / Math.max(noiseM, 1e-9)))
    samples.push({
      tS,
      leg,
      trueLng,
      trueLat,
      point: {
        t: Math.round(sampling.startMs + tS * 1000),
        lng: rounded(lng, 1e7),
        lat: rounded(lat, 1e7),
        height: rounded(state.heightM, 100),
        speed: rounded(state.speedMs, 100),
        heading: rounded(headingDeg, 10) % 360,
        flow: rounded(state.flowLMin, 1000),
        pump: state.pumpOn,
        width: leg.swathWidthM,
        tank: rounded(Math.max(0, flight.ability.tankL - usedBeforeL - state.usedL), 100),
        battery: batteryPercent,
        link: Math.round(linkPercent),
        fix: noiseM < 0.2 ? 6 : 3,
        sats,
        hdop: rounded((noiseM < 0.2 ? 11 : 20) / sats, 100),
        mode: sampling.mode ?? 3,
        ...computeAttitude(leg, tS),
        ...(samples.length % CELLS_EACH === 0
          ? tellNowAndThen(batteryPercent, state.heightM > 0.3, sampling.air, station)
          : {}),
      },
    })
  }

  let next = 0
  let nextS = 0
  for (const leg of flight.legs) {
    const endS = leg.startS + leg.durationS
    if (leg.pumpOn) take(leg, leg.startS)
    while (nextS < endS) {
      const close = leg.pumpOn
        ? nextS - leg.startS < CLOSE_S || endS - nextS < CLOSE_S
        : samples.length > 0 && nextS - lastS < CLOSE_S / hz
      if (!close) take(leg, nextS)
      next++
      nextS = Math.max(next / hz + (JITTER_S / hz) * clamped(random.normal()), lastS + 0.05)
    }
    if (leg.pumpOn && leg.durationS > 0) take(leg, endS)
    usedBeforeL += stateOnLeg(flight.frame, leg, leg.durationS).usedL
  }
  return samples
}

const tellNowAndThen = (
  batteryPercent: number,
  isLoaded: boolean,
  air: Air | undefined,
  station: Random,
) => ({ cells: cellsAt(batteryPercent, isLoaded), ...(air ? measureAir(air, station) : {}) })

/** A drone pitches forward in flight and backwards when it brakes, and rolls in a turn. */
function computeAttitude(leg: Leg, tS: number): { roll: number; pitch: number } {
  const inAir = leg.kind !== 'ground'
  const swing = (period: number, phase: number): number =>
    inAir ? Math.sin((tS * 2 * Math.PI) / period + phase) : 0
  if (leg.motion === null)
    return { roll: rounded(1.2 * swing(3.1, 0), 10), pitch: rounded(0.9 * swing(2.3, 1), 10) }
  const { speedMs } = motionAt(leg.motion, tS - leg.startS)
  const accelerationMs2 =
    motionAt(leg.motion, tS - leg.startS + 0.2).speedMs -
    motionAt(leg.motion, tS - leg.startS - 0.2 > 0 ? tS - leg.startS - 0.2 : 0).speedMs
  const lean =
    leg.kind === 'turn' ? 9 * Math.sin(Math.PI * Math.min(1, (tS - leg.startS) / leg.durationS)) : 0
  return {
    roll: rounded(lean + 1.4 * swing(3.7, 0), 10),
    pitch: rounded(-1.3 * speedMs - 9 * accelerationMs2 + 0.8 * swing(2.3, 1), 10),
  }
}

const CELLS = 14
/** Samples between two reports of the cells and of the weather. */
const CELLS_EACH = 5

/** Fourteen cells in a row; the fourth is the weak one. */
export const cellsAt = (percent: number, isLoaded: boolean): number[] =>
  Array.from({ length: CELLS }, (_, i) =>
    rounded(
      3.45 +
        percent * 0.0072 -
        (isLoaded ? 0.12 : 0) -
        (i === 3 ? 0.04 : 0) +
        0.006 * Math.sin(i * 2.4),
      1000,
    ),
  )

const clamped = (value: number): number => Math.min(3, Math.max(-3, value))
const rounded = (value: number, steps: number): number => Math.round(value * steps) / steps
