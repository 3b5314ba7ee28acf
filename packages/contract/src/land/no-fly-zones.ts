import { isTimeZone } from '@swath/domain/local-time'
import {
  authorityPurposes,
  verticalReferences,
  zoneKinds,
  zoneReasons,
  zoneRestrictions,
  type ZoneReason,
} from '@swath/domain/zone-terms'
import { z } from 'zod'
import { ZoneFileFormat } from './geometry-files.ts'
import { id, joinedIds } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { NoFlyZoneTypeCode } from '../codes.ts'
import {
  EnableOpr,
  Position,
  RegionCode,
  RegionPath,
  Ring,
  RowVersion,
  SearchText,
  SeenVersion,
  Time,
  filter,
  flag,
} from '../fields.ts'
import { declareList, type Label } from '../list.ts'
import { countEach, pageOf } from '../list-calls.ts'
import { WeeklyWindow } from '../weekly-windows.ts'
import { ZoneDistribution, zoneDistributionRoutes } from './zone-distribution.ts'

const route = routeWithTag('No-fly zones')
const screens = ['no-fly-zone-list'] as const
const right = 'noFlyZone.manage'

/** A polygon with optional holes, or a circle. */
export const ZoneShape = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('polygon'),
      rings: z.array(Ring).min(1).max(20).describe('Outer ring, then holes'),
    }),
    z.object({
      kind: z.literal('circle'),
      center: Position,
      radiusM: z.number().min(5).max(100_000).describe('metres'),
    }),
  ])
  .meta({ id: 'ZoneShape' })
export type ZoneShape = z.infer<typeof ZoneShape>

export const ZoneAuthority = z
  .object({
    name: z.string().trim().min(1).max(200),
    contactName: z.string().trim().max(200).default(''),
    phone: z.string().trim().max(50).default(''),
    email: z.union([z.literal(''), z.email().max(200)]).default(''),
    siteUrl: z
      .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
      .default('')
      .describe('http or https'),
    purpose: z
      .enum(authorityPurposes)
      .nullable()
      .default(null)
      .describe('Purpose for which the authority is contacted'),
  })
  .meta({ id: 'ZoneAuthority' })
export type ZoneAuthority = z.infer<typeof ZoneAuthority>

const limit = z.number().min(-500).max(20_000).nullable().default(null)

const zoneFields = {
  noflyName: z.string().trim().min(1).max(80),
  type: NoFlyZoneTypeCode,
  shape: ZoneShape,
  detailAddress: z.string().trim().max(200).default(''),
  kind: z
    .enum(zoneKinds)
    .default('stay_out')
    .describe('stay_in: drones of the declaring account must not leave the area'),
  restriction: z
    .enum(zoneRestrictions)
    .default('prohibited')
    .describe('Restriction class of ED-269; no_restriction is shown and raises no alarm'),
  reasons: z.array(z.enum(zoneReasons)).max(zoneReasons.length).default([]),
  message: z.string().trim().max(500).default('').describe('Message shown with the zone'),
  authorities: z
    .array(ZoneAuthority)
    .max(5)
    .default([])
    .describe('Authorities to ask or to notify'),
  lowerM: limit.describe('metres; null: from the ground'),
  upperM: limit.describe('metres; null: without limit'),
  lowerReference: z
    .enum(verticalReferences)
    .default('ground')
    .describe('Whether `lowerM` is above the ground or above mean sea level'),
  upperReference: z.enum(verticalReferences).default('ground'),
  validFrom: Time.nullable().default(null),
  validUntil: Time.nullable().default(null),
  windows: z.array(WeeklyWindow).max(20).default([]).describe('Empty: at all hours'),
  timeZone: z
    .string()
    .max(60)
    .refine(isTimeZone, 'notATimeZone')
    .nullable()
    .default(null)
    .describe('Time zone of the windows; null: that of the location'),
}

type Limits = {
  lowerM: number | null
  upperM: number | null
  lowerReference: 'ground' | 'sea'
  upperReference: 'ground' | 'sea'
}
/** Limits with different references cannot be compared without the height of the ground. */
const areLimitsInOrder = ({ lowerM, upperM, lowerReference, upperReference }: Limits): boolean =>
  lowerM === null || upperM === null || lowerReference !== upperReference || lowerM < upperM

const isAboveGround = (limitM: number | null, reference: 'ground' | 'sea'): boolean =>
  limitM === null || reference === 'sea' || limitM >= 0

/**
 * This schema is used by the form of the console and by the body of the calls. `details` name the
 * field of a broken rule.
 */
