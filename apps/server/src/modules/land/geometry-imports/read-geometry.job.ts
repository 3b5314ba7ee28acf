// Reads a file of fields or zones in a thread: the duration depends on the file.
import type { ImportSettings, ImportTarget } from '@swath/contract/land/geometry-imports'
import { UnreadableGeometry, type ReadFeature } from '@swath/field-geometry/feature'
import type {
  FieldShape,
  FileProblem,
  NoteDetails,
  Problem,
  ProblemReason,
} from '@swath/field-geometry/feature'
import { thinRing } from '@swath/field-geometry/judge/thin-ring'
import { keptPlots, keptZones, LIMITS } from '@swath/field-geometry/limits'
import { readGeometry } from '@swath/field-geometry/read-geometry'
import type { LngLat } from '@swath/domain/lng-lat'
import { areaM2 } from '@swath/domain/polygon'
import { shapePolygon } from '@swath/domain/zone-shapes'
import { regionCodeAt } from '@swath/fixtures/first-level-areas'
import { findRegion } from '@swath/fixtures/regions'
import { storable, storableJson } from '../../../platform/database/storable.ts'
import { readZone } from './zone-fields.ts'

type Order = {
  bytes: Uint8Array
  settings: ImportSettings
  target: ImportTarget
  /** Region code of the importer's account. */
  home?: string
}

/** Shapes are already serialized as JSON, so that the event loop only passes strings on. */
export type FoundItem = {
  number: number
  layer: string
  name: string
  properties: string
  state: 'good' | 'mended' | 'bad'
  shape: string | null
  /** null: the same as the shape, or there is no shape */
  outline: string | null
  area_m2: number
  zone: string | null
  problems: string
}
export type FoundFile = {
  format: string
  system: string
  encoding: string
  notes: string[]
  noteDetails: NoteDetails
  columns: string[]
  items: FoundItem[]
}

const outlineCorners = 80
/** Maximum area of each kind, m²; larger ones are errors in the file. */
const limitsM2 = {
  'plots': { least: 10, most: 100e6 },
  'no-fly-zones': { least: 1, most: 40_000e6 },
} as const
const keptAs = { 'plots': keptPlots, 'no-fly-zones': keptZones } as const

const isFine = ({ parts }: Extract<FieldShape, { kind: 'polygon' }>): boolean =>
  parts.some((part) => part.some((ring) => ring.length > outlineCorners + 1))

/** A simplified shape for small drawings, or the shape itself if it has few corners. */
const toOutline = (shape: FieldShape): FieldShape =>
  shape.kind === 'circle' || !isFine(shape)
    ? shape
    : {
        kind: 'polygon',
        parts: shape.parts.map((part) =>
          part.map((ring) => {
            const thin = thinRing(ring.slice(0, -1), outlineCorners)
            return [...thin, thin[0]!]
          }),
        ),
      }

type Taken = Pick<ReadFeature, 'name' | 'shape' | 'areaM2'>

/** Converts a feature for the target: zones have one part, and plots cannot be circles. */
const takeFor = (target: ImportTarget, { name, shape, areaM2: whole }: ReadFeature): Taken[] => {
  if (shape === null) return [{ name, shape, areaM2: 0 }]
  if (target === 'plots' && shape.kind === 'circle') {
    const part = shapePolygon(shape)
    return [{ name, shape: { kind: 'polygon', parts: [part] }, areaM2: areaM2(part) }]
  }
  if (target === 'plots' || shape.kind === 'circle' || shape.parts.length === 1)
    return [{ name, shape, areaM2: whole }]
  return shape.parts.map((part, i) => ({
    name: name === '' ? '' : `${name} (${i + 1})`,
    shape: { kind: 'polygon', parts: [part] },
    areaM2: areaM2(part),
  }))
}

const problemOfSize = (target: ImportTarget, { shape, areaM2: m2 }: Taken): Problem[] => {
  const { least, most } = limitsM2[target]
  if (shape === null) return []
  const details = { isRepaired: false, at: null, count: m2 }
  if (m2 > most) return [{ reason: 'too_large', ...details }]
  return m2 < least ? [{ reason: 'too_small', ...details }] : []
}

