import { describe, expect, it } from 'vitest'
import { detectFormat } from './detect-format.ts'
import { detectFlights } from './log-preview.ts'
import { readFlightLog } from './read-flight-log.ts'
import type { Moment } from './testing-flight.ts'

const START_MS = 1_767_225_600_000
const FEET = 0.3048

/**
 * A camera drone at 1 Hz: on the ground for 8 s, climbs to `topM`, flies out, hovers for a minute
 * twice, returns, lands and stays on the ground. A hover is no landing.
 */
const cameraFlight = (
  topM: number,
): Pick<Moment, 'tMs' | 'lng' | 'lat' | 'heightM' | 'speedMs'>[] => {
  const moments: { tMs: number; lng: number; lat: number; heightM: number; speedMs: number }[] = []
  let eastM = 0
  const add = (seconds: number, speedMs: number, climbMs = 0): void => {
    for (let s = 0; s < seconds; s++) {
      eastM += speedMs
      moments.push({
        tMs: START_MS + moments.length * 1000,
        lng: 19.2 + eastM / 75_000,
        lat: 47.5,
        heightM: Math.max(0, (moments.at(-1)?.heightM ?? 0) + climbMs),
        speedMs: Math.abs(speedMs),
      })
    }
  }
  add(8, 0)
  add(20, 0, topM / 20)
  add(40, 6)
  add(60, 0)
  add(20, 3)
  add(60, 0)
  add(40, -6)
  add(20, 0, -topM / 20)
  add(20, 0)
  return moments
}

const airdata = (
  flight: ReturnType<typeof cameraFlight>,
  sonarM: number,
  columns: 'both' | 'sonar alone',
): Uint8Array => {
  const isBoth = columns === 'both'
  const rows = flight.map(({ tMs, lng, lat, heightM, speedMs }) =>
    [
      tMs - START_MS,
      new Date(tMs).toISOString().slice(0, 19).replace('T', ' '),
      lat,
      lng,
      ...(isBoth ? [(heightM / FEET).toFixed(4)] : []),
      (sonarM / FEET).toFixed(4),
      (speedMs / 0.447_04).toFixed(4),
    ].join(','),
  )
  const head = `time(millisecond),datetime(utc),latitude,longitude,${isBoth ? 'height_above_takeoff(feet),' : ''}height_sonar(feet),speed(mph)`
  return new TextEncoder().encode([head, ...rows].join('\n'))
}

const flightsIn = async (bytes: Uint8Array) => {
  const log = (await readFlightLog(bytes))!
  const { flights } = detectFlights(log.points, { defaultSwathWidthM: 5 })
  return { log, durations: flights.map(({ record }) => Math.round(record.durationS)) }
}

describe('a stuck sonar', () => {
  it.each([0.1, 0.4])(
    'at %s m changes nothing next to the height above take-off',
    async (sonarM) => {
      const { log, durations } = await flightsIn(airdata(cameraFlight(100), sonarM, 'both'))
      expect(log.heights).toEqual({ takeoff: 288 })
      expect(durations).toHaveLength(1)
      expect(durations[0]).toBeGreaterThan(250)
      const low = await flightsIn(airdata(cameraFlight(6), sonarM, 'both'))
      expect(low.durations).toHaveLength(1)
    },
  )

  it('alone: no height is known, and flying is detected by speed', async () => {
    const { log, durations } = await flightsIn(airdata(cameraFlight(30), 0.4, 'sonar alone'))
    expect(log.heights).toEqual({})
    expect(log.points.heightM.slice(0, log.points.length).every(Number.isNaN)).toBe(true)
    expect(durations.length).toBeGreaterThan(0)
  })
})

describe('altitude above the sea alone', () => {
  const gpx = (seaM: number, flight = cameraFlight(30)): Uint8Array =>
    new TextEncoder().encode(
      `<gpx version="1.1"><trk><trkseg>${flight
        .map(
          ({ tMs, lng, lat, heightM }, i) =>
            `<trkpt lat="${lat}" lon="${lng}"><ele>${seaM + heightM + (i % 3) * 0.1}</ele><time>${new Date(tMs).toISOString()}</time></trkpt>`,
        )
        .join('\n')}</trkseg></trk></gpx>`,
    )

  it.each([-3, 153, 2_410])('%s m: one flight with its hovers, and a note', async (seaM) => {
    const { log, durations } = await flightsIn(gpx(seaM))
    expect(log.report.notes).toEqual(['heights_from_altitude'])
    expect(log.heights).toEqual({ altitude: 288 })
    expect(Math.max(...log.points.heightM.slice(0, log.points.length))).toBeCloseTo(30, 0)
    expect(durations).toHaveLength(1)
    expect(durations[0]).toBeGreaterThan(250)
  })

  it('begun in the air: the ground is the altitude at landing', async () => {
    const { log, durations } = await flightsIn(gpx(153, cameraFlight(30).slice(75)))
    expect(log.points.heightM[0]).toBeCloseTo(30, 0)
    expect(durations).toHaveLength(1)
  })

  it('a wrong first fix is not the ground', async () => {
    const flight = cameraFlight(30)
    flight[0] = { ...flight[0]!, heightM: -400 }
    const { log } = await flightsIn(gpx(153, flight))
    expect(log.points.heightM[0]).toBeNaN()
    expect(Math.max(...log.points.heightM.slice(1, log.points.length))).toBeCloseTo(30, 0)
  })

  it('in a valley below the take-off, the height above the ground is unknown', async () => {
    const flight = cameraFlight(30).map((moment, i) =>
      i > 60 && i < 140 ? { ...moment, heightM: moment.heightM - 70 } : moment,
    )
    const { log, durations } = await flightsIn(gpx(153, flight))
    expect(log.points.heightM[100]).toBeNaN()
    expect(durations[0]).toBeGreaterThan(50)
  })

  it('an altitude that never changes is not used', async () => {
    const { log } = await flightsIn(gpx(53, cameraFlight(0)))
    expect([log.heights, log.report.notes]).toEqual([{}, []])
  })
})

