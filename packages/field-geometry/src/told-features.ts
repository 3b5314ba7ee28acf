import type { LngLat } from '@swath/domain/lng-lat'
import type { FileNote, Problem, ToldFeature, ToldGeometry, ZoneFacts } from './feature.ts'
import { LIMITS } from './limits.ts'

type Told = {
  layer?: string
  name?: string
  properties?: Readonly<Record<string, unknown>>
  geometry: ToldGeometry
  zone?: ZoneFacts | null
  problems?: readonly Problem[]
}

const countCorners = (geometry: ToldGeometry): number => {
  if (geometry.kind === 'polygons')
    return geometry.parts.reduce((sum, rings) => sum + countAll(rings), 0)
  if (geometry.kind === 'rings') return countAll(geometry.rings)
  return geometry.kind === 'lines' ? countAll(geometry.lines) : 1
}
const countAll = (lines: readonly (readonly LngLat[])[]): number =>
  lines.reduce((sum, line) => sum + line.length, 0)

const toText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
  return tidy(text, LIMITS.propertyCharacters)
}
/** Without what no text of a person has and no database keeps: NUL and halves of letters. */
const tidy = (text: string, letters: number): string =>
  text.replaceAll('\0', '').trim().slice(0, letters).toWellFormed()

/** What a reader has found so far, within the limits. */
export class ToldFeatures {
  readonly features: ToldFeature[] = []
  readonly notes = new Set<FileNote>()
  system = ''
  encoding = 'UTF-8'
  #corners = 0
  #rows = 0

  /** Whether more may come. */
  get isFull(): boolean {
    return this.features.length >= LIMITS.features || this.#corners > LIMITS.corners
  }

  add({
    layer = '',
    name = '',
    properties = {},
    geometry,
    zone = null,
    problems = [],
  }: Told): void {
    this.#rows++
    if (this.features.length >= LIMITS.features) return void this.notes.add('too_many_features')
    this.#corners += countCorners(geometry)
    if (this.#corners > LIMITS.corners) return void this.notes.add('too_many_corners')
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
