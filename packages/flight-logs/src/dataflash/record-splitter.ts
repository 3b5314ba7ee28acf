import { ByteWindow, textUntilZero } from '../byte-window.ts'
import type { ReadReport } from '../flight-log.ts'
import { FMT, FMT_TYPE, HEADER_BYTES, RecordFormat } from './value-types.ts'

const HEAD1 = 0xa3
const HEAD2 = 0x95
/** A length is one byte: this many bytes contain any record and the header after it. */
const ENOUGH = 256 + HEADER_BYTES

export type OnRecord = (format: RecordFormat, view: DataView, at: number, bytes: Uint8Array) => void

/**
 * Records of an ArduPilot DataFlash log (ardupilot.org, "Downloading and analyzing data logs"): A3
 * 95, a type, and as many bytes as the FMT record of that type declares. There are no checksums: a
 * record is accepted if another header, or the end, follows it.
 */
export class RecordSplitter {
  readonly formats = new Map<number, RecordFormat>([[FMT_TYPE, FMT]])
  readonly #window = new ByteWindow()
  readonly #report: ReadReport
  readonly #onRecord: OnRecord
  /** Records without an FMT so far: their length is not known. */
  undefinedRecords = 0

  constructor(report: ReadReport, onRecord: OnRecord) {
    this.#report = report
    this.#onRecord = onRecord
  }

  push(bytes: Uint8Array): void {
    this.#window.push(bytes)
    this.#split(ENOUGH)
  }

  finish(): void {
    this.#split(1)
    const { left, offset } = this.#window
    if (left > 0) this.#report.truncatedAtByte = offset
    this.#window.at += left
  }

  #split(ahead: number): void {
    const window = this.#window
    const { bytes, view } = window
    while (window.left >= ahead) {
      const at = window.at
      if (!this.#isHeader(at)) {
        this.#resync()
        continue
      }
      if (window.left < HEADER_BYTES) return
      const format = this.formats.get(bytes[at + 2]!)
      if (format === undefined) {
        this.undefinedRecords++
        this.#resync()
        continue
      }
      if (window.left < format.length) {
        if (this.#nextHeader(at + 1) < 0) return
        this.#resync()
        continue
      }
      const next = at + format.length
      if (next < bytes.length && !this.#isHeader(next)) {
        this.#report.badRecords++
        this.#resync()
        continue
      }
      if (format === FMT) this.#define(at)
      else this.#onRecord(format, view, at, bytes)
      window.at = next
    }
  }

  /** Also true if the bytes end within a header. */
  #isHeader(at: number): boolean {
    const { bytes } = this.#window
    return bytes[at] === HEAD1 && (at + 1 >= bytes.length || bytes[at + 1] === HEAD2)
  }

  #nextHeader(from: number): number {
    const { bytes } = this.#window
    for (let at = bytes.indexOf(HEAD1, from); at >= 0; at = bytes.indexOf(HEAD1, at + 1)) {
      if (this.#isHeader(at) && (at + 2 >= bytes.length || this.formats.has(bytes[at + 2]!)))
        return at
    }
    return -1
  }

  #resync(): void {
    const window = this.#window
    const found = this.#nextHeader(window.at + 1)
    const to = found < 0 ? window.bytes.length : found
    this.#report.bytesSkipped += to - window.at
    window.at = to
  }

  #define(at: number): void {
    const { bytes } = this.#window
    const text = (name: string) => {
      const field = FMT.field(name)!
      return textUntilZero(bytes.subarray(at + field.offset, at + field.offset + field.bytes))
    }
    const type = bytes[at + HEADER_BYTES]!
    const format = RecordFormat.of(
      type,
      text('Name'),
      bytes[at + HEADER_BYTES + 1]!,
      text('Format'),
      text('Columns'),
    )
    if (format === null) this.#report.badRecords++
    else if (type !== FMT_TYPE) this.formats.set(type, this.#kept(format))
  }

  /** A repeated definition keeps the information from FMTU. */
  #kept(format: RecordFormat): RecordFormat {
    const known = this.formats.get(format.type)
    const same =
      known?.name === format.name &&
      known.length === format.length &&
      known.fields.every(
        (field, i) => field.name === format.fields[i]?.name && field.type === format.fields[i].type,
      )
    return same ? known : format
  }
}
