import { describe, expect, it } from 'vitest'
import { detectSorties } from '@swath/domain/sortie-detector'
import { detectFormat } from './detect-format.ts'
import { readFlightLog } from './read-flight-log.ts'
import { agriculturalFlight, concat } from './testing-flight.ts'
import type { Moment } from './testing-flight.ts'
import { buildLogFile, inPieces, TEST_FORMATS, TEST_LOGS } from './testing-logs.ts'
import type { TestFormat } from './testing-logs.ts'
import { tlogRecords } from './testing-tlog.ts'

const FLIGHT = agriculturalFlight()

async function read(format: TestFormat, flight: readonly Moment[] = FLIGHT) {
  const log = await readFlightLog(buildLogFile(TEST_LOGS[format](flight)))
  if (log === null) throw new Error(`${format} was not recognised`)
  return log
}

describe.each(TEST_FORMATS)('%s', (format) => {
  it('is detected by its content, and has every position of the flight at its time', async () => {
    const log = await read(format)
    expect(log.format).toBe(
      { 'tlog version 1': 'tlog', 'airdata csv': 'csv', 'device json': 'device-json' }[
        format as string
      ] ?? format,
    )
    expect(log.points.length).toBe(FLIGHT.length)
    expect(log.report).toMatchObject({
      bytesSkipped: 0,
      badRecords: 0,
      truncatedAtByte: format === 'gpx' ? expect.any(Number) : null,
      withoutTime: 0,
      nullIsland: 0,
    })
    for (const [i, moment] of FLIGHT.entries()) {
      const point = log.points.at(i)
      expect(Math.abs(point.tMs - moment.tMs)).toBeLessThanOrEqual(
        format === 'airdata csv' ? 200 : 1,
      )
      expect([point.lng, point.lat]).toEqual([moment.lng, moment.lat])
      expect(point.speedMs).toBeCloseTo(moment.speedMs, 1)
      expect(Math.abs(point.headingDeg! - moment.headingDeg)).toBeLessThan(0.1)
    }
  })

  it('is detected as one sortie', async () => {
    const { spans } = detectSorties((await read(format)).points, [], {
      asOfMs: FLIGHT.at(-1)!.tMs + 3_600_000,
    })
    expect(spans).toHaveLength(1)
    const airborneS = (spans[0]!.endMs - spans[0]!.startMs) / 1000
    expect(airborneS).toBeGreaterThan(100)
    expect(airborneS).toBeLessThan(FLIGHT.length / 5)
  })

  it('it leaves 0, 0 out and counts it, and corrects or drops a clock at 1970', async () => {
    const damaged = agriculturalFlight({ unsetClocks: 25, nowhereEvery: 40 })
    const { points, report } = await read(format, damaged)
    const nowhere = damaged.filter((moment) => moment.nowhere).length
    expect(report.nullIsland + report.withoutPosition).toBe(nowhere)
    const own = format === 'airdata csv' || format === 'gpx' || format === 'device json'
    expect(points.length).toBe(damaged.length - nowhere - (own ? 25 : 0))
    // an autopilot's time since its start determines the rest
    expect(report.withoutTime).toBe(own ? 25 : 0)
    expect(report.timesMended).toBe(format === 'dataflash' || format === 'ulog' ? 25 : 0)
    if (!own) expect(Math.abs(points.tMs[0]! - damaged[0]!.tMs)).toBeLessThanOrEqual(1)
    for (let i = 0; i < points.length; i++) expect(points.tMs[i]).toBeGreaterThan(1_767_000_000_000)
  })

  it('it reads a whole file without reporting damage, with any record names', async () => {
    const bytes = buildLogFile(TEST_LOGS[format](FLIGHT))
    const { report } = (await readFlightLog(bytes))!
    // this GPX is one that a crashed recorder never closed
    expect([report.badRecords, report.bytesSkipped, report.truncatedAtByte]).toEqual([
      0,
      0,
      format === 'gpx' ? bytes.length : null,
    ])
  })

  it('it has the same result in pieces of any size', async () => {
    const bytes = buildLogFile(TEST_LOGS[format](FLIGHT))
    const whole = await readFlightLog(bytes)
    for (const size of [997, 65_536]) {
      const inParts = await readFlightLog(inPieces(bytes, size))
      expect(inParts!.points.length).toBe(whole!.points.length)
      expect(inParts!.report).toEqual(whole!.report)
      expect(inParts!.events).toEqual(whole!.events)
    }
  })
})

