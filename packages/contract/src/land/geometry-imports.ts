import { z } from 'zod'
import { NoFlyZoneTypeCode } from '../codes.ts'
import { Mu, Page, Position, RowVersion, SearchText, Time, filter, paged } from '../fields.ts'
import { id, notARow } from '../ids.ts'
import { routeWithTag } from '../kit.ts'
import { declareList } from '../list.ts'
import { pageOf } from '../list-calls.ts'

const route = routeWithTag('Geometry')
const base = '/api/geometry/imports'
/** Requires access to either list; calls on an import of zones also require the right to zones. */
const policy = { screens: ['block-list', 'no-fly-zone-list'] } as const
const params = z.object({ importId: id('geometryImport') })

/** Of one file, at most. */
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
  .describe('ready: read, and nothing made of it yet; undoing: what it made is taken back')
export type ImportStatus = z.infer<typeof ImportStatus>

const CropCode = notARow('Crops are named by their code', z.string().min(1).max(64))

/** Encodings of a Shapefile's texts that a person may choose, by their TextDecoder names. */
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
      .describe('Of its coordinates, against what it tells, as EPSG:32647; empty: as it tells'),
    encoding: z
      .enum(['', ...tableEncodings])
      .default('')
      .describe('Of its texts; empty: as it tells or looks'),
    shift: z
      .enum(['wgs84', 'gcj02', 'bd09'])
      .default('wgs84')
      .describe('Its positions were offset as these maps are, and are moved back'),
    isSwapped: z.boolean().default(false).describe('Latitude comes first in every position'),
    heightUnit: z
      .enum(['', 'm', 'ft', 'FL'])
      .default('')
      .describe('Of heights of zones whose unit is missing or not understood'),
    heightReference: z
      .enum(['', 'ground', 'sea'])
      .default('')
      .describe('From where heights of zones count that do not say it'),
    radiusUnit: z
      .enum(['', 'm', 'km', 'ft', 'NM'])
      .default('')
      .describe('Of radii whose own unit is missing or not understood; empty: as it is told'),
    nameColumn: z
      .string()
      .max(100)
      .nullable()
      .default(null)
      .describe('The property that names its features; null: the one that looks like it'),
    villageColumn: z
      .string()
      .max(100)
      .nullable()
      .default(null)
      .describe(
        'Of plots: the property that tells their village; null: the one that looks like it',
      ),
    type: NoFlyZoneTypeCode.default(1).describe('Of zones'),
    cropId: CropCode.nullable().default(null).describe('Of plots'),
    ownerId: id('account')
      .nullable()
      .default(null)
      .describe('Of plots: an account below the own one; null: the own one'),
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
    system: z.string().describe('Of its coordinates, in its own words; empty: it tells none'),
    encoding: z.string(),
    notes: z.array(z.string()).describe('What is to be known of the file as a whole'),
    noteDetails: z
      .record(z.string(), z.array(z.string()))
      .describe('By note: names of files, countries or words of the file that it is about'),
    columns: z.array(z.string()).describe('Names of its properties'),
    settings: ImportSettings,
    itemNum: z.int(),
    goodNum: z.int(),
    mendedNum: z.int().describe('Put right'),
    badNum: z.int().describe('Cannot be taken'),
    chosenNum: z.int(),
    doneNum: z.int().describe('While it is applied or taken back: gone through'),
    madeNum: z.int().describe('Plots or zones that it became'),
    refusedNum: z.int().describe('Chosen, and refused when it was applied'),
    keptNum: z.int().describe('Changed since, and left when the rest was taken back'),
    problem: z.string().nullable().describe('Why it could not be applied'),
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

/** With few corners, to be drawn small. */
const Outline = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('polygon'), parts: z.array(z.array(z.array(Position))) }),
  z.object({ kind: z.literal('circle'), center: Position, radiusM: z.number() }),
])
export type ImportOutline = z.infer<typeof Outline>

const ItemState = z
  .enum(['good', 'mended', 'bad'])
  .describe('mended: put right, see its problems; bad: cannot be taken')
export type ItemState = z.infer<typeof ItemState>

export const GeometryImportItem = z
  .object({
    number: z.int().describe('From 1, in the order of the file'),
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
        word: z.string().optional().describe('Of the file, that it is about'),
      }),
    ),
    isChosen: z.boolean(),
    madeName: z.string().nullable().describe('The plot or zone that it became'),
    refusal: z.string().nullable().describe('Why it became none'),
    isKept: z.boolean().describe('Changed since, and left when the rest was taken back'),
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
  filters: { fileName: SearchText, target: filter(ImportTarget), status: filter(ImportStatus) },
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
    summary: 'Files of fields and zones that the own account has brought in',
    policy,
    ...pageOf(geometryImportList),
  }),
  createPlotImport: route('POST', `${base}/plots`, {
    summary: 'Read a file of fields; nothing is made of it yet',
    policy: { screens: ['block-list'] },
    query: sent,
    file,
    out: GeometryImport,
    errors: readErrors,
  }),
  createZoneImport: route('POST', `${base}/no-fly-zones`, {
    summary: 'Read a file of zones; nothing is made of it yet',
    policy: { screens: ['no-fly-zone-list'], right: 'noFlyZone.manage' },
    query: sent,
    file,
    out: GeometryImport,
    errors: readErrors,
  }),
  listPlotOwners: route('GET', '/api/geometry/plot-owners', {
    summary: 'Accounts below the own one that imported plots may be given to, at most 20',
    policy: { screens: ['block-list'] },
    query: z.object({
      search: SearchText.describe('Part of the name, or the whole telephone number of its people'),
      accountId: filter(id('account')).describe('This one alone'),
    }),
    out: z.object({
      items: z.array(z.object({ accountId: id('account'), accountName: z.string() })),
    }),
  }),
  getGeometryImport: route('GET', `${base}/{importId}`, {
    ...one,
    summary: 'One import, and how far it has come',
    errors: ['not_found'],
  }),
  listGeometryImportItems: route('GET', `${base}/{importId}/items`, {
    summary: 'What was found in the file, row by row',
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
    summary: 'Say what the file does not; it is read anew where that changes anything',
    body: ImportSettings,
    errors: ['not_found', 'forbidden', 'geometry_import_closed', ...readErrors],
  }),
  chooseGeometryItems: route('PUT', `${base}/{importId}/items`, {
    ...one,
    summary: 'Choose what is to be taken',
    body: z.object({
      numbers: z
        .array(z.int().min(1))
        .max(1000)
        .nullable()
        .default(null)
        .describe('null: all of the states'),
      states: z.array(z.enum(['good', 'mended'])).default(['good', 'mended']),
      isChosen: z.boolean(),
    }),
    errors: ['not_found', 'forbidden', 'geometry_import_closed'],
  }),
  applyGeometryImport: route('POST', `${base}/{importId}/apply`, {
    ...one,
    summary: 'Make plots or zones of what is chosen: all in one, beside the calls',
    errors: ['not_found', 'forbidden', 'geometry_import_closed', 'geometry_none_chosen'],
  }),
  cancelGeometryImport: route('POST', `${base}/{importId}/cancel`, {
    ...one,
    summary: 'Stop making, so that nothing of it stays; or forget a file that was only read',
    errors: ['not_found', 'forbidden', 'geometry_import_closed'],
  }),
  undoGeometryImport: route('POST', `${base}/{importId}/undo`, {
    ...one,
    summary:
      'Take back what it made, but for what was changed or worked on since: all in one, beside the calls',
    errors: ['not_found', 'forbidden', 'geometry_import_closed'],
  }),
}
