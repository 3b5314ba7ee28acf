import { listZipEntries, readZipEntry, ZipFailure } from '@swath/file-syntax/zip-reader'
import type { ZipEntry } from '@swath/file-syntax/zip-reader'
import { LIMITS } from './flight-log.ts'
import type { FlightLog, LogDocument, LogFormat, LogNote, LogReader } from './flight-log.ts'
import type { LogBuilder } from './log-builder.ts'

type ReadDocument = (
  source: AsyncIterable<Uint8Array>,
  builder: LogBuilder,
) => Promise<FlightLog | null>

/** Files that archivers and KML add to documents: folders, pictures, file system metadata. */
const BESIDE =
  /(\/|^__MACOSX\/.*|(^|\/)\.[^/]*|(^|\/)(thumbs\.db|desktop\.ini)|\.(png|jpe?g|gif|webp|svg|bmp|ico|dae|css|xsl))$/i

/**
 * Logs in a zip: a KMZ (OGC 12-007r2, annex C), or several logs packed together. Each document is
 * read separately and listed with its result. Kept in memory, because a zip's directory is at its
 * end.
 */
export class ArchiveReader implements LogReader {
  readonly #to: LogBuilder
  readonly #readDocument: ReadDocument
  readonly #pieces: Uint8Array[] = []
  #bytes = 0

  constructor(to: LogBuilder, readDocument: ReadDocument) {
    this.#to = to
    this.#readDocument = readDocument
  }

  push(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    if (this.#bytes <= LIMITS.documentBytes) this.#pieces.push(bytes.slice())
    else this.#to.note('too_large')
  }

  async finish(): Promise<LogFormat> {
    if (this.#bytes > LIMITS.documentBytes) return 'zip'
    const zip = joined(this.#pieces, this.#bytes)
    const entries = listZipEntries(zip) ?? []
    if (entries.some(({ name }) => name === 'xl/workbook.xml')) {
      this.#to.note('format_not_read')
      return 'excel'
    }
    const documents = entries.filter(({ name }) => !BESIDE.test(name))
    const { report } = this.#to
    if (documents.length === 0) this.#to.note('not_this_format')
    if (this.#to.budget.depth >= LIMITS.archiveDepth) {
      this.#to.note('nested_archive')
      return 'zip'
    }
    const read = documents.slice(0, LIMITS.documents)
    report.documentsLeftOut = documents.length - read.length
    for (const entry of read) report.documents.push(await this.#read(zip, entry))
    const formats = report.documents.filter(({ points }) => points > 0).map(({ format }) => format)
    return formats.length > 0 && formats.every((format) => format === 'kml') ? 'kmz' : 'zip'
  }

  async #read(zip: Uint8Array, entry: ZipEntry): Promise<LogDocument> {
    const inside = this.#to.inside()
    let problem: LogNote | null = null
    const pieces = async function* (this: ArchiveReader): AsyncGenerator<Uint8Array> {
      const { left } = this.#to.budget
      try {
        for await (const piece of readZipEntry(zip, entry, left.bytes)) {
          left.bytes -= piece.length
          yield piece
        }
      } catch (error) {
        if (!(error instanceof ZipFailure)) throw error
        // documents inflated before the error have been read
        problem = error.problem
      }
    }
    const log = await this.#readDocument(pieces.call(this), inside)
    if (log !== null) this.#to.absorb(log, inside)
    if (problem === 'damaged' || problem === 'encrypted') this.#to.report.badRecords++
    else if (problem !== null) this.#to.note(problem)
    const points = log?.points.length ?? 0
    const notes = log?.report.notes ?? ['not_a_log']
    return {
      name: entry.name.slice(0, 200),
      format: log?.format ?? null,
      points,
      problem:
        problem ??
        (points > 0 ? null : (notes.find((note) => note !== 'no_points') ?? 'no_points')),
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
