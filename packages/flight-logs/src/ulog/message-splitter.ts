import { ByteWindow } from '../byte-window.ts'
import type { ReadReport } from '../flight-log.ts'

const HEADER = 16
const MESSAGE_HEADER = 3
const LONGEST = MESSAGE_HEADER + 65_535
const FLAG_BITS_BYTES = 40
const SUBSCRIBE = 0x41
/**
 * incompat_flags[0] bit 0: data was appended behind the log. Any other bit means that this reader
 * cannot know the layout.
 */
const DATA_APPENDED = 0x01
const SYNC = [0x2f, 0x73, 0x13, 0x20, 0x25, 0x0c, 0xbb, 0x12] as const

export type UlogMessage = {
  readonly type: string
  readonly view: DataView
  readonly at: number
  readonly size: number
  readonly bytes: Uint8Array
}

/**
 * The messages of a ULog file, by length and type. There are no checksums: a message is accepted if
 * it is plausible and another follows it.
 */
export class MessageSplitter {
  readonly #window = new ByteWindow()
  readonly #report: ReadReport
  readonly #onMessage: (message: UlogMessage) => void
  /** Whether the body of a message of this type is plausible; checked before it is used. */
  readonly #fits: (type: string, view: DataView, at: number, size: number) => boolean
  #begun = false
  #appended: number[] = []
  stopped = false

  constructor(
    report: ReadReport,
    onMessage: (message: UlogMessage) => void,
    fits: (type: string, view: DataView, at: number, size: number) => boolean,
  ) {
    this.#report = report
    this.#onMessage = onMessage
    this.#fits = fits
  }

  push(bytes: Uint8Array): void {
    if (this.stopped) return
    this.#window.push(bytes)
    this.#split(LONGEST + MESSAGE_HEADER)
  }

  finish(): void {
    if (this.stopped) return
    this.#split(1)
    const { left, offset } = this.#window
    if (left > 0) this.#report.truncatedAtByte = offset
    this.#window.at += left
  }

  #split(ahead: number): void {
    const window = this.#window
    if (!this.#begun) {
      if (window.left < HEADER) return
      window.at += HEADER
      this.#begun = true
    }
    while (!this.stopped && window.left >= ahead) {
      if (window.left < MESSAGE_HEADER) return
      const { view, bytes } = window
      const at = window.at
      const size = view.getUint16(at, true)
      const appendedIn = (this.#appended[0] ?? Infinity) - window.offset
      if (appendedIn <= 0) this.#appended.shift()
      else if (appendedIn < MESSAGE_HEADER + size)
        this.#skipTo(Math.min(at + appendedIn, bytes.length))
      else if (!this.#isMessage(at)) this.#resync()
      else if (window.left < MESSAGE_HEADER + size) {
        if (this.#find(at + 1) < 0) return
        this.#resync()
      } else if (!this.#followed(at + MESSAGE_HEADER + size, bytes[at + 2] === SUBSCRIBE)) {
        this.#report.badRecords++
        this.#resync()
      } else {
        this.#emit({
          type: String.fromCharCode(bytes[at + 2]!),
          view,
          at: at + MESSAGE_HEADER,
          size,
          bytes,
        })
        window.at = at + MESSAGE_HEADER + size
      }
    }
  }

  #emit(message: UlogMessage): void {
    if (message.type === 'B') this.#flagBits(message)
    else this.#onMessage(message)
  }

  #flagBits({ view, at, size }: UlogMessage): void {
    if (size < FLAG_BITS_BYTES) return
    const incompatible = view.getUint8(at + 8)
    for (let i = 9; i < 16; i++) if (view.getUint8(at + i) !== 0) this.stopped = true
    if ((incompatible & ~DATA_APPENDED) !== 0) this.stopped = true
    if (this.stopped || (incompatible & DATA_APPENDED) === 0) return
    this.#appended = [16, 24, 32]
      .map((i) => Number(view.getBigUint64(at + i, true)))
      .filter((offset) => offset > this.#window.offset && Number.isSafeInteger(offset))
      .sort((a, b) => a - b)
  }

  #isMessage(at: number, alsoNew = false): boolean {
    const { bytes, view } = this.#window
    if (at + MESSAGE_HEADER > bytes.length) return true
    const type = String.fromCharCode(bytes[at + 2]!)
    const size = view.getUint16(at, true)
    if (!'BFIMPQARDLCSO'.includes(type) || size === 0) return false
    if (alsoNew && type === 'D') return true
    return (
      at + MESSAGE_HEADER + Math.min(size, 5) > bytes.length ||
      this.#fits(type, view, at + MESSAGE_HEADER, size)
    )
  }

  /**
   * Whether another message follows, or the end of the file, or the offset at which data was
   * appended after a crash of the logger. `alsoNew` also accepts data of a topic that was just
   * subscribed to.
   */
  #followed(next: number, alsoNew: boolean): boolean {
    const window = this.#window
    const appended = this.#appended[0]
    return (
      next >= window.bytes.length ||
      (appended !== undefined && window.base + next >= appended - MESSAGE_HEADER) ||
      this.#isMessage(next, alsoNew)
    )
  }

  #find(from: number): number {
    const { bytes, view } = this.#window
    for (let at = from; at + MESSAGE_HEADER <= bytes.length; at++) {
      if (isSync(bytes, at))
        return at - MESSAGE_HEADER >= from ? at - MESSAGE_HEADER : at + SYNC.length
      const next = at + MESSAGE_HEADER + view.getUint16(at, true)
      if (
        next <= bytes.length &&
        this.#isMessage(at) &&
        (next === bytes.length || this.#isMessage(next, bytes[at + 2] === SUBSCRIBE))
      )
        return at
    }
    return -1
  }

  #resync(): void {
    const found = this.#find(this.#window.at + 1)
    // the last bytes may be the beginning of a message that the next piece finishes
    this.#skipTo(
      found >= 0
        ? found
        : Math.max(this.#window.at + 1, this.#window.bytes.length - MESSAGE_HEADER),
    )
  }

  #skipTo(at: number): void {
    this.#report.bytesSkipped += at - this.#window.at
    this.#window.at = at
  }
}

function isSync(bytes: Uint8Array, at: number): boolean {
  return SYNC.every((byte, i) => bytes[at + i] === byte)
}
