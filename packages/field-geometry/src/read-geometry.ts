import { decodeGuessed } from '@swath/file-syntax/text-decoder'
import {
  isZip,
  listZipEntries,
  readZipEntry,
  ZipFailure,
  type ZipEntry,
} from '@swath/file-syntax/zip-reader'
import {
  UnreadableGeometry,
  type FileNote,
  type GeometryFormat,
  type ReadFeature,
  type ReadFile,
} from './feature.ts'
import { judgeGeometry } from './judge/judge-geometry.ts'
import { LIMITS, type Kept } from './limits.ts'
import { readCsv } from './read/csv.ts'
import { isEd269, isEd318, readEd269, readEd318 } from './read/ed-zones.ts'
import { readGeoJson } from './read/geojson.ts'
import { KmlPlacemarks } from './read/kml.ts'
import { readShapefileLayer, type ShapefileLayer } from './read/shapefile.ts'
import { isShp } from './read/shp.ts'
import { TaskDataFields } from './read/task-data.ts'
import { openSystem } from './systems/coordinate-system.ts'
import { placeFeatures, type Placing } from './place-features.ts'
import { ToldFeatures } from './told-features.ts'

/** What a person says of a file that the file does not. */
export type ReadOptions = Placing & {
  /** Code page of a table's texts; empty: as the file tells or as it looks. */
  readonly encoding: string
  /** As what it may be kept. */
  readonly kept: Kept
}

type Told = { readonly format: GeometryFormat; readonly layers: readonly ToldFeatures[] }

const readText = (bytes: Uint8Array): { text: string; encoding: string } => {
  const decoded = decodeGuessed(bytes)
  if (decoded === null) throw new UnreadableGeometry('not_geometry')
  return { ...decoded, text: decoded.text.replace(/^\uFEFF/, '') }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // cut off or no JSON at all; nothing of it can be trusted
    throw new UnreadableGeometry('damaged')
  }
}

const readJson = (text: string, to: ToldFeatures): GeometryFormat => {
  const value = parseJson(text)
  if (isEd269(value)) {
    readEd269(value, to)
    return 'ed-269'
  }
  if (isEd318(value)) {
    readEd318(value, to)
    return 'ed-318'
  }
  readGeoJson(value, to)
  return 'geojson'
}

/** In pieces, so that no more of a text is held than its open element. */
const pieceLetters = 262_144
const readXml = (text: string, to: ToldFeatures): GeometryFormat => {
  const isTaskData = /<(?:[\w.-]+:)?ISO11783_TaskData[\s>]/i.test(text.slice(0, 4_096))
  if (!isTaskData && !/<(?:[\w.-]+:)?(kml|Document|Placemark|Folder)[\s>]/.test(text))
    throw new UnreadableGeometry('not_geometry')
  const reader = isTaskData ? new TaskDataFields(to) : new KmlPlacemarks(to)
  for (let at = 0; at < text.length; at += pieceLetters)
    reader.push(text.slice(at, at + pieceLetters))
  reader.finish()
  return isTaskData ? 'isoxml' : 'kml'
}

const readPlain = (bytes: Uint8Array): Told => {
  const to = new ToldFeatures()
  const { text, encoding } = readText(bytes)
  to.encoding = encoding
  const start = text.trimStart()
  if (start.startsWith('<')) return { format: readXml(text, to), layers: [to] }
  if (start.startsWith('{') || start.startsWith('['))
    return { format: readJson(text, to), layers: [to] }
  readCsv(text, to)
  return { format: 'csv', layers: [to] }
}

