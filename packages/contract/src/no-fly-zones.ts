import { z } from 'zod'
import { id } from './ids.ts'
import { route } from './kit.ts'
import { NoFlyZoneTypeCode } from './codes.ts'
import {
  EnableOpr,
  Page,
  Position,
  RegionCode,
  RegionPath,
  Ring,
  RowVersion,
  SearchText,
  SeenVersion,
  TableFormat,
  Time,
  filter,
  paged,
} from './fields.ts'
import { declareList } from './list.ts'

const tag = 'No-fly zones'
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

const zoneFields = {
  noflyName: z.string().trim().min(1).max(80),
  type: NoFlyZoneTypeCode,
  shape: ZoneShape,
  detailAddress: z.string().trim().max(200).default(''),
  lowerM: z
    .number()
    .min(0)
    .max(10_000)
    .nullable()
    .default(null)
    .describe('metres above ground; null: from the ground'),
  upperM: z
    .number()
    .min(0)
    .max(10_000)
    .nullable()
    .default(null)
    .describe('metres above ground; null: without limit'),
  validFrom: Time.nullable().default(null),
  validUntil: Time.nullable().default(null),
}
/**
 * The form of the console and the body of the calls are this one schema. `details` name the field
 * of a broken rule.
 */
export const NoFlyZoneInput = z
  .object({ ...zoneFields, version: SeenVersion })
  .refine((zone) => zone.lowerM === null || zone.upperM === null || zone.lowerM < zone.upperM, {
    path: ['upperM'],
    message: 'upperBelowLower',
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
    areaM2: z.number().describe('m², holes left out'),
    regionCode: RegionCode,
    region: RegionPath,
    accountName: z.string().describe('Who declared it'),
    enabled: z.boolean(),
    createdAt: Time,
    updatedAt: Time,
    version: RowVersion,
    can: z.object({ update: z.boolean(), enable: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: 'NoFlyZone' })
export type NoFlyZone = z.infer<typeof NoFlyZone>

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
    detailAddress: SearchText.describe('Part of the name or the address'),
    type: filter(z.enum(['1', '2'])),
    enabled: filter(z.enum(['true', 'false'])),
    region: filter(RegionCode),
  },
  columns: {
    noflyId: { label: 'no-fly-zones:zoneId', only: 'file' },
    noflyName: { label: 'no-fly-zones:name', sort: true, phone: 'title' },
    type: {
      label: 'no-fly-zones:type',
      kind: 'code',
      words: { 1: 'terms:otherDepartment', 2: 'terms:civilAviation' },
      sort: true,
      phone: 'figure',
    },
    detailAddress: { label: 'no-fly-zones:address' },
    region: { label: 'terms:region', kind: 'region' },
    enabled: {
      label: 'terms:state',
      kind: 'code',
      words: { true: 'no-fly-zones:enabled', false: 'no-fly-zones:disabled' },
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

export const noFlyZoneRoutes = {
  listNoFlyZones: route({
    method: 'GET',
    path: `${base}/getNoflyList`,
    tag,
    summary: 'Zones within the caller’s region, with counts',
    policy: { screens },
    query: Page.extend(noFlyZoneList.asked),
    out: paged(NoFlyZone).extend({
      stats: z.object({ civilNoflyNum: z.int(), notCivilNoflyNum: z.int() }),
    }),
  }),
  exportNoFlyZones: route({
    method: 'GET',
    path: `${base}/export`,
    tag,
    summary: 'The filtered zones as GeoJSON, CSV or XLSX',
    policy: { screens },
    raw: 'application/octet-stream',
    query: z.object({
      ...noFlyZoneList.asked,
      format: z.enum(['geojson', ...TableFormat.unwrap().options]),
    }),
  }),
  getNoFlyZone: route({
    method: 'GET',
    path: `${base}/{noflyId}`,
    tag,
    summary: 'One zone',
    policy: { screens },
    params: z.object({ noflyId: id('noFlyZone') }),
    out: NoFlyZone,
    errors: ['not_found'],
  }),
  createNoFlyZone: route({
    method: 'POST',
    path: base,
    tag,
    summary: 'Declare a zone; it counts at once',
    policy: { screens, right },
    body: NoFlyZoneInput,
    out: NoFlyZone,
    errors: ['forbidden', 'zone_self_crossing', 'zone_hole_outside', 'zone_too_large'],
  }),
  updateNoFlyZone: route({
    method: 'PUT',
    path: `${base}/{noflyId}`,
    tag,
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
  enableNoFlyZone: route({
    method: 'PUT',
    path: `${base}/enable`,
    tag,
    summary: 'Enable or disable a zone',
    policy: { screens, right },
    body: z.object({ noflyId: id('noFlyZone'), opr: EnableOpr }),
    out: NoFlyZone,
    errors: ['not_found', 'forbidden'],
  }),
  deleteNoFlyZone: route({
    method: 'DELETE',
    path: `${base}/{noflyId}`,
    tag,
    summary: 'Delete a zone; its anomalies stay',
    policy: { screens, right },
    params: z.object({ noflyId: id('noFlyZone') }),
    errors: ['not_found', 'forbidden'],
  }),
}
