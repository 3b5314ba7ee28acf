import type { ListExport, ListOperation } from './list-screen.tsx'
import type { Operation } from '@swath/contract/api'

/** Names of file formats, the same in every language. */
export const tableNames = { csv: 'CSV', xlsx: 'Excel (XLSX)' } as const

/** The two files that every list leaves as; `name` is theirs, without what follows the dot. */
export const tableExports = (
  operation: Exclude<Operation, ListOperation>,
  name: string,
  query: Readonly<Record<string, string>> = {},
): readonly ListExport[] => [
  { label: tableNames.csv, operation, fileName: `${name}.csv`, query: { ...query, format: 'csv' } },
  {
    label: tableNames.xlsx,
    operation,
    fileName: `${name}.xlsx`,
    query: { ...query, format: 'xlsx' },
  },
]
