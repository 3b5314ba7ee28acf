// A frame of MAVLink with its checksum, made without the reader's own tables.
import { concat } from './testing-flight.ts'

/** Seeds from common.xml, independent of the reader's own table. */
const SEEDS: Readonly<Record<number, number>> = {
  0: 50,
  1: 124,
  2: 137,
  22: 220,
  24: 24,
  30: 39,
  33: 104,
  36: 222,
  147: 154,
  148: 178,
  245: 130,
  251: 170,
  253: 83,
}

/** X.25 as mavlink's documentation has it, a nibble at a time: not the reader's table. */
function x25(bytes: readonly number[]): number {
  let crc = 0xffff
  for (const byte of bytes) {
    let t = byte ^ (crc & 0xff)
    t = (t ^ (t << 4)) & 0xff
    crc = ((crc >> 8) ^ (t << 8) ^ (t << 3) ^ (t >> 4)) & 0xffff
  }
  return crc
}

let sequence = 0

export function tlogRecord(
  stampMs: number,
  id: number,
  payload: Uint8Array,
  options: { version?: 1 | 2; system?: number; component?: number } = {},
): Uint8Array {
  const { version = 2, system = 1, component = 1 } = options
  const stamp = new DataView(new ArrayBuffer(8))
  stamp.setBigUint64(0, BigInt(Math.round(stampMs * 1000)))
  sequence = (sequence + 1) & 0xff
  let length = payload.length
  // version 2 removes trailing zeros, except for the first byte
  if (version === 2) while (length > 1 && payload[length - 1] === 0) length--
  const header =
    version === 1
      ? [length, sequence, system, component, id]
      : [length, 0, 0, sequence, system, component, id & 0xff, (id >> 8) & 0xff, id >> 16]
  const body = [...header, ...payload.subarray(0, length)]
  const crc = x25([...body, SEEDS[id] ?? 0])
  return concat([
    new Uint8Array(stamp.buffer),
    Uint8Array.of(version === 1 ? 0xfe : 0xfd, ...body, crc & 0xff, crc >> 8),
  ])
}
