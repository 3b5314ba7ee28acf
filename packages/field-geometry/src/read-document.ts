// One document, read by its content.
import { pickDecoder } from '@swath/file-syntax/text-decoder'
import { UnreadableGeometry, type ReadFormat, type ZoneSayings } from './feature.ts'
import type { Countries } from './place-features.ts'
import { nameOtherFormat, nameOtherText } from './other-formats.ts'
import { readCsv } from './read/csv.ts'
import { isEd269, isEd318, readEd269, readEd318 } from './read/ed-zones.ts'
import { isEsriJson, readEsriJson } from './read/esri-json.ts'
import { isGeoJson, readGeoJson } from './read/geojson.ts'
import { guessEncoding } from './read/guess-encoding.ts'
import { parseJson } from './read/json-text.ts'
import { KmlPlacemarks } from './read/kml.ts'
import { readShapefileLayer } from './read/shapefile.ts'
import { isShp } from './read/shp.ts'
import { TaskDataFields } from './read/task-data.ts'
import { ParsedFeatures, type FileBudget } from './parsed-features.ts'

export type ParsedDocument = {
  readonly format: ReadFormat
  readonly layers: readonly ParsedFeatures[]
}

export type DocumentOptions = {
  /** Encoding of texts; empty: declared by the document or guessed. */
  readonly encoding: string
  readonly says: ZoneSayings
  readonly budget: FileBudget
  readonly countries: Countries
  /** For features without their own layer. */
  readonly layer?: string
  /** Files that a task file names, by their names without extension; null: there is none. */
  readonly findExternal?: (name: string) => Promise<Uint8Array | null>
}

/** XML declares its encoding in its first line. */
const declaredEncoding = (bytes: Uint8Array): string | null => {
  const start = String.fromCharCode(...bytes.subarray(0, 200))
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(start)?.[1] ?? null
}

const decodeAs = (
  encoding: string,
  bytes: Uint8Array,
): { text: string; encoding: string } | null => {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true })
    return { text: decoder.decode(bytes).replace(/^\uFEFF/, ''), encoding: decoder.encoding }
  } catch {
    // an unknown name, or bytes that do not fit it: as if it were absent
    return null
  }
}

type Decoded = { readonly text: string; readonly encoding: string; readonly isGuessed: boolean }

/** Length of the sample from which the encoding of a long text is detected. */
const sampleBytes = 262_144

/** The chosen or declared encoding, else Unicode, else a guess, with a note. */
const readText = (bytes: Uint8Array, { encoding: chosen, countries }: DocumentOptions): Decoded => {
  const marked = pickDecoder(bytes).encoding
  const declared = chosen || declaredEncoding(bytes)
  const sure = (declared ? decodeAs(declared, bytes) : null) ?? decodeAs(marked, bytes)
  if (sure) return { ...sure, isGuessed: false }
  if (bytes.subarray(0, 4_096).includes(0)) throw new UnreadableGeometry('not_geometry')
  const encoding = guessEncoding(bytes.subarray(0, sampleBytes), countries.home) ?? 'windows-1252'
  return { text: new TextDecoder(encoding).decode(bytes), encoding, isGuessed: true }
}

const readJson = (text: string, to: ParsedFeatures): ReadFormat => {
  const value = parseJson(text, to)
  const other = nameOtherText(value)
  if (other !== null) throw new UnreadableGeometry('other_format', [other])
  if (isEd269(value)) {
    readEd269(value, to)
    return 'ed-269'
  }
  if (isEd318(value)) {
    readEd318(value, to)
    return 'ed-318'
  }
  if (isEsriJson(value)) {
    readEsriJson(value, to)
    return 'esri-json'
  }
  if (!isGeoJson(value)) throw new UnreadableGeometry('not_geometry')
  readGeoJson(value, to)
  return 'geojson'
}

/** In pieces, so that only the open element of a text is in memory. */
const pieceLetters = 262_144
const pushAll = (text: string, reader: { push: (piece: string) => void }): void => {
  for (let at = 0; at < text.length; at += pieceLetters)
    reader.push(text.slice(at, at + pieceLetters))
}

const readTaskData = async (
  text: string,
  to: ParsedFeatures,
  options: DocumentOptions,
): Promise<void> => {
  const reader = new TaskDataFields(to)
  pushAll(text, reader)
  reader.endDocument()
  for (const name of reader.externalNames) {
    const bytes = await options.findExternal?.(name)
    if (!bytes) {
      to.notes.add('left_out_missing', `${name}.XML`)
      continue
    }
    pushAll(readText(bytes, options).text, reader)
    reader.endDocument()
  }
  reader.finish()
}

const readXml = async (
  text: string,
  to: ParsedFeatures,
  options: DocumentOptions,
): Promise<ReadFormat> => {
  const start = text.slice(0, 4_096)
  if (/<(?:[\w.-]+:)?(ISO11783_TaskData|XFC)[\s>]/i.test(start)) {
    await readTaskData(text, to, options)
    return 'isoxml'
  }
  if (!/<(?:[\w.-]+:)?(kml|Document|Placemark|Folder)[\s>]/.test(text))
    throw new UnreadableGeometry('not_geometry')
  const reader = new KmlPlacemarks(to)
  pushAll(text, reader)
  reader.finish()
  return 'kml'
}

/** @throws UnreadableGeometry */
export const readDocument = async (
  bytes: Uint8Array,
  options: DocumentOptions,
): Promise<ParsedDocument> => {
  const { budget, layer = '', encoding, countries } = options
  if (isShp(bytes)) {
    const alone = { name: layer, shp: bytes, dbf: null, prj: null, cpg: null }
    const isOnly = layer === ''
    return {
      format: 'shapefile',
      layers: [readShapefileLayer(alone, { encoding, isOnly, budget, countries })],
    }
  }
  const other = nameOtherFormat(bytes)
  if (other !== null) throw new UnreadableGeometry('other_format', [other])
  const to = new ParsedFeatures(budget, layer, options.says)
  const decoded = readText(bytes, options)
  to.encoding = decoded.encoding
  if (decoded.isGuessed) to.notes.add('encoding_guessed', decoded.encoding)
  const { text } = decoded
  const start = text.slice(0, 1_000).trimStart()
  if (start.startsWith('<')) return { format: await readXml(text, to, options), layers: [to] }
  if (['{', '[', '\u001E'].some((mark) => start.startsWith(mark)))
    return { format: readJson(text, to), layers: [to] }
  const table = nameOtherText(text)
  if (table !== null) throw new UnreadableGeometry('other_format', [table])
  readCsv(text, to)
  return { format: 'csv', layers: [to] }
}
