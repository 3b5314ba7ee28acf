import { LeftOutlined, PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { formatDay } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { Failure } from '../../../ui/empty.tsx'
import { ReportPage } from './report-page.tsx'
import { SheetHead, WaitingSheet, useDocumentTitle } from '../../../ui/paper/report-sheet.tsx'
import style from '../../../ui/paper/paper.module.css'

/** The work record of one spraying over a plot, for the plot's owner. */
export const PlotReportScreen = () => {
  const { t } = useTranslation('work-reports')
  const { blockId = '', droneId = '', sortieId = '' } = useParams()
  const [madeAt] = useState(Date.now)
  const report = useQuery({
    ...buildQuery('getPlotReport', { query: { blockId, droneId, sortieId } }),
    staleTime: 60_000,
  })
  const sortie = report.data
  const title = sortie
    ? `${t('title')} ${sortie.blockName ?? droneId} ${formatDay(sortie.startTime).replaceAll('/', '-')}`
    : null
  useDocumentTitle(title)
  return (
    <div className={style.desk}>
      <div className={style.tools}>
        <Link to={`/monitor_manage/monitor?plot=${blockId}`}>
          <LeftOutlined aria-hidden="true" /> {t('backToPlot')}
        </Link>
        <Button
          type="primary"
          icon={<PrinterOutlined />}
          disabled={!sortie}
          onClick={() => window.print()}
        >
          {t('terms:print')}
        </Button>
      </div>
      <h1 className="sr-only">{title ?? t('title')}</h1>
      {report.isError && !sortie ? (
        <Failure error={report.error} onRetry={() => void report.refetch()} />
      ) : sortie ? (
        <ReportPage
          head={<SheetHead madeAt={madeAt} />}
          drone={undefined}
          sortie={sortie}
          tracks={[]}
          place={null}
        />
      ) : (
        <WaitingSheet />
      )}
    </div>
  )
}
