import { describe, expect, test } from 'vitest'
import {
  acresAnomalies,
  detectAnomalies,
  blowingAnomalies,
  cropAnomalies,
  weatherAnomalies,
  zoneEntries,
  ZoneWatch,
} from './anomaly-rules.ts'
import { PointColumns } from './telemetry-point.ts'
import type { TelemetryPoint } from './telemetry-point.ts'
import { samplePoint, T0 } from './track-samples.ts'
import { ZoneIndex } from './zone-index.ts'

/** A point a second, flying east 6 m/s. */
const track = (seconds: number, change: (s: number) => Partial<TelemetryPoint> = () => ({})) =>
  PointColumns.of(
    Array.from({ length: seconds }, (_, s) =>
      samplePoint({ tMs: T0 + s * 1000, lng: 116.39 + s * 0.00007, ...change(s) }),
    ),
  )
const zones = new ZoneIndex([
  {
    id: 'z1',
    shape: { kind: 'circle', center: [116.39 + 30 * 0.00007, 39.9], radiusM: 31 },
    lowerM: null,
    upperM: 120,
    fromMs: null,
    toMs: null,
  },
])
const causes = (anomalies: readonly { cause: string; tMs: number }[]) =>
  anomalies.map((a) => `${a.cause}@${(a.tMs - T0) / 1000}`)

describe('entering a zone', () => {
  test('is raised at the second airborne point inside, once per sortie', () => {
    expect(causes(zoneEntries(track(60), 0, 60, zones))).toEqual(['z1@26'])
    const thereAndBack = track(120, (s) => ({ lng: 116.39 + (s < 60 ? s : 120 - s) * 0.00007 }))
    expect(causes(zoneEntries(thereAndBack, 0, 120, zones))).toEqual(['z1@26'])
  })

  test('not for one point, not on the ground, not above the limit', () => {
    const grazed = track(60, (s) => ({ lng: s === 30 ? 116.39 + 30 * 0.00007 : 116.3 }))
    expect(zoneEntries(grazed, 0, 60, zones)).toEqual([])
    expect(
      zoneEntries(
        track(60, () => ({ heightM: 0, speedMs: 0 })),
        0,
        60,
        zones,
      ),
    ).toEqual([])
    expect(
      zoneEntries(
        track(60, () => ({ heightM: 121 })),
        0,
        60,
        zones,
      ),
    ).toEqual([])
  })

  test('live: each drone and zone on its own, armed again by the next sortie', () => {
    const watch = new ZoneWatch()
    expect(watch.observe('a', ['z'], true)).toEqual([])
    expect(watch.observe('b', ['z'], true)).toEqual([])
    expect(watch.observe('a', ['z', 'y'], true)).toEqual(['z'])
    expect(watch.observe('a', ['y'], true)).toEqual(['y'])
    expect(watch.observe('b', [], true)).toEqual([])
    expect(watch.observe('b', ['z'], true)).toEqual([])
    expect(watch.observe('b', ['z'], false)).toEqual([])
    expect(watch.observe('b', ['z'], true)).toEqual([])
    expect([watch.observe('a', ['z'], true), watch.observe('a', ['z'], true)]).toEqual([[], []])
    watch.rearm('a')
    expect([watch.observe('a', ['z'], true), watch.observe('a', ['z'], true)]).toEqual([[], ['z']])
  })
})

describe('blowing', () => {
  test('standing for 10 s with the pump on, not for 9, not with the pump off', () => {
    const standing = (from: number, to: number, changes: Partial<TelemetryPoint> = {}) =>
      track(60, (s) => (s >= from && s <= to ? { speedMs: 0.2, ...changes } : {}))
    expect(causes(blowingAnomalies(standing(20, 30), 0, 60))).toEqual(['hovering@20'])
    expect(blowingAnomalies(standing(20, 29), 0, 60)).toEqual([])
    expect(blowingAnomalies(standing(20, 40, { pumpOn: false }), 0, 60)).toEqual([])
  })

  test('above 8 m, and a flow more than 30 % off what was asked for', () => {
    expect(
      causes(
        blowingAnomalies(
          track(60, (s) => ({ heightM: s > 40 ? 8.1 : 8 })),
          0,
          60,
        ),
      ),
    ).toEqual(['too_high@41'])
    expect(
      blowingAnomalies(
        track(60, (s) => ({ heightM: s === 40 ? 30 : 3 })),
        0,
        60,
      ),
    ).toEqual([])
    const flow = (flowLMin: number) =>
      blowingAnomalies(
        track(60, (s) => ({ commandedFlowLMin: 3, flowLMin: s > 20 ? flowLMin : 3 })),
        0,
        60,
      )
    expect(causes(flow(2))).toEqual(['flow_off@21'])
    expect(causes(flow(4))).toEqual(['flow_off@21'])
    expect(flow(3.8)).toEqual([])
  })
})

