import fc from 'fast-check'
import { LocalPlane } from './lng-lat.ts'
import { FIELD_ROWS, type FieldName, type FieldRow } from './telemetry-fields.ts'
import type { TelemetryPoint } from './telemetry-point.ts'

/** Numbers and tracks for the tests of this package; deterministic from a seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const T0 = 1_767_225_600_000

export function samplePoint(changes: Partial<TelemetryPoint> = {}): TelemetryPoint {
  return {
    tMs: T0,
    lng: 116.39,
    lat: 39.9,
    heightM: 3,
    speedMs: 6,
    headingDeg: 90,
    flowLMin: 3,
    pumpOn: true,
    swathWidthM: 5.5,
    tankL: 20,
    batteryPercent: 90,
    linkPercent: 95,
    fix: 6,
    satellites: 22,
    mode: 3,
    boot: 'k3f9',
    seq: null,
    ...changes,
  }
}

const anyValue = ({ kind, range, most }: FieldRow): fc.Arbitrary<unknown> => {
  const [min, max] = typeof range === 'string' || range === null ? [0, 360] : range
  const number = fc.double({ min, max, noNaN: true })
  return kind === 'flag'
    ? fc.boolean()
    : kind === 'integer'
      ? fc.integer({ min, max })
      : kind === 'list'
        ? fc.array(number, { minLength: 1, ...(most ? { maxLength: most } : {}) })
        : number
}

/** A point with every measurement optional, within its range. */
export function anyPoint(): fc.Arbitrary<TelemetryPoint> {
  const measured = FIELD_ROWS.map((row): [FieldName, fc.Arbitrary<unknown>] => [
    row.name,
    fc.option(anyValue(row), { nil: row.rare ? undefined : null }),
  ])
  return fc.record({
    tMs: fc.integer({ min: 1_500_000_000_000, max: 2_000_000_000_000 }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    ...(Object.fromEntries(measured) as { [K in FieldName]: fc.Arbitrary<TelemetryPoint[K]> }),
    boot: fc.option(fc.constantFrom('a', 'b', 'ช'), { nil: null }),
    seq: fc.option(fc.nat(1_000_000), { nil: null }),
  }) as fc.Arbitrary<TelemetryPoint>
}

/**
 * Strips of 200 m flown back and forth with position noise, pump off in the turns, tank and battery
 * falling.
 */
export function sprayingTrack(options: {
  readonly minutes: number
  readonly hz: number
  readonly seed: number
  readonly startMs?: number
  readonly origin?: readonly [number, number]
  readonly boot?: string
  readonly groundS?: number
}): TelemetryPoint[] {
  const random = seeded(options.seed)
  const plane = new LocalPlane(...(options.origin ?? [116.39, 39.9]))
  const startMs = options.startMs ?? T0
  const flightS = options.minutes * 60
  const groundS = options.groundS ?? 0
  const points: TelemetryPoint[] = []
  let tankL = 30
  let noiseX = 0
  let noiseY = 0
  const count = Math.round((flightS + 2 * groundS) * options.hz)
  for (let i = 0; i < count; i++) {
    const clockS = i / options.hz
    const s = clockS - groundS
    const flying = s >= 0 && s < flightS
    const cycle = Math.max(0, Math.min(s, flightS)) / 38
    const strip = Math.floor(cycle)
    const inStrip = (cycle - strip) * 38
    const along = Math.min(inStrip, 33) * 6.06
    const turning = inStrip > 33
    noiseX = 0.95 * noiseX + (random() - 0.5) * 0.03
    noiseY = 0.95 * noiseY + (random() - 0.5) * 0.03
    const pumpOn = flying && !turning
    const flowLMin = pumpOn ? 3 + (random() - 0.5) * 0.1 : 0
    tankL -= flowLMin / 60 / options.hz
    const x = (strip % 2 === 0 ? along : 200 - along) + noiseX
    const y = strip * 5 + (turning ? inStrip - 33 : 0) + noiseY
    const [lng, lat] = plane.fromPlane(x, y)
    points.push({
      tMs: startMs + Math.round(clockS * 1000),
      lng,
      lat,
      heightM: flying ? 3 + (random() - 0.5) * 0.2 : 0,
      speedMs: !flying ? 0 : turning ? 1.7 : 6 + (random() - 0.5) * 0.3,
      headingDeg: strip % 2 === 0 ? 90 + (random() - 0.5) : 270 + (random() - 0.5),
      flowLMin,
      pumpOn,
      swathWidthM: 5.5,
      tankL,
      batteryPercent: Math.round(95 - clockS / 12),
      linkPercent: 90 + Math.round(random() * 3),
      fix: 6,
      satellites: 22 + Math.round(random()),
      mode: 3,
      boot: options.boot ?? 'k3f9',
      seq: i,
      commandedFlowLMin: pumpOn ? 3 : 0,
    })
  }
  return points
}
