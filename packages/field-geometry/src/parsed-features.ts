import type { LngLat } from '@swath/domain/lng-lat'
import { nothingSaid, type ZoneSayings } from './feature.ts'
import type {
  FileNote,
  NoteDetails,
  Problem,
  ParsedFeature,
  ParsedGeometry,
  ZoneFacts,
} from './feature.ts'
import { LIMITS } from './limits.ts'

type NewFeature = {
  layer?: string
  name?: string
  properties?: Readonly<Record<string, unknown>>
  geometry: ParsedGeometry
  zone?: ZoneFacts | null
  problems?: readonly Problem[]
}

const countCorners = (geometry: ParsedGeometry): number => {
  if (geometry.kind === 'polygons')
    return geometry.parts.reduce((sum, rings) => sum + countAll(rings), 0)
  if (geometry.kind === 'rings') return countAll(geometry.rings)
  return geometry.kind === 'lines' ? countAll(geometry.lines) : 1
}
/** A line without corners costs as much as one corner. */
const countAll = (lines: readonly (readonly LngLat[])[]): number =>
  lines.reduce((sum, line) => sum + Math.max(1, line.length), 0)

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => isShallow(one, levels - 1)))

/** Values nested deeper than real properties are ignored. */
const toText = (value: unknown): string => {
  if (value === null || value === undefined || !isShallow(value, LIMITS.jsonDepth)) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
  return tidy(text, LIMITS.propertyCharacters)
}
/** Removes what a database cannot store: NUL and unpaired surrogates. */
const tidy = (text: string, letters: number): string =>
  text.replaceAll('\0', '').trim().slice(0, letters).toWellFormed()

/** Notes about a file as a whole, each with its details. */
export class FileNotes {
  readonly #about = new Map<FileNote, string[]>()

  add(note: FileNote, ...about: readonly string[]): void {
    const known = this.#about.get(note) ?? []
    for (const one of about)
      if (known.length < LIMITS.namesANote && !known.includes(one)) known.push(tidy(one, 200))
    this.#about.set(note, known)
  }
  has(note: FileNote): boolean {
    return this.#about.has(note)
  }
  delete(note: FileNote): void {
    this.#about.delete(note)
  }
  addAll(other: FileNotes): void {
    for (const [note, about] of other.#about) this.add(note, ...about)
  }
  get keys(): FileNote[] {
    return [...this.#about.keys()]
  }
  get details(): NoteDetails {
    return Object.fromEntries([...this.#about].filter(([, about]) => about.length > 0))
  }
}

/** The features and corners found in a file so far, in all its layers together. */
export class FileBudget {
  features = 0
  corners = 0

  get isSpent(): boolean {
    return this.features >= LIMITS.features || this.corners > LIMITS.corners
  }
}

/** The features that a reader has found so far, within the limits. */
export class ParsedFeatures {
  readonly features: ParsedFeature[] = []
  /** The layer of features that name none. */
  readonly layer: string
  readonly notes = new FileNotes()
  system = ''
  encoding = 'UTF-8'
  /** The format's positions begin with latitude. */
  isLatFirst = false
  readonly says: ZoneSayings
  readonly #budget: FileBudget
  #rows = 0

  constructor(budget: FileBudget, layer = '', says = nothingSaid) {
    this.says = says
    this.#budget = budget
    this.layer = layer
  }

  /**
   * Whether another feature may be added. Ask only if there is one: features left out are reported.
   */
  hasRoom(): boolean {
    if (this.#budget.features >= LIMITS.features) this.notes.add('too_many_features')
    return !this.#budget.isSpent
  }

  add({
    layer = this.layer,
    name = '',
    properties = {},
    geometry,
    zone = null,
    problems = [],
  }: NewFeature): void {
    this.#rows++
    const budget = this.#budget
    if (budget.features >= LIMITS.features) return this.notes.add('too_many_features')
    budget.corners += countCorners(geometry)
    if (budget.corners > LIMITS.corners) return this.notes.add('too_many_corners')
    budget.features++
    const texts: Record<string, string> = {}
    for (const [key, value] of Object.entries(properties).slice(0, LIMITS.properties)) {
      const text = toText(value)
      if (text !== '') texts[tidy(key, 100)] = text
    }
    this.features.push({
      row: this.#rows,
      layer: tidy(layer, 100),
      name: tidy(name, LIMITS.nameCharacters),
      properties: texts,
      geometry,
      zone,
      problems,
    })
  }
}
