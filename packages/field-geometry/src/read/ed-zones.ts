// Zones of airspace as authorities publish them: ED-269 (its own JSON) and ED-318 (GeoJSON with
// layers). Both are read alike, since published files mix their spellings.
import type { LngLat } from '@swath/domain/lng-lat'
import type { Problem, ParsedGeometry, ZoneFacts } from '../feature.ts'
import { about, broken, repaired } from '../problems.ts'
import type { ParsedFeatures } from '../parsed-features.ts'
import {
  readAuthorities,
  readReasons,
  readRestriction,
  readValidity,
  wordIn,
  type Telling,
} from './ed-words.ts'
import { readJsonGeometry } from './json-geometry.ts'
import { isObject, listIn, numberIn, textIn, type JsonObject } from './json-values.ts'
import { readRadius } from './radius.ts'
import { findMember, readHeight, readLength, readReference, type Height } from './units.ts'

/** An upper limit from here on means that there is none: 99999 in ED-318, 999 flight levels. */
const withoutLimitM = 30_000

type Limits = Pick<ZoneFacts, 'lowerM' | 'lowerReference' | 'upperM' | 'upperReference'>
type Side = { readonly heightM: number | null; readonly reference: ZoneFacts['lowerReference'] }

const memberOf = (source: JsonObject, ...names: readonly string[]): unknown =>
  names.map((name) => findMember(source, name)).find((value) => value !== undefined)

/** One limit and its reference. */
const readSide = (
  height: Height,
  reference: unknown,
  { says, notes }: ParsedFeatures,
  problems: Problem[],
): Side => {
  const stated = readReference(reference)
  const word = textIn(reference)
  if (height.kind === 'unknown') {
    problems.push(about(height.word, broken('unknown_height_unit')))
    return { heightM: null, reference: 'ground' }
  }
  if (height.kind !== 'height')
    return { heightM: null, reference: stated === 'sea' ? 'sea' : 'ground' }
  const { heightM } = height
  if (!height.hasUnit && heightM !== 0) notes.add('height_unit_missing')
  if (height.isPressure || stated === 'pressure') {
    problems.push(repaired('pressure_height'))
    return { heightM, reference: 'sea' }
  }
  if (height.reference !== null) return { heightM, reference: height.reference }
  if (stated === 'ellipsoid') problems.push(repaired('ellipsoid_height'))
  if (stated !== null) return { heightM, reference: stated === 'ellipsoid' ? 'sea' : stated }
  if (says.heightReference !== '') return { heightM, reference: says.heightReference }
  if (word !== '') problems.push(about(word, broken('unknown_reference')))
  else if (heightM !== 0) notes.add('height_reference_missing')
  return { heightM, reference: 'ground' }
}

/** ED-269 has the limits next to the projection, ED-318 in `layer`. */
const readLimits = (source: JsonObject, to: ParsedFeatures, problems: Problem[]): Limits => {
  const layer = isObject(source['layer']) ? source['layer'] : source
  const side = (which: 'lower' | 'upper'): Side => {
    const own = memberOf(layer, `${which}Uom`, `uom${which}`, 'uom', 'uomDimensions')
    const value = memberOf(layer, which, `${which}Limit`)
    const reference = memberOf(layer, `${which}Reference`, `${which}VerticalReference`)
    return readSide(readHeight(value, textIn(own), to.says.heightUnit), reference, to, problems)
  }
  const [lower, upper] = [side('lower'), side('upper')]
  const upperM =
    upper.heightM === null || upper.heightM >= withoutLimitM ? null : round(upper.heightM)
  const lowerM = round(Math.max(0, lower.heightM ?? 0))
  const isComparable = lower.reference === upper.reference || lowerM === 0
  if (upperM !== null && isComparable && upperM <= lowerM)
    problems.push(about(`${lowerM}–${upperM} m`, broken('upper_below_lower')))
  return { lowerM, lowerReference: lower.reference, upperM, upperReference: upper.reference }
}
/** Tenths of a millimetre, without rounding errors of feet. */
const round = (metres: number): number => Math.round(metres * 1e4) / 1e4

/** Wraps a single ring where a list of rings is expected. */
const wrapRing = (shape: JsonObject): JsonObject => {
  const { coordinates } = shape
  const [first] = listIn(coordinates)
  const isBare = Array.isArray(first) && typeof first[0] === 'number'
  return shape['type'] === 'Polygon' && isBare ? { ...shape, coordinates: [coordinates] } : shape
}

type Volume = { geometry: ParsedGeometry; limits: Limits; problems: Problem[] }

/** ED-269; published files also have degrees as texts and centres as points. */
const readProjection = (
  volume: JsonObject,
  to: ParsedFeatures,
): { geometry: ParsedGeometry; problems: readonly Problem[] } => {
  const stated = memberOf(volume, 'horizontalProjection')
  const shape = isObject(stated) ? stated : { type: '' }
  const type = textIn(memberOf(shape, 'type'))
  if (/^circle$/i.test(type)) {
    const centre = memberOf(shape, 'center', 'centre')
    const [lng, lat] = listIn(isObject(centre) ? centre['coordinates'] : centre)
    const center: LngLat = [numberIn(lng), numberIn(lat)]
    const own = textIn(memberOf(shape, 'uom', 'uomRadius', 'radiusUom', 'uomDimensions'))
    const ofVolume = textIn(memberOf(volume, 'uomDimensions', 'uom'))
    const length = readLength(memberOf(shape, 'radius'), own || ofVolume)
    // "The unit of the dimensions of the volume": InterUSS counts radii by it, others in metres.
    if (own === '' && /^ft$/i.test(length.unit) && to.says.radiusUnit === '')
      to.notes.add('radius_in_feet')
    return readRadius(center, length, to, own === '')
  }
  const [piece] = readJsonGeometry(wrapRing(shape), {}, to)
  return {
    geometry: piece?.parsed ?? { kind: 'none', found: type },
    problems: piece?.problems ?? [],
  }
}

