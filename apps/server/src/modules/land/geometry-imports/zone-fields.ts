// The properties of a zone from a file: computed when it is read, and again when it is applied, so
// that the preview shows what will be refused or left out.
import { NoFlyZoneInput } from '@swath/contract/land/no-fly-zones'
import { zoneKinds, zoneReasons, zoneRestrictions } from '@swath/domain/zone-terms'
import type { FieldShape, ZoneFacts } from '@swath/field-geometry/feature'

export type FoundZone = {
  readonly name: string
  readonly type: 1 | 2
  readonly shape: FieldShape
  readonly facts: ZoneFacts | null
  /** Properties in the file; those written by our own exports are used. */
  readonly properties: Readonly<Record<string, string>>
}

const numberOf = (text: string | undefined): number | null =>
  text === undefined || text === '' || Number.isNaN(Number(text)) ? null : Number(text)
const timeOf = (text: string | undefined): string | null => {
  const tMs = Date.parse(text ?? '')
  return Number.isNaN(tMs) ? null : new Date(tMs).toISOString()
}

const purposes: Readonly<Record<string, string>> = {
  AUTHORIZATION: 'authorisation',
  NOTIFICATION: 'notification',
  INFORMATION: 'information',
}

const knownReasons = new Set<string>(zoneReasons)
/** ED-318 has an additional reason, for dynamic airspace. */
const toReason = (reason: string): string =>
  knownReasons.has(reason.toLowerCase()) ? reason.toLowerCase() : 'other'

/** Fields from ED-269 and ED-318. */
const fieldsOfFacts = (facts: ZoneFacts) => ({
  restriction: facts.restriction.toLowerCase(),
  reasons: [...new Set(facts.reasons.map(toReason))],
  message: [facts.message, facts.conditions, facts.otherReason]
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, 500),
  authorities: facts.authorities
    .filter(({ name, service }) => name !== '' || service !== '')
    .slice(0, 5)
    .map(({ name, service, contactName, siteUrl, email, phone, purpose }) => ({
      name: (name || service).slice(0, 200),
      contactName: contactName.slice(0, 200),
      siteUrl,
      email,
      phone: phone.slice(0, 50),
      purpose: purposes[purpose] ?? null,
    })),
  lowerM: facts.lowerM > 0 ? facts.lowerM : null,
  lowerReference: facts.lowerReference,
  upperM: facts.upperM,
  upperReference: facts.upperReference,
  validFrom: facts.validFrom,
  validUntil: facts.validUntil,
  windows: facts.windows
    .slice(0, 20)
    .map(({ days, startTime, endTime }) => ({ days, from: startTime, until: endTime })),
  // The reader has converted them to UTC.
  timeZone: facts.windows.length > 0 ? 'Etc/UTC' : null,
})

const isOf = (words: readonly string[], word: string | undefined): boolean =>
  word !== undefined && words.includes(word)

/** A list in GeoJSON, or in a cell of a table. */
const listOf = (text: string | undefined): unknown[] => {
  if (text === undefined || text === '') return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : []
  } catch {
    // Not JSON: words separated by commas.
    return text.split(/,\s*/)
  }
}

/** Fields from the other formats of our own exports. */
const fieldsOfProperties = (properties: FoundZone['properties']) => {
  const word = (name: string, words: readonly string[]): object =>
    isOf(words, properties[name]) ? { [name]: properties[name] } : {}
  const windows = listOf(properties['windows']).filter((one) => typeof one === 'object')
  return {
    detailAddress: (properties['address'] ?? '').slice(0, 200),
    ...word('kind', zoneKinds),
    ...word('restriction', zoneRestrictions),
    reasons: listOf(properties['reasons']).filter((one) => knownReasons.has(String(one))),
    lowerM: numberOf(properties['lowerM']) || null,
    upperM: numberOf(properties['upperM']),
    ...word('lowerReference', ['sea', 'ground']),
    ...word('upperReference', ['sea', 'ground']),
    validFrom: timeOf(properties['validFrom']),
    validUntil: timeOf(properties['validUntil']),
    windows,
    timeZone: windows.length > 0 ? (properties['timeZone'] ?? null) : null,
  }
}

type Detail = { readonly path: string; readonly message: string }
export type ZoneReading =
  | { readonly zone: NoFlyZoneInput; readonly leftOut: readonly string[] }
  | { readonly refusal: readonly Detail[] }

/** Fields that are left out with a note if they are invalid, instead of refusing the zone. */
const loose = new Set(['reasons', 'authorities', 'windows', 'message', 'timeZone'])

export const readZone = ({ name, type, shape, facts, properties }: FoundZone): ZoneReading => {
  const fields = {
    noflyName: name,
    type,
    shape: shape.kind === 'circle' ? shape : { kind: 'polygon', rings: shape.parts[0] ?? [] },
    ...(facts ? fieldsOfFacts(facts) : fieldsOfProperties(properties)),
  }
  const whole = NoFlyZoneInput.safeParse(fields)
  if (whole.success) return { zone: whole.data, leftOut: [] }
  const wrong = [...new Set(whole.error.issues.map(({ path }) => String(path[0])))]
  const leftOut = wrong.filter((one) => loose.has(one))
  const rest = Object.entries(fields).filter(([one]) => !leftOut.includes(one))
  const parsed = NoFlyZoneInput.safeParse(Object.fromEntries(rest))
  return parsed.success
    ? { zone: parsed.data, leftOut }
    : {
        refusal: parsed.error.issues.map(({ path, message }) => ({
          path: path.join('.'),
          message,
        })),
      }
}
