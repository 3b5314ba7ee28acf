import type { Moment } from './testing-flight.ts'
import { concat, packed, padded } from './testing-flight.ts'
import { tlogRecord } from './testing-mavlink-frame.ts'

export type TlogOptions = {
  readonly version?: 1 | 2
  readonly system?: number
  readonly withSystemTime?: boolean
}

type Send = (id: number, payload: Uint8Array) => void

const HOME_MM = 50_000

const sendIdentity = (send: Send): void => {
  send(
    148,
    concat([
      packed(
        'u64 u64 u32 u32 u32 u32 u16 u16',
        0,
        0x1122334455,
        0x04050100,
        0,
        0,
        9 * 65_536,
        0,
        0,
      ),
      new Uint8Array(24),
    ]),
  )
  send(
    22,
    concat([packed('f32 u16 u16', 22, 900, 1), padded('SERVO9_FUNCTION', 16), Uint8Array.of(9)]),
  )
  send(253, concat([Uint8Array.of(6), padded('ArduCopter V4.5.1', 50)]))
}

const sendStatus = (send: Send, moment: Moment, armed: boolean, withSystemTime: boolean): void => {
  send(0, packed('u32 u8 u8 u8 u8 u8', 3, 13, 3, armed ? 0x81 : 0x01, 4, 3))
  if (withSystemTime)
    send(2, packed('u64 u32', moment.clockUnset ? 0 : moment.tMs * 1000, moment.bootMs))
  send(
    1,
    packed(
      'u32 u32 u32 u16 u16 i16 u16 u16 u16 u16 u16 u16 i8',
      0,
      0,
      0,
      0,
      moment.volts * 1000,
      2500,
      0,
      0,
      0,
      0,
      0,
      0,
      moment.percent,
    ),
  )
  send(245, packed('u8 u8', 0, moment.heightM > 0.3 ? 2 : 1))
}

const sendPlace = (send: Send, moment: Moment): void => {
  send(
    30,
    packed(
      'u32 f32 f32 f32 f32 f32 f32',
      moment.bootMs,
      0.01,
      -0.02,
      (moment.headingDeg * Math.PI) / 180,
      0,
      0,
      0,
    ),
  )
  const lat = moment.nowhere ? 0 : Math.round(moment.lat * 1e7)
  const lng = moment.nowhere ? 0 : Math.round(moment.lng * 1e7)
  send(
    24,
    packed(
      'u64 i32 i32 i32 u16 u16 u16 u16 u8 u8',
      moment.bootMs * 1000,
      lat,
      lng,
      HOME_MM,
      80,
      90,
      moment.speedMs * 100,
      moment.headingDeg * 100,
      moment.nowhere ? 1 : 6,
      22,
    ),
  )
  send(
    33,
    packed(
      'u32 i32 i32 i32 i32 i16 i16 i16 u16',
      moment.bootMs,
      lat,
      lng,
      HOME_MM + moment.heightM * 1000,
      moment.heightM * 1000,
      moment.speedMs * 100,
      0,
      0,
      moment.headingDeg * 100,
    ),
  )
}

/**
 * The records of a flight, in the order that an autopilot sends them. The ground station's clock is
 * `linkMs` late.
 */
export function tlogRecords(
  flight: readonly Moment[],
  options: TlogOptions = {},
  linkMs = 40,
): Uint8Array[] {
  const { version = 2, system = 1, withSystemTime = true } = options
  const records: Uint8Array[] = []
  const first = flight[0]!
  for (const [i, moment] of flight.entries()) {
    const send = (id: number, payload: Uint8Array) =>
      records.push(tlogRecord(moment.tMs + linkMs, id, payload, { version, system }))
    if (i === 0) sendIdentity(send)
    if (i % 5 === 0) {
      const armed = moment.bootMs - first.bootMs >= 3_000 && i < flight.length - 5
      sendStatus(send, moment, armed, withSystemTime)
    }
    // outputs 9 to 16 are an extension of version 2; the first of them drives the pump
    const outputs = concat([
      packed('u32', moment.bootMs * 1000),
      new Uint8Array(16),
      Uint8Array.of(0),
      packed('u16', moment.pumpOn ? 1700 : 1100),
      new Uint8Array(14),
    ])
    if (version === 2) send(36, outputs)
    send(251, concat([packed('u32 f32', moment.bootMs, moment.flowLMin), padded('flow', 10)]))
    sendPlace(send, moment)
    // a message that the reader has no use for, and another station's heartbeat
    if (i % 10 === 0)
      records.push(
        tlogRecord(
          moment.tMs + linkMs,
          11_030,
          Uint8Array.from({ length: 40 }, (_, k) => k),
          { version: 2, system },
        ),
      )
    if (i % 25 === 0)
      records.push(
        tlogRecord(moment.tMs + linkMs, 0, packed('u32 u8 u8 u8 u8 u8', 0, 6, 8, 0, 4, 3), {
          version,
          system: 255,
          component: 190,
        }),
      )
  }
  return records
}
