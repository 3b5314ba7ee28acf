import { LeftOutlined } from '@ant-design/icons'
import type { FlightLogRow, LogStatus } from '@swath/contract/flight-logs'
import { Tag } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../lib/api.ts'
import { dash, formatBytes, formatCount } from '../../lib/format.ts'
import { outdated } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { BulkActions } from '../../ui/bulk-actions.tsx'
import type { Column } from '../../ui/list-columns.tsx'
import type { Filter } from '../../ui/list-filters.tsx'
import { OldListScreen } from '../../ui/old-list-screen.tsx'
import { Time, TimeAgo } from '../../ui/time.tsx'
import { formatNames, logPath, statusWords } from './log-words.ts'
import { UploadArea } from './upload-area.tsx'
import style from './flight-logs.module.css'

export const StatusTag = ({ log }: { log: FlightLogRow }) => {
  const { t } = useTranslation('flight-logs')
  const part =
    log.status === 'uploading' && log.bytes > 0
      ? ` ${Math.floor((log.receivedBytes / log.bytes) * 100)} %`
      : ''
  return (
    <Tag className={style.status!} data-status={log.status}>
      {t(statusWords[log.status])}
      {part}
    </Tag>
  )
}

const useColumns = (): readonly Column<FlightLogRow>[] => {
  const { t } = useTranslation('flight-logs')
  return useMemo(
    () => [
      {
        key: 'fileName',
        title: t('fileName'),
        sort: 'fileName',
        width: 240,
        render: (log) => (
          <span className={style.fileName} title={log.fileName}>
            {log.fileName}
          </span>
        ),
      },
      { key: 'status', title: t('status'), render: (log) => <StatusTag log={log} /> },
      { key: 'drone', title: t('drone'), render: (log) => log.droneName ?? dash },
      { key: 'pilot', title: t('pilot'), render: (log) => log.oprName ?? dash },
      {
        key: 'sortieCount',
        title: t('flights'),
        number: true,
        render: (log) => (log.sortieCount === null ? dash : formatCount(log.sortieCount)),
      },
      {
        key: 'startTime',
        title: t('flown'),
        sort: 'startTime',
        render: (log) => <Time time={log.startTime} />,
      },
      {
        key: 'bytes',
        title: t('size'),
        number: true,
        sort: 'bytes',
        render: (log) => formatBytes(log.bytes),
      },
      { key: 'createdByName', title: t('uploadedBy'), render: (log) => log.createdByName },
      {
        key: 'createdAt',
        title: t('uploadedAt'),
        number: true,
        sort: 'createdAt',
        render: (log) => <TimeAgo time={log.createdAt} />,
      },
      {
        key: 'format',
        title: t('format'),
        hidden: true,
        render: (log) => (log.format ? formatNames[log.format] : dash),
      },
      { key: 'droneId', title: t('droneId'), hidden: true, render: (log) => log.droneId ?? dash },
      { key: 'accountName', title: t('account'), hidden: true, render: (log) => log.accountName },
      {
        key: 'acceptedByName',
        title: t('acceptedByName'),
        hidden: true,
        render: (log) => log.acceptedByName ?? dash,
      },
      {
        key: 'acceptedAt',
        title: t('acceptedAt'),
        hidden: true,
        render: (log) => <Time time={log.acceptedAt} />,
      },
    ],
    [t],
  )
}

const useFilters = (hasDrone: boolean): readonly Filter[] => {
  const { t } = useTranslation('flight-logs')
  return useMemo(
    (): Filter[] => [
      { kind: 'text', name: 'fileName', label: t('fileName') },
      {
        kind: 'choice',
        name: 'status',
        label: t('status'),
        options: (Object.keys(statusWords) as LogStatus[]).map((value) => ({
          value,
          label: t(statusWords[value]),
        })),
      },
      ...(hasDrone ? [] : [{ kind: 'text' as const, name: 'droneId', label: t('drone') }]),
      { kind: 'text', name: 'createdByName', label: t('uploadedBy') },
      { kind: 'days', from: 'startTime', to: 'endTime', label: t('uploadedAt') },
    ],
    [t, hasDrone],
  )
}

/** Uploaded flight logs, and where new ones come in. `of` in the address: those of one drone. */
export const FlightLogListScreen = () => {
  const { t } = useTranslation('flight-logs')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const of = params.get('of')
  const columns = useColumns()
  const filters = useFilters(of !== null)
  const user = useUser()
  // A government sees flights where they were flown and brings none.
  const mayUpload = user.rights.includes('equipment.manage') && user.accountType !== 2
  const back =
    of === null
      ? { to: '/business_manage/drone-list', word: t('toDrones') }
      : { to: `/business_manage/drone-list/${encodeURIComponent(of)}`, word: of }
  return (
    <OldListScreen
      name="flight-logs"
      title={of === null ? t('title') : t('titleOf', { drone: of })}
      operation="listFlightLogs"
      rowKey="logId"
      columns={columns}
      filters={filters}
      defaultSort="-createdAt"
      refreshMs={5_000}
      {...(of === null ? {} : { fixedQuery: { droneId: of } })}
      head={
        <>
          <Link className={style.back} to={back.to}>
            <LeftOutlined aria-hidden /> {back.word}
          </Link>
          {mayUpload && <UploadArea droneId={of} />}
        </>
      }
      onOpen={(log) => void navigate(logPath(log.logId))}
      {...(mayUpload
        ? {
            bulk: (rows: readonly FlightLogRow[], clear: () => void) => (
              <BulkActions
                rows={rows}
                nameOf={(log) => log.fileName}
                keyOf={(log) => log.logId}
                clear={clear}
                after={() => outdated('listFlightLogs')}
                actions={[
                  {
                    verb: t('delete'),
                    danger: true,
                    ask: (count) => t('askDeleteMany', { count }),
                    effect: () => t('deleteEffect'),
                    applies: (log) => log.can.delete,
                    run: (log) => call('deleteFlightLog', { params: { logId: log.logId } }),
                  },
                ]}
              />
            ),
          }
        : {})}
      empty={{ title: t('none'), reason: mayUpload ? t('noneReason') : t('noneReasonReader') }}
    />
  )
}
