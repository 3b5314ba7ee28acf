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

/** Title of a column in a file: the unit is in the title, cells hold numbers only. */
export const formatHead = (
  column: Column,
  label: (key: string) => string,
  units: Units,
): string => {
  const unit = pickUnit(column, { ...units, muWord: label(areaUnitLabels.mu) })
  return unit ? `${label(column.label)} (${unit})` : label(column.label)
}
