import { listZipEntries, readZipEntry, ZipFailure } from '@swath/file-syntax/zip-reader'
import type { ZipEntry } from '@swath/file-syntax/zip-reader'
import { LIMITS } from '../flight-log.ts'
import type { LogReader } from '../flight-log.ts'
import type { LogBuilder } from '../log-builder.ts'
import { KmlReader } from './kml-reader.ts'

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
    const entry = listZipEntries(zip)?.find(({ name }) => /\.kml$/i.test(name))
    if (entry === undefined) return this.#to.note('not_this_format')
    const kml = new KmlReader(this.#to)
    await this.#inflate(zip, entry, kml)
    kml.finish()
  }

  async #inflate(zip: Uint8Array, entry: ZipEntry, kml: KmlReader): Promise<void> {
    try {
      for await (const piece of readZipEntry(zip, entry, LIMITS.documentBytes)) kml.push(piece)
    } catch (error) {
      if (!(error instanceof ZipFailure)) throw error
      // what was inflated before has been read
      if (error.problem === 'damaged' || error.problem === 'encrypted') this.#to.report.badRecords++
      else this.#to.note(error.problem)
    }
  }
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
