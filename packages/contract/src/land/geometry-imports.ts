import { z } from 'zod'
import { NoFlyZoneTypeCode } from '../codes.ts'
import {
  Mu,
  Page,
  Position,
  RowVersion,
  SearchText,
  searchIn,
  Time,
  filter,
  paged,
} from '../fields.ts'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { pageOf } from '../list-calls.ts'

const route = routeWithTag('Geometry')
const base = '/api/geometry/imports'
/** Requires access to either list; calls on an import of zones also require the right to zones. */
const policy = { screens: ['block-list', 'no-fly-zone-list'] } as const
const params = z.object({ importId: id('geometryImport') })

/** Maximum size of one file. */
export const geometryBytes = 30 * 1024 * 1024

export const GeometryFormatName = z.enum([
  'geojson',
  'kml',
  'kmz',
  'shapefile',
  'csv',
  'isoxml',
  'ed-269',
  'ed-318',
  'esri-json',
])
export type GeometryFormatName = z.infer<typeof GeometryFormatName>

const ImportTarget = z.enum(['plots', 'no-fly-zones'])
export type ImportTarget = z.infer<typeof ImportTarget>

const ImportStatus = z
  .enum(['ready', 'applying', 'applied', 'cancelled', 'undoing', 'undone'])
  .describe('ready: read, nothing created yet; undoing: its plots or zones are being removed')
export type ImportStatus = z.infer<typeof ImportStatus>

const CropCode = notARow('Crops are identified by a code', z.string().min(1).max(64))

/** Encodings of the texts of a Shapefile that can be chosen, by their TextDecoder names. */
export const tableEncodings = [
  'utf-8',
  'gb18030',
  'big5',
  'euc-kr',
  'shift_jis',
  'euc-jp',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'windows-1258',
] as const

/** How a file is read, and how its features are imported. */
export const ImportSettings = z
  .object({
    system: z
      .string()
      .regex(/^(EPSG:\d{4,6})?$/, 'notASystem')
      .default('')
      .describe(
        'Coordinate system, overriding that of the file, e.g. EPSG:32647; empty: that of the file',
      ),
    encoding: z
      .enum(['', ...tableEncodings])
      .default('')
      .describe('Text encoding; empty: as declared in the file or detected'),
    shift: z
      .enum(['wgs84', 'gcj02', 'bd09'])
      .default('wgs84')
      .describe('Offset of the positions in the file; offset positions are converted to WGS-84'),
    isSwapped: z
      .boolean()
      .default(false)
      .describe('Whether latitude comes first in every position'),
    heightUnit: z
      .enum(['', 'm', 'ft', 'FL'])
      .default('')
      .describe('Unit of zone heights whose unit is missing or unknown'),
    heightReference: z
      .enum(['', 'ground', 'sea'])
      .default('')
      .describe('Reference of zone heights without a reference'),
    radiusUnit: z
      .enum(['', 'm', 'km', 'ft', 'NM'])
      .default('')
      .describe('Unit of radii whose unit is missing or unknown; empty: as in the file'),
    nameColumn: z
      .string()
      .max(100)
      .nullable()
      .default(null)
      .describe('Property with the names of the features; null: detected'),
    villageColumn: z
      .string()
      .max(100)
      .nullable()
      .default(null)
      .describe('For plots: property with the village; null: detected'),
    type: NoFlyZoneTypeCode.default(1).describe('For zones: type of the zones'),
    cropId: CropCode.nullable().default(null).describe('For plots: crop of the plots'),
    ownerId: id('account')
      .nullable()
      .default(null)
      .describe(
        'For plots: owner, an account below the caller’s account; null: the caller’s account',
      ),
  })
  .meta({ id: 'GeometryImportSettings' })
export type ImportSettings = z.infer<typeof ImportSettings>

