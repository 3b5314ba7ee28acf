import { DownloadOutlined } from '@ant-design/icons'
import type { AppLog } from '@swath/contract/gear/app-logs'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBytes } from '../../../lib/format.ts'
import { buildQuery } from '../../../lib/query.ts'
import { DetailOf } from '../../../ui/detail-of.tsx'
import { DeleteButton } from '../../../ui/delete-button.tsx'
import { Failure } from '../../../ui/empty.tsx'
import { Fact, Facts, FactSection, TimeFact } from '../../../ui/facts.tsx'
import { useDownloadLog } from './app-logs.mutations.ts'
import { kindLabels, platformLabels } from './app-log.labels.ts'
import style from './app-logs.module.css'

/** Safe to render: React escapes the text, and the server has removed control characters. */
const FirstLines = ({ logId }: { logId: string }) => {
  const { t } = useTranslation('app-logs')
  const preview = useQuery(buildQuery('previewAppLog', { params: { logId } }))
  if (preview.isError)
    return <Failure error={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <Skeleton active title={false} paragraph={{ rows: 4 }} />
  const { lines, isWhole, encoding } = preview.data
  if (encoding === null) return <p className={style.hint}>{t('notText')}</p>
  if (lines.length === 0) return <p className={style.hint}>{t('noLines')}</p>
  return (
    <>
      <pre className={style.lines} tabIndex={0} aria-label={t('firstLines')} dir="ltr">
        {lines.join('\n')}
      </pre>
      {!isWhole && <p className={style.hint}>{t('firstLinesOnly', { count: lines.length })}</p>}
    </>
  )
}

const AppLogActions = ({ log, onDelete }: { log: AppLog; onDelete: (log: AppLog) => void }) => {
  const { t } = useTranslation('app-logs')
  const download = useDownloadLog()
  return (
    <div className="flex wrap gap-8">
      <Button
        type="primary"
        icon={<DownloadOutlined aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate(log)}
      >
        {t('download')}
      </Button>
      {log.can.delete && <DeleteButton onClick={() => onDelete(log)} />}
    </div>
  )
}

const AppLogFacts = ({ log }: { log: AppLog }) => {
  const { t } = useTranslation('app-logs')
  return (
    <Facts>
      <Fact label={t('terms:drone')}>
        {log.droneId && (
          <>
            <Link to={`/business_manage/drone-list/${encodeURIComponent(log.droneId)}`}>
              {log.droneId}
            </Link>
            {log.droneName && <> · {log.droneName}</>}
          </>
        )}
      </Fact>
      <Fact label={t('terms:account')}>{log.accountName}</Fact>
      <Fact label={t('uploader')}>{log.byDevice ? t('fromDevice') : log.uploaderName}</Fact>
      <TimeFact label={t('uploadedAt')} time={log.uploadedAt} />
      <Fact label={t('appVersion')}>{log.appVersion}</Fact>
      <Fact label={t('platform')}>{log.platform && t(platformLabels[log.platform])}</Fact>
      <Fact label={t('kind')}>
        {t(kindLabels[log.kind])} · <span className="figure">{formatBytes(log.bytes)}</span>
      </Fact>
      <Fact label={t('note')}>{log.note}</Fact>
      <Fact label={t('sha256')}>
        <code className="text-12 break-anywhere">{log.sha256}</code>
      </Fact>
    </Facts>
  )
}

type Props = { logId: string; row: AppLog | undefined; onDelete: (log: AppLog) => void }

/** Details of a log, and its first lines. */
export const AppLogView = ({ logId, row, onDelete }: Props) => {
  const { t } = useTranslation('app-logs')
  const detail = useQuery({
    ...buildQuery('getAppLog', { params: { logId } }),
    enabled: row === undefined,
  })
  return (
    <DetailOf row={row} asked={detail}>
      {(log) => (
        <div className="grid cols-1 gap-20">
          <AppLogActions log={log} onDelete={onDelete} />
          <AppLogFacts log={log} />
          <FactSection title={t('firstLines')}>
            <FirstLines logId={logId} />
          </FactSection>
        </div>
      )}
    </DetailOf>
  )
}
