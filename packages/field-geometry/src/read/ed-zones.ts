// Zones of airspace as authorities publish them: ED-269 (its own JSON) and ED-318 (GeoJSON with
// layers). Both are read alike, since published files mix their spellings.
import type { LngLat } from '@swath/domain/lng-lat'
import { moveWindow } from '@swath/domain/weekly-windows'
import type {
  HeightReference,
  RestrictionClass,
  ToldGeometry,
  ZoneAuthority,
  ZoneFacts,
  ZoneWindow,
} from '../feature.ts'
import { LIMITS } from '../limits.ts'
import { listProblems } from '../problems.ts'
import type { ToldFeatures } from '../told-features.ts'
import { readJsonGeometry } from './json-geometry.ts'
import { isObject, listIn, numberIn, textIn, type JsonObject } from './json-values.ts'

const metresPerFoot = 0.3048
/** From here on an upper limit says that there is none: 99999 in ED-318, 999 flight levels. */
const withoutLimitM = 30_000

/** Each stands beside every volume of its zone. */
const sayingOf = (text: string): string => text.slice(0, LIMITS.sayingCharacters).toWellFormed()

/**
 * ED-318 says texts in several languages: the English one, else the first. ED-269 has lists of
 * sentences: all of them.
 */
const wordIn = (value: unknown): string => {
  const words = listIn(value).filter(isObject)
  if (words.length === 0)
    return sayingOf(listIn(value).map(textIn).filter(Boolean).join(' ') || textIn(value))
  const word = words.find(({ lang }) => textIn(lang).startsWith('en')) ?? words[0]!
  return sayingOf(textIn(word['text']))
}

const restrictions: Readonly<Record<string, RestrictionClass>> = {
  PROHIBITED: 'PROHIBITED',
  REQ_AUTHORISATION: 'REQ_AUTHORISATION',
  REQ_AUTHORIZATION: 'REQ_AUTHORISATION',
  CONDITIONAL: 'CONDITIONAL',
  NO_RESTRICTION: 'NO_RESTRICTION',
}
/** A class that nobody knows is taken as the strictest. */
const readRestriction = (zone: JsonObject): RestrictionClass =>
  restrictions[textIn(zone['restriction']).toUpperCase()] ??
  restrictions[textIn(zone['type']).toUpperCase()] ??
  'PROHIBITED'

const dayNames = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
const allDays = [1, 2, 3, 4, 5, 6, 7]
const readDays = (value: unknown): number[] => {
  const names = listIn(value).map((name) => textIn(name).toUpperCase().slice(0, 3))
  const days = allDays.filter((day) => names.includes(dayNames[day - 1]!))
  return days.length === 0 ? allDays : days
}

/** A time of the day, and how far its clock is ahead of UTC: "08:00+08:00", "08:00:00.00Z". */
const readClock = (value: unknown): { time: string; aheadMinutes: number } | null => {
  const told = /^(\d\d:\d\d)[\d:.]*(?:([+-])(\d\d):?(\d\d))?/.exec(
    textIn(value).replace(/^.*T/, ''),
  )
  if (!told) return null
  const [, time, sign, hours, minutes] = told
  const ahead = sign === undefined ? 0 : Number(hours) * 60 + Number(minutes)
  return { time: time!, aheadMinutes: sign === '-' ? -ahead : ahead }
}

/** Which side of a window is told by which clock hardly differs: that of its beginning moves both. */
const readWindows = (period: JsonObject): ZoneWindow[] =>
  [...listIn(period['schedule']), ...listIn(period['dailyPeriod'])]
    .filter(isObject)
    .flatMap((one) => {
      const start = readClock(one['startTime'])
      const end = readClock(one['endTime'])
      if (start === null || end === null) return []
      const told = { days: readDays(one['day']), from: start.time, until: end.time }
      const { days, from, until } = moveWindow(told, -start.aheadMinutes)
      return [{ days, startTime: from, endTime: until }]
    })

const readTime = (value: unknown): string | null => {
  const tMs = Date.parse(textIn(value))
  return Number.isNaN(tMs) ? null : new Date(tMs).toISOString()
}

type Validity = Pick<ZoneFacts, 'validFrom' | 'validUntil' | 'windows'>

/**
 * Several periods are taken from the first beginning to the last end, and more hours than are kept as
 * all hours: never less than told.
 */
const readValidity = (zone: JsonObject): Validity => {
  const periods = [
    ...listIn(zone['applicability']),
    ...listIn(zone['limitedApplicability']),
  ].filter(isObject)
  const isOpen = (period: JsonObject, side: 'startDateTime' | 'endDateTime'): boolean =>
    textIn(period['permanent']).toUpperCase() === 'YES' || readTime(period[side]) === null
  const starts = periods.map((period) => readTime(period['startDateTime']) ?? '')
  const ends = periods.map((period) => readTime(period['endDateTime']) ?? '')
  const never = periods.length === 0
  const windowsOf = periods.map(readWindows)
  const hasWindowless = windowsOf.some((of) => of.length === 0)
  const windows = windowsOf.flat()
  return {
    validFrom:
      never || periods.some((one) => isOpen(one, 'startDateTime')) ? null : starts.sort()[0]!,
    validUntil:
      never || periods.some((one) => isOpen(one, 'endDateTime')) ? null : ends.sort().at(-1)!,
    windows: hasWindowless || windows.length > LIMITS.windows ? [] : windows,
  }
}

