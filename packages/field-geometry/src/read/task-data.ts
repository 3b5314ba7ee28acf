import { EdgeTree } from '@swath/domain/edge-tree'
import type { LngLat } from '@swath/domain/lng-lat'
import { areaM2, type Polygon } from '@swath/domain/polygon'
import { XmlScanner } from '@swath/file-syntax/xml-scanner'
import type { Problem, ParsedGeometry } from '../feature.ts'
import { isInside } from '../judge/nest-rings.ts'
import { LIMITS } from '../limits.ts'
import { about, broken, repaired } from '../problems.ts'
import type { ParsedFeatures } from '../parsed-features.ts'

/** Types of PLN (ISO 11783-10:2015, annex D): what each area of a field is. */
const areaTypes: Readonly<Record<string, string>> = {
  1: 'boundary',
  2: 'treatment zone',
  3: 'water surface',
  4: 'building',
  5: 'road',
  6: 'obstacle',
  7: 'flag',
  8: 'other',
  9: 'main field',
  10: 'headland',
  11: 'buffer zone',
  12: 'windbreak',
}
const BOUNDARY = '1'
/** Areas within a field that are not worked. */
const notGround = new Set(['3', '4', '5', '6', '11', '12'])
/** Types of LSG that are rings of an area; all others are lanes, fences, routes. */
const OUTER_RING = '1'
const INNER_RING = '2'

type Area = { readonly type: string; readonly outer: LngLat[][]; readonly inner: LngLat[][] }
type Field = {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly customerId: string
  readonly farmId: string
  readonly areas: Area[]
}

/** A hole belongs to the smallest outline that contains it; without one, to the first, with a problem. */
const toParts = (areas: readonly Area[]): Polygon[] => {
  const inner = areas.flatMap((area) => area.inner)
  const parts = areas.flatMap((area) => area.outer).map((ring) => [ring])
  if (parts.length === 0) return inner.map((ring) => [ring])
  if (inner.length === 0 || inner.length + parts.length > LIMITS.ringsAFeature)
    return inner.length === 0 ? parts : [[...parts[0]!, ...inner], ...parts.slice(1)]
  const sorted = parts
    .map((part) => ({ part, tree: new EdgeTree(part[0]!), m2: areaM2([part[0]!]) }))
    .toSorted((a, b) => a.m2 - b.m2)
  for (const ring of inner) {
    const holder = sorted.length === 1 ? sorted[0] : sorted.find(({ tree }) => isInside(ring, tree))
    ;(holder?.part ?? parts[0]!).push(ring)
  }
  return parts
}

const readField = ({ areas }: Field): { geometry: ParsedGeometry; problems: Problem[] } => {
  const boundaries = areas.filter(({ type }) => type === BOUNDARY)
  const parts = toParts(boundaries)
  const named = (some: readonly Area[]): string =>
    [...new Set(some.map(({ type }) => areaTypes[type] ?? `PLN ${type}`))].join(', ')
  if (parts.length > 0) {
    const left = areas.filter(({ type }) => notGround.has(type))
    return {
      geometry: { kind: 'polygons', parts },
      problems:
        left.length > 0 ? [about(named(left), repaired('obstacles_left_out', left.length))] : [],
    }
  }
  const others = areas.filter((area) => area.type !== BOUNDARY)
  return {
    geometry: { kind: 'none', found: '' },
    problems: others.length > 0 ? [about(named(others), broken('no_boundary'))] : [],
  }
}

/**
 * Fields of ISO 11783-10 task data: PFD with its areas (PLN) of rings (LSG) of points (PNT: C
 * north, D east). Areas of guidance (in GGP) and of tasks (in TZN) are not used. Its files are
 * pushed one after the other: fields and customers may be in separate files.
 */
export class TaskDataFields {
  readonly #to: ParsedFeatures
  #scanner: XmlScanner
  readonly #customers = new Map<string, string>()
  readonly #farms = new Map<string, { name: string; customerId: string }>()
  readonly #fields: Field[] = []
  /** Names of the open elements. */
  readonly #open: string[] = []
  #field: Field | null = null
  #area: Area | null = null
  #ring: LngLat[] | null = null
  /** Names of external files (XFR), without extension. */
  readonly externalNames: string[] = []
  #isExternal = false

