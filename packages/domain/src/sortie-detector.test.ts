import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DeviceEvent } from './device-event.ts'
import { sortieKey, detectSorties } from './sortie-detector.ts'
import { initialFlightState, isSimulated, stepFlight, applyLateTakeoff } from './flight-state.ts'
import { canonicalPoints } from './canonical-points.ts'
import { PointColumns } from './telemetry-point.ts'
import type { TelemetryPoint } from './telemetry-point.ts'
import { decodeTrack, encodeTrack } from './track-columns.ts'
import { anyPoint, samplePoint, sprayingTrack, T0 } from './track-samples.ts'

const event = (
  type: DeviceEvent['type'],
  atS: number,
  changes: Partial<DeviceEvent> = {},
): DeviceEvent => ({
  type,
  tMs: T0 + atS * 1000,
  boot: 'k3f9',
  seq: null,
  number: 12,
  claimedAreaM2: null,
  pilotId: null,
  cropId: null,
  chemical: null,
  plotId: null,
  ...changes,
})
const late = { asOfMs: T0 + 86_400_000 }
const flight = (seed = 1) => sprayingTrack({ minutes: 3, hz: 1, seed, groundS: 20 })
const detectSpans = (points: readonly TelemetryPoint[], events: readonly DeviceEvent[] = []) =>
  detectSorties(PointColumns.of(points), events, late)

/** One hover at 3 m from `fromS` to `toS`, a point a second. */
const hover = (fromS: number, toS: number, changes: Partial<TelemetryPoint> = {}) =>
  Array.from({ length: toS - fromS + 1 }, (_, i) =>
    samplePoint({ tMs: T0 + (fromS + i) * 1000, speedMs: 2, ...changes }),
  )
const ground = (fromS: number, toS: number) =>
  hover(fromS, toS, { heightM: 0, speedMs: 0, flowLMin: 0, pumpOn: false })

