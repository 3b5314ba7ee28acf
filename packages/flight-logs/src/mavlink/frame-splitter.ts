import { ByteWindow } from '../byte-window.ts'
import type { ReadReport } from '../flight-log.ts'
import { MESSAGES, MINIMAL_LENGTHS } from './message-table.ts'
import type { MavlinkMessage } from './message-layout.ts'

const V1 = 0xfe
const V2 = 0xfd
const V1_HEADER = 6
const V2_HEADER = 10
const CHECKSUM = 2
const SIGNATURE = 13
const SIGNED = 0x01
/**
 * Big-endian microseconds since 1970 before each frame, as QGroundControl, Mission Planner and
 * MAVProxy write them.
 */
const STAMP = 8
/** Longest record: stamp, version 2 header, payload, checksum, signature. */
const LONGEST = STAMP + V2_HEADER + 255 + CHECKSUM + SIGNATURE

export type MavlinkFrame = {
  stampMs: number
  systemId: number
  componentId: number
  messageId: number
  message: MavlinkMessage
  /** Padded with zeros to the message's whole length; reused for the next frame. */
  payload: DataView
}

/**
 * Frames of a .tlog (mavlink.io/en/guide/serialization.html). A frame of a message in the table
 * must have the right checksum; any other is skipped if another record follows it. Otherwise the
 * search continues one byte further.
 */
export class FrameSplitter {
  readonly #window = new ByteWindow()
  readonly #report: ReadReport
  readonly #onFrame: (frame: MavlinkFrame) => void
  readonly #buffer = new Uint8Array(512)
  readonly #frame: MavlinkFrame

  constructor(report: ReadReport, onFrame: (frame: MavlinkFrame) => void) {
    this.#report = report
    this.#onFrame = onFrame
    this.#frame = {
      stampMs: NaN,
      systemId: 0,
      componentId: 0,
      messageId: 0,
      message: MESSAGES.get(0)!,
      payload: new DataView(this.#buffer.buffer),
    }
  }

  push(bytes: Uint8Array): void {
    this.#window.push(bytes)
    this.#split(2 * LONGEST)
  }

  finish(): void {
    this.#split(1)
    const { left, offset } = this.#window
    if (left === 0) return
    this.#report.truncatedAtByte = offset
    this.#window.at += left
  }

  /** Reads while `ahead` bytes are available: enough for a record and the mark of the next one. */
  #split(ahead: number): void {
    const window = this.#window
    while (window.left >= ahead) {
      const length = this.#recordLength(window.at)
      const { bytes } = window
      if (length > 0 && window.left < length) {
        // only at the end of the file: a last frame that is cut off, or garbage that looks like one
        if (this.#nextMark(window.at + 1) < 0) return
        this.#skip(1)
      } else if (length === 0) this.#skip(1)
      else if (this.#accept(bytes, window.at, length)) window.at += length
      else this.#skip(1)
    }
  }

  #skip(count: number): void {
    this.#window.at += count
    this.#report.bytesSkipped += count
  }

  /** 0 where no record can begin. */
  #recordLength(at: number): number {
    const { bytes } = this.#window
    const mark = bytes[at + STAMP]
    const payload = bytes[at + STAMP + 1]
    if (payload === undefined) return mark === undefined || mark === V1 || mark === V2 ? LONGEST : 0
    if (mark === V1) return STAMP + V1_HEADER + payload + CHECKSUM
    if (mark !== V2) return 0
    return (
      STAMP +
      V2_HEADER +
      payload +
      CHECKSUM +
      (((bytes[at + STAMP + 2] ?? 0) & SIGNED) === 0 ? 0 : SIGNATURE)
    )
  }

  /**
   * The start of the next whole record with a right checksum, at most one longest record ahead; -1
   * if there is none.
   */
  #nextMark(from: number): number {
    const { bytes } = this.#window
    for (let at = from; at < Math.min(bytes.length, from + LONGEST); at++) {
      const length = this.#recordLength(at)
      if (length > 0 && at + length <= bytes.length && this.#checked(bytes, at) === true) return at
    }
    return -1
  }

  #accept(bytes: Uint8Array, at: number, length: number): boolean {
    const checked = this.#checked(bytes, at)
    if (checked === true) {
      this.#emit(bytes, at)
      return true
    }
    const next = at + length
    const followed =
      next === bytes.length ||
      bytes[next + STAMP] === V1 ||
      bytes[next + STAMP] === V2 ||
      bytes.length - next < STAMP + 1
    if (checked === null) return followed && plausibleStamp(this.#window.view, at)
    // a known message with a wrong checksum, in its place between others: damaged, not garbage
    if (!followed || !plausibleStamp(this.#window.view, at)) return false
    this.#report.badRecords++
    return true
  }

  /** Null for a message that is not in the table. */
  #checked(bytes: Uint8Array, at: number): boolean | null {
    const start = at + STAMP
    const second = bytes[start] === V2
    const id = second
      ? bytes[start + 7]! | (bytes[start + 8]! << 8) | (bytes[start + 9]! << 16)
      : bytes[start + 5]!
    const message = MESSAGES.get(id)
    if (message === undefined) return null
    const length = bytes[start + 1]!
    if (!second && length !== (MINIMAL_LENGTHS.get(id) ?? message.length)) return false
    const end = start + (second ? V2_HEADER : V1_HEADER) + length
    return (
      (bytes[end]! | (bytes[end + 1]! << 8)) === checksum(bytes, start + 1, end, message.crcExtra)
    )
  }

  #emit(bytes: Uint8Array, at: number): void {
    const start = at + STAMP
    const frame = this.#frame
    const second = bytes[start] === V2
    const header = second ? V2_HEADER : V1_HEADER
    frame.systemId = bytes[start + (second ? 5 : 3)]!
    frame.componentId = bytes[start + (second ? 6 : 4)]!
    frame.messageId = second
      ? bytes[start + 7]! | (bytes[start + 8]! << 8) | (bytes[start + 9]! << 16)
      : bytes[start + 5]!
    frame.message = MESSAGES.get(frame.messageId)!
    frame.stampMs = stampMsAt(this.#window.view, at)
    const length = bytes[start + 1]!
    this.#buffer.fill(0, length, Math.max(length, frame.message.length))
    this.#buffer.set(bytes.subarray(start + header, start + header + length))
    this.#onFrame(frame)
  }
}

function stampMsAt(view: DataView, at: number): number {
  return (view.getUint32(at) * 4_294_967_296 + view.getUint32(at + 4)) / 1000
}

/** 2000 to 2100: any other value before a mark is part of another record. */
function plausibleStamp(view: DataView, at: number): boolean {
  const ms = stampMsAt(view, at)
  return ms >= 946_684_800_000 && ms < 4_102_444_800_000
}

/** CRC-16/MCRF4XX over header and payload, then the message's own seed. */
export function checksum(bytes: Uint8Array, from: number, to: number, crcExtra: number): number {
  let crc = 0xffff
  for (let i = from; i < to; i++) crc = (crc >> 8) ^ TABLE[(crc ^ bytes[i]!) & 0xff]!
  return (crc >> 8) ^ TABLE[(crc ^ crcExtra) & 0xff]!
}

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >> 1 : (crc >> 1) ^ 0x8408
  return crc
})