  constructor(to: ParsedFeatures) {
    this.#to = to
    this.#scanner = this.#scan()
  }

  #scan(): XmlScanner {
    return new XmlScanner(
      {
        open: (name, attributes) => {
          this.#element(name, this.#open.at(-1) ?? '', attributes)
          this.#open.push(name)
        },
        close: (name) => this.#close(name),
      },
      (problem) => this.#to.notes.add(problem === 'entities_refused' ? problem : 'cut_off'),
    )
  }

  push(text: string): void {
    this.#scanner.push(text)
  }

  /** The end of one file; another may follow. */
  endDocument(): void {
    if (this.#scanner.finish()) this.#to.notes.add('cut_off')
    this.#scanner = this.#scan()
    this.#open.length = 0
    this.#field = this.#area = this.#ring = null
    // External files name no others (ISO 11783-10:2015, D.60).
    this.#isExternal = true
  }

  finish(): void {
    for (const field of this.#fields) {
      const { name, properties, farmId } = field
      const farm = this.#farms.get(farmId)
      const customer = this.#customers.get(field.customerId || (farm?.customerId ?? ''))
      this.#to.add({
        name,
        properties: { ...properties, customer, farm: farm?.name },
        ...readField(field),
      })
    }
  }

  #element(name: string, parent: string, attributes: ReadonlyMap<string, string>): void {
    const attribute = (key: string): string => (attributes.get(key) ?? '').trim()
    if (name === 'CTR')
      this.#customers.set(
        attribute('A'),
        [attribute('C'), attribute('B')].filter(Boolean).join(' '),
      )
    else if (name === 'FRM')
      this.#farms.set(attribute('A'), { name: attribute('B'), customerId: attribute('I') })
    else if (name === 'XFR') this.#nameExternal(attribute('A'))
    else if (name === 'PFD') this.#openField(attribute)
    else if (this.#field === null) return
    else if (name === 'PLN') {
      this.#area = null
      if (parent === 'PFD') this.#openArea(this.#field, attribute('A'))
    } else if (name === 'LSG') this.#openRing(this.#field, parent, attribute('A'))
    else if (name === 'PNT' && parent === 'LSG' && this.#ring !== null) {
      const [north, east] = [attribute('C'), attribute('D')]
      this.#ring.push([east === '' ? NaN : Number(east), north === '' ? NaN : Number(north)])
    }
  }

  #nameExternal(fileName: string): void {
    const name = fileName.replace(/\.xml$/i, '')
    const isNew = name !== '' && !this.externalNames.includes(name)
    if (!this.#isExternal && isNew && this.externalNames.length < LIMITS.layers)
      this.externalNames.push(name)
  }

  #openField(attribute: (key: string) => string): void {
    this.#field = {
      name: attribute('C') || attribute('B') || attribute('A'),
      properties: { id: attribute('A'), code: attribute('B') },
      customerId: attribute('E'),
      farmId: attribute('F'),
      areas: [],
    }
    if (this.#to.hasRoom()) this.#fields.push(this.#field)
  }

  #openArea(field: Field, type: string): void {
    this.#area = { type, outer: [], inner: [] }
    field.areas.push(this.#area)
  }

  #openRing(field: Field, parent: string, type: string): void {
    this.#ring = null
    if (type !== OUTER_RING && type !== INNER_RING) return
    // Version 3 allowed rings of a field without an area around them.
    if (parent === 'PFD' && this.#area === null) this.#openArea(field, BOUNDARY)
    else if (parent !== 'PLN' && parent !== 'PFD') return
    if (this.#area === null) return
    this.#ring = []
    ;(type === OUTER_RING ? this.#area.outer : this.#area.inner).push(this.#ring)
  }

  #close(name: string): void {
    this.#open.pop()
    if (name === 'LSG') this.#closeRing()
    else if (name === 'PLN') this.#area = null
    else if (name === 'PFD') this.#field = this.#area = null
  }

  /** Rings need not repeat their first point. */
  #closeRing(): void {
    const [first] = this.#ring ?? []
    const last = this.#ring?.at(-1)
    if (first && last && (first[0] !== last[0] || first[1] !== last[1])) this.#ring!.push(first)
    this.#ring = null
  }
}
