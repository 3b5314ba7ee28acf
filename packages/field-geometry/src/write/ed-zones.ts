// Writes airspace zones as ED-269 (its own JSON) and ED-318 (GeoJSON with layers).
import type { FieldShape, ZoneAuthority, ZoneFacts, ZoneWindow } from '../feature.ts'
import { partsOf, type WrittenFeature, type WrittenFeatures } from './written-feature.ts'

const dayNames = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
const unlimitedM = 99_999

/** Defaults of a zone without these facts: forbidden, from the ground, at all times. */
const withoutFacts: ZoneFacts = {
  identifier: '',
  country: '',
  restriction: 'PROHIBITED',
  conditions: '',
  reasons: [],
  otherReason: '',
  message: '',
  lowerM: 0,
  lowerReference: 'ground',
  upperM: null,
  upperReference: 'ground',
  validFrom: null,
  validUntil: null,
  windows: [],
  authorities: [],
}

const reference = (value: ZoneFacts['lowerReference']): 'AGL' | 'AMSL' =>
  value === 'sea' ? 'AMSL' : 'AGL'
const optional = (text: string): string | undefined => (text === '' ? undefined : text)
/** Cut to the format's limit. */
const within = (characters: number, text: string): string => {
  const all = Array.from(text)
  return all.length <= characters ? text : `${all.slice(0, characters - 1).join('')}…`
}
const optionalWithin = (characters: number, text: string): string | undefined =>
  optional(within(characters, text))

const commonReasons = [
  'AIR_TRAFFIC',
  'SENSITIVE',
  'PRIVACY',
  'POPULATION',
  'NATURE',
  'NOISE',
  'EMERGENCY',
  'OTHER',
]
const reasons269 = new Set([...commonReasons, 'FOREIGN_TERRITORY'])
const reasons318 = new Set([...commonReasons, 'DAR'])
/** Both formats require a reason, from their own lists. */
const reasonsOf = ({ reasons }: ZoneFacts, known: ReadonlySet<string>): readonly string[] =>
  reasons.length === 0
    ? ['OTHER']
    : [...new Set(reasons.map((reason) => (known.has(reason) ? reason : 'OTHER')))]
/** ED-269 has seven characters for it. */
const identifierOf = (id: string, facts: ZoneFacts): string =>
  facts.identifier || id.replaceAll('-', '').slice(-7).toUpperCase()

const schedule = (windows: readonly ZoneWindow[]) =>
  windows.map(({ days, startTime, endTime }) => ({
    day: days.map((day) => dayNames[day - 1]!),
    startTime: `${startTime}:00.00Z`,
    endTime: `${endTime}:00.00Z`,
  }))

const period = ({ validFrom, validUntil, windows }: ZoneFacts) => ({
  ...(validFrom === null ? {} : { startDateTime: validFrom }),
  ...(validUntil === null ? {} : { endDateTime: validUntil }),
  ...(windows.length === 0 ? {} : { schedule: schedule(windows) }),
})

/** Maximum length of names and lines in both formats. */
const shortText = 200

const authority269 = (one: ZoneAuthority) => ({
  name: optionalWithin(shortText, one.name),
  service: optionalWithin(shortText, one.service),
  contactName: optionalWithin(shortText, one.contactName),
  siteURL: optional(one.siteUrl),
  email: optional(one.email),
  phone: optionalWithin(shortText, one.phone),
  purpose: optional(one.purpose),
})

const projection = (shape: FieldShape, part: readonly (readonly (readonly number[])[])[]) =>
  shape.kind === 'circle'
    ? { type: 'Circle', center: shape.center, radius: shape.radiusM }
    : { type: 'Polygon', coordinates: part }