describe('further data of a log', () => {
  it.each(['tlog', 'dataflash', 'ulog'] as const)(
    '%s: arming, take-off, landing, the pump, the battery and the drone’s identity',
    async (format) => {
      const log = await read(format)
      const types = log.events.map((event) => event.type)
      expect(
        types.filter((type) => ['arm', 'takeoff', 'landing', 'disarm'].includes(type)),
      ).toEqual(['arm', 'takeoff', 'landing', 'disarm'])
      expect(types.filter((type) => type === 'pump_on')).toHaveLength(6)
      expect(
        log.points.pumpOn.slice(0, log.points.length).filter((on) => on === 1).length,
      ).toBeGreaterThan(500)
      expect(log.batteries[0]).toMatchObject({
        maxVoltageV: expect.closeTo(50, 1),
        firstPercent: 100,
      })
      expect(log.identity.firmware).toContain(format === 'ulog' ? 'PX4 1.14.3' : '4.5.1')
      expect(log.identity.serial).not.toBeNull()
      expect(log.heights[format === 'tlog' ? 'home' : 'rangefinder']).toBeGreaterThan(600)
      expect(
        Math.max(...log.points.heightM.slice(0, log.points.length).filter((m) => !Number.isNaN(m))),
      ).toBe(3)
    },
  )

  it('it leaves out simulated flights, and reports that', async () => {
    const line = (value: object) => new TextEncoder().encode(`${JSON.stringify(value)}\n`)
    const message = (type: string, tMs: number, more = {}) =>
      line({ v: 1, boot: 'k', t: tMs, type, sortie: 1, ...more })
    const [fromMs, untilMs] = [FLIGHT[100]!.tMs, FLIGHT[200]!.tMs]
    const bytes = buildLogFile(TEST_LOGS['device json'](FLIGHT))
    const log = async (...messages: Uint8Array[]) =>
      (await readFlightLog(concat([bytes, ...messages])))!
    const outside = FLIGHT.filter(({ tMs }) => tMs < fromMs || tMs >= untilMs).length
    const simulated = await log(
      message('landing', untilMs),
      message('takeoff', fromMs, { simulated: true }),
    )
    expect([simulated.points.length, simulated.report.notes]).toEqual([
      outside,
      ['practice_left_out'],
    ])
    const flown = await log(
      message('landing', untilMs),
      message('takeoff', fromMs, { simulated: false }),
    )
    expect([flown.points.length, flown.report.notes]).toEqual([FLIGHT.length, []])
    const whole = await log(message('takeoff', FLIGHT[0]!.tMs, { simulated: true }))
    expect([whole.points.length, whole.report.notes]).toEqual([
      0,
      ['practice_left_out', 'no_points'],
    ])
  })

  it('it reads the flow of a tlog, of DataFlash and of our own messages', async () => {
    for (const format of ['tlog', 'dataflash', 'device json'] as const) {
      const { points } = await read(format)
      expect(Math.max(...points.flowLMin.slice(0, points.length))).toBeCloseTo(3.1, 1)
    }
  })

  it("it falls back to the ground station's clock, and reports that", async () => {
    const log = await readFlightLog(concat(tlogRecords(FLIGHT, { withSystemTime: false })))
    expect(log!.points.length).toBe(FLIGHT.length)
    expect(log!.points.tMs[0]! - FLIGHT[0]!.tMs).toBeCloseTo(40, -1)
    expect(log!.report.notes).toContain('ground_station_clock')
  })

  it('it reads the chosen vehicle where two share a log', async () => {
    const other = tlogRecords(agriculturalFlight({ seed: 2, lanes: 1 }), { system: 7 })
    const bytes = concat([...tlogRecords(FLIGHT), ...other])
    expect((await readFlightLog(bytes))!.points.length).toBe(FLIGHT.length)
    const seventh = await readFlightLog(bytes, { systemId: 7 })
    expect(seventh!.points.length).toBe(agriculturalFlight({ seed: 2, lanes: 1 }).length)
    expect(seventh!.identity.systemId).toBe(7)
    expect(seventh!.report.otherVehicles).toBeGreaterThan(0)
  })

  it('it reports that a KML of drawings has no times', async () => {
    const kml =
      '<?xml version="1.0"?><kml><Placemark><LineString><coordinates>8.5,47.3,0 8.6,47.4,0</coordinates></LineString></Placemark></kml>'
    const log = await readFlightLog(new TextEncoder().encode(kml))
    expect(log).toMatchObject({
      format: 'kml',
      report: { withoutTime: 2, notes: ['no_times', 'no_points'] },
    })
  })

  it('it reads placemarks with a time stamp, and the ends of a line with a time span', async () => {
    const at = (s: number) => new Date(1_767_225_600_000 + s * 1000).toISOString()
    const kml =
      `<kml><Placemark><TimeStamp><when>${at(0)}</when></TimeStamp><Point><altitudeMode>relativeToGround</altitudeMode><coordinates>8.5,47.3,12</coordinates></Point></Placemark>` +
      `<Placemark><TimeSpan><begin>${at(1)}</begin><end>${at(3)}</end></TimeSpan><LineString><coordinates>8.5001,47.3,0 8.5002,47.3,0 8.5003,47.3,0</coordinates></LineString></Placemark></kml>`
    const log = await readFlightLog(new TextEncoder().encode(kml))
    expect(log!.points.length).toBe(4)
    expect(log!.points.heightM[0]).toBe(12)
    expect(log!.points.tMs[2]).toBe(1_767_225_602_000)
    expect(log!.report).toMatchObject({ timesMended: 1, withoutTime: 0 })
  })

  it('refuses files that are not flight logs', () => {
    for (const text of [
      '',
      'hello',
      '{"a":1}',
      '<html></html>',
      'name,area\nA,1\n',
      '\u0000\u0001\u0002',
    ])
      expect(detectFormat(new TextEncoder().encode(text))).toBeNull()
  })
})
