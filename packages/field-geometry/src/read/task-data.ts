import type { LngLat } from '@swath/domain/lng-lat'
import type { Polygon } from '@swath/domain/polygon'
import { XmlScanner } from '@swath/file-syntax/xml-scanner'
import type { ToldFeatures } from '../told-features.ts'

/** Types of PLN and LSG in ISO 11783-10:2015, annex D. */
const FIELD_BOUNDARY = '1'
const OUTER_RING = '1'
const INNER_RING = '2'

type Field = {
  name: string
  properties: Record<string, string>
  /** `isBoundary`: a treatment zone, a lane and the like are of the field, not the field. */
  areas: { isBoundary: boolean; rings: { isOuter: boolean; ring: LngLat[] }[] }[]
}

/** Several outlines in one area are several parts; an inner ring is of the outline before it. */
const toParts = (area: Field['areas'][number]): Polygon[] => {
  const parts: LngLat[][][] = []
  for (const { isOuter, ring } of area.rings)
    if (isOuter || parts.length === 0) parts.push([ring])
    else parts.at(-1)!.push(ring)
  return parts
}

/**
 * Fields of an ISO 11783-10 task file: PFD with its boundary (PLN of type 1) of rings (LSG 1 outer,
 * 2 inner) of points (PNT: C north, D east). The owner's name is that of its customer or farm.
 */
export class TaskDataFields {
  readonly #to: ToldFeatures
  readonly #scanner: XmlScanner
  readonly #named = new Map<string, string>()
  readonly #fields: Field[] = []
  #field: Field | null = null
  #ring: LngLat[] | null = null

  constructor(to: ToldFeatures) {
    this.#to = to
    this.#scanner = new XmlScanner(
      {
        open: (name, attributes) => this.#open(name, attributes),
        close: (name) => this.#close(name),
      },
      (problem) => to.notes.add(problem === 'entities_refused' ? problem : 'cut_off'),
    )
  }

  push(text: string): void {
    this.#scanner.push(text)
  }

  finish(): void {
    if (this.#scanner.finish()) this.#to.notes.add('cut_off')
    for (const { name, properties, areas } of this.#fields) {
      const boundaries = areas.filter(({ isBoundary }) => isBoundary)
      const parts = (boundaries.length > 0 ? boundaries : areas.slice(0, 1)).flatMap(toParts)
      this.#to.add({
        name,
        properties: {
          ...properties,
          customer: this.#named.get(properties['customer'] ?? ''),
          farm: this.#named.get(properties['farm'] ?? ''),
        },
        geometry: parts.length > 0 ? { kind: 'polygons', parts } : { kind: 'none', found: '' },
      })
    }
  }

  #open(name: string, attributes: ReadonlyMap<string, string>): void {
    const told = (key: string): string => attributes.get(key) ?? ''
    if (name === 'CTR' || name === 'FRM') this.#named.set(told('A'), told('B'))
    else if (name === 'PFD') {
      this.#field = {
        name: told('C') || told('B') || told('A'),
        properties: { id: told('A'), code: told('B'), customer: told('E'), farm: told('F') },
        areas: [],
      }
      if (this.#to.hasRoom()) this.#fields.push(this.#field)
    } else if (this.#field === null) return
    else if (name === 'PLN')
      this.#field.areas.push({ isBoundary: told('A') === FIELD_BOUNDARY, rings: [] })
    else if (name === 'LSG') this.#openRing(this.#field, told('A'))
    else if (name === 'PNT' && this.#ring !== null) {
      const [north, east] = [told('C'), told('D')]
      this.#ring.push([east === '' ? NaN : Number(east), north === '' ? NaN : Number(north)])
    }
  }

  #openRing(field: Field, type: string): void {
    this.#ring = null
    if (type !== OUTER_RING && type !== INNER_RING) return
    // Version 3 knew rings of a field without an area round them.
    if (field.areas.length === 0) field.areas.push({ isBoundary: true, rings: [] })
    this.#ring = []
    field.areas.at(-1)!.rings.push({ isOuter: type === OUTER_RING, ring: this.#ring })
  }

  #close(name: string): void {
    if (name === 'LSG') this.#ring = null
    else if (name === 'PFD') this.#field = null
  }
}