const readVolumes = (zone: JsonObject, geometry: unknown, to: ParsedFeatures): Volume[] => {
  const withLimits = (
    source: JsonObject,
    { geometry: stated, problems: found }: ReturnType<typeof readProjection>,
  ): Volume => {
    const problems = [...found]
    return { geometry: stated, limits: readLimits(source, to, problems), problems }
  }
  if (Array.isArray(geometry))
    return geometry.filter(isObject).map((one) => withLimits(one, readProjection(one, to)))
  const hasLayers = (source: JsonObject): boolean => isObject(source['layer'])
  return readJsonGeometry(geometry, zone, to).map(({ parsed, source, problems }) =>
    // Limits belong to the geometry in ED-318, and to the zone in files that mix both.
    withLimits(hasLayers(source) ? source : zone, { geometry: parsed, problems }),
  )
}

/** Both limits of a zone may have the same fault. */
const withoutTwins = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
]

/** One volume becomes one zone, since each has its own limits. */
export const addZone = (zone: JsonObject, geometry: unknown, to: ParsedFeatures): void => {
  const volumes = readVolumes(zone, geometry, to)
  const member = (name: string): string => wordIn(findMember(zone, name))
  const identifier = member('identifier')
  const name = member('name') || identifier
  const telling: Telling = { problems: [], notes: to.notes }
  const facts = {
    identifier,
    country: member('country'),
    restriction: readRestriction(zone, telling),
    conditions: member('restrictionConditions'),
    reasons: readReasons(zone, telling),
    otherReason: member('otherReasonInfo'),
    message: member('message'),
    authorities: readAuthorities(zone, telling),
    ...readValidity(zone, telling),
  }
  const properties = { identifier, message: facts.message, reason: facts.reasons.join(', ') }
  if (volumes.length === 0) to.add({ name, properties, geometry: { kind: 'none', found: '' } })
  for (const [i, { geometry: stated, limits, problems }] of volumes.entries())
    to.add({
      name: volumes.length === 1 ? name : `${name} (${i + 1})`,
      properties,
      geometry: stated,
      zone: { ...facts, ...limits },
      problems: withoutTwins([...telling.problems, ...problems]),
    })
}

export const isEd269 = (value: unknown): boolean =>
  isObject(value) &&
  (Array.isArray(value['UASZoneList']) ||
    (value['type'] === undefined &&
      listIn(value['features']).some((one) => isObject(one) && Array.isArray(one['geometry']))))

/** `UASZoneList` in the schema of 2020, `features` in that of the standard's annex. */
export const readEd269 = (value: unknown, to: ParsedFeatures): void => {
  if (!isObject(value)) return
  for (const zone of [...listIn(value['UASZoneList']), ...listIn(value['features'])])
    if (isObject(zone)) addZone(zone, zone['geometry'], to)
}

/** In a collection the members have the layers. */
const hasLayer = (geometry: unknown): boolean =>
  isObject(geometry) &&
  [geometry, ...listIn(geometry['geometries'])].some(
    (one) => isObject(one) && isObject(one['layer']),
  )

export const isEd318 = (value: unknown): boolean =>
  isObject(value) &&
  value['type'] === 'FeatureCollection' &&
  listIn(value['features']).some(
    (one) =>
      isObject(one) &&
      isObject(one['properties']) &&
      textIn(one['properties']['type']) !== '' &&
      (hasLayer(one['geometry']) ||
        one['properties']['zoneAuthority'] !== undefined ||
        one['properties']['variant'] !== undefined),
  )

export const readEd318 = (value: unknown, to: ParsedFeatures): void => {
  if (!isObject(value)) return
  for (const feature of listIn(value['features']))
    if (isObject(feature))
      addZone(isObject(feature['properties']) ? feature['properties'] : {}, feature['geometry'], to)
}

/** Property names that only ED-269 has. */
const ownWords = [
  'uomDimensions',
  'lowerLimit',
  'upperLimit',
  'lowerVerticalReference',
  'upperVerticalReference',
  'zoneAuthority',
]
const hasOwnWords = (value: unknown): boolean =>
  isObject(value) && ownWords.some((name) => findMember(value, name) !== undefined)

/** Volumes among the properties of a GeoJSON feature. */
const findVolumes = (properties: JsonObject): readonly unknown[] =>
  Object.values(properties).find(
    (value): value is unknown[] => Array.isArray(value) && value.some(hasOwnWords),
  ) ?? []

/**
 * A GeoJSON feature with properties of ED-269: limits, and volumes with or without their own area.
 * False: it has none of them.
 */
export const addZoneOfProperties = (
  properties: JsonObject,
  geometry: unknown,
  to: ParsedFeatures,
): boolean => {
  const volumes = findVolumes(properties).filter(isObject)
  if (volumes.length === 0 && !hasOwnWords(properties)) return false
  const zone = {
    ...properties,
    name: findMember(properties, 'name') ?? findMember(properties, 'title'),
  }
  if (volumes.length === 0) addZone(zone, geometry, to)
  else if (volumes.every((one) => findMember(one, 'horizontalProjection') !== undefined))
    addZone(zone, volumes, to)
  else for (const volume of volumes) addZone({ ...zone, ...volume }, geometry, to)
  return true
}
