import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalPoints } from '@swath/domain/canonical-points'
import { PointColumns } from '@swath/domain/telemetry-point'
import { seeded } from '@swath/domain/track-samples'
import { readFlightLog } from './read-flight-log.ts'
import { concat } from './testing-flight.ts'
import { buildLogFile, inPieces, smallFlight, TEST_FORMATS, TEST_LOGS } from './testing-logs.ts'

const FLIGHT = smallFlight()
const RUNS = 25

/**
 * Values from another record (height, battery) are unknown until it arrives: damage must not change
 * positions and times.
 */
const formatRows = (points: PointColumns): string[] =>
  Array.from(
    { length: points.length },
    (_, i) => `${points.tMs[i]} ${points.lng[i]} ${points.lat[i]}`,
  )

function union(...parts: readonly PointColumns[]): PointColumns {
  const all = new PointColumns()
  for (const part of parts) all.appendAll(part)
  return canonicalPoints(all)
}

describe.each(TEST_FORMATS)('%s, damaged', (format) => {
  const log = TEST_LOGS[format](FLIGHT)
  const bytes = buildLogFile(log)

  it('the same file read twice gives the same points', async () => {
    const once = (await readFlightLog(bytes))!.points
    expect(formatRows(union(once, (await readFlightLog(bytes))!.points))).toEqual(formatRows(once))
  })

  it('two halves, each with its definitions, give the points of the whole', async () => {
    const whole = (await readFlightLog(bytes))!.points
    const middle = log.records.length >> 1
    const first = await readFlightLog(concat([...log.head, ...log.records.slice(0, middle)]))
    const second = await readFlightLog(concat([...log.head, ...log.records.slice(middle)]))
    expect(formatRows(union(first!.points, second!.points))).toEqual(formatRows(whole))
  })

  it('cut anywhere, it returns the points before the cut', async () => {
    const whole = new Set(formatRows((await readFlightLog(bytes))!.points))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (length) => {
        const cut = await readFlightLog(bytes.subarray(0, length))
        // the last record of a table may lose digits where the cut is inside a number
        const strange =
          cut === null || format === 'airdata csv'
            ? []
            : formatRows(cut.points).filter((row) => !whole.has(row))
        expect(strange).toEqual([])
      }),
      { numRuns: RUNS, seed: 8 },
    )
    const most = await readFlightLog(bytes.subarray(0, bytes.length - 1))
    expect(most!.points.length).toBeGreaterThanOrEqual(FLIGHT.length - 20)
  })

  it('with flipped bytes, it keeps most and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 40 }), async (seed, flips) => {
        const random = seeded(seed)
        const damaged = bytes.slice()
        const head = log.head.reduce((sum, part) => sum + part.length, 0)
        for (let i = 0; i < flips; i++)
          damaged[head + Math.floor(random() * (bytes.length - head))]! ^=
            1 << Math.floor(random() * 8)
        const read = await readFlightLog(inPieces(damaged, 4_099))
        expect(read!.points.length).toBeGreaterThan(FLIGHT.length * 0.7)
        for (let i = 0; i < read!.points.length; i++)
          expect(Math.abs(read!.points.lat[i]!)).toBeLessThanOrEqual(90)
      }),
      { numRuns: RUNS, seed: 8 },
    )
  })

  it('with stretches of garbage or zeros, it finds the records after them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.boolean(), async (seed, zeros) => {
        const random = seeded(seed)
        const garbage = Uint8Array.from({ length: 3_000 }, () =>
          zeros ? 0 : Math.floor(random() * 256),
        )
        const at = Math.floor(log.records.length / 2)
        const read = await readFlightLog(
          concat([...log.head, ...log.records.slice(0, at), garbage, ...log.records.slice(at)]),
        )
        expect(read!.points.length).toBeGreaterThanOrEqual(FLIGHT.length * 0.85)
        expect(read!.points.length).toBeLessThanOrEqual(FLIGHT.length + 3)
        expect(
          read!.report.bytesSkipped + read!.report.badRecords + (read!.report.truncatedAtByte ?? 0),
        ).toBeGreaterThan(0)
      }),
      { numRuns: RUNS, seed: 8 },
    )
  })

  it('with shuffled records and with noise, it never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const random = seeded(seed)
        const shuffled = log.records
          .map((record) => ({ record, key: random() }))
          .sort((a, b) => a.key - b.key)
          .map(({ record }) => record)
        const read = await readFlightLog(concat([...log.head, ...shuffled]))
        expect(read!.points.length).toBeGreaterThanOrEqual(FLIGHT.length * 0.95)
        for (let i = 1; i < read!.points.length; i++)
          expect(read!.points.tMs[i]).toBeGreaterThanOrEqual(read!.points.tMs[i - 1]!)
        const noise = Uint8Array.from({ length: 20_000 }, () => Math.floor(random() * 256))
        expect(
          (await readFlightLog(concat([...log.head, noise])))?.points.length ?? 0,
        ).toBeLessThan(5)
      }),
      { numRuns: RUNS, seed: 8 },
    )
  })
})
