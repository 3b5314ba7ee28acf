import { z } from 'zod'
import { routeWithTag } from '../kit.ts'
import { TableFormat, YesNo } from '../fields.ts'

const route = routeWithTag('Drones')
const screens = ['drone-list'] as const
const right = 'equipment.manage'
const base = '/api/drone/device/manage'

/** Of a file that is imported. */
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
    rows: z.int().describe('Below the head'),
    good: z.int(),
    columns: z.array(z.enum(importColumns)).describe('Those that were found'),
    unknown: z.array(z.string()).describe('Heads that say nothing to the register'),
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
      .describe('The first rows, and all with mistakes; 500 at most'),
    digest: z
      .string()
      .describe('Of the file: goes with the import, so that what was looked at is imported'),
  })
  .meta({ id: 'DroneImport' })
export type DroneImport = z.infer<typeof DroneImport>

export const droneImportRoutes = {
  getImportTemplate: route('GET', `${base}/importTemplate`, {
    summary: 'An empty table for the import, its heads in the language of the request',
    policy: { screens, right },
    raw: 'text/csv',
    query: z.object({ format: TableFormat }),
  }),
  previewDroneImport: route('POST', `${base}/previewImport`, {
    summary:
      'Read a CSV or XLSX of drones and say what is wrong in it, row by row; nothing is kept',
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
      'Register the drones of a file that was looked at before: all rows without mistakes, or none where `onlyWhole` and one of them has some',
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
