import { flightLogList, type FlightLogRow } from '@swath/contract/flights/flight-logs'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { dash } from '../../../lib/format.ts'
import { outdated } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { BulkActions } from '../../../ui/bulk-actions.tsx'
import { useStateChips } from '../../../ui/count-chips.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { formatNames } from '../log-formats.ts'
import { logPath, statusLabels } from './log.labels.ts'
import { UploadArea } from './upload-area.tsx'
import style from './flight-logs.module.css'

export const StatusTag = ({ log }: { log: FlightLogRow }) => {
  const { t } = useTranslation('flight-logs')
  const part =
    log.status === 'uploading' && log.bytes > 0
      ? ` ${Math.floor((log.receivedBytes / log.bytes) * 100)}%`
      : ''
  return (
    <Tag className={style.status!} data-status={log.status}>
      {t(statusLabels[log.status])}
      {part}
    </Tag>
  )
}

const FileName = ({ name }: { name: string }) => (
  <span className={style.fileName} title={name}>
    {name}
  </span>
)

const Bulk = ({ logs, clear }: { logs: readonly FlightLogRow[]; clear: () => void }) => {
  const { t } = useTranslation('flight-logs')
  return (
    <BulkActions
      rows={logs}
      toName={(log) => log.fileName}
      toKey={(log) => log.logId}
      clear={clear}
      after={() => outdated('listFlightLogs')}
      actions={[
        {
          verb: t('terms:delete'),
          danger: true,
          ask: (count) => t('askDeleteMany', { count }),
          effect: () => t('deleteEffect'),
          applies: (log) => log.can.delete,
          run: (log) => call('deleteFlightLog', { params: { logId: log.logId } }),
        },
      ]}
    />
  )
}

const states = ['all', 'ready', 'reading', 'uploading', 'unreadable', 'accepted'] as const

/** Uploaded flight logs, and the upload area. `of` in the URL limits both to one drone. */
export const FlightLogListScreen = () => {
  const { t } = useTranslation('flight-logs')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const of = params.get('of')
  const mayUpload = useUser().can.manageEquipment
  const { answer, onLoaded } = useLoadedRows<typeof flightLogList>()
  const { chips, narrowed } = useStateChips({
    name: 'status',
    states,
    labels: statusLabels,
    counts: answer?.stats,
  })
  const back =
    of === null
      ? { to: '/business_manage/drone-list', word: t('terms:drones') }
      : { to: `/business_manage/drone-list/${encodeURIComponent(of)}`, word: of }
  return (
    <ListScreen
      list={flightLogList}
      title={of === null ? t('terms:flightLogs') : t('titleOf', { drone: of })}
      shown={[
        'fileName',
        'status',
        'droneName',
        'oprName',
        'sortieCount',
        'startTime',
        'bytes',
        'createdByName',
        'createdAt',
      ]}
      cellRenderers={{
        fileName: { width: 240, render: ({ fileName }) => <FileName name={fileName} /> },
        status: { render: (log) => <StatusTag log={log} /> },
        format: { render: ({ format }) => (format ? formatNames[format] : dash) },
      }}
      filters={[
        'fileName',
        ...(of === null ? [{ name: 'droneId', column: 'droneName' } as const] : []),
        'oprName',
        'createdByName',
        { from: 'startTime', to: 'endTime', label: t('uploadedAt') },
      ]}
      refreshMs={5_000}
      as={{ narrowed: { ...narrowed, ...(of === null ? {} : { droneId: of }) } }}
      head={
        <>
          <BackLink to={back.to}>{back.word}</BackLink>
          {mayUpload && <UploadArea droneId={of} />}
          {chips}
        </>
      }
      rows={{
        onLoaded,
        onOpen: (log) => void navigate(logPath(log.logId)),
        bulk: mayUpload ? (logs, clear) => <Bulk logs={logs} clear={clear} /> : undefined,
      }}
      empty={{ title: t('none'), reason: mayUpload ? t('noneReason') : t('noneReasonReader') }}
    />
  )
}
