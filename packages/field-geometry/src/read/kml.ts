import type { LngLat } from '@swath/domain/lng-lat'
import { XmlScanner } from '@swath/file-syntax/xml-scanner'
import type { ParsedGeometry } from '../feature.ts'
import { listProblems } from '../problems.ts'
import type { ParsedFeatures } from '../parsed-features.ts'
import { facesOf, type Face } from './kml-faces.ts'
import { readCoordinates } from './kml-coordinates.ts'
import { readRadius } from './radius.ts'
import { findRadius } from './units.ts'

type Placemark = {
  name: string
  properties: Record<string, string>
  polygons: Face[]
  /** Reference of the heights: 'absolute' counts from the sea. */
  altitudeMode: string
  lines: LngLat[][]
  /** Points, models, tracks. */
  others: string[]
}

const toGeometry = ({ lines, others }: Placemark, polygons: readonly Face[]): ParsedGeometry => {
  if (polygons.length > 0)
    return {
      kind: 'polygons',
      parts: polygons.map(({ outer, inner }) => [...outer.slice(0, 1), ...inner]),
    }
  return lines.length > 0 ? { kind: 'lines', lines } : { kind: 'none', found: others[0] ?? '' }
}

/**
 * Placemarks of a KML (OGC 12-007r2) with any folders, prefixes and order. Documents that it links
 * to (NetworkLink) are reported, not fetched.
 */
export class KmlPlacemarks {
  readonly #to: ParsedFeatures
  readonly #scanner: XmlScanner
  readonly #folders: string[] = []
  /** Names of the open elements inside the placemark. */
  readonly #inside: string[] = []
  #placemark: Placemark | null = null
  #point: LngLat | null = null
  #dataName = ''
  #isLink = false

  constructor(to: ParsedFeatures) {
    this.#to = to
    this.#scanner = new XmlScanner(
      {
        open: (name, attributes) => this.#open(name, attributes),
        close: (name, text) => this.#close(name, text.trim()),
      },
      (problem) => to.notes.add(problem === 'entities_refused' ? problem : 'cut_off'),
    )
  }

  push(text: string): void {
    this.#scanner.push(text)
  }

  finish(): void {
    if (this.#scanner.finish()) this.#to.notes.add('cut_off')
    if (this.#placemark !== null) this.#add(this.#placemark)
  }

  #open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'NetworkLink') this.#isLink = true
    if (name === 'Folder' || name === 'Document') this.#folders.push('')
    else if (name === 'Placemark') {
      this.#placemark = {
        name: '',
        properties: {},
        polygons: [],
        altitudeMode: '',
        lines: [],
        others: [],
      }
      this.#point = null
      this.#inside.length = 0
    } else if (this.#placemark !== null) {
      this.#inside.push(name)
      if (name === 'Polygon') this.#placemark.polygons.push({ outer: [], inner: [], heightsM: [] })
      else if (name === 'Data' || name === 'SimpleData')
        this.#dataName = attributes.get('name') ?? ''
      else if (name === 'Point' || name === 'Model' || name === 'Track')
        this.#placemark.others.push(name)
    }
  }

  #close(name: string, text: string): void {
    const placemark = this.#placemark
    if (name === 'NetworkLink') this.#isLink = false
    if (this.#isLink && name === 'href' && text !== '') this.#to.notes.add('left_out_linked', text)
    if (placemark === null) {
      if (name === 'Folder' || name === 'Document') this.#folders.pop()
      else if (name === 'name' && this.#folders.length > 0)
        this.#folders[this.#folders.length - 1] ||= text
      return
    }
    if (name === 'Placemark') {
      this.#placemark = null
      return this.#add(placemark)
    }
    this.#inside.pop()
    if (name === 'coordinates') this.#coordinates(placemark, text)
    else if (name === 'altitudeMode') placemark.altitudeMode = text
    else if (name === 'name' && this.#inside.length === 0) placemark.name = text
    else if (name === 'description' && text.length < 500) placemark.properties[name] = text
    else if (name === 'SimpleData' || (name === 'value' && this.#inside.at(-1) === 'Data'))
      placemark.properties[this.#dataName] = text
  }

  #coordinates(placemark: Placemark, text: string): void {
    const { places, heightsM } = readCoordinates(text)
    const polygon = this.#inside.includes('Polygon') ? placemark.polygons.at(-1) : undefined
    if (polygon) {
      if (this.#inside.includes('innerBoundaryIs')) polygon.inner.push(places)
      else {
        polygon.outer.push(places)
        polygon.heightsM.push(...heightsM)
      }
    } else if (this.#inside.includes('LineString') || this.#inside.includes('LinearRing'))
      placemark.lines.push(places)
    else if (this.#inside.includes('Point')) this.#point = places[0] ?? null
  }

  #add(placemark: Placemark): void {
    const { lines, others, altitudeMode } = placemark
    const { polygons, limits } = facesOf(placemark.polygons, altitudeMode)
    // Our own files and those of other programs may give a point a radius.
    const isPoint = polygons.length === 0 && others[0] === 'Point' && this.#point !== null
    const radius = isPoint ? findRadius(placemark.properties) : null
    const circle = radius === null ? null : readRadius(this.#point!, radius, this.#to)
    this.#to.add({
      layer: this.#folders.filter((name) => name !== '').at(-1) ?? this.#to.layer,
      name: placemark.name,
      properties: { ...limits, ...placemark.properties },
      geometry: circle?.geometry ?? toGeometry(placemark, polygons),
      problems: [
        ...(circle?.problems ?? []),
        ...listProblems({ parts_left_out: polygons.length > 0 ? lines.length + others.length : 0 }),
      ],
    })
  }
}
