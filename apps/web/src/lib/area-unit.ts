import { AREA_UNITS, defaultAreaUnit, type AreaUnit } from '@swath/domain/units'
import { currentLanguage } from './language.ts'
import { stored, useStored } from './stored.ts'

const kept = stored<AreaUnit | null>(
  'areaUnit',
  (value) => AREA_UNITS.find((one) => one === value) ?? null,
)

/** The unit that the person chose, else the usual one for readers of the language. */
export const areaUnit = {
  get: (): AreaUnit => kept.get() ?? defaultAreaUnit(currentLanguage()),
  set: kept.set,
}
export const useAreaUnit = (): AreaUnit => useStored(kept) ?? defaultAreaUnit(currentLanguage())

export const areaUnitTitles: Readonly<Record<AreaUnit, string>> = {
  mu: 'app:areaMu',
  acre: 'app:areaAcre',
  hectare: 'app:areaHectare',
  rai: 'app:areaRai',
}
