import { textUntilZero } from '../byte-window.ts'
import { LIMITS } from '../flight-log.ts'
import type { LogReader } from '../flight-log.ts'
import type { LogBuilder } from '../log-builder.ts'
import { capture } from '../series.ts'
import { Definitions } from './definitions.ts'
import { MessageSplitter } from './message-splitter.ts'
import type { UlogMessage } from './message-splitter.ts'
import { Subscription } from './subscription.ts'
import { UlogTopics } from './ulog-topics.ts'

/** PX4's own log (.ulg). This file reads its structure; ulog-topics.ts interprets the topics. */
export class UlogReader implements LogReader {
  readonly #to: LogBuilder
  readonly #definitions = new Definitions()
  readonly #subscriptions = new Map<number, Subscription>()
  readonly #topics: UlogTopics
  readonly #splitter: MessageSplitter
  readonly #run: number

  constructor(to: LogBuilder) {
    this.#to = to
    this.#run = to.clock.onlyRun()
    this.#topics = new UlogTopics(to, this.#run)
    this.#splitter = new MessageSplitter(
      to.report,
      (message) => this.#read(message),
      (type, view, at, size) => this.#fits(type, view, at, size),
    )
  }

  push(bytes: Uint8Array): void {
    this.#splitter.push(bytes)
  }

  finish(): void {
    this.#splitter.finish()
    if (this.#splitter.stopped) this.#to.note('unsupported_compression')
    if (this.#definitions.count === 0) this.#to.note('no_definitions')
  }

  #fits(type: string, view: DataView, at: number, size: number): boolean {
    switch (type) {
      case 'D': {
        if (size < 2) return false
        const layout = this.#subscriptions.get(view.getUint16(at, true))?.layout
        return (
          layout !== undefined && size - 2 <= layout.bytes && size - 2 >= layout.bytesWithoutPadding
        )
      }
      case 'S':
        return size === 8
      case 'O':
        return size === 2
      case 'R':
        return size === 2 && this.#subscriptions.has(view.getUint16(at, true))
      // log levels are the digits of syslog
      case 'L':
        return size >= 9 && size <= LONGEST_TEXT && isDigit(view.getUint8(at))
      case 'C':
        return size >= 11 && size <= LONGEST_TEXT && isDigit(view.getUint8(at))
      case 'A':
        return size >= 4 && size <= 256 && isWord(view, at + 3)
      case 'B':
        return size >= 40 && size <= 64
      case 'F':
        return size >= 4 && isWord(view, at)
      // a key's length and its type: `int32_t name`
      case 'Q':
      case 'M':
        return size >= 4 && view.getUint8(at + 1) < size && isWord(view, at + 2)
      default:
        return size >= 3 && view.getUint8(at) < size && isWord(view, at + 1)
    }
  }

  #read({ type, view, at, size, bytes }: UlogMessage): void {
    switch (type) {
      case 'D':
        return this.#data(view, at)
      case 'F':
        if (!this.#definitions.define(utf8.decode(bytes.subarray(at, at + size))))
          this.#to.report.badRecords++
        return
      case 'A':
        return this.#subscribe(
          view.getUint8(at),
          view.getUint16(at + 1, true),
          utf8.decode(bytes.subarray(at + 3, at + size)),
        )
      case 'R':
        this.#subscriptions.delete(view.getUint16(at, true))
        return
      case 'I':
        return this.#info(bytes.subarray(at, at + size))
      case 'L':
        return this.#text(view, at + 1, bytes.subarray(at + 9, at + size))
      case 'C':
        return this.#text(view, at + 3, bytes.subarray(at + 11, at + size))
      case 'O':
        this.#to.report.dropouts++
        this.#to.report.dropoutMs += view.getUint16(at, true)
        return
      default:
    }
  }

  #subscribe(instance: number, id: number, name: string): void {
    const layout = this.#definitions.layout(name)
    if (layout === null || this.#subscriptions.size >= LIMITS.formats) this.#to.report.badRecords++
    else this.#subscriptions.set(id, new Subscription(name, instance, layout))
  }

  #data(view: DataView, at: number): void {
    const subscription = this.#subscriptions.get(view.getUint16(at, true))
    if (subscription === undefined) return
    this.#series(subscription, view, at + 2)
    this.#topics.read(subscription, view, at + 2)
  }

  #series(subscription: Subscription, view: DataView, at: number): void {
    const fields = () => subscription.layout.leaves.filter((leaf) => leaf.name !== 'timestamp')
    if (this.#to.capture === null) return this.#to.catalog.count(subscription.kind, fields)
    const wanted = this.#to.capture.of(subscription.kind)
    if (wanted === undefined) return
    const localMs = subscription.localMs(view, at)
    for (const [name, series] of wanted) {
      const leaf = subscription.layout.byName.get(name)
      if (leaf === undefined) continue
      series.unit = leaf.unit
      capture(series, this.#run, localMs, leaf.read(view, at + leaf.offset))
    }
  }

  #text(view: DataView, timestampAt: number, text: Uint8Array): void {
    const localMs =
      (view.getUint32(timestampAt + 4, true) * 4_294_967_296 + view.getUint32(timestampAt, true)) /
      1000
    this.#to.addEvent('text', textUntilZero(text), this.#run, localMs)
  }

  /** `key_len`, then `type name`, then the value. */
  #info(bytes: Uint8Array): void {
    const { identity } = this.#to
    const key = utf8.decode(bytes.subarray(1, 1 + bytes[0]!))
    const value = bytes.subarray(1 + bytes[0]!)
    const name = key.slice(key.lastIndexOf(' ') + 1)
    if (name === 'sys_uuid') identity.serial ??= textUntilZero(value) || null
    else if (name === 'ver_hw') identity.hardware ??= textUntilZero(value) || null
    else if (name === 'ver_sw_release' && value.length >= 4) {
      // 0xAABBCCTT: version, and 255 for a release
      const kind =
        value[0]! === 255
          ? ''
          : value[0]! >= 192
            ? ' rc'
            : value[0]! >= 128
              ? ' beta'
              : value[0]! >= 64
                ? ' alpha'
                : ' dev'
      identity.firmware ??= `PX4 ${value[3]}.${value[2]}.${value[1]}${kind}`
    }
  }
}

const utf8 = new TextDecoder()

/** Text messages are some lines at most; what claims more is not one. */
const LONGEST_TEXT = 2_048

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

/** Whether a name can begin here: letters, digits, `_`; true at the end of the available bytes. */
function isWord(view: DataView, at: number): boolean {
  for (let i = at; i < Math.min(at + 3, view.byteLength); i++) {
    const byte = view.getUint8(i)
    const letter = byte | 0x20
    if (!isDigit(byte) && byte !== 0x5f && !(letter >= 0x61 && letter <= 0x7a)) return false
  }
  return true
}
