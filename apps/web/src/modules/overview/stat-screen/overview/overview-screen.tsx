import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { buildQuery, keepShown } from '../../../../lib/query.ts'
import { useLiveConnection } from '../../../../lib/live/live.ts'
import { PlotsInView, useMapRange } from '../../../live/public.ts'
import { HelpButton } from '../../../../ui/help/help-button.tsx'
import { useOwnScreens } from '../../../../ui/own-screens.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { ThinBar } from '../../../../ui/thin-bar.tsx'
import { useNarrow } from '../../../../ui/use-width.ts'
import { isFewBefore } from './comparison.ts'
import { useOverviewAddress, toQuery, type OverviewAddress } from './overview-address.ts'
import { OverviewFigures } from './overview-figures.tsx'
import { OverviewMap } from './overview-map.tsx'
import { OverviewPath } from './overview-path.tsx'
import { PartRanking } from './part-ranking.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { Trend, TrendCard } from './overview-trend.tsx'
import style from './overview.module.css'

const noParts = [] as const

/** Escape moves up a level, and leaves the screen at the top level. */
const useEscape = (act: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

const useAnswers = (address: OverviewAddress) => {
  const { region } = address
  const { startTime, endTime } = toQuery(address)
  const query = useMemo(
    () => ({ startTime, endTime, ...(region === null ? {} : { regionCode: region }) }),
    [startTime, endTime, region],
  )
  return {
    parts: useQuery({
      ...buildQuery('queryScreenRegion', { body: { regionCode: region, startTime, endTime } }),
      ...keepShown,
    }),
    overview: useQuery({ ...buildQuery('getScreenOverview', { query }), ...keepShown }),
    trend: useQuery({ ...buildQuery('getScreenTrend', { query }), ...keepShown }),
  }
}

/** Below the last level, the plots themselves are shown. */
const OverviewPlots = () => <PlotsInView range={useMapRange(500)} fromZoom={0} />

/** Work by region, from the country down to the county, compared with the previous period. */
export const OverviewScreen = () => {
  const { t } = useTranslation('stat-screen')
  const address = useOverviewAddress()
  const { parts, overview, trend } = useAnswers(address)
  const isNarrow = useNarrow()
  const navigate = useNavigate()
  const home = useOwnScreens().findPath('monitor') ?? '/'
  useLiveConnection()
  const path = parts.data?.path ?? noParts
  const leave = (): void => void navigate(home)
  const goUp = (): void => {
    if (path.length > 1) address.openRegion(path.at(-2)!.regionCode)
    else leave()
  }
  useEscape(goUp)
  const figures = overview.data
  const isFew =
    figures !== undefined && isFewBefore(figures.figures.sprayArea, figures.before.sprayArea)
  const comparison = address.hasJustBegun ? 'begun' : isFew ? 'few' : 'shown'
  const isRenewing = [parts, overview, trend].some(({ isFetching }) => isFetching)
  return (
    <>
      <h1 className="sr-only">{t('app:statOverview')}</h1>
      <ThinBar active={isRenewing} />
      <OverviewMap
        region={path.at(-1)?.regionCode ?? null}
        bounds={parts.data?.bounds ?? null}
        parts={parts.data?.items ?? noParts}
        onOpen={address.openRegion}
      />
      {parts.data?.items.every(({ centre }) => centre === null) && <OverviewPlots />}
      <Panel
        side="left"
        title={t('app:statOverview')}
        extra={
          <>
            <HelpButton />
            <Button
              type="text"
              icon={<CloseOutlined />}
              aria-label={t('overviewLeave')}
              title={t('overviewLeave')}
              onClick={leave}
            />
          </>
        }
      >
        <div className={style.body}>
          <OverviewPath path={path} onOpen={address.openRegion} onUp={goUp} />
          <PeriodChoice address={address} />
          <OverviewFigures query={overview} comparison={comparison} />
          {isNarrow && <Trend query={trend} comparison={comparison} />}
          <PartRanking query={parts} comparison={comparison} onOpen={address.openRegion} />
        </div>
      </Panel>
      {!isNarrow && <TrendCard query={trend} comparison={comparison} />}
    </>
  )
}
