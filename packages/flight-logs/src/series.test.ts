import { describe, expect, it } from 'vitest'
import { LIMITS } from './flight-log.ts'
import { readFlightLog, readSeries } from './read-flight-log.ts'
import { agriculturalFlight } from './testing-flight.ts'
import { buildLogFile, TEST_LOGS } from './testing-logs.ts'

const FLIGHT = agriculturalFlight()

describe('readSeries', () => {
  it.each([
    ['tlog', 'SYS_STATUS.voltage_battery', 'V'],
    ['dataflash', 'BAT.Volt', 'V'],
    ['ulog', 'battery_status.voltage_v', 'V'],
    ['airdata csv', 'csv.voltage(v)', 'v'],
  ] as const)('%s: %s at its times', async (format, name, unit) => {
    const bytes = buildLogFile(TEST_LOGS[format](FLIGHT))
    const listed = (await readFlightLog(bytes))!.series.find((series) => series.name === name)
    const [series] = await readSeries(bytes, [name, 'nothing.of.this'])
    expect(listed).toMatchObject({ unit, count: series!.values.length })
    expect(series).toMatchObject({ name, unit, absolute: true, stride: 1 })
    expect(series!.values[0]).toBeCloseTo(50, 2)
    expect(Math.abs(series!.tMs[0]! - FLIGHT[0]!.tMs)).toBeLessThanOrEqual(1)
  })

  it('applies the multipliers of a DataFlash log once', async () => {
    const bytes = buildLogFile(TEST_LOGS.dataflash(FLIGHT))
    const [lat, ms] = await readSeries(bytes, ['GPS.Lat', 'GPS.GMS'])
    expect(lat!.values[0]).toBeCloseTo(FLIGHT[0]!.lat, 7)
    expect(ms!.unit).toBe('s')
    expect(ms!.values[5]! - ms!.values[0]!).toBeCloseTo(1, 6)
  })

  it('reads fields of nested types', async () => {
    const [rpm] = await readSeries(buildLogFile(TEST_LOGS.ulog(FLIGHT)), [
      'esc_status.esc[1].esc_rpm',
    ])
    expect(rpm!.values[0]).toBe(4100)
  })

  it('thins a series that is too long, evenly', async () => {
    const rows = Array.from(
      { length: LIMITS.samplesASeries * 2 + 10 },
      (_, i) => `47.3,8.5,${1_767_225_600_000 + i * 10},${i}`,
    )
    const [series] = await readSeries(
      new TextEncoder().encode(`lat,lng,time,n\n${rows.join('\n')}\n`),
      ['csv.n'],
    )
    expect(series!.values.length).toBeLessThan(LIMITS.samplesASeries)
    expect(series!.stride).toBe(4)
    for (let i = 1; i < series!.values.length; i++)
      expect(series!.values[i]! - series!.values[i - 1]!).toBe(4)
  })
})
