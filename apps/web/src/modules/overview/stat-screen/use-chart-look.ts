import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import type { ChartLook } from './line-content.ts'
import { useSuffixLabels } from './stat-screen-figures.tsx'
import { useUnitPx } from './stat-screen-variant.ts'

/** Font size of charts, in units of the screen's design. */
const letterUnits = 16

export const useChartLook = (): ChartLook => {
  const { i18n } = useTranslation('stat-screen')
  const unit = useAreaUnit()
  const unitPx = useUnitPx()
  const labels = useSuffixLabels()
  return useMemo(
    () => ({
      unit,
      language: i18n.language,
      labels,
      fontPx: Math.round(letterUnits * unitPx * 10) / 10,
      animates: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    }),
    [unit, i18n.language, labels, unitPx],
  )
}
