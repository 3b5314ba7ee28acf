import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { buildQuery } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { PrintScreen } from '../../../ui/paper/print-screen.tsx'
import { PlotWorkSheet } from './plot-work-sheet.tsx'

/** The flights in the URL, or those of its period. */
const useReport = (blockId: string) => {
  const [search] = useSearchParams()
  const days = { fromDay: search.get('fromDay') ?? '', untilDay: search.get('untilDay') ?? '' }
  const sortieIds = search.get('sortieIds') ?? ''
  const plot = useQuery(buildQuery('getPlot', { params: { blockId } }))
  const ground = useQuery(
    buildQuery('getPlotGround', { params: { blockId }, query: { ...days, sortieIds } }),
  )
  const list = useQuery(buildQuery('getPlotSprayings', { params: { blockId }, query: days }))
  const wanted = sortieIds.split(',')
  const known =
    plot.data && ground.data && list.data
      ? {
          plot: plot.data,
          ground: ground.data,
          sprayings: list.data.items
            .filter((one) => sortieIds === '' || wanted.includes(one.sortieId))
            .toReversed(),
        }
      : null
  const failed = [plot, ground, list].find(({ isError }) => isError) ?? null
  const share = {
    kind: 'plot',
    blockId,
    ...days,
    sortieIds: sortieIds === '' ? [] : wanted,
  } as const
  return { known, failed, share, days }
}

/** A printable report of a plot's coverage by several flights. */
export const PlotWorkReportScreen = () => {
  const { t } = useTranslation('work-reports')
  const { blockId = '' } = useParams()
  const { known, failed, share, days } = useReport(blockId)
  const title = known ? `${t('plotTitle')} ${known.plot.blockName}` : null
  return (
    <PrintScreen
      title={title ?? t('plotTitle')}
      documentTitle={title}
      back={
        <BackLink to={`/business_manage/block-list?open=${blockId}`}>{t('backToPlot')}</BackLink>
      }
      share={share}
      shown={known}
      failed={failed}
    >
      {(report, head) => <PlotWorkSheet report={report} head={head} days={days} />}
    </PrintScreen>
  )
}