export const GeometryImport = z
  .object({
    importId: id('geometryImport'),
    target: ImportTarget,
    fileName: z.string(),
    bytes: z.int(),
    format: GeometryFormatName,
    status: ImportStatus,
    system: z
      .string()
      .describe('Name of the coordinate system in the file; empty if the file has none'),
    encoding: z.string(),
    notes: z.array(z.string()).describe('Remarks on the file as a whole'),
    noteDetails: z
      .record(z.string(), z.array(z.string()))
      .describe('By note: the file names, countries or words of the file it refers to'),
    columns: z.array(z.string()).describe('Names of the properties in the file'),
    settings: ImportSettings,
    itemNum: z.int(),
    goodNum: z.int(),
    mendedNum: z.int().describe('Number of repaired items'),
    badNum: z.int().describe('Number of items that cannot be imported'),
    chosenNum: z.int(),
    doneNum: z.int().describe('Number of items processed while it is applied or undone'),
    madeNum: z.int().describe('Number of plots or zones created'),
    refusedNum: z.int().describe('Number of chosen items refused when the import was applied'),
    keptNum: z
      .int()
      .describe(
        'Number of plots or zones changed since and therefore kept when the import was undone',
      ),
    problem: z.string().nullable().describe('Reason why it could not be applied'),
    createdAt: Time,
    createdByName: z.string(),
    finishedAt: Time.nullable(),
    version: RowVersion,
    can: z.object({
      change: z.boolean(),
      apply: z.boolean(),
      cancel: z.boolean(),
      undo: z.boolean(),
    }),
  })
  .meta({ id: 'GeometryImport' })
export type GeometryImport = z.infer<typeof GeometryImport>

/** A simplified outline for small drawings. */
const Outline = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('polygon'), parts: z.array(z.array(z.array(Position))) }),
  z.object({ kind: z.literal('circle'), center: Position, radiusM: z.number() }),
])
export type ImportOutline = z.infer<typeof Outline>

const ItemState = z
  .enum(['good', 'mended', 'bad'])
  .describe('mended: repaired, see its problems; bad: cannot be imported')
export type ItemState = z.infer<typeof ItemState>

export const GeometryImportItem = z
  .object({
    number: z.int().describe('Number of the item in the order of the file, from 1'),
    layer: z.string(),
    name: z.string(),
    state: ItemState,
    area: Mu,
    outline: Outline.nullable(),
    problems: z.array(
      z.object({
        reason: z.string(),
        isRepaired: z.boolean(),
        at: z.tuple([z.number(), z.number()]).nullable(),
        count: z.number(),
        word: z.string().optional().describe('Word of the file the problem refers to'),
      }),
    ),
    isChosen: z.boolean(),
    madeName: z.string().nullable().describe('Name of the plot or zone created from it'),
    refusal: z.string().nullable().describe('Reason why nothing was created'),
    isKept: z
      .boolean()
      .describe('Whether it was changed since and therefore kept when the import was undone'),
  })
  .meta({ id: 'GeometryImportItem' })
export type GeometryImportItem = z.infer<typeof GeometryImportItem>

export const geometryImportList = declareList({
  name: 'geometry-imports',
  call: 'listGeometryImports',
  fileCall: undefined,
  row: GeometryImport,
  rowKey: 'importId',
  paging: 'currentPage',
  sortName: 'sortParam',
  defaultSort: '-createdAt',
  filters: {
    search: searchIn('fileName', 'createdByName'),
    fileName: SearchText,
    createdByName: SearchText,
    target: filter(ImportTarget),
    status: filter(ImportStatus),
  },
  columns: {
    fileName: { label: 'geometry-imports:fileName', sort: true, phone: 'title' },
    status: {
      label: 'terms:state',
      kind: 'code',
      labels: {
        ready: 'geometry-imports:status.ready',
        applying: 'geometry-imports:status.applying',
        applied: 'geometry-imports:status.applied',
        cancelled: 'geometry-imports:status.cancelled',
        undoing: 'geometry-imports:status.undoing',
        undone: 'geometry-imports:status.undone',
      },
      phone: 'state',
    },
    target: {
      label: 'geometry-imports:target',
      kind: 'code',
      labels: { 'plots': 'geometry-imports:plots', 'no-fly-zones': 'terms:noFlyZones' },
    },
    itemNum: { label: 'geometry-imports:found', kind: 'count' },
    madeNum: { label: 'geometry-imports:made', kind: 'count', phone: 'figure' },
    badNum: { label: 'geometry-imports:bad', kind: 'count', phone: 'figure' },
    createdByName: { label: 'geometry-imports:createdBy' },
    createdAt: { label: 'geometry-imports:createdAt', kind: 'time', sort: true, phone: 'figure' },
  },
})

