import { AREA_UNITS, defaultAreaUnit, type AreaUnit } from '@swath/domain/units'
import { currentLanguage } from './language.ts'
import { stored, useStored } from './stored.ts'

const kept = stored<AreaUnit | null>(
  'areaUnit',
  (value) => AREA_UNITS.find((one) => one === value) ?? null,
)

/** The person's unit: chosen, else the one that readers of the language expect. */
export const areaUnit = {
  get: (): AreaUnit => kept.get() ?? defaultAreaUnit(currentLanguage()),
  set: kept.set,
}
export const useAreaUnit = (): AreaUnit => useStored(kept) ?? defaultAreaUnit(currentLanguage())
