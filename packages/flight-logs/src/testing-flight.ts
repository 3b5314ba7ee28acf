import { LocalPlane } from '@swath/domain/lng-lat'
import { seeded } from '@swath/domain/track-samples'

/** The true state at one moment of a flight over a field, before it is written in any format. */
export type Moment = {
  readonly tMs: number
  /** Since the autopilot started. */
  readonly bootMs: number
  readonly lng: number
  readonly lat: number
  readonly heightM: number
  readonly speedMs: number
  readonly headingDeg: number
  readonly flowLMin: number
  readonly pumpOn: boolean
  readonly volts: number
  readonly percent: number
  /** The receiver has no position: written as 0, 0. */
  readonly nowhere: boolean
  /** The receiver has no time yet. */
  readonly clockUnset: boolean
}

export type FlightPlan = {
  readonly seed?: number
  readonly startMs?: number
  readonly lanes?: number
  readonly laneM?: number
  readonly hz?: number
  /** The first moments without a clock, as of a receiver before its fix. */
  readonly unsetClocks?: number
  /** One in this many moments is written at 0, 0. */
  readonly nowhereEvery?: number
}

const SPRAY_MS = 6
const WIDTH_M = 5.5

/**
 * Climbs to 3 m, sprays strips back and forth with the pump off in the turns, lands. Places in
 * whole 1e-7 degrees, as logs keep them.
 */
export function agriculturalFlight(plan: FlightPlan = {}): Moment[] {
  const {
    seed = 1,
    startMs = 1_767_225_600_000,
    lanes = 6,
    laneM = 120,
    hz = 5,
    unsetClocks = 0,
    nowhereEvery = 0,
  } = plan
  const random = seeded(seed)
  const plane = new LocalPlane(116.39 + random() * 0.1, 39.9)
  const stepMs = Math.round(1000 / hz)
  const moments: Moment[] = []
  const add = (
    xM: number,
    yM: number,
    heightM: number,
    speedMs: number,
    headingDeg: number,
    pumpOn: boolean,
  ): void => {
    const i = moments.length
    const [lng, lat] = plane.fromPlane(xM + (random() - 0.5) * 0.04, yM + (random() - 0.5) * 0.04)
    const share = Math.max(0, 1 - i / 6_000)
    moments.push({
      tMs: startMs + i * stepMs,
      bootMs: 20_000 + i * stepMs,
      lng: Math.round(lng * 1e7) / 1e7,
      lat: Math.round(lat * 1e7) / 1e7,
      heightM: round(heightM, 2),
      speedMs: round(speedMs, 2),
      headingDeg: round(headingDeg, 1),
      flowLMin: pumpOn ? round(3 + random() * 0.1, 2) : 0,
      pumpOn,
      volts: round(44 + 6 * share, 2),
      percent: Math.round(100 * share),
      nowhere: nowhereEvery > 0 && i % nowhereEvery === nowhereEvery - 1,
      clockUnset: i < unsetClocks,
    })
  }
  const climb = 3 * hz
  for (let i = 0; i < 5 * hz; i++) add(0, 0, 0, 0, 0, false)
  for (let i = 0; i < climb; i++) add(0, 0, (3 * i) / climb, 0.1, 0, false)
  const steps = Math.round((laneM / SPRAY_MS) * hz)
  for (let lane = 0; lane < lanes; lane++) {
    const along = lane % 2 === 0
    for (let i = 0; i <= steps; i++) {
      const yM = (laneM * (along ? i : steps - i)) / steps
      add(lane * WIDTH_M, yM, 3, SPRAY_MS, along ? 0 : 180, true)
    }
    const turn = 3 * hz
    for (let i = 1; i < turn; i++)
      add((lane + i / turn) * WIDTH_M, along ? laneM : 0, 3, WIDTH_M / 3, 90, false)
  }
  for (let i = 0; i < climb; i++) add(lanes * WIDTH_M, 0, 3 - (3 * i) / climb, 0.1, 0, false)
  for (let i = 0; i < 12 * hz; i++) add(lanes * WIDTH_M, 0, 0, 0, 0, false)
  return moments
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}

type Kind = 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32' | 'u64' | 'f32' | 'f64'
const SIZES: Readonly<Record<Kind, number>> = {
  u8: 1,
  i8: 1,
  u16: 2,
  i16: 2,
  u32: 4,
  i32: 4,
  u64: 8,
  f32: 4,
  f64: 8,
}

/** Packs values, e.g. `packed('u16 i32', 7, -1)`. */
export function packed(kinds: string, ...values: readonly number[]): Uint8Array {
  const list = kinds.split(' ').filter(Boolean) as Kind[]
  const view = new DataView(new ArrayBuffer(list.reduce((sum, kind) => sum + SIZES[kind], 0)))
  let at = 0
  for (const [i, kind] of list.entries()) {
    const value = values[i]!
    if (kind === 'u8') view.setUint8(at, value)
    else if (kind === 'i8') view.setInt8(at, value)
    else if (kind === 'u16') view.setUint16(at, value, true)
    else if (kind === 'i16') view.setInt16(at, value, true)
    else if (kind === 'u32') view.setUint32(at, value, true)
    else if (kind === 'i32') view.setInt32(at, value, true)
    else if (kind === 'u64') view.setBigUint64(at, BigInt(Math.round(value)), true)
    else if (kind === 'f32') view.setFloat32(at, value, true)
    else view.setFloat64(at, value, true)
    at += SIZES[kind]
  }
  return new Uint8Array(view.buffer)
}

export function padded(text: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  bytes.set(new TextEncoder().encode(text).subarray(0, length))
  return bytes
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts))
}