describe('crops, weather, acres', () => {
  test("a crop that differs from the plot's or the task's", () => {
    const crops = (cropId: string | null, plotCropId: string | null, taskCropId: string | null) =>
      cropAnomalies({ cropId, plotCropId, taskCropId }, T0, null).map((a) => a.cause)
    expect(crops('rice', 'wheat', 'rice')).toEqual(['plot'])
    expect(crops('rice', 'wheat', 'maize')).toEqual(['plot', 'task'])
    expect(crops('rice', 'rice', null)).toEqual([])
    expect(crops(null, 'wheat', 'wheat')).toEqual([])
  })

  test('wind, rain and heat count while spraying, an observation for an hour at most', () => {
    const weather = (atS: number, changes: object) => ({
      tMs: T0 + atS * 1000,
      windMs: null,
      rainMmH: null,
      temperatureC: null,
      ...changes,
    })
    const found = (changes: object, atS = -60) =>
      causes(weatherAnomalies(track(60), 0, 60, [weather(atS, changes)]))
    expect(found({ windMs: 8.1, rainMmH: 0.1, temperatureC: 36 })).toEqual([
      'wind@0',
      'rain@0',
      'heat@0',
    ])
    expect(found({ windMs: 8, rainMmH: 0, temperatureC: 35 })).toEqual([])
    expect(found({ windMs: 9 }, -3600)).toEqual([])
    expect(
      causes(
        weatherAnomalies(
          track(60, () => ({ pumpOn: false })),
          0,
          60,
          [weather(0, { windMs: 9 })],
        ),
      ),
    ).toEqual([])
    expect(
      causes(
        weatherAnomalies(track(60), 0, 60, [
          weather(30, { windMs: 9 }),
          weather(-5, { windMs: 2 }),
        ]),
      ),
    ).toEqual(['wind@30'])
  })

  test('a claim over 15 % off, ground over 20 % covered before', () => {
    const acres = (
      claimedAreaM2: number | null,
      coveredM2: number,
      alreadyCoveredShare: number | null = null,
    ) =>
      acresAnomalies({ claimedAreaM2, coveredM2, alreadyCoveredShare }, T0, null).map(
        (a) => a.cause,
      )
    expect(acres(11_501, 10_000)).toEqual(['claim'])
    expect(acres(8_499, 10_000)).toEqual(['claim'])
    expect(acres(11_500, 10_000)).toEqual([])
    expect(acres(5_000, 0)).toEqual(['claim'])
    expect(acres(0, 0)).toEqual([])
    expect(acres(null, 10_000, 0.21)).toEqual(['already_covered'])
    expect(acres(null, 10_000, 0.2)).toEqual([])
  })

  test('all rules over one sortie, with their levels', () => {
    const found = detectAnomalies(
      track(60, () => ({ heightM: 9 })),
      { fromIndex: 0, toIndex: 60, startMs: T0, endMs: T0 + 59_000 },
      {
        zones,
        weather: [{ tMs: T0, windMs: 12, rainMmH: null, temperatureC: null }],
        cropId: 'rice',
        plotCropId: 'tea',
        taskCropId: null,
        claimedAreaM2: 9000,
        coveredM2: 1900,
        alreadyCoveredShare: null,
        place: [116.39, 39.9],
      },
    )
    expect(found.map((a) => [a.type, a.level])).toEqual([
      ['intrude_nfz', 1],
      ['blowing_anomaly', 2],
      ['wrong_crops', 3],
      ['abnormal_weather', 2],
      ['wrong_acres', 2],
    ])
  })
})
