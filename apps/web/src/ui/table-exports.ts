import type { AreaUnit } from '@swath/domain/units'
import type { ListFile } from './list-files.ts'
import type { ScreenList } from './list-declared.tsx'

/** Names of file formats, the same in every language. */
export const tableNames = { csv: 'CSV', xlsx: 'Excel (XLSX)' } as const

/** Every list can be exported as CSV and XLSX, with the current filters. */
export const tableFiles = (
  list: ScreenList,
  query: Readonly<Record<string, string | undefined>>,
  areaUnit: AreaUnit,
): ListFile[] => {
  const { name, fileCall, columns } = list
  if (fileCall === undefined) return []
  const hasAreas = Object.values(columns).some(({ kind }) => kind === 'area' || kind === 'areaRate')
  return (['csv', 'xlsx'] as const).map((format) => ({
    label: tableNames[format],
    operation: fileCall,
    fileName: `${name}.${format}`,
    query: { ...query, ...(hasAreas ? { areaUnit } : {}), format },
  }))
}
