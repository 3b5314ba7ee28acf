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
import { FileBudget, ToldFeatures } from './told-features.ts'

/** What a person says of a file that the file does not. */
export type ReadOptions = Placing & {
  /** Code page of a table's texts; empty: as the file tells or as it looks. */
  readonly encoding: string
  /** As what it may be kept. */
  readonly kept: Kept
}

type Told = {
  readonly format: GeometryFormat
  readonly layers: readonly ToldFeatures[]
  /** Layers that were not looked at. */ readonly hasMore?: boolean
}

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

/** Of fields too, and not read: GeoPackage, GeoParquet, GML, geodatabases, drawings. */
const isOtherFormat = (bytes: Uint8Array): boolean =>
  /^(SQLite format 3|PAR1|AC10\d\d)|<(?:[\w.-]+:)?FeatureCollection[\s>]|opengis\.net\/gml/.test(
    String.fromCharCode(...bytes.subarray(0, 4_096)),
  )
const otherNames = /\.(gpkg|parquet|geoparquet|gml|gdb\/.*|mdb|dxf|dwg|fgb)$/i

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

const readPlain = (bytes: Uint8Array, budget: FileBudget, layer = ''): Told => {
  if (isOtherFormat(bytes)) throw new UnreadableGeometry('other_format')
  const to = new ToldFeatures(budget, layer)
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
  readonly budget = new FileBudget()
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
  const { budget } = unpacking
  const all = entries.filter(({ name }) => /\.shp$/i.test(name))
  const shapes = all.slice(0, LIMITS.layers)
  const layers: ToldFeatures[] = []
  for (const [i, entry] of shapes.entries()) {
    if (budget.isSpent) return { format: 'shapefile', layers, hasMore: i < all.length }
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
      layers.push(readShapefileLayer(layer, { encoding, isOnly: all.length === 1, budget }))
  }
  if (layers.length === 0) throw new UnreadableGeometry('damaged')
  return { format: 'shapefile', layers, hasMore: all.length > shapes.length }
}

const isHidden = ({ name }: ZipEntry): boolean => /(^|\/)(__MACOSX\/|\._|\.DS_Store)/.test(name)

const hasGround = ({ layers }: Told): boolean =>
  layers.some(({ features }) => features.some(({ geometry }) => geometry.kind !== 'none'))

/** Those of the first one's format; `otherwise` where none has ground: its rows say what they lack. */
const joinTexts = (texts: readonly Told[], otherwise: Told): Told => {
  const [first] = texts
  if (!first) return otherwise
  const alike = texts.filter(({ format }) => format === first.format)
  return { format: first.format, layers: alike.flatMap(({ layers }) => layers) }
}

const textKinds = [/\.(geojson|json)$/i, /\.(csv|wkt|txt)$/i, /\.xml$/i]

/**
 * Texts of one format are layers of one file: a ministry's zip has one for each municipality. What
 * is no geometry beside them says something about them.
 */
const readTexts = async (entries: readonly ZipEntry[], unpacking: Unpacking): Promise<Told> => {
  for (const kind of textKinds) {
    const all = entries.filter(({ name }) => kind.test(name))
    const texts = all.slice(0, LIMITS.layers)
    const found: Told[] = []
    let looked = 0
    for (const entry of texts) {
      if (unpacking.budget.isSpent) break
      looked++
      const layer = texts.length > 1 ? withoutExtension(entry.name).replace(/^.*\//, '') : ''
      try {
        found.push(readPlain(await unpacking.read(entry), unpacking.budget, layer))
      } catch (error) {
        const isBeside = error instanceof UnreadableGeometry && error.problem === 'not_geometry'
        if (!isBeside) throw error
      }
    }
    const [first] = found
    const hasMore = looked < all.length
    if (first) return { ...joinTexts(found.filter(hasGround), first), hasMore }
  }
  throw new UnreadableGeometry(
    entries.some(({ name }) => otherNames.test(name)) ? 'other_format' : 'not_geometry',
  )
}

/** A zip is what it holds: a KML, a Shapefile, a task file, or else its texts. */
const readArchive = async (bytes: Uint8Array, encoding: string): Promise<Told> => {
  const entries = listZipEntries(bytes)?.filter((entry) => !isHidden(entry))
  if (!entries) throw new UnreadableGeometry('damaged')
  const unpacking = new Unpacking(bytes)
  if (entries.some(({ name }) => /\.shp$/i.test(name)))
    return readShapefiles(entries, unpacking, encoding)
  const find = (pattern: RegExp): ZipEntry | undefined =>
    entries.find(({ name }) => pattern.test(name))
  const kml = find(/(^|\/)doc\.kml$/i) ?? find(/\.kml$/i)
  const text = kml ?? find(/taskdata\.xml$/i)
  if (!text) return readTexts(entries, unpacking)
  const told = readPlain(await unpacking.read(text), unpacking.budget)
  return kml ? { ...told, format: 'kmz' } : told
}

const readTold = async (bytes: Uint8Array, encoding: string): Promise<Told> => {
  if (isShp(bytes)) {
    const layer = { name: '', shp: bytes, dbf: null, prj: null, cpg: null }
    const budget = new FileBudget()
    const told = readShapefileLayer(layer, { encoding, isOnly: true, budget })
    return { format: 'shapefile', layers: [told] }
  }
  if (!isZip(bytes)) return readPlain(bytes, new FileBudget())
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
  const { format, layers, hasMore } = await readTold(bytes, encoding)
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
  if (features.length === 0)
    throw new UnreadableGeometry(notes.has('too_many_corners') ? 'too_large' : 'no_features')
  // Metres of a system that the file does not name: a person may know its number.
  const far = features.filter(({ problems }) =>
    problems.some(({ reason }) => reason === 'out_of_range'),
  )
  if (system === '' && far.length * 2 > features.length) {
    notes.delete('no_system_told')
    notes.add('unknown_system')
  }
  if (layers.length > 1) notes.add('several_layers')
  if (hasMore) notes.add('too_many_layers')
  return {
    format,
    features,
    notes: [...notes],
    system,
    encoding: layers[0]!.encoding,
    columns: listColumns(features),
  }
}
