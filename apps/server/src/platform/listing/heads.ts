import type { Column } from '@swath/contract/list'

const pickUnit = (column: Column, areaUnit: string, timeZone: string): string | undefined => {
  switch (column.kind) {
    case 'area':
      return areaUnit
    case 'time':
      return timeZone
    case 'bytes':
      return 'B'
    case 'hours':
      return 'h'
    case 'ratio':
      return '%'
    case 'number':
    case 'own':
      return column.unit
    default:
      return undefined
  }
}

type Units = { areaWord: string; timeZone: string }

/** What a column is called in a file: the unit stands in the head, cells hold figures alone. */
export const formatHead = (
  column: Column,
  label: (key: string) => string,
  { areaWord, timeZone }: Units,
): string => {
  const unit = pickUnit(column, areaWord, timeZone)
  return unit ? `${label(column.label)} (${unit})` : label(column.label)
}
