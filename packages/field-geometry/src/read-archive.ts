// The documents of a zip archive: each is read, or reported with the reason why not.
import {
  isZip,
  listZipEntries,
  mostZipEntries,
  readZipEntry,
  ZipFailure,
  type ZipEntry,
} from '@swath/file-syntax/zip-reader'
import { UnreadableGeometry, type FileNote, type FileProblem } from './feature.ts'
import { LIMITS } from './limits.ts'
import { nameOtherFile } from './other-formats.ts'
import { readDocument, type DocumentOptions, type ParsedDocument } from './read-document.ts'
import { readShapefileLayer } from './read/shapefile.ts'
import { isShp } from './read/shp.ts'
import { FileNotes } from './parsed-features.ts'

type Problem = Extract<FileProblem, string>

/** Limits the unpacked size of an archive's documents, including those of nested zips. */
export class Unpacking {
  #left: number = LIMITS.unpackedBytes

  async read(zip: Uint8Array, entry: ZipEntry): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of readZipEntry(zip, entry, this.#left)) {
      pieces.push(piece)
      bytes += piece.length
    }
    this.#left -= bytes
    const whole = new Uint8Array(bytes)
    let at = 0
    for (const piece of pieces) {
      whole.set(piece, at)
      at += piece.length
    }
    return whole
  }
}

const isHidden = ({ name }: ZipEntry): boolean =>
  name.endsWith('/') || /(^|\/)(__MACOSX\/|\._|\.DS_Store)/.test(name)

/** Companion files of a layer or a task file: read along with it, or without geometry. */
const isCompanion = (name: string): boolean =>
  /\.(shx|dbf|prj|cpg|cst|sbn|sbx|qpj|qix|qmd|qml|fix|fbn|fbx|ain|aih|atx|ixs|mxs|sld|lyr|shp\.xml)$/i.test(
    name,
  ) || /(^|\/)(tlg\d+|grd\d+|linklist)\.(xml|bin)$/i.test(name)

