import type { StatLabels } from '@swath/contract/figures/stat-shown'
import type { AreaUnit } from '@swath/domain/units'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'

const unitLabels: Readonly<Record<AreaUnit, string>> = {
  mu: 'terms:mu',
  acre: 'terms:acres',
  hectare: 'terms:ha',
  rai: 'terms:rai',
}

/** Labels and units of figures: with the statistic's own unit of area, or the reader's. */
export const useStatLabels = (own: AreaUnit | null): StatLabels => {
  const { t } = useTranslation('data-stats')
  const readers = useAreaUnit()
  const areaUnit = own ?? readers
  return useMemo(
    () => ({ areaUnit, areaWord: t(unitLabels[areaUnit]), label: (label: string) => t(label) }),
    [areaUnit, t],
  )
}
