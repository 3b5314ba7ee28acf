import { describe, expect, test } from 'vitest'
import type { DeviceEvent } from './device-event.ts'
import { LocalPlane } from './lng-lat.ts'
import { detectSorties } from './sortie-detector.ts'
import { PointColumns } from './telemetry-point.ts'
import type { TelemetryPoint } from './telemetry-point.ts'
import { samplePoint, sprayingTrack, T0 } from './track-samples.ts'
import { recordHashInput, computeWorkRecord } from './work-record.ts'
import type { PlotShape } from './sprayed-plots.ts'

const plane = new LocalPlane(116.39, 39.9)
const box = (id: string, x0: number, y0: number, x1: number, y1: number): PlotShape => ({
  id,
  polygon: [
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
      [x0, y0],
    ].map(([x, y]) => plane.fromPlane(x!, y!)),
  ],
})
const takeoff: DeviceEvent = {
  type: 'takeoff',
  tMs: T0,
  boot: 'k3f9',
  seq: null,
  number: 1,
  claimedAreaM2: null,
  pilotId: 'p1',
  cropId: 'rice',
  chemical: null,
  plotId: null,
}
const computeRecord = (
  points: readonly TelemetryPoint[],
  plots: readonly PlotShape[] = [],
  events: readonly DeviceEvent[] = [],
) => {
  const result = detectSorties(PointColumns.of(points), events, { asOfMs: T0 + 86_400_000 })
  return computeWorkRecord(result.spans[0]!, result.points, { defaultSwathWidthM: 5, plots })
}

/** 100 m east at 5 m/s and 3 m height, 3 L/min, one point a second. */
const pass = (changes: Partial<TelemetryPoint> = {}) =>
  Array.from({ length: 21 }, (_, i) => {
    const [lng, lat] = plane.fromPlane(i * 5, 0)
    return samplePoint({
      tMs: T0 + i * 1000,
      lng,
      lat,
      speedMs: 5,
      swathWidthM: 5.5,
      flowLMin: 3,
      tankL: 10 - i * 0.05,
      ...changes,
    })
  })

