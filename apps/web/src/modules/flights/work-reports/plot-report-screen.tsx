import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formatDay } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { FlightSheets } from './flight-sheets.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { PrintScreen } from '../../../ui/paper/print-screen.tsx'

/** The work record of one spraying over a plot, for the plot's owner. */
export const PlotReportScreen = () => {
  const { t } = useTranslation('work-reports')
  const { blockId = '', droneId = '', sortieId = '' } = useParams()
  const report = useQuery({
    ...buildQuery('getPlotReport', { query: { blockId, droneId, sortieId } }),
    staleTime: 60_000,
  })
  const sortie = report.data
  const title = sortie
    ? `${t('title')} ${sortie.blockName ?? droneId} ${formatDay(sortie.startTime).replaceAll('/', '-')}`
    : null
  return (
    <PrintScreen
      title={title ?? t('title')}
      documentTitle={title}
      back={<BackLink to={`/monitor_manage/monitor?plot=${blockId}`}>{t('backToPlot')}</BackLink>}
      share={{ kind: 'spraying', blockId, droneId, sortieId }}
      shown={sortie}
      failed={report}
    >
      {(found, head) => (
        <FlightSheets head={head} report={{ drone: null, sorties: [found], tracks: [] }} />
      )}
    </PrintScreen>
  )
}
