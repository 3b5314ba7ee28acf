import { LIMITS } from '../flight-log.ts'
import type { LogReader } from '../flight-log.ts'
import type { LogBuilder } from '../log-builder.ts'
import { KmlReader } from './kml-reader.ts'

const END_OF_DIRECTORY = 0x0605_4b50
const DIRECTORY_ENTRY = 0x0201_4b50
const LOCAL_HEADER = 0x0403_4b50
const END_BYTES = 22
const LONGEST_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8

type Entry = {
  readonly method: number
  readonly compressedBytes: number
  readonly headerAt: number
}

/**
 * A KML in a zip: its first entry that ends in `.kml` (OGC 12-007r2, annex C). Held whole, as a
 * zip's directory stands at its end.
 */
export class KmzReader implements LogReader {
  readonly #to: LogBuilder
  readonly #pieces: Uint8Array[] = []
  #bytes = 0

  constructor(to: LogBuilder) {
    this.#to = to
  }

  push(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    if (this.#bytes <= LIMITS.documentBytes) this.#pieces.push(bytes.slice())
    else this.#to.note('too_large')
  }

  async finish(): Promise<void> {
    if (this.#bytes > LIMITS.documentBytes) return
    const zip = joined(this.#pieces, this.#bytes)
    const view = new DataView(zip.buffer)
    const entry = kmlEntry(zip, view)
    if (entry === null) return this.#to.note('not_this_format')
    const dataAt =
      entry.headerAt +
      30 +
      view.getUint16(entry.headerAt + 26, true) +
      view.getUint16(entry.headerAt + 28, true)
    const data = zip.subarray(dataAt, dataAt + entry.compressedBytes)
    const kml = new KmlReader(this.#to)
    if (entry.method === STORED) kml.push(data)
    else if (entry.method === DEFLATED) await this.#inflate(data, kml)
    else this.#to.note('unsupported_compression')
    kml.finish()
  }

  /** Bounded however much the zip claims or really holds: a "zip bomb" ends at the limit. */
  async #inflate(data: Uint8Array, kml: KmlReader): Promise<void> {
    const source = new Blob([data as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'))
    const reader = source.getReader()
    try {
      for (let bytes = 0; ;) {
        const { done, value } = await reader.read()
        if (done) return
        bytes += value.length
        if (bytes > LIMITS.documentBytes) {
          this.#to.note('too_large')
          await reader.cancel()
          return
        }
        kml.push(value)
      }
    } catch {
      // damaged or cut off: what was inflated before has been read
      this.#to.report.badRecords++
    }
  }
}

function kmlEntry(zip: Uint8Array, view: DataView): Entry | null {
  let end = zip.length - END_BYTES
  const earliest = Math.max(0, end - LONGEST_COMMENT)
  while (end >= earliest && view.getUint32(end, true) !== END_OF_DIRECTORY) end--
  if (end < earliest || end < 0) return null
  const count = Math.min(view.getUint16(end + 10, true), LIMITS.zipEntries)
  let at = view.getUint32(end + 16, true)
  for (
    let i = 0;
    i < count && at + 46 <= zip.length && view.getUint32(at, true) === DIRECTORY_ENTRY;
    i++
  ) {
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameLength))
    const headerAt = view.getUint32(at + 42, true)
    if (
      /\.kml$/i.test(name) &&
      headerAt + 30 <= zip.length &&
      view.getUint32(headerAt, true) === LOCAL_HEADER
    ) {
      return {
        method: view.getUint16(at + 10, true),
        compressedBytes: view.getUint32(at + 20, true),
        headerAt,
      }
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return null
}

function joined(pieces: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