const ruleReasons: Readonly<Record<string, ProblemReason>> = {
  upperBelowLower: 'upper_below_lower',
  belowGround: 'below_ground',
  untilBeforeFrom: 'until_before_from',
}

/** Reasons why the zone could not be created, and properties that would be left out. */
const problemsOfZone = (
  { shape, name }: Taken,
  { properties, zone: facts }: ReadFeature,
): Problem[] => {
  if (shape === null) return []
  const read = readZone({ name: name.slice(0, 80) || '1', type: 1, shape, facts, properties })
  if ('refusal' in read)
    return read.refusal.map(({ path, message }) => {
      const reason = ruleReasons[message] ?? 'zone_refused'
      const word = reason === 'zone_refused' ? { word: path } : {}
      return { reason, isRepaired: false, at: null, count: 1, ...word }
    })
  return read.leftOut.map((word) => ({
    reason: 'unknown_words',
    isRepaired: true,
    at: null,
    count: 1,
    word,
  }))
}

const toItem = (
  feature: ReadFeature,
  taken: Taken,
  target: ImportTarget,
): Omit<FoundItem, 'number'> => {
  const { layer, properties, problems: found, zone } = feature
  const own = [
    ...problemOfSize(target, taken),
    ...(target === 'no-fly-zones' ? problemsOfZone(taken, feature) : []),
  ]
  const problems = [...found, ...own]
  const shape = own.some(({ isRepaired }) => !isRepaired) ? null : taken.shape
  const outline = taken.shape && toOutline(taken.shape)
  return {
    layer: storable(layer),
    name: storable(taken.name),
    properties: JSON.stringify(storableJson(properties)),
    state: shape === null ? 'bad' : problems.length > 0 ? 'mended' : 'good',
    shape: shape && JSON.stringify(shape),
    outline: outline === null || outline === shape ? null : JSON.stringify(outline),
    area_m2: taken.areaM2,
    zone: zone && JSON.stringify(storableJson(zone)),
    problems: JSON.stringify(problems),
  }
}

type Unreadable = { problem: FileProblem; about: string[] }

/** Regions with a Chinese code that have their own ISO 3166 letters. */
const ownLetters: Readonly<Record<string, string>> = { 'CN-TW': 'TW', 'CN-HK': 'HK', 'CN-MO': 'MO' }
const countryOf = (code: string): string | null => {
  const area = findRegion(`${code.slice(0, 5)}0000`)?.isoCode ?? ''
  return ownLetters[area] ?? findRegion(`${code.slice(0, 3)}000000`)?.isoCode ?? null
}
const countryAt = ([lng, lat]: LngLat): string | null => {
  const code = regionCodeAt(lng, lat)
  return code === null ? null : countryOf(code)
}

export const run = async ({
  bytes,
  settings: { encoding, system, shift, isSwapped, heightUnit, heightReference, radiusUnit },
  target,
  home,
}: Order): Promise<FoundFile | Unreadable> => {
  try {
    const read = await readGeometry(bytes, {
      encoding,
      system,
      shift,
      isSwapped,
      heightUnit,
      heightReference,
      radiusUnit,
      countries: { at: countryAt, home: home === undefined ? null : countryOf(home) },
      kept: keptAs[target],
    })
    // A zone with several parts becomes several rows.
    const taken = read.features.flatMap((feature) =>
      takeFor(target, feature).map((one) => ({ feature, one })),
    )
    const items = taken
      .slice(0, LIMITS.features)
      .map(({ feature, one }) => toItem(feature, one, target))
    const isCut = items.length < taken.length
    return {
      format: read.format,
      system: read.system,
      encoding: read.encoding,
      noteDetails: read.noteDetails,
      notes: [...new Set([...read.notes, ...(isCut ? (['too_many_features'] as const) : [])])],
      columns: read.columns.map(storable),
      items: items.map((item, i) => ({ ...item, number: i + 1 })),
    }
  } catch (error) {
    if (error instanceof UnreadableGeometry)
      return { problem: error.problem, about: [...error.about] }
    throw error
  }
}