describe('sorties', () => {
  test('a flight without events is found from take-off to touchdown', () => {
    const { spans, points } = detectSpans(flight())
    expect(spans).toMatchObject([
      {
        startMs: T0 + 20_000,
        endMs: T0 + 200_000,
        state: 'closed',
        closeReason: 'landing_detected',
        number: null,
      },
    ])
    expect(points.tMs[spans[0]!.fromIndex]).toBe(T0 + 20_000)
    expect(points.tMs[spans[0]!.toIndex - 1]).toBe(T0 + 200_000)
  })

  test('events have priority over the detector', () => {
    const { spans } = detectSpans(flight(), [
      event('takeoff', 18),
      event('landing', 202, { claimedAreaM2: 4000 }),
    ])
    expect(spans).toMatchObject([
      {
        startMs: T0 + 18_000,
        endMs: T0 + 202_000,
        closeReason: 'landing',
        number: 12,
        takeoffEvent: { type: 'takeoff' },
        landingEvent: { claimedAreaM2: 4000 },
      },
    ])
  })

  test('a landing event that arrives after the detector decided is joined, not made a separate flight', () => {
    const { spans } = detectSpans(flight(), [event('takeoff', 18), event('landing', 216)])
    expect(spans).toMatchObject([
      { endMs: T0 + 200_000, closeReason: 'landing_detected', landingEvent: { tMs: T0 + 216_000 } },
    ])
  })

  test('a take-off event just after the detector opened sets that flight’s number', () => {
    expect(detectSpans(flight(), [event('takeoff', 25)]).spans).toMatchObject([
      { startMs: T0 + 20_000, number: 12 },
    ])
    expect(detectSpans(flight(), [event('takeoff', 60)]).spans).toMatchObject([
      { startMs: T0 + 20_000, number: 12 },
    ])
    expect(detectSpans(flight(), [event('takeoff', 100)]).spans).toHaveLength(2)
  })

  test('a flight without a number is joined with the landing event of the next two minutes, a numbered one only with its own', () => {
    const landed = (number: number | null, landingNumber: number | null, atS: number) =>
      detectSpans(flight(), [
        event('takeoff', 18, { number }),
        event('landing', atS, { number: landingNumber }),
      ]).spans[0]!.landingEvent !== null
    expect([landed(null, null, 215), landed(12, 13, 215), landed(12, 12, 215)]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('a landing event ends a flight whose last points never arrived', () => {
    const { spans } = detectSpans(hover(0, 60), [event('takeoff', 0), event('landing', 400)])
    expect(spans).toMatchObject([{ startMs: T0, endMs: T0 + 400_000, closeReason: 'landing' }])
  })

  test('a take-off in a simulator marks the flight as simulated, and changes nothing else', () => {
    const reported = [event('takeoff', 18), event('landing', 202)]
    const simulated = reported.map((one) =>
      one.type === 'takeoff' ? { ...one, simulated: true as const } : one,
    )
    const [flown, practice] = [
      detectSpans(flight(), reported).spans,
      detectSpans(flight(), simulated).spans,
    ]
    expect([flown[0]!.simulated, practice[0]!.simulated]).toEqual([false, true])
    expect(practice).toEqual([{ ...flown[0], takeoffEvent: simulated[0], simulated: true }])
    expect(sortieKey('A', practice[0]!)).toBe(sortieKey('A', flown[0]!))
    // Reported twice, it is simulated if one event says so; the next flight is not.
    const twice = [
      ...reported,
      event('takeoff', 19, { seq: 9, simulated: true }),
      event('takeoff', 300, { number: 13 }),
    ]
    expect(detectSpans(flight(), twice).spans.map(({ simulated }) => simulated)).toEqual([
      true,
      false,
    ])
    expect(detectSpans(flight()).spans[0]!.simulated).toBe(false)
  })

  test('a simulated flight that breaks off in the air continues as simulated, and one after a landing does not', () => {
    const practice = event('takeoff', 0, { simulated: true })
    const after = (points: readonly TelemetryPoint[]) =>
      detectSpans(points, [practice, event('landing', 420)]).spans.map(
        ({ closeReason, simulated }) => [closeReason, simulated],
      )
    expect(after([...hover(0, 60), ...hover(300, 400)])).toEqual([
      ['silence', true],
      ['landing', true],
    ])
    expect(after([...hover(0, 60), ...ground(290, 299), ...hover(300, 400)])).toEqual([
      ['silence', true],
      ['landing', false],
    ])
    expect(after([...hover(0, 60), ...hover(300, 400, { boot: 'other' })])).toEqual([
      ['silence', true],
      ['landing', false],
    ])
    expect(after([...hover(0, 60), ...ground(61, 90), ...hover(100, 400)])).toEqual([
      ['landing_detected', true],
      ['landing', false],
    ])
  })

  test('a flight can be reported as simulated after its points', () => {
    const fly = (points: readonly TelemetryPoint[], ...events: DeviceEvent[]) => {
      const state = points.reduce(
        (before, point) => stepFlight(before, { kind: 'point', point }),
        initialFlightState,
      )
      return events.reduce(
        (before, one) =>
          applyLateTakeoff(before, one) === before
            ? stepFlight(before, { kind: 'event', event: one })
            : applyLateTakeoff(before, one),
        state,
      )
    }
    expect(isSimulated(fly(hover(0, 30)))).toBe(false)
    expect(isSimulated(fly(hover(0, 30), event('takeoff', -1, { simulated: true })))).toBe(true)
    expect(isSimulated(fly(hover(0, 30), event('takeoff', -1)))).toBe(false)
    expect(isSimulated(fly(hover(0, 30), event('takeoff', -200, { simulated: true })))).toBe(false)
    expect(fly(hover(0, 30), event('takeoff', -1, { simulated: true })).open).toMatchObject({
      startMs: T0 - 1000,
      number: 12,
    })
    expect(
      isSimulated(
        fly(hover(0, 30), event('takeoff', 31), event('takeoff', 31, { seq: 4, simulated: true })),
      ),
    ).toBe(true)
  })

  test('a drone on the ground after its take-off event has not landed', () => {
    const { spans } = detectSpans(
      [...ground(0, 40), ...hover(41, 100), ...ground(101, 130)],
      [event('takeoff', 2)],
    )
    expect(spans).toMatchObject([{ startMs: T0 + 2000, endMs: T0 + 101_000 }])
  })

  test('a second take-off closes a flight whose landing was missed', () => {
    const { spans } = detectSpans(hover(0, 100), [
      event('takeoff', 0),
      event('takeoff', 60, { number: 13 }),
      event('landing', 100, { number: 13 }),
    ])
    expect(spans.map((s) => [s.startMs - T0, s.endMs - T0, s.closeReason])).toEqual([
      [0, 59_000, 'next_takeoff'],
      [60_000, 100_000, 'landing'],
    ])
  })

  test('disarm closes', () => {
    expect(detectSpans(hover(0, 60), [event('disarm', 61)]).spans).toMatchObject([
      { endMs: T0 + 61_000, closeReason: 'disarm' },
    ])
  })

  test('120 s of silence close at the last point, one second less does not', () => {
    const points = hover(0, 60)
    const detectUntil = (asOfMs: number) =>
      detectSorties(PointColumns.of(points), [], { asOfMs }).spans
    expect(detectUntil(T0 + 180_000)).toMatchObject([
      { state: 'open', endMs: T0 + 60_000, closeReason: null },
    ])
    expect(detectUntil(T0 + 180_001)).toMatchObject([
      { state: 'closed', endMs: T0 + 60_000, closeReason: 'silence' },
    ])
    expect(detectSpans([...points, ...hover(181, 240)]).spans).toHaveLength(2)
    expect(detectSpans([...points, ...hover(180, 240)]).spans).toHaveLength(1)
  })

  test('a touchdown shorter than 20 s does not split a detected flight', () => {
    expect(
      detectSpans([...hover(0, 60), ...ground(61, 78), ...hover(79, 140)]).spans,
    ).toMatchObject([{ startMs: T0, endMs: T0 + 140_000 }])
    expect(detectSpans([...hover(0, 60), ...ground(61, 85), ...hover(86, 140)]).spans).toHaveLength(
      2,
    )
  })

  test('standing still, hopping for 2 s or being carried slowly is no flight', () => {
    expect(detectSpans(ground(0, 300)).spans).toEqual([])
    expect(detectSpans([...ground(0, 20), ...hover(21, 22), ...ground(23, 60)]).spans).toEqual([])
  })

  test('a device that reports neither height nor speed is judged by its path', () => {
    const { spans } = detectSpans(
      flight().map((point) => ({ ...point, heightM: null, speedMs: null })),
    )
    expect(spans).toHaveLength(1)
    expect(spans[0]!.startMs).toBeLessThan(T0 + 25_000)
    expect(spans[0]!.endMs).toBeGreaterThan(T0 + 195_000)
  })

  test('a reboot in the air does not end the flight', () => {
    const points = [
      ...hover(0, 60),
      ...hover(64, 120, { boot: 'zz01' }),
      ...ground(121, 140).map((p) => ({ ...p, boot: 'zz01' })),
    ]
    expect(detectSpans(points).spans).toMatchObject([
      { startMs: T0, endMs: T0 + 121_000, boot: 'k3f9' },
    ])
  })

  test('two devices with one identity: the one that reported first is kept', () => {
    const { spans, rejected, points } = detectSpans([
      ...hover(0, 120),
      ...hover(30, 90, { boot: 'zz01', lng: 116.3901 }),
    ])
    expect(spans).toHaveLength(1)
    expect(points.length).toBe(121)
    expect(rejected).toHaveLength(61)
    expect(new Set(rejected.map((r) => r.reason + r.point.boot))).toEqual(
      new Set(['identity_conflictzz01']),
    )
  })

  test('a wrong first fix and single jumps are rejected, the path is kept', () => {
    const wild = [
      ...hover(-3, -1, { lng: 117.2 }),
      ...hover(0, 60),
      samplePoint({ tMs: T0 + 30_500, lat: 40.9 }),
    ]
    const { points, rejected } = detectSpans(wild)
    expect(points.length).toBe(61)
    expect(rejected.map((r) => r.reason)).toEqual(Array(4).fill('impossible_jump'))
  })

  test('the result is the same for points that are shuffled, repeated, split, or stored', () => {
    const points = [
      ...flight(3),
      ...sprayingTrack({
        minutes: 2,
        hz: 2,
        seed: 5,
        startMs: T0 + 230_000,
        groundS: 15,
        boot: 'b2',
      }),
    ]
    const events = [
      event('takeoff', 19),
      event('landing', 201),
      event('takeoff', 246, { boot: 'b2', number: 1 }),
    ]
    const expected = detectSpans(points, events)
    const bytes = encodeTrack(expected.points)
    const pointOrder = fc.shuffledSubarray(
      points.map((_, i) => i),
      { minLength: points.length },
    )
    fc.assert(
      fc.property(
        pointOrder,
        fc.nat(points.length),
        fc.array(fc.nat(points.length - 1)),
        fc.shuffledSubarray(events, { minLength: 3 }),
        (order, cut, repeats, eventOrder) => {
          const arrived = [...order, ...repeats].map((i) => points[i]!)
          const stored = decodeTrack(
            encodeTrack(canonicalPoints(PointColumns.of(arrived.slice(0, cut)))),
          )
          const all = stored.ok ? stored.points : new PointColumns()
          all.appendAll(PointColumns.of(arrived.slice(cut)))
          const result = detectSorties(all, [...eventOrder, ...eventOrder], late)
          expect(result.spans).toEqual(expected.spans)
          expect(encodeTrack(result.points)).toEqual(bytes)
        },
      ),
      { numRuns: 25 },
    )
  })

  test('any points in any order: spans do not overlap and are the same', () => {
    const near = anyPoint().map((p) => ({
      ...p,
      tMs: T0 + (p.tMs % 300_000),
      lng: 116 + (p.lng % 0.001),
      lat: 39 + (p.lat % 0.001),
    }))
    fc.assert(
      fc.property(fc.array(near, { maxLength: 80 }), (points) => {
        const a = detectSpans(points)
        const b = detectSpans(points.toReversed())
        expect(b.spans).toEqual(a.spans)
        expect(encodeTrack(b.points)).toEqual(encodeTrack(a.points))
        for (let i = 1; i < a.spans.length; i++)
          expect(a.spans[i]!.startMs).toBeGreaterThan(a.spans[i - 1]!.endMs)
      }),
    )
  })

  test('any points with any events: spans in order and apart, events inside or outside them, the same in any order', () => {
    const point = fc.record({
      s: fc.nat(900),
      heightM: fc.constantFrom(0, 3, null),
      speedMs: fc.constantFrom(0, 6, null),
      boot: fc.constantFrom('a', 'b', null),
    })
    const anyEvent = fc.record({
      s: fc.oneof(fc.nat(1000), fc.constant(100)),
      type: fc.constantFrom('takeoff', 'landing', 'disarm' as const),
      number: fc.constantFrom(1, 2, null),
      boot: fc.constantFrom('a', 'b', null),
    })
    fc.assert(
      fc.property(
        fc.array(point, { maxLength: 300 }),
        fc.array(anyEvent, { maxLength: 8 }),
        (places, reported) => {
          const points = places.map(({ s, ...rest }) =>
            samplePoint({ tMs: T0 + s * 1000, ...rest }),
          )
          const events = reported.map(({ s, type, ...rest }) => event(type, s, rest))
          const { spans, points: kept } = detectSpans(points, events)
          expect(detectSpans(points.toReversed(), events.toReversed()).spans).toEqual(spans)
          expect(detectSorties(kept, events, late).spans).toEqual(spans)
          expect(new Set(spans.map((span) => sortieKey('d', span))).size).toBe(spans.length)
          spans.forEach((span, i) => {
            expect(span.endMs).toBeGreaterThanOrEqual(span.startMs)
            expect(span.state).toBe('closed')
            if (i > 0) expect(span.startMs).toBeGreaterThanOrEqual(spans[i - 1]!.endMs)
            if (i > 0) expect(span.fromIndex).toBeGreaterThanOrEqual(spans[i - 1]!.toIndex - 1)
            for (let at = span.fromIndex; at < span.toIndex; at++)
              expect(kept.tMs[at]! >= span.startMs && kept.tMs[at]! <= span.endMs).toBe(true)
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  test('ten whole-second points of a 10 Hz log are kept, spread over their second, in any order of storing', () => {
    const points = Array.from({ length: 10 }, (_, i) =>
      samplePoint({ seq: i + 1, lng: 116.39 + i * 1e-6 }),
    )
    const whole = canonicalPoints(PointColumns.of([...points, ...points]))
    expect([...whole.tMs.subarray(0, whole.length)].map((t) => t - T0)).toEqual([
      0, 100, 200, 300, 400, 500, 600, 700, 800, 900,
    ])
    const part = canonicalPoints(PointColumns.of(points.slice(2, 5)))
    part.appendAll(PointColumns.of(points))
    expect(encodeTrack(canonicalPoints(part))).toEqual(encodeTrack(whole))
  })

  test('without numbers one time and place is one point, the most complete one; a log uploaded after the live stream adds nothing', () => {
    const live = hover(0, 9).map((p, i) => ({ ...p, seq: i }))
    const log = hover(0, 9).map((p) => ({ ...p, boot: null, linkPercent: null }))
    expect(canonicalPoints(PointColumns.of([...live, ...log, ...log])).length).toBe(10)
    expect(
      canonicalPoints(PointColumns.of([samplePoint(), samplePoint(), samplePoint({ lng: 116.4 })]))
        .length,
    ).toBe(2)
    // The second half of a log does not contain the pump's state at its beginning.
    const whole = hover(0, 9).map((p, i) => ({ ...p, boot: null, seq: null, pumpOn: i > 3 }))
    const half = whole.slice(4).map((p, i) => (i < 2 ? { ...p, pumpOn: null, heightM: null } : p))
    const one = encodeTrack(canonicalPoints(PointColumns.of(whole)))
    for (const parts of [
      [...half, ...whole],
      [...whole, ...half],
      [...half, ...half, ...whole].toReversed(),
    ])
      expect(encodeTrack(canonicalPoints(PointColumns.of(parts)))).toEqual(one)
    const stored = canonicalPoints(PointColumns.of(half))
    stored.appendAll(PointColumns.of(whole))
    expect(encodeTrack(canonicalPoints(stored))).toEqual(one)
  })

  test('live, point by point, the state reports each change', () => {
    let state = initialFlightState
    const changes: string[] = []
    for (const point of [...ground(0, 5), ...hover(6, 30), ...ground(31, 45)]) {
      state = stepFlight(state, { kind: 'point', point })
      if (state.change !== 'none') changes.push(`${state.change}@${(point.tMs - T0) / 1000}`)
    }
    expect(changes).toEqual(['opened@9', 'closed@41'])
    expect(stepFlight(state, { kind: 'point', point: samplePoint({ tMs: T0 }) })).toMatchObject({
      change: 'none',
      lastMs: state.lastMs,
    })
  })

  test('keys', () => {
    const [reported] = detectSpans(flight(), [event('takeoff', 19)]).spans
    const [found] = detectSpans(flight()).spans
    expect(sortieKey('d1', reported!)).toBe(`["sortie","d1","flight","k3f9",12,${T0 + 19_000}]`)
    expect(sortieKey('d1', found!)).toBe(`["sortie","d1","start",${T0 + 20_000}]`)
  })
})
