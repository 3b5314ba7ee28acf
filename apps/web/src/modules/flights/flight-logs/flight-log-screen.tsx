import { DeleteOutlined, DownloadOutlined, LeftOutlined } from '@ant-design/icons'
import type { FlightLogDetail } from '@swath/contract/flights/flight-logs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Progress, Skeleton, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { formatMinute } from '../../../lib/format.ts'
import { queryClient, buildQuery } from '../../../lib/query.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useChange } from '../../../lib/use-change.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ThinBar } from '../../../ui/thin-bar.tsx'
import { useFreeMap } from '../../../ui/use-free-map.ts'
import { HistoryMap, boundsOfTracks } from '../flights/history/history-map.tsx'
import { StatusTag } from './flight-log-list-screen.tsx'
import { LogChoice, logQuery } from './log-choice.tsx'
import { LogFindings } from './log-findings.tsx'
import { LogNotices, isKnown } from './log-notices.tsx'
import { LogTimes } from './log-times.tsx'
import { LogRecords, LogSorties } from './log-sorties.tsx'
import { formatNames } from '../log-formats.ts'
import { listPath, problemLabels } from './log.labels.ts'
import style from './flight-logs.module.css'

const isMoving = (log: FlightLogDetail): boolean =>
  log.status === 'uploading' || log.status === 'reading' || log.isPending

/** Actions on the file itself. */
const LogTools = ({ log }: { log: FlightLogDetail }) => {
  const { t } = useTranslation('flight-logs')
  const navigate = useNavigate()
  const confirm = useConfirm()
  const download = useMutation({
    mutationFn: async () =>
      saveFile(
        log.fileName,
        await call('downloadFlightLog', { params: { logId: log.logId } }, { timeoutMs: null }),
      ),
  })
  const remove = useChange({
    run: () => call('deleteFlightLog', { params: { logId: log.logId } }),
    outdated: ['listFlightLogs'],
  })
  const ask = (): void =>
    confirm({
      title: t('askDelete', { name: log.fileName }),
      text: log.status === 'accepted' ? t('deleteEffectAccepted') : t('deleteEffect'),
      verb: t('terms:delete'),
      run: async () => {
        await remove.mutateAsync()
        showSuccess(t('deleted', { name: log.fileName }))
        void navigate(listPath)
      },
    })
  return (
    <>
      {log.receivedBytes === log.bytes && (
        <Tooltip title={t('download')}>
          <Button
            type="text"
            size="small"
            icon={<DownloadOutlined />}
            aria-label={t('download')}
            loading={download.isPending}
            onClick={() => download.mutate()}
          />
        </Tooltip>
      )}
      {log.can.delete && (
        <Tooltip title={t('terms:delete')}>
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('terms:delete')}
            onClick={ask}
          />
        </Tooltip>
      )}
    </>
  )
}

const AcceptFoot = ({ log }: { log: FlightLogDetail }) => {
  const { t } = useTranslation('flight-logs')
  const accept = useChange({
    run: () => call('acceptFlightLog', { params: { logId: log.logId } }),
    done: (detail) => {
      queryClient.setQueryData(logQuery(log.logId).queryKey, detail)
      showSuccess(t('acceptedNow'))
    },
    outdated: ['listFlightLogs', 'listFlights', 'getFlightStatistics', 'getDrone', 'listDrones'],
  })
  const why =
    log.sorties.length === 0
      ? t('noFlight')
      : log.report?.times?.isOrderAssumed
        ? t('dateOrderOpen')
        : log.droneId === null
          ? t('chooseDroneHint')
          : isKnown(log)
            ? t('known')
            : null
  return (
    <div className="grid gap-6">
      <Button
        type="primary"
        block
        disabled={why !== null || !log.can.accept}
        loading={accept.isPending}
        onClick={() => accept.mutate()}
      >
        {t('accept')}
      </Button>
      <p className={style.hint}>{why ?? t('acceptHint')}</p>
    </div>
  )
}

