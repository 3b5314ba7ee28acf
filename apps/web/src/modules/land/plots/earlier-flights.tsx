import type { PlotDetail } from '@swath/contract/land/plots'
import { Spin } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { outdated } from '../../../lib/query.ts'

type Finding = Pick<PlotDetail, 'earlierFlights'>

export const isFindingFlights = ({ earlierFlights }: Finding): boolean =>
  earlierFlights.isLookedFor || earlierFlights.leftNum > 0

/** A note that older flights are still being assigned to the plot, with the number left. */
export const EarlierFlights = ({ plot }: { plot: Finding }) => {
  const { t } = useTranslation('plots')
  const isFinding = isFindingFlights(plot)
  const wasFinding = useRef(false)
  useEffect(() => {
    if (wasFinding.current && !isFinding)
      void outdated('getPlotSprayings', 'getPlotGround', 'listPlots', 'listPlotWork')
    wasFinding.current = isFinding
  }, [isFinding])
  if (!isFinding) return null
  const { leftNum } = plot.earlierFlights
  return (
    <p role="status" className="flex gap-8 items-center">
      <Spin size="small" aria-hidden />
      {leftNum === 0 ? t('earlierLookedFor') : t('earlierLeft', { count: leftNum })}
    </p>
  )
}