const documentKinds =
  /\.(shp|kml|kmz|zip|geojson|json|geojsonl|geojsons|ndjson|jsonl|csv|wkt|txt|xml|poly|plan|waypoints)$/i

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)
const stemOf = (name: string): string => name.replace(/^.*\//, '').replace(/\.[^./]*$/, '')

/**
 * Task files come first, since they name other files; then the document that readers of a KMZ open.
 */
const order = ({ name }: ZipEntry): number =>
  /(^|\/)taskdata\.xml$/i.test(name) ? 0 : /(^|\/)doc\.kml$/i.test(name) ? 1 : 2

const noteOf: Readonly<Record<Problem, FileNote>> = {
  not_geometry: 'left_out_no_ground',
  no_features: 'left_out_no_ground',
  fields_elsewhere: 'left_out_no_ground',
  unknown_system: 'left_out_damaged',
  damaged: 'left_out_damaged',
  encrypted: 'left_out_encrypted',
  too_large: 'left_out_too_large',
  other_format: 'left_out_other_format',
}

const problemOf = (error: unknown): UnreadableGeometry => {
  if (error instanceof UnreadableGeometry) return error
  if (!(error instanceof ZipFailure)) throw error
  const { problem } = error
  return new UnreadableGeometry(problem === 'unsupported_compression' ? 'damaged' : problem)
}

export type Archive = { readonly documents: readonly ParsedDocument[]; readonly notes: FileNotes }

type Reading = Pick<DocumentOptions, 'encoding' | 'says' | 'budget' | 'countries'> & {
  readonly unpacking: Unpacking
}

class ArchiveReader {
  readonly documents: ParsedDocument[] = []
  readonly notes = new FileNotes()
  readonly #reading: Reading
  #looked = 0
  #firstFailure: UnreadableGeometry | null = null

  constructor(reading: Reading) {
    this.#reading = reading
  }

  get firstFailure(): UnreadableGeometry | null {
    return this.#firstFailure
  }

  /** `path`: of the archive within others, with a trailing slash. */
  async read(zip: Uint8Array, path: string, depth: number): Promise<void> {
    const listed = listZipEntries(zip)
    if (!listed) throw new UnreadableGeometry('damaged')
    if (listed.length >= mostZipEntries) this.notes.add('too_many_layers')
    const entries = listed.filter((entry) => !isHidden(entry))
    const claimed = new Set<string>()
    for (const { name } of entries) {
      const other = nameOtherFile(name)
      if (other !== null)
        this.#leaveOut(path + name, new UnreadableGeometry('other_format', [other]))
    }
    const documents = entries
      .filter(({ name }) => documentKinds.test(name) && !isCompanion(name))
      .toSorted((a, b) => order(a) - order(b))
    // Files that a task file may reference are not separate documents.
    const isOnly =
      path === '' &&
      documents.filter(({ name }) => !/(^|\/)[a-z]{3}\d{5}\.xml$/i.test(name)).length === 1
    for (const entry of documents) {
      if (claimed.has(entry.name)) continue
      const name = path + entry.name
      if (this.#looked >= LIMITS.layers || this.#reading.budget.isSpent) {
        this.notes.add('too_many_layers', name)
        continue
      }
      this.#looked++
      const layer = isOnly ? '' : this.#layerOf(entry.name, path)
      try {
        await this.#readEntry({ zip, entries, entry, claimed, layer, name, depth })
      } catch (error) {
        this.#leaveOut(name, problemOf(error))
      }
    }
  }

  /** Named after the document, or after its archive if all documents have the same name. */
  #layerOf(name: string, path: string): string {
    const stem = stemOf(name)
    const around = path === '' ? '' : stemOf(path.slice(0, -1))
    return around !== '' && /^(doc|taskdata)$/i.test(stem) ? around : stem
  }

  #leaveOut(name: string, failure: UnreadableGeometry): void {
    this.#firstFailure ??= failure
    if (failure.problem !== 'not_geometry' && this.#firstFailure.problem === 'not_geometry')
      this.#firstFailure = failure
    const what = failure.problem === 'other_format' ? ` (${failure.about.join(', ')})` : ''
    this.notes.add(noteOf[failure.problem], name + what)
  }

  async #readEntry({ zip, entries, entry, claimed, layer, name, depth }: Entry): Promise<void> {
    const { encoding, budget, unpacking, countries } = this.#reading
    const isNested = /\.(zip|kmz)$/i.test(entry.name)
    if (isNested && depth >= LIMITS.zipDepth) return this.notes.add('left_out_nested', name)
    const beside = async (wanted: string): Promise<Uint8Array | null> => {
      const found = entries.find((one) => one.name.toLowerCase() === wanted.toLowerCase())
      if (!found) return null
      claimed.add(found.name)
      return unpacking.read(zip, found)
    }
    if (/\.shp$/i.test(entry.name)) {
      const stem = entry.name.replace(/\.[^./]*$/, '')
      const shp = await unpacking.read(zip, entry)
      if (!isShp(shp)) throw new UnreadableGeometry('damaged')
      const text = async (extension: string): Promise<string | null> => {
        const bytes = await beside(`${stem}.${extension}`)
        return bytes === null ? null : new TextDecoder().decode(bytes.subarray(0, 20_000))
      }
      const shapes = {
        name: layer,
        shp,
        dbf: await beside(`${stem}.dbf`),
        prj: await text('prj'),
        cpg: (await text('cpg')) ?? (await text('cst')),
      }
      const read = readShapefileLayer(shapes, { encoding, isOnly: layer === '', budget, countries })
      this.documents.push({ format: 'shapefile', layers: [read] })
      return
    }
    const bytes = await unpacking.read(zip, entry)
    if (isZip(bytes)) return this.read(bytes, `${name}/`, depth + 1)
    const folder = folderOf(entry.name)
    const findExternal = (stem: string) => beside(`${folder}${stem}.xml`)
    this.documents.push(await readDocument(bytes, { ...this.#reading, layer, findExternal }))
  }
}

type Entry = {
  zip: Uint8Array
  entries: readonly ZipEntry[]
  entry: ZipEntry
  claimed: Set<string>
  layer: string
  name: string
  depth: number
}

/** @throws UnreadableGeometry where none of its documents can be read */
export const readArchive = async (
  zip: Uint8Array,
  reading: Omit<Reading, 'unpacking'>,
): Promise<Archive> => {
  const reader = new ArchiveReader({ ...reading, unpacking: new Unpacking() })
  await reader.read(zip, '', 0)
  if (reader.documents.length === 0)
    throw reader.firstFailure ?? new UnreadableGeometry('not_geometry')
  return reader
}