export const NoFlyZoneInput = z
  .object({ ...zoneFields, version: SeenVersion })
  .refine(areLimitsInOrder, { path: ['upperM'], message: 'upperBelowLower' })
  .refine((zone) => isAboveGround(zone.lowerM, zone.lowerReference), {
    path: ['lowerM'],
    message: 'belowGround',
  })
  .refine((zone) => isAboveGround(zone.upperM, zone.upperReference), {
    path: ['upperM'],
    message: 'belowGround',
  })
  .refine(
    (zone) =>
      !zone.validFrom ||
      !zone.validUntil ||
      Date.parse(zone.validFrom) < Date.parse(zone.validUntil),
    { path: ['validUntil'], message: 'untilBeforeFrom' },
  )
export type NoFlyZoneInput = z.infer<typeof NoFlyZoneInput>

export const NoFlyZone = z
  .object({
    noflyId: id('noFlyZone'),
    ...zoneFields,
    areaM2: z.number().describe('m², without holes'),
    regionCode: RegionCode,
    region: RegionPath,
    accountName: z.string().describe('Account that declared the zone'),
    enabled: z.boolean(),
    createdAt: Time,
    updatedAt: Time,
    distribution: ZoneDistribution.nullable().describe('Null in export files'),
    version: RowVersion,
    can: z.object({ update: z.boolean(), enable: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'NoFlyZone' })
export type NoFlyZone = z.infer<typeof NoFlyZone>

export const reasonLabels: Readonly<Record<ZoneReason, Label>> = {
  air_traffic: 'no-fly-zones:reasonAirTraffic',
  sensitive: 'no-fly-zones:reasonSensitive',
  privacy: 'no-fly-zones:reasonPrivacy',
  population: 'no-fly-zones:reasonPopulation',
  nature: 'no-fly-zones:reasonNature',
  noise: 'no-fly-zones:reasonNoise',
  foreign_territory: 'no-fly-zones:reasonForeignTerritory',
  emergency: 'no-fly-zones:reasonEmergency',
  other: 'no-fly-zones:reasonOther',
}

export const noFlyZoneList = declareList({
  name: 'no-fly-zones',
  call: 'listNoFlyZones',
  fileCall: 'exportNoFlyZones',
  row: NoFlyZone,
  rowKey: 'noflyId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-createdAt',
  filters: {
    detailAddress: SearchText.describe('Part of the name or address'),
    type: filter(z.enum(['1', '2'])),
    kind: filter(z.enum(zoneKinds)),
    restriction: filter(z.enum(zoneRestrictions)),
    enabled: flag,
    region: filter(RegionCode),
  },
  columns: {
    noflyId: { label: 'no-fly-zones:zoneId', only: 'file' },
    noflyName: { label: 'no-fly-zones:name', sort: true, phone: 'title' },
    type: {
      label: 'no-fly-zones:type',
      kind: 'code',
      labels: { 1: 'terms:otherDepartment', 2: 'terms:civilAviation' },
      sort: true,
      phone: 'figure',
    },
    kind: {
      label: 'no-fly-zones:kind',
      kind: 'code',
      labels: { stay_out: 'no-fly-zones:kindStayOut', stay_in: 'no-fly-zones:kindStayIn' },
      phone: 'figure',
    },
    restriction: {
      label: 'no-fly-zones:restriction',
      kind: 'code',
      labels: {
        prohibited: 'no-fly-zones:restrictionProhibited',
        req_authorisation: 'no-fly-zones:restrictionAuthorisation',
        conditional: 'no-fly-zones:restrictionConditional',
        no_restriction: 'no-fly-zones:restrictionNone',
      },
    },
    reasons: { label: 'no-fly-zones:reasons', kind: 'own' },
    detailAddress: { label: 'no-fly-zones:address' },
    region: { label: 'terms:region', kind: 'region' },
    enabled: {
      label: 'terms:state',
      kind: 'code',
      labels: { true: 'no-fly-zones:enabled', false: 'no-fly-zones:disabled' },
      phone: 'state',
    },
    lowerM: {
      label: 'no-fly-zones:lower',
      kind: 'number',
      unit: 'm',
      decimals: 0,
      fileDecimals: 1,
    },
    upperM: {
      label: 'no-fly-zones:upper',
      kind: 'number',
      unit: 'm',
      decimals: 0,
      fileDecimals: 1,
    },
    lowerReference: {
      label: 'no-fly-zones:lowerReference',
      kind: 'code',
      labels: { ground: 'no-fly-zones:aboveGround', sea: 'no-fly-zones:aboveSea' },
      only: 'file',
    },
    upperReference: {
      label: 'no-fly-zones:upperReference',
      kind: 'code',
      labels: { ground: 'no-fly-zones:aboveGround', sea: 'no-fly-zones:aboveSea' },
      only: 'file',
    },
    windows: { label: 'no-fly-zones:windows', kind: 'own' },
    authorities: { label: 'no-fly-zones:authorities', kind: 'own' },
    distribution: {
      label: 'no-fly-zones:distribution',
      kind: 'own',
      only: 'screen',
      phone: 'figure',
    },
    validFrom: { label: 'no-fly-zones:validFrom', kind: 'time' },
    validUntil: { label: 'no-fly-zones:validUntil', kind: 'time' },
    areaM2: {
      label: 'terms:area',
      kind: 'number',
      unit: 'm²',
      decimals: 0,
      sort: true,
      phone: 'figure',
    },
    createdAt: { label: 'no-fly-zones:createdAt', kind: 'time', sort: true },
    accountName: { label: 'no-fly-zones:declaredBy' },
  },
})
const base = '/api/drone/nofly/manage'

/** A past version of a zone. */
export const ZoneVersion = NoFlyZone.pick({
  noflyName: true,
  kind: true,
  restriction: true,
  shape: true,
  lowerM: true,
  upperM: true,
  lowerReference: true,
  upperReference: true,
  validFrom: true,
  validUntil: true,
  areaM2: true,
  enabled: true,
  version: true,
})
  .extend({ since: Time, until: Time.nullable().describe('Null: current version') })
  .meta({ id: 'ZoneVersion' })
export type ZoneVersion = z.infer<typeof ZoneVersion>

export const noFlyZoneRoutes = {
  ...zoneDistributionRoutes,
  getZoneVersions: route('GET', `${base}/{noflyId}/versions`, {
    summary: 'List the versions of a zone, newest first, at most 100',
    policy: { screens },
    params: z.object({ noflyId: id('noFlyZone') }),
    out: z.object({ items: z.array(ZoneVersion) }),
    errors: ['not_found'],
  }),
  listNoFlyZones: route('GET', `${base}/getNoflyList`, {
    summary: 'List the zones within the caller’s region, with counts',
    policy: { screens },
    ...pageOf(noFlyZoneList, {
      stats: z.object({
        civilNoflyNum: z.int(),
        notCivilNoflyNum: z.int(),
        enabled: countEach(['true', 'false']).describe(
          'Counts with every filter applied except enabled',
        ),
      }),
    }),
  }),
  exportNoFlyZones: route('GET', `${base}/export`, {
    summary: 'Export the filtered zones, or chosen ones, as a table or as geometry',
    policy: { screens },
    raw: 'application/octet-stream',
    query: z.object({
      ...noFlyZoneList.asked,
      noflyIds: joinedIds('noFlyZone').optional().describe('Only these of the filtered zones'),
      format: ZoneFileFormat.describe(
        'wkt: CSV with a column of well-known text; ed-269, ed-318: only zones in force',
      ),
    }),
    errors: ['geometry_export_large'],
  }),
  getNoFlyZone: route('GET', `${base}/{noflyId}`, {
    summary: 'Get one zone',
    policy: { screens },
    params: z.object({ noflyId: id('noFlyZone') }),
    out: NoFlyZone,
    errors: ['not_found'],
  }),
  createNoFlyZone: route('POST', base, {
    summary: 'Declare a zone; it takes effect immediately',
    policy: { screens, right },
    body: NoFlyZoneInput,
    out: NoFlyZone,
    errors: ['forbidden', 'zone_self_crossing', 'zone_hole_outside', 'zone_too_large'],
  }),
  updateNoFlyZone: route('PUT', `${base}/{noflyId}`, {
    summary: 'Change a zone',
    policy: { screens, right },
    params: z.object({ noflyId: id('noFlyZone') }),
    body: NoFlyZoneInput,
    out: NoFlyZone,
    errors: [
      'not_found',
      'forbidden',
      'zone_self_crossing',
      'zone_hole_outside',
      'zone_too_large',
      'conflict',
    ],
  }),
  enableNoFlyZone: route('PUT', `${base}/enable`, {
    summary: 'Enable or disable a zone',
    policy: { screens, right },
    body: z.object({ noflyId: id('noFlyZone'), opr: EnableOpr }),
    out: NoFlyZone,
    errors: ['not_found', 'forbidden'],
  }),
  deleteNoFlyZone: route('DELETE', `${base}/{noflyId}`, {
    summary: 'Delete a zone; its versions and anomalies are kept',
    policy: { screens, right },
    params: z.object({ noflyId: id('noFlyZone') }),
    errors: ['not_found', 'forbidden'],
  }),
}