const readAuthority = (value: JsonObject): ZoneAuthority => ({
  name: wordIn(value['name']),
  service: wordIn(value['service']),
  contactName: wordIn(value['contactName']),
  siteUrl: wordIn(value['siteURL'] ?? value['SiteURL']),
  email: wordIn(value['email']),
  phone: wordIn(value['phone']),
  purpose: wordIn(value['purpose']).toUpperCase(),
})

type Limits = Pick<ZoneFacts, 'lowerM' | 'lowerReference' | 'upperM' | 'upperReference'> & {
  isEllipsoid: boolean
}

const readReference = (value: unknown): HeightReference =>
  /^(AMSL|WGS84|MSL)$/i.test(textIn(value)) ? 'sea' : 'ground'

/** ED-269 has them beside the projection, ED-318 in `layer`. */
const readLimits = (source: JsonObject): Limits => {
  const layer = isObject(source['layer']) ? source['layer'] : source
  const isFeet = /^ft$/i.test(textIn(layer['uom'] ?? layer['uomDimensions']))
  const metres = (value: unknown): number => numberIn(value) * (isFeet ? metresPerFoot : 1)
  const lowerM = metres(layer['lower'] ?? layer['lowerLimit'])
  const upperM = metres(layer['upper'] ?? layer['upperLimit'])
  const lowerReference = layer['lowerReference'] ?? layer['lowerVerticalReference']
  const upperReference = layer['upperReference'] ?? layer['upperVerticalReference']
  return {
    lowerM: lowerM > 0 ? lowerM : 0,
    lowerReference: readReference(lowerReference),
    upperM: Number.isNaN(upperM) || upperM >= withoutLimitM ? null : upperM,
    upperReference: readReference(upperReference),
    isEllipsoid: [lowerReference, upperReference].some((one) => /^WGS84$/i.test(textIn(one))),
  }
}

/** ED-269: degrees as texts and centres as points are met too. */
const readProjection = (volume: JsonObject): ToldGeometry => {
  const shape = isObject(volume['horizontalProjection'])
    ? volume['horizontalProjection']
    : { type: '' }
  if (/^circle$/i.test(textIn(shape['type']))) {
    const [lng, lat] = listIn(shape['center'])
    const center: LngLat = [numberIn(lng), numberIn(lat)]
    return { kind: 'circle', center, radiusM: numberIn(shape['radius']) }
  }
  return readJsonGeometry(shape, {})[0]?.told ?? { kind: 'none', found: textIn(shape['type']) }
}

type Volume = { geometry: ToldGeometry; limits: Limits }

const readVolumes = (zone: JsonObject, geometry: unknown): Volume[] =>
  Array.isArray(geometry)
    ? geometry
        .filter(isObject)
        .map((volume) => ({ geometry: readProjection(volume), limits: readLimits(volume) }))
    : readJsonGeometry(geometry, zone).map(({ told, source }) => ({
        geometry: told,
        limits: readLimits(source),
      }))

/** One volume becomes one zone: each has limits of its own. */
const addZone = (zone: JsonObject, geometry: unknown, to: ToldFeatures): void => {
  const volumes = readVolumes(zone, geometry)
  const identifier = wordIn(zone['identifier'])
  const name = wordIn(zone['name']) || identifier
  const facts = {
    identifier,
    country: wordIn(zone['country']),
    restriction: readRestriction(zone),
    conditions: wordIn(zone['restrictionConditions']),
    // "reason" in the standards' examples, "reasons" in files of Spain
    reasons: listIn(zone['reason'] ?? zone['reasons'])
      .slice(0, LIMITS.reasons)
      .map(wordIn),
    otherReason: wordIn(zone['otherReasonInfo']),
    message: wordIn(zone['message']),
    authorities: listIn(zone['zoneAuthority'])
      .slice(0, LIMITS.authorities)
      .filter(isObject)
      .map(readAuthority),
    ...readValidity(zone),
  }
  const properties = { identifier, message: facts.message, reason: facts.reasons.join(', ') }
  if (volumes.length === 0) to.add({ name, properties, geometry: { kind: 'none', found: '' } })
  for (const [i, { geometry: told, limits }] of volumes.entries()) {
    const { isEllipsoid, ...heights } = limits
    to.add({
      name: volumes.length === 1 ? name : `${name} (${i + 1})`,
      properties,
      geometry: told,
      zone: { ...facts, ...heights },
      problems: listProblems({ ellipsoid_height: isEllipsoid ? 1 : 0 }),
    })
  }
}

export const isEd269 = (value: unknown): boolean =>
  isObject(value) &&
  (Array.isArray(value['UASZoneList']) ||
    (value['type'] === undefined &&
      listIn(value['features']).some((one) => isObject(one) && Array.isArray(one['geometry']))))

/** `UASZoneList` in the schema of 2020, `features` in that of the standard's annex. */
export const readEd269 = (value: unknown, to: ToldFeatures): void => {
  if (!isObject(value)) return
  for (const zone of [...listIn(value['UASZoneList']), ...listIn(value['features'])])
    if (isObject(zone)) addZone(zone, zone['geometry'], to)
}

/** Of a collection the layers stand at its members. */
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

export const readEd318 = (value: unknown, to: ToldFeatures): void => {
  if (!isObject(value)) return
  for (const feature of listIn(value['features']))
    if (isObject(feature))
      addZone(isObject(feature['properties']) ? feature['properties'] : {}, feature['geometry'], to)
}
