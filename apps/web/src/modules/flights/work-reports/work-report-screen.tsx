import type { SortieDetail } from '@swath/contract/flights/flights'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { formatDay } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FlightSheets, inOrder } from './flight-sheets.tsx'
import { PrintScreen } from '../../../ui/paper/print-screen.tsx'
import style from '../../../ui/paper/paper.module.css'

/** The same limit as in the flight history, and of the call for tracks. */
const mostSorties = 20
const sortieIds = (text: string | null): string[] =>
  [...new Set((text ?? '').split(','))]
    .filter((id) => /^[0-9a-f-]{36}$/.test(id))
    .slice(0, mostSorties)

/** The data for the report's sorties, in the order in which they were flown. */
const useReport = (droneId: string, ids: readonly string[]) => {
  const drone = useQuery({
    ...buildQuery('getDrone', { query: { droneId } }),
    meta: { quiet: true },
  })
  const details = useQueries({
    queries: ids.map((sortieId) => ({
      ...buildQuery('getSortie', { query: { droneId, sortieId } }),
      staleTime: 60_000,
    })),
  })
  const tracks = useQuery({
    ...buildQuery('getTracks', { body: { droneId, ids: [...ids] } }),
    enabled: ids.length > 0,
    staleTime: 60_000,
  })
  const found = details.flatMap(({ data }): SortieDetail[] => (data ? [data] : []))
  const failed =
    details.find(({ isError, data }) => isError && !data) ??
    (tracks.isError && !tracks.data ? tracks : undefined)
  return {
    drone: drone.data ?? null,
    sorties: inOrder(found),
    tracks: tracks.data?.tracks ?? [],
    failed,
    isWhole:
      ids.length > 0 &&
      found.length === ids.length &&
      tracks.data !== undefined &&
      !drone.isPending,
  }
}

/** Printable work records (A4) of one or more sorties of a drone, to be signed. */
export const WorkReportScreen = () => {
  const { t } = useTranslation('work-reports')
  const { droneId = '' } = useParams()
  const [search] = useSearchParams()
  const ids = sortieIds(search.get('sorties'))
  const report = useReport(droneId, ids)
  const { sorties, failed, isWhole } = report
  const title = sorties[0]
    ? `${t('title')} ${droneId} ${formatDay(sorties[0].startTime).replaceAll('/', '-')}`
    : null

  const history = `/business_manage/drone-list/${encodeURIComponent(droneId)}/history`
  if (ids.length === 0 || (isWhole && sorties.length === 0))
    return (
      <div className={`grid cols-1 gap-16 justify-items-center p-16 ${style.desk}`}>
        <Empty
          title={t('none')}
          reason={t('noneReason')}
          action={<Link to={history}>{t('back')}</Link>}
        />
      </div>
    )
  return (
    <PrintScreen
      title={title ?? t('title')}
      documentTitle={title}
      back={
        <BackLink to={ids.length === 1 ? `${history}?sortie=${ids[0]}` : history}>
          {t('back')}
        </BackLink>
      }
      share={{ kind: 'flights', droneId, sortieIds: sorties.map(({ sortieId }) => sortieId) }}
      shown={isWhole && !failed ? report : null}
      failed={failed}
    >
      {(whole, head) => <FlightSheets report={whole} head={head} />}
    </PrintScreen>
  )
}
