// Zones that a file brings in, and how they are taken back.
import { NoFlyZoneInput } from '@swath/contract/no-fly-zones'
import type { Caller } from '@swath/domain/access/caller'
import type { FieldShape, ZoneFacts } from '@swath/field-geometry/feature'
import type { Tx } from '../../platform/database/database.ts'
import { fail } from '../../platform/http/fail.ts'
import { deleteZone, lockUntouchedZones } from './no-fly-zones.queries.ts'
import { recordZone } from './zone-changes.ts'

type ImportedZone = {
  name: string
  type: 1 | 2
  shape: FieldShape
  facts: ZoneFacts | null
  /** Of the file; those that our own files have are taken over. */
  properties: Readonly<Record<string, string>>
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

/** As aviation's formats say it. */
const fieldsOfFacts = (facts: ZoneFacts) => ({
  restriction: facts.restriction.toLowerCase(),
  reasons: [...new Set(facts.reasons.map((reason) => reason.toLowerCase()))],
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
  // They tell times of UTC unless a file says otherwise, which none of those known does.
  timeZone: facts.windows.length > 0 ? 'Etc/UTC' : null,
})

const referenceOf = (
  name: 'lowerReference' | 'upperReference',
  properties: ImportedZone['properties'],
) =>
  properties[name] === 'sea' || properties[name] === 'ground' ? { [name]: properties[name] } : {}

/** As our own files of other formats say it. */
const fieldsOfProperties = (properties: ImportedZone['properties']) => ({
  detailAddress: (properties['address'] ?? '').slice(0, 200),
  lowerM: numberOf(properties['lowerM']) || null,
  upperM: numberOf(properties['upperM']),
  ...referenceOf('lowerReference', properties),
  ...referenceOf('upperReference', properties),
  validFrom: timeOf(properties['validFrom']),
  validUntil: timeOf(properties['validUntil']),
})

/** What the schema does not know of an authority's words is left out rather than refusing the zone. */
const parseZone = (fields: object): NoFlyZoneInput => {
  const whole = NoFlyZoneInput.safeParse(fields)
  if (whole.success) return whole.data
  const loose = new Set(['reasons', 'authorities', 'windows', 'message', 'restriction', 'timeZone'])
  const wrong = whole.error.issues.map(({ path }) => String(path[0]))
  const rest = Object.entries(fields).filter(([name]) => !(loose.has(name) && wrong.includes(name)))
  const parsed = NoFlyZoneInput.safeParse(Object.fromEntries(rest))
  return parsed.success
    ? parsed.data
    : fail(
        'invalid_input',
        {},
        parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      )
}

/**
 * Its id. One that counts at once, as one that is drawn does.
 * @throws ServiceError before anything is written
 */
export const recordImportedZone = (
  trx: Tx,
  caller: Caller,
  { name, type, shape, facts, properties }: ImportedZone,
  now: Date,
): Promise<string> =>
  recordZone(
    trx,
    caller,
    parseZone({
      noflyName: name,
      type,
      shape: shape.kind === 'circle' ? shape : { kind: 'polygon', rings: shape.parts[0] ?? [] },
      ...(facts ? fieldsOfFacts(facts) : fieldsOfProperties(properties)),
    }),
    now,
  )

/** Deletes those that nobody has changed since. */
export const takeBackZones = async (
  trx: Tx,
  ids: readonly string[],
  now: Date,
): Promise<{ keptIds: string[] }> => {
  const zones = await lockUntouchedZones(trx, ids)
  for (const { id, isUntouched } of zones) if (isUntouched) await deleteZone(trx, id, now)
  return { keptIds: zones.filter(({ isUntouched }) => !isUntouched).map(({ id }) => id) }
}
