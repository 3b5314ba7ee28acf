import { describe, expect, test } from 'vitest'
import { PointColumns, type TelemetryPoint } from '@swath/domain/telemetry-point'
import { decodeTrack, encodeTrack } from '@swath/domain/track-columns'
import {
  bootsIn,
  DamagedTrack,
  packChecked,
  packPoints,
  packTrack,
  pickPoints,
  sha256,
  unpackPoints,
} from './chunk.ts'

const point = (i: number): TelemetryPoint => ({
  tMs: 1_780_000_000_000 + i * 1_000 + (i % 7),
  lng: 120.15 + i * 5e-5,
  lat: 30.25,
  heightM: 3,
  speedMs: 5 + (i % 3) / 10,
  headingDeg: 90,
  flowLMin: 2.4,
  pumpOn: i % 40 > 3,
  swathWidthM: 5.5,
  tankL: 30 - i / 25,
  batteryPercent: 80,
  linkPercent: 90 - (i % 5),
  fix: 3,
  satellites: i % 9 === 0 ? null : 20,
  mode: 3,
  boot: i < 60 ? 'k1' : 'k2',
  seq: i,
})
const flight = PointColumns.of(Array.from({ length: 150 }, (_, i) => point(i)))

/** As stored by the versions that first wrote them: they must be readable for ever. */
const stored: [format: string, points: PointColumns, columns: string][] = [
  [
    'plain',
    flight.slice(58, 61),
    'U1QBAwICazECazIRAQACpKqrhM5n0g8AAgAC0ILv+QjoBwADAAHAor6gAgAABAAB2AQAAAUAAfwHFCcGAAHQjAEAAAcAAcAlAAAIAAECAAAJAAHMCAAACgACoCsHAAsAAcAMAAAMAAHMDRNQDQABBgAADgABKAAADwABBgAAEAABAAACEQACdAIA',
  ],
  [
    'zstd',
    flight,
    'KLUv/WBQCcUGALKIIS9gZZIO4xikfOVLHAJHJFBUIKjYFqS+CAJRCkkNUwPMiOTMAImx9ltrgVCjvdktU9y5YnOUkqAhAQgQGBwgpLbVswvmX2idHHss9sTDx0COuEr90OzXN2KHX8+pWxPJDPjlhqtUr05vBIq9MPyuggBRzHMte0NlTJyQt8nLRbqEdJn91FIJGwARQAAi0MICE9OAKbXKDVEi0Hp0sIoUqVkUwUChPgRQVkEKgF1tqBQABkBQtVTKABKwasjGKAOxWVRx6KgTAVSJAOpAcJQXVCgAG1lgDA==',
  ],
  [
    'packed',
    flight,
    'U1QC/m5W0ZYBAgJrMQJrMhEUgKCkhM5nGAcA5/F+gJbAsv9xX0CsyCqtPWyq0l5w4EDYBFToBxIKeRa53JKglF+XOC/CElijZ9Zg0IwBggEACQGz3TKk05xRQJABzAjEAYgOFgpe7K7bQ7LJ39kT58w8gp6WveT8o4DQAQbhASgKg0spchnFhV+smvABBoICAAQB3WCAlAIAAwF/+CTAvev5CAT0A3/4MMCivqACcMAlpAHwLgMEX/iwAcAM',
  ],
]

describe.each(stored)('%s points', (format, points, text) => {
  const columns = Buffer.from(text, 'base64')

  test('are read as they were', () => {
    expect(encodeTrack(unpackPoints(columns))).toEqual(encodeTrack(points))
    expect(bootsIn(columns)).toEqual(['k1', 'k2'])
  })

  test('give single columns', () => {
    const picked = decodeTrack(pickPoints(columns, new Set(['tMs', 'pumpOn'])))
    if (!picked.ok) throw new Error(picked.reason)
    for (const name of ['tMs', 'pumpOn'] as const)
      expect(picked.points[name].subarray(0, points.length)).toEqual(
        points[name].subarray(0, points.length),
      )
    expect(picked.points.lng.every(Number.isNaN)).toBe(true)
    expect(picked.points.boots).toEqual([])
  })

  test('are written the same way', () => {
    // zstd may choose other bytes in another version
    if (format !== 'zstd')
      expect((format === 'packed' ? packTrack : packPoints)(points).toString('base64')).toBe(text)
  })

  test('cut short are damaged', () => {
    const part = columns.subarray(0, -3)
    expect(() => unpackPoints(part)).toThrow(DamagedTrack)
    expect(() => pickPoints(part, new Set(['tMs', 'lng']))).toThrow(DamagedTrack)
  })
})

test('values that cannot be packed are stored as columns', () => {
  const late = flight.slice(0, 150)
  late.tMs[149] = 2 ** 48 + 1
  expect(packTrack(late)).toEqual(packPoints(late))
  expect(unpackPoints(packTrack(late)).tMs[149]).toBe(2 ** 48 + 1)
})

test('a packed track that would be read with other values is stored as columns', () => {
  const hash = sha256(encodeTrack(flight))
  expect(packChecked(flight, hash)).toEqual(packTrack(flight))
  expect(packChecked(flight.slice(0, 149), hash)).toEqual(packPoints(flight.slice(0, 149)))
})
