import { describe, expect, test } from 'vitest'
import { acresAnomalies, cropAnomalies, zoneEntries, ZoneWatch } from './anomaly-rules.ts'
import { blowingAnomalies as blowingBy } from './blowing-rules.ts'
import { detectAnomalies } from './detect-anomalies.ts'
import { RULES_VERSION, USUAL_THRESHOLDS, type RuleThresholds } from './rule-thresholds.ts'
import { PointColumns } from './telemetry-point.ts'
import type { TelemetryPoint } from './telemetry-point.ts'
import { samplePoint, T0 } from './track-samples.ts'
import { weatherAlong } from './weather-along.ts'
import { weatherAnomalies } from './weather-rules.ts'
import { ZoneIndex } from './zone-index.ts'

/** One point per second, flying east at 6 m/s. */
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
const blowingAnomalies = (
  points: PointColumns,
  from: number,
  to: number,
  thresholds: Partial<RuleThresholds> = {},
) => blowingBy(points, from, to, { ...USUAL_THRESHOLDS, ...thresholds })
const causes = (anomalies: readonly { cause: string; tMs: number }[]) =>
  anomalies.map((a) => `${a.cause}@${(a.tMs - T0) / 1000}`)

describe('entering a zone', () => {
  test('is raised at the second airborne point inside, once per sortie', () => {
    expect(causes(zoneEntries(track(60), 0, 60, zones))).toEqual(['z1@26'])
    const thereAndBack = track(120, (s) => ({ lng: 116.39 + (s < 60 ? s : 120 - s) * 0.00007 }))
    expect(causes(zoneEntries(thereAndBack, 0, 120, zones))).toEqual(['z1@26'])
  })

  test('its evidence is the stay, to the last point inside', () => {
    const [entry] = zoneEntries(track(60), 0, 60, zones)
    expect(entry!.evidence).toEqual({
      zoneId: 'z1',
      heightM: 3,
      seconds: 10,
      fromMs: T0 + 25_000,
      untilMs: T0 + 35_000,
      fromPoint: 25,
      untilPoint: 35,
      rule: 'intrude_nfz.z1',
      rulesVersion: RULES_VERSION,
    })
  })

  test('is not raised by one point, on the ground, or above the limit', () => {
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

  test('above 8 m, and a flow more than 30 % off the target', () => {
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

describe('a value at its limit', () => {
  const at = (heightM: (s: number) => number) => track(60, (s) => ({ heightM: heightM(s) }))

  test('makes one stretch, which ends when the value is back by a tenth', () => {
    const wavering = blowingAnomalies(
      at((s) => (s < 10 || s > 30 ? 3 : s % 2 === 0 ? 8.2 : 7.9)),
      0,
      60,
    )
    expect(causes(wavering)).toEqual(['too_high@10'])
    expect(wavering[0]!.evidence).toMatchObject({
      heightM: 8.2,
      limitM: 8,
      seconds: 20,
      fromPoint: 10,
      untilPoint: 30,
      rule: 'blowing_anomaly.too_high',
    })
  })

  test('raises nothing if the value only touches the limit and is back in between', () => {
    expect(
      blowingAnomalies(
        at((s) => (s % 3 === 0 ? 8.2 : 7)),
        0,
        60,
      ),
    ).toEqual([])
  })

  test('is judged by the figures that an account has chosen', () => {
    const low = at(() => 4)
    expect(causes(blowingAnomalies(low, 0, 60, { sprayHeightM: 3.5 }))).toEqual(['too_high@0'])
    expect(causes(blowingAnomalies(low, 0, 60, { sprayHeightM: 4 }))).toEqual([])
    expect(causes(blowingAnomalies(low, 0, 60, { sprayHeightM: 3.5, sprayHeightS: 60 }))).toEqual(
      [],
    )
  })
})

describe('crops, weather, acres', () => {
  const cut = { fromMs: T0, untilMs: T0 + 59_000, fromPoint: 0, untilPoint: 59 }
  const work = { place: null, cut }

  test("a crop that differs from the plot's or the task's", () => {
    const crops = (cropId: string | null, plotCropId: string | null, taskCropId: string | null) =>
      cropAnomalies({ cropId, plotCropId, taskCropId }, work).map((a) => a.cause)
    expect(crops('rice', 'wheat', 'rice')).toEqual(['plot'])
    expect(crops('rice', 'wheat', 'maize')).toEqual(['plot', 'task'])
    expect(crops('rice', 'rice', null)).toEqual([])
    expect(crops(null, 'wheat', 'wheat')).toEqual([])
  })

  const observed = (atS: number, changes: object) => ({
    tMs: T0 + atS * 1000,
    windMs: null,
    windFromDeg: null,
    temperatureC: null,
    humidityPercent: null,
    rainMmH: null,
    ...changes,
  })
  const inWeather = (points: PointColumns, observations: readonly ReturnType<typeof observed>[]) =>
    weatherAnomalies(
      points,
      0,
      points.length,
      weatherAlong(points, 0, points.length, observations),
      USUAL_THRESHOLDS,
    )

  test('wind, rain and heat count while spraying, an observation for an hour at most', () => {
    const found = (changes: object, atS = -60) =>
      causes(inWeather(track(60), [observed(atS, changes)]))
    expect(found({ windMs: 8.1, rainMmH: 0.1, temperatureC: 36 })).toEqual([
      'wind@0',
      'rain@0',
      'heat@0',
    ])
    expect(found({ windMs: 8, rainMmH: 0, temperatureC: 35 })).toEqual([])
    expect(found({ windMs: 9 }, -3600)).toEqual([])
    expect(
      causes(
        inWeather(
          track(60, () => ({ pumpOn: false })),
          [observed(0, { windMs: 9 })],
        ),
      ),
    ).toEqual([])
    expect(
      causes(inWeather(track(60), [observed(30, { windMs: 9 }), observed(-5, { windMs: 2 })])),
    ).toEqual(['wind@30'])
  })

  test('the drone’s own measurements have priority over other weather of the place', () => {
    const measured = (windMs: number) => track(60, (s) => (s % 10 === 0 ? { windMs } : {}))
    const strong = [observed(-60, { windMs: 12, temperatureC: 36 })]
    expect(causes(inWeather(measured(3), strong))).toEqual(['heat@0'])
    const [wind] = inWeather(measured(9.5), [])
    expect(wind!.evidence).toEqual({
      windMs: 9.5,
      limitWindMs: 8,
      seconds: 59,
      weatherSource: 'drone',
      ...cut,
      rule: 'abnormal_weather.wind',
      rulesVersion: RULES_VERSION,
    })
  })

  test('a gust raises nothing; wind that varies around the limit raises one', () => {
    const gusty = (windMs: (s: number) => number) =>
      causes(
        inWeather(
          track(120, (s) => ({ windMs: windMs(s) })),
          [],
        ),
      )
    expect(gusty((s) => (s >= 40 && s < 50 ? 11 : 6))).toEqual([])
    expect(gusty((s) => (s >= 40 && s < 100 ? (s % 2 === 0 ? 8.3 : 7.7) : 6))).toEqual(['wind@40'])
  })

  test('pauses at the headland do not end a stretch, and do not count', () => {
    const strips = (sprayedS: number) =>
      causes(
        inWeather(
          track(60, (s) => ({ windMs: 9, pumpOn: s % 12 < sprayedS })),
          [],
        ),
      )
    expect(strips(8)).toEqual(['wind@0'])
    expect(strips(4)).toEqual([])
  })

  test('a claim over 15 % off, ground over 20 % covered before', () => {
    const acres = (
      claimedAreaM2: number | null,
      coveredM2: number,
      alreadyCoveredShare: number | null = null,
    ) =>
      acresAnomalies({ claimedAreaM2, coveredM2, alreadyCoveredShare }, work, USUAL_THRESHOLDS).map(
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
    const points = track(60, () => ({ heightM: 9 }))
    const found = detectAnomalies(
      points,
      { fromIndex: 0, toIndex: 60 },
      {
        zones,
        thresholds: USUAL_THRESHOLDS,
        weather: weatherAlong(points, 0, 60, [observed(0, { windMs: 12 })]),
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