describe('work record', () => {
  test('one pass, worked by hand', () => {
    const record = computeRecord(pass())
    expect(record).toMatchObject({
      startMs: T0,
      endMs: T0 + 20_000,
      durationS: 20,
      spraySeconds: 20,
      sprayL: 1,
      sprayLSource: 'flow',
      meanHeightM: 3,
      meanSpeedMs: 5,
      meanFlowLMin: 3,
      swathWidthM: 5.5,
      mode: 3,
      repeatedM2: 0,
      overlapRatio: 0,
      plotId: null,
      outsidePlotShare: null,
      claimedAreaM2: null,
      pointCount: 21,
    })
    expect(record.distanceM).toBeCloseTo(100, 0)
    expect(record.sweptM2).toBeCloseTo(550, 0)
    expect(Math.abs(record.coveredM2 - 550)).toBeLessThan(2.75)
  })

  test('litres and seconds leave out what the area leaves out, and count what is sprayed while standing', () => {
    const switched = pass().map((p, i) => (i < 6 || i > 15 ? { ...p, pumpOn: false } : p))
    const record = computeRecord(switched)
    expect([record.spraySeconds, record.sprayL]).toEqual([9, 0.45])
    expect(Math.abs(record.coveredM2 / (9 * 5 * 5.5) - 1)).toBeLessThan(0.01)
    // a gap of ten seconds in which the drone was elsewhere
    const torn = pass()
      .filter((_, i) => i <= 5 || i >= 15)
      .map((p) => ({ ...p, speedMs: 12 }))
    expect(computeRecord(torn)).toMatchObject({ spraySeconds: 10, sprayL: 0.5 })
    const standing = pass().map((p) => ({ ...p, lng: 116.39, speedMs: 0 }))
    expect(computeRecord(standing, [], [takeoff])).toMatchObject({ sprayL: 1, coveredM2: 0 })
  })

  test('litres come from the tank where the flow is missing, refills left out', () => {
    expect(computeRecord(pass({ flowLMin: null }))).toMatchObject({
      sprayL: 1,
      sprayLSource: 'tank',
      meanFlowLMin: null,
    })
    const refilled = pass({ flowLMin: null }).map((p, i) => ({
      ...p,
      tankL: i < 10 ? 10 - i : 20 - i,
    }))
    expect(computeRecord(refilled).sprayL).toBe(19)
    expect(computeRecord(pass({ flowLMin: null, tankL: null }))).toMatchObject({
      sprayL: 0,
      sprayLSource: 'none',
    })
  })

  test('the plot of the event, else the one with most of the spraying, and what fell outside it', () => {
    const plots = [
      box('west', -50, -50, 30, 50),
      box('east', 30, -50, 70, 50),
      box('far', 500, 500, 600, 600),
    ]
    expect(computeRecord(pass(), plots)).toMatchObject({ plotId: 'east' })
    expect(computeRecord(pass(), plots).outsidePlotShare).toBeCloseTo(0.6, 2)
    expect(computeRecord(pass(), plots, [{ ...takeoff, plotId: 'west' }])).toMatchObject({
      plotId: 'west',
      pilotId: 'p1',
      cropId: 'rice',
    })
    expect(computeRecord(pass(), [box('sliver', 95, -50, 200, 50)]).plotId).toBeNull()
  })

  test('every plot that got its share, however few of the flight: the most first', () => {
    const { plotId, plotSprayings } = computeRecord(pass(), [
      box('a garden', 90, -5, 96, 5),
      box('crossed', 60, -500, 75, 500),
      box('most', 0, -50, 60, 50),
      box('beside', 0, 20, 100, 60),
    ])
    expect(plotId).toBe('most')
    expect(plotSprayings).toEqual([
      { plotId: 'most', coveredM2: expect.closeTo(330, -1) as number },
      { plotId: 'a garden', coveredM2: expect.closeTo(33, 0) as number },
    ])
  })

  test('own plots have priority over those of others that cover more, as long as enough is inside them', () => {
    const of = (id: string, rank: number, x0: number, x1: number) => ({
      ...box(id, x0, -50, x1, 50),
      rank,
    })
    const choose = (...plots: PlotShape[]) => computeRecord(pass(), plots).plotId
    expect(choose(of('others', 1, 0, 100), of('own', 0, 0, 40))).toBe('own')
    expect(choose(of('others', 1, 0, 100), of('own', 0, 0, 15))).toBe('others')
  })

  test('the mode and the width of most of the work', () => {
    const mixed = pass().map((p, i) => ({ ...p, mode: i < 6 ? 1 : 2, swathWidthM: i < 6 ? 4 : 6 }))
    expect(computeRecord(mixed)).toMatchObject({ mode: 2, swathWidthM: 6 })
    expect(computeRecord(pass({ mode: null, swathWidthM: null }))).toMatchObject({
      mode: null,
      swathWidthM: 5,
    })
  })

  test('a field: covered is less than swept by the overlap', () => {
    const record = computeRecord(sprayingTrack({ minutes: 8, hz: 5, seed: 2, groundS: 15 }))
    expect(record.coveredM2).toBeLessThan(record.sweptM2)
    expect(
      Math.abs(record.sweptM2 - record.repeatedM2 - record.coveredM2) / record.coveredM2,
    ).toBeLessThan(0.005)
    expect(record.overlapRatio).toBeGreaterThan(0.05)
  })

  test('events without a track make an empty record, not a failure', () => {
    const result = detectSorties(
      new PointColumns(),
      [takeoff, { ...takeoff, type: 'landing', tMs: T0 + 300_000, claimedAreaM2: 4000 }],
      { asOfMs: T0 + 1e6 },
    )
    expect(result.spans).toHaveLength(1)
    expect(
      computeWorkRecord(result.spans[0]!, result.points, { defaultSwathWidthM: 5 }),
    ).toMatchObject({
      durationS: 300,
      distanceM: 0,
      coveredM2: 0,
      sprayL: 0,
      claimedAreaM2: 4000,
      middle: null,
      bounds: null,
    })
  })

  test('the text to be hashed changes with the record, the track, the drone and the record before', () => {
    const record = { ...computeRecord(pass()), droneId: 'd1' }
    const of = { track: 'aa', events: 'ee' }
    const texts = [
      recordHashInput(record, of, null),
      recordHashInput(record, { ...of, track: 'ab' }, null),
      recordHashInput(record, { ...of, events: 'ef' }, null),
      recordHashInput(record, { ...of, events: null }, null),
      recordHashInput(record, of, 'ff'),
      recordHashInput({ ...record, coveredM2: record.coveredM2 + 0.01 }, of, null),
      recordHashInput({ ...record, droneId: 'd2' }, of, null),
    ]
    expect(new Set(texts).size).toBe(7)
    expect(recordHashInput({ ...record }, of, null)).toBe(texts[0])
  })

  test('a record of the first version is hashed as it always was', () => {
    const record = { ...computeRecord(pass()), droneId: 'd1' }
    expect(recordHashInput(record, { track: 'aa', events: null }, null)).toMatch(
      /^\["swath-record-1","d1","aa",null,/,
    )
    expect(recordHashInput(record, { track: 'aa', events: 'ee' }, 'bb')).toMatch(
      /^\["swath-record-2","ee","d1","aa","bb",/,
    )
  })
})
