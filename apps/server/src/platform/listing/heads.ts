import type { Column } from '@swath/contract/list'
import { areaUnitLabels } from './area-unit-words.ts'

type Units = { areaWord: string; timeZone: string }

const pickUnit = (
  column: Column,
  { areaWord, muWord, timeZone }: Units & { muWord: string },
): string | undefined => {
  switch (column.kind) {
    case 'area':
    case 'areaRate':
      return areaWord
    case 'chargedArea':
      return muWord
    case 'time':
      return timeZone
    case 'bytes':
      return 'B'
    case 'duration':
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

/** What a column is called in a file: the unit stands in the head, cells hold figures alone. */
export const formatHead = (
  column: Column,
  label: (key: string) => string,
  units: Units,
): string => {
  const unit = pickUnit(column, { ...units, muWord: label(areaUnitLabels.mu) })
  return unit ? `${label(column.label)} (${unit})` : label(column.label)
}