const file = {
  field: 'file',
  bytes: geometryBytes,
  types: ['application/geo+json', 'application/zip', 'text/csv', 'application/xml'],
  tooLarge: 'payload_too_large',
} as const
const sent = z.object({ fileName: z.string().trim().min(1).max(200) })
const readErrors = [
  'one_file',
  'payload_too_large',
  'geometry_not_read',
  'geometry_imports_waiting',
  'work_too_slow',
  'work_too_large',
] as const
const one = { policy, params, out: GeometryImport } as const

export const geometryImportRoutes = {
  listGeometryImports: route('GET', base, {
    summary: 'List the imports of plots and zones of the account',
    policy,
    ...pageOf(geometryImportList),
  }),
  createPlotImport: route('POST', `${base}/plots`, {
    summary: 'Read a file of plots; nothing is created yet',
    policy: { screens: ['block-list'] },
    query: sent,
    file,
    out: GeometryImport,
    errors: readErrors,
  }),
  createZoneImport: route('POST', `${base}/no-fly-zones`, {
    summary: 'Read a file of zones; nothing is created yet',
    policy: { screens: ['no-fly-zone-list'], right: 'noFlyZone.manage' },
    query: sent,
    file,
    out: GeometryImport,
    errors: readErrors,
  }),
  listPlotOwners: route('GET', '/api/geometry/plot-owners', {
    summary: 'List subordinate accounts that may own imported plots, at most 20',
    policy: { screens: ['block-list'] },
    query: z.object({
      search: SearchText.describe('Part of the name, or the full telephone number of a member'),
      accountId: filter(id('account')).describe('Only this account'),
    }),
    out: z.object({
      items: z.array(z.object({ accountId: id('account'), accountName: z.string() })),
    }),
  }),
  getGeometryImport: route('GET', `${base}/{importId}`, {
    ...one,
    summary: 'Get one import with its progress',
    errors: ['not_found'],
  }),
  listGeometryImportItems: route('GET', `${base}/{importId}/items`, {
    summary: 'List the items found in the file',
    policy,
    params,
    query: Page.extend({
      state: filter(ItemState),
      result: filter(z.enum(['made', 'refused', 'kept'])),
    }),
    out: paged(GeometryImportItem),
    errors: ['not_found'],
  }),
  changeGeometryImport: route('PUT', `${base}/{importId}/settings`, {
    ...one,
    summary: 'Set values missing in the file; the file is read again if necessary',
    body: ImportSettings,
    errors: ['not_found', 'forbidden', 'geometry_import_closed', ...readErrors],
  }),
  chooseGeometryItems: route('PUT', `${base}/{importId}/items`, {
    ...one,
    summary: 'Choose the items to import',
    body: z.object({
      numbers: z
        .array(z.int().min(1))
        .max(1000)
        .nullable()
        .default(null)
        .describe('null: all items with the given states'),
      states: z.array(z.enum(['good', 'mended'])).default(['good', 'mended']),
      isChosen: z.boolean(),
    }),
    errors: ['not_found', 'forbidden', 'geometry_import_closed'],
  }),
  applyGeometryImport: route('POST', `${base}/{importId}/apply`, {
    ...one,
    summary:
      'Create plots or zones from the chosen items: all in one transaction, in the background',
    errors: ['not_found', 'forbidden', 'geometry_import_closed', 'geometry_none_chosen'],
  }),
  cancelGeometryImport: route('POST', `${base}/{importId}/cancel`, {
    ...one,
    summary:
      'Stop applying an import, so that nothing is created; or discard a file that was only read',
    errors: ['not_found', 'forbidden', 'geometry_import_closed'],
  }),
  undoGeometryImport: route('POST', `${base}/{importId}/undo`, {
    ...one,
    summary:
      'Remove the plots or zones created by an import, except those changed or worked on since: all in one transaction, in the background',
    errors: ['not_found', 'forbidden', 'geometry_import_closed'],
  }),
}
