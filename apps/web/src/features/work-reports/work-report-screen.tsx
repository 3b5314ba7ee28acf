import { LeftOutlined, PrinterOutlined } from '@ant-design/icons'
import type { SortieDetail } from '@swath/contract/flights'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { formatDay, formatTime } from '../../lib/format.ts'
import { hostTheme } from '../../lib/host-theme.ts'
import { queryOf } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { viewerTimeZone } from '../../lib/time-zone.ts'
import { Empty, Failure } from '../../ui/empty.tsx'
import { ProductMark } from '../../ui/product-mark.tsx'
import { ReportPage } from './report-page.tsx'
import { ReportSummary } from './report-summary.tsx'
import style from './work-report.module.css'

/** As many as the flight history can choose, and as tracks come in one call. */
const mostSorties = 20
const sortieIds = (text: string | null): string[] =>
  [...new Set((text ?? '').split(','))]
    .filter((id) => /^[0-9a-f-]{36}$/.test(id))
    .slice(0, mostSorties)

/** The work records of one or more sorties of a drone on A4 paper, to be signed. */
export const WorkReportScreen = () => {
  const { t } = useTranslation('work-reports')
  const { droneId = '' } = useParams()
  const [search] = useSearchParams()
  const ids = sortieIds(search.get('sorties'))
  const user = useUser()
  const [madeAt] = useState(Date.now)
  const drone = useQuery({ ...queryOf('getDrone', { query: { droneId } }), meta: { quiet: true } })
  const details = useQueries({
    queries: ids.map((sortieId) => ({
      ...queryOf('getSortie', { query: { droneId, sortieId } }),
      staleTime: 60_000,
    })),
  })
  const tracks = useQuery({
    ...queryOf('getTracks', { body: { droneId, ids } }),
    enabled: ids.length > 0,
    staleTime: 60_000,
  })

  const found = details.flatMap(({ data }): SortieDetail[] => (data ? [data] : []))
  // There is nothing to sign of what was practised.
  const sorties = found
    .filter(({ simulated }) => !simulated)
    .toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))
  const failed =
    details.find(({ isError, data }) => isError && !data) ??
    (tracks.isError && !tracks.data ? tracks : undefined)
  const isWhole =
    ids.length > 0 && found.length === ids.length && tracks.data !== undefined && !drone.isPending
  const title = sorties[0]
    ? `${t('title')} ${droneId} ${formatDay(sorties[0].startTime).replaceAll('/', '-')}`
    : null
  // A browser names the PDF after the page.
  useEffect(() => {
    if (title === null) return
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])

  const history = `/business_manage/drone-list/${encodeURIComponent(droneId)}/history`
  const back = ids.length === 1 ? `${history}?sortie=${ids[0]}` : history
  if (ids.length === 0 || (isWhole && sorties.length === 0))
    return (
      <div className={style.desk}>
        <Empty
          title={t('none')}
          reason={t('noneReason')}
          action={<Link to={history}>{t('back')}</Link>}
        />
      </div>
    )

  const trackOf = ({ sortieId }: SortieDetail) =>
    tracks.data?.tracks.filter((track) => track.sortieId === sortieId) ?? []
  const head = (
    <header className={style.head}>
      <ProductMark name={hostTheme().productName} logo={hostTheme().logo} />
      <p>{user?.accountName}</p>
      <p>
        {t('made', { time: formatTime(madeAt), name: user?.userName ?? '' })}
        <br />
        {t('zone', { zone: viewerTimeZone() })}
      </p>
    </header>
  )
  return (
    <div className={style.desk}>
      <div className={style.tools}>
        <Link to={back}>
          <LeftOutlined aria-hidden="true" /> {t('back')}
        </Link>
        <Button
          type="primary"
          icon={<PrinterOutlined />}
          disabled={!isWhole}
          onClick={() => window.print()}
        >
          {t('terms:print')}
        </Button>
      </div>
      <h1 className="sr-only">{title ?? t('title')}</h1>
      {failed ? (
        <Failure error={failed.error} onRetry={() => void failed.refetch()} />
      ) : !isWhole ? (
        <article className={style.sheet} aria-busy="true">
          <Skeleton active paragraph={{ rows: 4 }} />
          <div className={style.waiting} />
          <Skeleton active paragraph={{ rows: 8 }} />
        </article>
      ) : (
        <>
          {sorties.length > 1 && (
            <ReportSummary
              head={head}
              drone={drone.data}
              sorties={sorties}
              tracks={tracks.data?.tracks ?? []}
            />
          )}
          {sorties.map((sortie, index) => (
            <ReportPage
              key={sortie.sortieId}
              head={head}
              drone={drone.data}
              sortie={sortie}
              tracks={trackOf(sortie)}
              place={sorties.length > 1 ? { number: index + 1, count: sorties.length } : null}
            />
          ))}
        </>
      )}
    </div>
  )
}
