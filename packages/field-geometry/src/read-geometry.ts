import { EdgeWork } from '@swath/domain/edge-tree'
import { isZip } from '@swath/file-syntax/zip-reader'
import {
  nothingSaid,
  UnreadableGeometry,
  type ReadFeature,
  type ReadFile,
  type ReadFormat,
  type ZoneSayings,
} from './feature.ts'
import { judgeGeometry } from './judge/judge-geometry.ts'
import { LIMITS, type Kept } from './limits.ts'
import { placeFeatures, type Placing } from './place-features.ts'
import { readArchive } from './read-archive.ts'
import { readDocument, type DocumentOptions, type ParsedDocument } from './read-document.ts'
import { openSystem } from './systems/coordinate-system.ts'
import { FileBudget, FileNotes } from './parsed-features.ts'

/** A person's choices for a file that lacks this information. */
export type ReadOptions = Placing &
  ZoneSayings & {
    /** Code page of its texts; empty: as the file states, or detected. */
    readonly encoding: string
    /** The kind of rows to be stored. */
    readonly kept: Kept
  }

/** Without settings by a person: only the file's own data is used. */
export const asTheFileSays: Omit<ReadOptions, 'kept'> = {
  encoding: '',
  system: '',
  shift: 'wgs84',
  isSwapped: false,
  countries: { at: () => null, home: null },
  ...nothingSaid,
}

type Documents = { readonly documents: readonly ParsedDocument[]; readonly notes: FileNotes }

const readDocuments = async (
  bytes: Uint8Array,
  said: Pick<DocumentOptions, 'encoding' | 'says' | 'countries'>,
): Promise<Documents> => {
  const options = { ...said, budget: new FileBudget() }
  if (isZip(bytes)) return readArchive(bytes, options)
  return { documents: [await readDocument(bytes, options)], notes: new FileNotes() }
}

/** A KML in a zip is a KMZ. */
const formatOf = ([first]: readonly ParsedDocument[], isArchive: boolean): ReadFormat =>
  isArchive && first!.format === 'kml' ? 'kmz' : first!.format

/** The most frequent first. */
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
 * Finds the same ground in documents of two formats, as downloads often contain; it is read once.
 */
class Twins {
  readonly #seen = new Map<string, ReadFormat>()

  isTwin({ shape, areaM2 }: ReadFeature, format: ReadFormat): boolean {
    if (shape === null) return false
    const places = shape.kind === 'circle' ? [shape.center] : shape.parts.flat(2)
    const west = places.reduce((least, [lng]) => Math.min(least, lng), Infinity)
    const south = places.reduce((least, [, lat]) => Math.min(least, lat), Infinity)
    const key = `${west.toFixed(5)} ${south.toFixed(5)} ${areaM2.toPrecision(3)}`
    const first = this.#seen.get(key)
    if (first === undefined) this.#seen.set(key, format)
    return first !== undefined && first !== format
  }
}

/**
 * Reads fields and zones from a file of any supported format, detected by its content, not by its
 * name. Run this in a worker thread: the content of the file determines how long it takes.
 * @throws UnreadableGeometry
 */
export const readGeometry = async (
  bytes: Uint8Array,
  { encoding, kept, heightUnit, heightReference, radiusUnit, ...placing }: ReadOptions,
): Promise<ReadFile> => {
  const { documents, notes } = await readDocuments(bytes, {
    encoding,
    says: { heightUnit, heightReference, radiusUnit },
    countries: placing.countries,
  })
  const features: ReadFeature[] = []
  const twins = new Twins()
  const work = new EdgeWork(LIMITS.edgesLookedAt)
  let system = ''
  for (const { format, layers } of documents) {
    for (const layer of layers) {
      const opened = openSystem(placing.system || layer.system)
      if (opened === null) {
        if (documents.length === 1) throw new UnreadableGeometry('unknown_system')
        notes.add('left_out_system', `${layer.layer} (${layer.system.slice(0, 60)})`)
        continue
      }
      notes.addAll(layer.notes)
      const hasSystem = placing.system !== '' || layer.system !== ''
      system ||= hasSystem ? opened.title : ''
      if (!opened.isDatumKnown) notes.add('datum_not_known')
      if (format === 'shapefile' && !hasSystem) notes.add('no_system_told')
      const placed = placeFeatures(layer.features, opened, placing, layer.isLatFirst)
      if (placed.hasSwapped) notes.add('axes_swapped')
      if (placed.likelyCountry !== null) notes.add('swap_suspected', placed.likelyCountry)
      for (const { geometry, ...feature } of placed.features) {
        const judged = judgeGeometry(geometry, kept, work)
        const isBroken = feature.problems.some(({ isRepaired }) => !isRepaired)
        // A problem found earlier is more specific than the message that there is no shape.
        const found = isBroken && geometry.kind === 'none' ? [] : judged.problems
        const read: ReadFeature = {
          ...feature,
          row: features.length + 1,
          shape: isBroken ? null : judged.shape,
          areaM2: judged.areaM2,
          problems: [...feature.problems, ...found],
        }
        if (twins.isTwin(read, format)) notes.add('told_twice', layer.layer)
        else features.push(read)
      }
    }
  }
  if (features.length === 0) throw nothingIn(notes)
  // Metres of a system that the file does not name: a person may know its number.
  const far = features.filter(({ problems }) =>
    problems.some(({ reason }) => reason === 'out_of_range'),
  )
  if (system === '' && far.length * 2 > features.length) {
    notes.delete('no_system_told')
    notes.add('unknown_system')
  }
  const layers = documents.flatMap((document) => document.layers)
  if (layers.length > 1) notes.add('several_layers')
  return {
    format: formatOf(documents, isZip(bytes)),
    features,
    notes: notes.keys,
    noteDetails: notes.details,
    system,
    encoding: layers[0]!.encoding,
    columns: listColumns(features),
  }
}

const nothingIn = (notes: FileNotes): UnreadableGeometry => {
  const elsewhere = [
    ...(notes.details.left_out_missing ?? []),
    ...(notes.details.left_out_linked ?? []),
  ]
  if (elsewhere.length > 0) return new UnreadableGeometry('fields_elsewhere', elsewhere)
  return new UnreadableGeometry(notes.has('too_many_corners') ? 'too_large' : 'no_features')
}
