import { agriculturalFlight, concat } from './testing-flight.ts'
import type { Moment } from './testing-flight.ts'
import { dataflashHead, dataflashRecords } from './testing-dataflash.ts'
import { AIRDATA_HEADER, airdataRows, deviceLines } from './testing-text-logs.ts'
import { tlogRecords } from './testing-tlog.ts'
import { ulogHead, ulogRecords } from './testing-ulog.ts'

/** A log as its definitions and its records; tests cut, shuffle and repeat only the records. */
export type TestLog = {
  readonly head: readonly Uint8Array[]
  readonly records: readonly Uint8Array[]
}

const utf8 = new TextEncoder()
const lines = (list: readonly string[]) => list.map((line) => utf8.encode(`${line}\n`))

export function gpxLines(flight: readonly Moment[]): string[] {
  return flight.map(
    (moment) =>
      `<trkpt lat="${moment.nowhere ? 0 : moment.lat}" lon="${moment.nowhere ? 0 : moment.lng}"><ele>53</ele>` +
      `<time>${new Date(moment.clockUnset ? moment.bootMs : moment.tMs).toISOString()}</time><speed>${moment.speedMs}</speed><course>${moment.headingDeg}</course></trkpt>`,
  )
}

export const TEST_LOGS = {
  'tlog': (flight) => ({ head: [], records: tlogRecords(flight) }),
  'tlog version 1': (flight) => ({ head: [], records: tlogRecords(flight, { version: 1 }) }),
  'dataflash': (flight) => ({ head: dataflashHead(), records: dataflashRecords(flight) }),
  'ulog': (flight) => ({ head: ulogHead(), records: ulogRecords(flight) }),
  'airdata csv': (flight) => ({
    head: lines([AIRDATA_HEADER]),
    records: lines(airdataRows(flight)),
  }),
  'gpx': (flight) => ({
    head: lines([
      '<?xml version="1.0"?>',
      '<gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0"><trk><name>A &amp; B</name><trkseg>',
    ]),
    records: lines(gpxLines(flight)),
  }),
  'device json': (flight) => ({ head: [], records: lines(deviceLines(flight)) }),
} as const satisfies Readonly<Record<string, (flight: readonly Moment[]) => TestLog>>

export type TestFormat = keyof typeof TEST_LOGS
export const TEST_FORMATS = Object.keys(TEST_LOGS) as TestFormat[]

export const buildLogFile = (log: TestLog): Uint8Array => concat([...log.head, ...log.records])

export const smallFlight = (): Moment[] => agriculturalFlight({ lanes: 2, laneM: 40 })

/** In pieces of odd sizes, as from a stream. */
export function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}