const Body = ({ log, onShow }: { log: FlightLogDetail; onShow: (index: number) => void }) => {
  const { t } = useTranslation('flight-logs')
  if (log.status === 'uploading') {
    const percent = Math.floor((log.receivedBytes / log.bytes) * 100)
    return (
      <section className={style.section}>
        <Progress percent={percent} aria-label={log.fileName} />
        <p className={style.hint}>{t('uploadingHint')}</p>
      </section>
    )
  }
  if (log.status === 'reading')
    return (
      <section className={style.section} role="status">
        <p>{t('readingHint')}</p>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </section>
    )
  if (log.status === 'unreadable') {
    return (
      <>
        <section className={style.section} role="alert">
          <p>
            <strong>{t('unreadable')}</strong>
          </p>
          <p className={style.hint}>
            {log.problem &&
              t(problemLabels[log.problem], { format: log.format ? formatNames[log.format] : '' })}
          </p>
        </section>
        <LogFindings log={log} />
      </>
    )
  }
  return (
    <>
      {log.status === 'accepted' && log.droneId !== null ? (
        <>
          <section className={style.section}>
            <p>
              {t('acceptedBy', {
                name: log.acceptedByName ?? '',
                time: formatMinute(log.acceptedAt),
              })}
            </p>
            <p className={style.hint}>
              {log.droneName} · {log.droneId}
              {log.oprName !== null && ` · ${log.oprName}`}
            </p>
          </section>
          <LogRecords log={log} droneId={log.droneId} />
        </>
      ) : (
        <>
          <LogNotices log={log} />
          <LogTimes log={log} />
          <LogChoice log={log} />
        </>
      )}
      {log.status === 'ready' && <LogSorties log={log} onShow={onShow} />}
      <LogFindings log={log} />
    </>
  )
}

const none: readonly never[] = []

/** One flight log: its flights on the map, what could and could not be read, and accepting it. */
export const FlightLogScreen = () => {
  const { t } = useTranslation('flight-logs')
  const { logId = '' } = useParams()
  const { map, padding } = useFreeMap()
  const detail = useQuery({
    ...logQuery(logId),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? 1_000 : false),
  })
  const log = detail.data
  const hasTracks = log?.status === 'ready' || log?.status === 'accepted'
  const tracks = useQuery({
    ...buildQuery('getFlightLogTracks', { params: { logId } }),
    enabled: hasTracks,
    staleTime: Infinity,
  })
  const shown = tracks.data?.tracks ?? none
  const show = (index: number): void => {
    const bounds = shown[index] && boundsOfTracks([shown[index]])
    if (bounds) map?.fitBounds(bounds, { padding: padding(), maxZoom: 18 })
  }
  return (
    <>
      <HistoryMap
        tracks={shown}
        activeId={null}
        detail={undefined}
        padding={padding}
        onOpen={(sortieId) => show(shown.findIndex((track) => track.sortieId === sortieId))}
      />
      <Panel
        side="left"
        extra={log && <LogTools log={log} />}
        footer={log?.status === 'ready' && <AcceptFoot log={log} />}
        title={
          <>
            <Link
              className="back-icon"
              to={listPath}
              title={t('terms:flightLogs')}
              aria-label={t('terms:flightLogs')}
            >
              <LeftOutlined />
            </Link>
            {log?.fileName ?? t('terms:flightLogs')}
          </>
        }
      >
        <ThinBar active={(detail.isFetching && !detail.isPending) || tracks.isFetching} />
        <h1 className="sr-only">{t('titleOne', { name: log?.fileName ?? '' })}</h1>
        {detail.isError && !log ? (
          <Failure error={detail.error} onRetry={() => void detail.refetch()} />
        ) : !log ? (
          <div className={style.section}>
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          </div>
        ) : (
          <>
            <p className={style.state}>
              <StatusTag log={log} />
            </p>
            <Body log={log} onShow={show} />
          </>
        )}
      </Panel>
    </>
  )
}
