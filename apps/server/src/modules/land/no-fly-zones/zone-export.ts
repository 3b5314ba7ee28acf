import { reasonLabels, type NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { moveWindow } from '@swath/domain/weekly-windows'
import { zoneOffsetMinutes } from '@swath/domain/zone-days'
import type { ZoneFacts } from '@swath/field-geometry/feature'
import type { WrittenFeature } from '@swath/field-geometry/write/written-feature'
import type { ZoneRow } from './no-fly-zones.queries.ts'

/** ISO 3166-1 codes of the countries that our hosts serve, numeric and alpha-3. */
const countryCodes: Readonly<Record<string, string>> = {
  '156': 'CHN',
  '158': 'TWN',
  '356': 'IND',
  '410': 'KOR',
  '764': 'THA',
}

const purposes = {
  authorisation: 'AUTHORIZATION',
  notification: 'NOTIFICATION',
  information: 'INFORMATION',
} as const

const authoritiesOf = ({ authorities, accountName }: NoFlyZone): NoFlyZone['authorities'] =>
  authorities.length > 0
    ? authorities
    : [
        {
          name: accountName,
          contactName: '',
          siteUrl: '',
          email: '',
          phone: '',
          purpose: 'information',
        },
      ]

/** Converted to UTC by the current offset, if the time zone has daylight saving. */
const toUtcWindows = ({ windows, timeZone }: NoFlyZone, nowMs: number): ZoneFacts['windows'] => {
  const aheadMinutes = zoneOffsetMinutes(timeZone ?? 'UTC', nowMs)
  return windows.map((window) => {
    const { days, from, until } = moveWindow(window, -aheadMinutes)
    return { days, startTime: from, endTime: until }
  })
}

/**
 * Zones in terms of aviation formats. These have no stay-in areas, and require a contact: without
 * one, the declaring account.
 */
const toFacts = (zone: NoFlyZone, nowMs: number): ZoneFacts => ({
  identifier: '',
  country: countryCodes[zone.regionCode.slice(0, 3)] ?? '',
  restriction:
    zone.kind === 'stay_in'
      ? 'NO_RESTRICTION'
      : (zone.restriction.toUpperCase() as ZoneFacts['restriction']),
  conditions: '',
  reasons: zone.reasons.map((reason) => reason.toUpperCase()),
  otherReason: '',
  message: zone.message,
  lowerM: zone.lowerM ?? 0,
  lowerReference: zone.lowerReference,
  upperM: zone.upperM,
  upperReference: zone.upperReference,
  validFrom: zone.validFrom,
  validUntil: zone.validUntil,
  windows: toUtcWindows(zone, nowMs),
  authorities: authoritiesOf(zone).map(({ purpose, ...authority }) => ({
    ...authority,
    service: '',
    purpose: purpose === null ? '' : purposes[purpose],
  })),
})

const aviation: ReadonlySet<string> = new Set(['ed-269', 'ed-318'])

/**
 * Zones that a format can express. Aviation formats contain only zones in force; others would be
 * read as in force.
 */
export const sayable = async function* (
  rows: AsyncIterable<ZoneRow>,
  format: string,
): AsyncGenerator<ZoneRow> {
  for await (const row of rows) if (row.enabled || !aviation.has(format)) yield row
}

export const toFeature = (zone: NoFlyZone, nowMs: number): WrittenFeature => ({
  id: zone.noflyId,
  name: zone.noflyName,
  shape: zone.shape.kind === 'circle' ? zone.shape : { kind: 'polygon', parts: [zone.shape.rings] },
  areaM2: zone.areaM2,
  zone: toFacts(zone, nowMs),
  properties: {
    type: zone.type,
    address: zone.detailAddress,
    kind: zone.kind,
    restriction: zone.restriction,
    reasons: zone.reasons,
    message: zone.message,
    authorities: zone.authorities,
    enabled: zone.enabled,
    lowerM: zone.lowerM,
    lowerReference: zone.lowerReference,
    upperM: zone.upperM,
    upperReference: zone.upperReference,
    windows: zone.windows,
    timeZone: zone.timeZone,
    validFrom: zone.validFrom,
    validUntil: zone.validUntil,
    regionCode: zone.regionCode,
  },
})

/** The name of each authority, then its contacts. */
const toContacts = (authorities: ZoneRow['authorities']): string =>
  authorities
    .map(({ name, contactName, phone, email, siteUrl }) =>
      [name, contactName, phone, email, siteUrl].filter(Boolean).join(', '),
    )
    .join('; ')

/** Formats lists for the cells of a table. */
export const fileCells = {
  reasons: ({ reasons }: ZoneRow, label: (label: string) => string): string =>
    reasons.map((reason) => label(reasonLabels[reason])).join(', '),
  /** 1-5 08:00-18:00, with weekdays numbered by ISO 8601. */
  windows: ({ windows, time_zone }: ZoneRow): string =>
    windows.length === 0
      ? ''
      : `${windows.map(({ days, from, until }) => `${days.join('')} ${from}-${until}`).join('; ')} ${time_zone}`,
  authorities: ({ authorities }: ZoneRow): string => toContacts(authorities),
}
