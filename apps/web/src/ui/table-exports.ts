import type { ListExport, ListOperation } from './list-screen.tsx'
import type { Operation } from '@swath/contract/api'

/** The two files that every list leaves as; `name` is theirs, without what follows the dot. */
export const tableExports = (operation: Exclude<Operation, ListOperation>, name: string, query: Readonly<Record<string, string>> = {}): readonly ListExport[] => [
  { label: 'CSV', operation, fileName: `${name}.csv`, query: { ...query, format: 'csv' } },
  { label: 'Excel (XLSX)', operation, fileName: `${name}.xlsx`, query: { ...query, format: 'xlsx' } },
]
