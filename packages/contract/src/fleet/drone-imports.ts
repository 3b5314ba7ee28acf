import { z } from 'zod'
import { routeWithTag } from '../kit.ts'
import { TableFormat, YesNo } from '../fields.ts'

const route = routeWithTag('Drones')
const screens = ['drone-list'] as const
const right = 'equipment.manage'
const base = '/api/drone/device/manage'

/** Maximum size of an imported file. */
export const importRowsAtMost = 10_000
export const importColumns = [
  'droneId',
  'droneName',
  'modelName',
  'zzAccountName',
  'yyAccountName',
  'zzDroneNum',
  'regMark',
  'rackNo',
  'buyer',
  'deviceType',
  'saleType',
  'sprayWidth',
] as const
export type ImportColumn = (typeof importColumns)[number]
const importFile = {
  field: 'file',
  bytes: 8 * 1024 * 1024,
  types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  tooLarge: 'payload_too_large',
} as const

export const DroneImport = z
  .object({
    rows: z.int().describe('Number of rows below the header'),
    good: z.int(),
    columns: z.array(z.enum(importColumns)).describe('Recognised columns'),
    unknown: z.array(z.string()).describe('Column titles that were not recognised'),
    shown: z
      .array(
        z.object({
          line: z.int(),
          cells: z.partialRecord(z.enum(importColumns), z.string()),
          wrong: z.array(
            z.object({ column: z.enum(importColumns).nullable(), message: z.string() }),
          ),
        }),
      )
      .describe('The first rows and all rows with errors; at most 500'),
    digest: z
      .string()
      .describe(
        'Digest of the file; sent with the import to ensure that the previewed file is imported',
      ),
  })
  .meta({ id: 'DroneImport' })
export type DroneImport = z.infer<typeof DroneImport>

export const droneImportRoutes = {
  getImportTemplate: route('GET', `${base}/importTemplate`, {
    summary:
      'Download an empty table for the import, with column titles in the language of the request',
    policy: { screens, right },
    raw: 'text/csv',
    query: z.object({ format: TableFormat }),
  }),
  previewDroneImport: route('POST', `${base}/previewImport`, {
    summary: 'Validate a CSV or XLSX of drones and list the errors by row; nothing is saved',
    policy: { screens, right },
    file: importFile,
    out: DroneImport,
    errors: [
      'forbidden',
      'one_file',
      'payload_too_large',
      'table_unreadable',
      'table_too_long',
      'table_without_columns',
    ],
  }),
  importDrones: route('POST', `${base}/import`, {
    policy: { screens, right },
    file: importFile,
    summary:
      'Register the drones of a previewed file: all rows without errors; with `onlyWhole`, none if any row has an error',
    query: z.object({ digest: z.string().max(100), onlyWhole: YesNo.prefault('true') }),
    out: z.object({ imported: z.int(), left: z.int() }),
    errors: [
      'forbidden',
      'one_file',
      'payload_too_large',
      'table_unreadable',
      'table_too_long',
      'table_without_columns',
      'conflict',
      'import_has_mistakes',
    ],
  }),
}