const zone269 = ({ id, name, shape, zone }: WrittenFeature) => {
  const facts = zone ?? withoutFacts
  const limits = {
    uomDimensions: 'M',
    // whole metres, outward
    lowerLimit: Math.floor(facts.lowerM),
    lowerVerticalReference: reference(facts.lowerReference),
    ...(facts.upperM === null ? {} : { upperLimit: Math.ceil(facts.upperM) }),
    upperVerticalReference: reference(facts.upperReference),
  }
  return {
    identifier: identifierOf(id, facts),
    country: facts.country || 'ZZZ',
    name: within(shortText, name),
    type: 'COMMON',
    restriction: facts.restriction,
    restrictionConditions: facts.conditions === '' ? undefined : [facts.conditions],
    reason: reasonsOf(facts, reasons269),
    otherReasonInfo: optionalWithin(30, facts.otherReason),
    message: optionalWithin(shortText, facts.message),
    applicability: [
      {
        permanent: facts.validFrom === null && facts.validUntil === null ? 'YES' : 'NO',
        ...period(facts),
      },
    ],
    zoneAuthority: facts.authorities.map(authority269),
    geometry: partsOf(shape).map((part) => ({
      ...limits,
      horizontalProjection: projection(shape, part),
    })),
  }
}

/** EUROCAE ED-269, annex: one volume for each part. */
export const writeEd269 = async function* (
  features: WrittenFeatures,
  title: string,
): AsyncGenerator<string> {
  yield `{"title":${JSON.stringify(title)},"description":"","features":[`
  let separator = '\n'
  for await (const feature of features) {
    yield separator + JSON.stringify(zone269(feature))
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** The language of the text is unknown. */
const words = (text: string, characters = shortText) =>
  text === '' ? undefined : [{ text: within(characters, text) }]

const authority318 = (one: ZoneAuthority) => ({
  name: words(one.name),
  service: words(one.service),
  contactName: words(one.contactName),
  siteURL: optionalWithin(shortText, one.siteUrl),
  email: optionalWithin(shortText, one.email),
  phone: optionalWithin(shortText, one.phone),
  // required by the format; an authority without a stated purpose gives information about the zone
  purpose: one.purpose || 'INFORMATION',
})

const geometry318 = (shape: FieldShape, facts: ZoneFacts) => {
  const layer = {
    upper: facts.upperM ?? unlimitedM,
    upperReference: reference(facts.upperReference),
    lower: facts.lowerM,
    lowerReference: reference(facts.lowerReference),
    uom: 'm',
  }
  if (shape.kind === 'circle')
    return {
      type: 'Point',
      coordinates: shape.center,
      extent: { subType: 'Circle', radius: shape.radiusM },
      layer,
    }
  const parts = partsOf(shape).map((coordinates) => ({ type: 'Polygon', coordinates, layer }))
  return parts.length === 1 ? parts[0]! : { type: 'GeometryCollection', geometries: parts }
}

const zone318 = ({ id, name, shape, zone }: WrittenFeature) => {
  const facts = zone ?? withoutFacts
  const applicability = period(facts)
  return {
    type: 'Feature',
    properties: {
      identifier: identifierOf(id, facts),
      country: facts.country || 'ZZZ',
      name: words(name) ?? words(id),
      type: facts.restriction === 'REQ_AUTHORISATION' ? 'REQ_AUTHORIZATION' : facts.restriction,
      variant: 'COMMON',
      restrictionConditions: optionalWithin(10_000, facts.conditions),
      reason: reasonsOf(facts, reasons318),
      otherReasonInfo: words(facts.otherReason),
      message: words(facts.message, 1_000),
      ...(Object.keys(applicability).length > 0 ? { limitedApplicability: [applicability] } : {}),
      zoneAuthority: facts.authorities.map(authority318),
    },
    geometry: geometry318(shape, facts),
  }
}

/** EUROCAE ED-318, 4.2: features whose geometries have layers, circles as extents of points. */
export const writeEd318 = async function* (
  features: WrittenFeatures,
  title: string,
): AsyncGenerator<string> {
  yield `{"type":"FeatureCollection","name":${JSON.stringify(title)},"features":[`
  let separator = '\n'
  for await (const feature of features) {
    yield separator + JSON.stringify(zone318(feature))
    separator = ',\n'
  }
  yield '\n]}\n'
}