describe('waypoints of a ground station as JSON', () => {
  const waypoints = cameraFlight(20).map(({ tMs, lng, lat, heightM, speedMs }, i) => ({
    altitude: 120 + heightM,
    date: new Date(tMs).toISOString(),
    heading: -90,
    latitude: lat,
    longitude: lng,
    speed: speedMs,
    spray: i > 40 && i < 60,
  }))
  const encodeJson = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

  it('a job report: its waypoints are the flight, and damaged drop points are counted', async () => {
    const { log, durations } = await flightsIn(
      encodeJson({
        appVersion: 31,
        droneName: 'Test 3',
        flightLog: {
          dropPoints: [
            { ...waypoints[50], date: '1970-01-01T00:00:12.000Z' },
            { ...waypoints[51], latitude: 0, longitude: 0 },
          ],
          homepoint: { altitude: 120, heading: 0, latitude: 47.5, longitude: 19.2 },
          polygon: '{"type":"Feature"}',
          waypoints,
        },
      }),
    )
    expect(log.format).toBe('track-json')
    expect(log.report).toMatchObject({ nullIsland: 1, badRecords: 0, bytesSkipped: 0 })
    expect(log.points.length).toBe(waypoints.length)
    expect(log.points.at(50)).toMatchObject({ pumpOn: true, headingDeg: 270, speedMs: 6 })
    expect(log.points.at(70).pumpOn).toBe(false)
    expect(durations).toHaveLength(1)
  })

  it.each([
    ['seconds', (tMs: number) => tMs / 1000],
    ['milliseconds', (tMs: number) => tMs],
    ['text of a number', (tMs: number) => String(tMs)],
    ['words', (tMs: number) => new Date(tMs).toISOString().replace('T', ' ').slice(0, 19)],
  ])('a bare list with other names and times in %s', async (_, timeAs) => {
    const list = cameraFlight(20).map(({ tMs, lng, lat, heightM, speedMs }) => ({
      time: timeAs(tMs),
      position: { lat, lon: lng },
      rel_alt: heightM,
      ground_speed: String(speedMs),
      spray_state: 'on',
      flow_rate: 2.4,
    }))
    const { log, durations } = await flightsIn(encodeJson(list))
    expect([log.format, log.points.length, log.report.notes]).toEqual(['track-json', 288, []])
    expect(log.points.at(40)).toMatchObject({ heightM: 20, flowLMin: 2.4, pumpOn: true })
    expect(durations).toHaveLength(1)
  })

  it('truncated: the complete places before the cut are read', async () => {
    const bytes = encodeJson({ flightLog: { waypoints } })
    const log = (await readFlightLog(bytes.subarray(0, bytes.length >> 1)))!
    expect(log.points.length).toBeGreaterThan(140)
    expect(log.report.truncatedAtByte).toBe(bytes.length >> 1)
  })

  it('deep nesting does not overflow the stack', async () => {
    const deep = `{"lat":1,"lng":1,"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const log = await readFlightLog(new TextEncoder().encode(`{"x":[${deep}]}`))
    expect(log!.points.length).toBe(0)
  })
})

it('airspace zones are recognised, and not read as messages of a drone', async () => {
  const zones = {
    title: 'Zones',
    features: [
      {
        identifier: 'ZONE1',
        type: 'COMMON',
        restriction: 'PROHIBITED',
        geometry: [
          {
            uomDimensions: 'M',
            horizontalProjection: { type: 'Circle', center: [19.2, 47.5], radius: 500 },
          },
        ],
      },
    ],
  }
  const bytes = new TextEncoder().encode(JSON.stringify(zones))
  expect(detectFormat(bytes)).toBe('ed-269')
  expect((await readFlightLog(bytes))!.report.notes).toEqual(['zones_not_flights', 'no_points'])
})
