// Exports that are in progress or ready. They survive leaving the page.
import { DeleteOutlined, DownloadOutlined } from '@ant-design/icons'
import type { StatisticsExport } from '@swath/contract/figures/drone-statistics'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatCount, formatMinute } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { tableNames } from '../../../ui/table-exports.ts'
import { useFetchExport, useRemoveExport } from './drone-statistics.mutations.ts'
import style from './drone-statistics.module.css'

const lookMs = 1_500
const isGoingOn = ({ state }: StatisticsExport): boolean =>
  state === 'waiting' || state === 'running'

const toPercent = ({ rowNum, doneNum }: StatisticsExport): number =>
  rowNum === null ? 0 : rowNum === 0 ? 100 : Math.floor((doneNum / rowNum) * 100)

const Line = ({ file }: { file: StatisticsExport }) => {
  const { t } = useTranslation('data-stats')
  const remove = useRemoveExport()
  const fetch = useFetchExport()
  const isDone = file.state === 'done'
  const label = isGoingOn(file) ? t('exportStop') : t('terms:delete')
  return (
    <li className={`flex wrap gap-4-16 items-center tabular ${style.line}`}>
      <span className="nowrap">
        {tableNames[file.format]} · {formatMinute(file.createdAt)}
      </span>
      <span className={`flex gap-12 items-center muted ${style.how}`}>
        {isGoingOn(file) ? (
          <>
            <Progress
              percent={toPercent(file)}
              size="small"
              aria-label={t('exportRunning')}
              showInfo={false}
            />
            <span>
              {file.rowNum === null
                ? t('exportWaiting')
                : `${formatCount(file.doneNum)} / ${formatCount(file.rowNum)}`}
            </span>
          </>
        ) : isDone ? (
          t('exportReady', {
            rows: formatCount(file.rowNum),
            size: formatBytes(file.bytes),
            until: formatMinute(file.keptUntil),
          })
        ) : (
          <span className="danger">{t('exportFailed')}</span>
        )}
      </span>
      {isDone && (
        <Button
          size="small"
          type="primary"
          icon={<DownloadOutlined aria-hidden />}
          loading={fetch.isPending}
          onClick={() => fetch.mutate(file)}
        >
          {t('exportFetch')}
        </Button>
      )}
      <Button
        size="small"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={label}
        title={label}
        loading={remove.isPending}
        onClick={() => remove.mutate({ exportId: file.exportId })}
      />
    </li>
  )
}

export const ExportShelf = () => {
  const { t } = useTranslation('data-stats')
  const files = useQuery({
    ...buildQuery('listDroneStatisticsExports'),
    refetchInterval: ({ state }) => state.data?.items.some(isGoingOn) === true && lookMs,
  })
  const items = files.data?.items ?? []
  return items.length === 0 ? null : (
    <section aria-label={t('exports')}>
      <ul className="list-plain grid card">
        {items.map((file) => (
          <Line key={file.exportId} file={file} />
        ))}
      </ul>
    </section>
  )
}