/** Files of a zip, of all together so much. */
class Unpacking {
  readonly #zip: Uint8Array
  #left: number = LIMITS.unpackedBytes
  constructor(zip: Uint8Array) {
    this.#zip = zip
  }
  async read(entry: ZipEntry): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of readZipEntry(this.#zip, entry, this.#left)) {
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

const withoutExtension = (name: string): string => name.replace(/\.[^./]*$/, '')

const readShapefiles = async (
  entries: readonly ZipEntry[],
  unpacking: Unpacking,
  encoding: string,
): Promise<Told> => {
  const shapes = entries.filter(({ name }) => /\.shp$/i.test(name)).slice(0, LIMITS.layers)
  const layers: ToldFeatures[] = []
  for (const entry of shapes) {
    const stem = withoutExtension(entry.name).toLowerCase()
    const beside = async (extension: string): Promise<Uint8Array | null> => {
      const found = entries.find(({ name }) => name.toLowerCase() === `${stem}.${extension}`)
      return found ? unpacking.read(found) : null
    }
    const text = async (extension: string): Promise<string | null> => {
      const bytes = await beside(extension)
      return bytes === null ? null : new TextDecoder().decode(bytes.subarray(0, 20_000))
    }
    const layer: ShapefileLayer = {
      name: withoutExtension(entry.name).replace(/^.*\//, ''),
      shp: await unpacking.read(entry),
      dbf: await beside('dbf'),
      prj: await text('prj'),
      cpg: (await text('cpg')) ?? (await text('cst')),
    }
    if (isShp(layer.shp))
      layers.push(readShapefileLayer(layer, { encoding, isOnly: shapes.length === 1 }))
  }
  if (layers.length === 0) throw new UnreadableGeometry('damaged')
  return { format: 'shapefile', layers }
}

const isHidden = ({ name }: ZipEntry): boolean => /(^|\/)(__MACOSX\/|\._|\.DS_Store)/.test(name)

/** A zip is what it holds: a KML, a Shapefile, a task file, or else its first text. */
const readArchive = async (bytes: Uint8Array, encoding: string): Promise<Told> => {
  const entries = listZipEntries(bytes)?.filter((entry) => !isHidden(entry))
  if (!entries) throw new UnreadableGeometry('damaged')
  const unpacking = new Unpacking(bytes)
  if (entries.some(({ name }) => /\.shp$/i.test(name)))
    return readShapefiles(entries, unpacking, encoding)
  const find = (pattern: RegExp): ZipEntry | undefined =>
    entries.find(({ name }) => pattern.test(name))
  const kml = find(/(^|\/)doc\.kml$/i) ?? find(/\.kml$/i)
  const text = kml ?? find(/taskdata\.xml$/i) ?? find(/\.(geojson|json|csv|wkt|txt|xml)$/i)
  if (!text) throw new UnreadableGeometry('not_geometry')
  const told = readPlain(await unpacking.read(text))
  return kml ? { ...told, format: 'kmz' } : told
}

const readTold = async (bytes: Uint8Array, encoding: string): Promise<Told> => {
  if (isShp(bytes)) {
    const layer = { name: '', shp: bytes, dbf: null, prj: null, cpg: null }
    return { format: 'shapefile', layers: [readShapefileLayer(layer, { encoding, isOnly: true })] }
  }
  if (!isZip(bytes)) return readPlain(bytes)
  try {
    return await readArchive(bytes, encoding)
  } catch (error) {
    if (!(error instanceof ZipFailure)) throw error
    const { problem } = error
    throw new UnreadableGeometry(problem === 'unsupported_compression' ? 'damaged' : problem)
  }
}

/** Those that most features have first. */
const listColumns = (features: readonly ReadFeature[]): string[] => {
  const counts = new Map<string, number>()
  for (const { properties } of features)
    for (const column of Object.keys(properties)) counts.set(column, (counts.get(column) ?? 0) + 1)
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([column]) => column)
    .slice(0, LIMITS.properties)
}

/**
 * Fields and zones out of a file of any of our formats, by its content and not by its name. For a
 * thread beside the loop: what stands in the file decides how long it takes.
 * @throws UnreadableGeometry
 */
export const readGeometry = async (
  bytes: Uint8Array,
  { encoding, kept, ...placing }: ReadOptions,
): Promise<ReadFile> => {
  const { format, layers } = await readTold(bytes, encoding)
  const notes = new Set<FileNote>(layers.flatMap((layer) => [...layer.notes]))
  const features: ReadFeature[] = []
  let system = ''
  for (const layer of layers) {
    const opened = openSystem(placing.system || layer.system)
    if (opened === null) throw new UnreadableGeometry('unknown_system')
    const isTold = placing.system !== '' || layer.system !== ''
    system ||= isTold ? opened.title : ''
    if (!opened.isDatumKnown) notes.add('datum_not_known')
    if (format === 'shapefile' && !isTold) notes.add('no_system_told')
    const placed = placeFeatures(layer.features, opened, placing)
    for (const note of placed.notes) notes.add(note)
    for (const { geometry, ...feature } of placed.features) {
      const judged = judgeGeometry(geometry, kept)
      features.push({
        ...feature,
        row: features.length + 1,
        shape: feature.problems.some(({ isRepaired }) => !isRepaired) ? null : judged.shape,
        areaM2: judged.areaM2,
        problems: [...feature.problems, ...judged.problems],
      })
    }
  }
  if (features.length === 0) throw new UnreadableGeometry('no_features')
  // Metres of a system that the file does not name: a person may know its number.
  const far = features.filter(({ problems }) =>
    problems.some(({ reason }) => reason === 'out_of_range'),
  )
  if (system === '' && far.length * 2 > features.length) {
    notes.delete('no_system_told')
    notes.add('unknown_system')
  }
  if (layers.length > 1) notes.add('several_layers')
  return {
    format,
    features,
    notes: [...notes],
    system,
    encoding: layers[0]!.encoding,
    columns: listColumns(features),
  }
}
