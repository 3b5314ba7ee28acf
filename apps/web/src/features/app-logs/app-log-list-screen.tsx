import { ClearOutlined, UploadOutlined } from '@ant-design/icons'
import { appLogKinds, appPlatforms, type AppLog } from '@swath/contract/app-logs'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { call } from '../../lib/api.ts'
import { showSuccess } from '../../lib/errors.ts'
import { dash, formatBytes, formatCount } from '../../lib/format.ts'
import { BulkActions } from '../../ui/bulk-actions.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import type { Column } from '../../ui/list-columns.tsx'
import { OldListScreen } from '../../ui/old-list-screen.tsx'
import { tableExports } from '../../ui/table-exports.ts'
import { Time } from '../../ui/time.tsx'
import { afterLogChange, useDeleteLog } from './app-log-changes.ts'
import { AppLogView } from './app-log-detail.tsx'
import { kindWords, platformName } from './app-log-words.ts'
import { CleanUp } from './clean-up.tsx'
import { UploadLog } from './upload-log.tsx'
import style from './app-logs.module.css'

type Answer = { can: { delete: boolean; keep: boolean }; kept: { days: number | null } }

/** What the apps on the ground wrote down: sent by devices and by people. */
export const AppLogListScreen = () => {
  const { t } = useTranslation('app-logs')
  const confirm = useConfirm()
  const destroy = useDeleteLog()
  const [, setParams] = useSearchParams()
  const [{ can, kept }, setAnswer] = useState<Answer>({
    can: { delete: false, keep: false },
    kept: { days: null },
  })
  const [isUploading, setUploading] = useState(false)
  const [isCleaning, setCleaning] = useState(false)
  const onRows = useCallback((_rows: readonly AppLog[], answer: Answer) => setAnswer(answer), [])
  const closeDetail = (): void =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.delete('open')
      return after
    })
  const askDelete = (log: AppLog): void =>
    confirm({
      title: t('askDelete', { name: log.fileName }),
      text: t('deleteEffect'),
      verb: t('delete'),
      run: async () => {
        // The details are left before they are gone.
        closeDetail()
        await destroy.mutateAsync(log.logId)
        showSuccess(t('deleted', { name: log.fileName }))
      },
    })
  const columns: readonly Column<AppLog>[] = [
    {
      key: 'fileName',
      title: t('fileName'),
      sort: 'fileName',
      render: (log) => (
        <span className={style.cell} title={log.fileName}>
          {log.fileName}
        </span>
      ),
    },
    { key: 'droneId', title: t('droneId'), sort: 'droneId', render: (log) => log.droneId ?? dash },
    {
      key: 'droneName',
      title: t('droneName'),
      hidden: true,
      render: (log) => log.droneName ?? dash,
    },
    {
      key: 'appVersion',
      title: t('appVersion'),
      sort: 'appVersion',
      render: (log) => log.appVersion ?? dash,
    },
    {
      key: 'platform',
      title: t('platform'),
      render: (log) => (log.platform ? platformName(log.platform, t('platformOther')) : dash),
    },
    { key: 'kind', title: t('kind'), render: (log) => t(kindWords[log.kind]) },
    {
      key: 'bytes',
      title: t('size'),
      number: true,
      sort: 'bytes',
      render: (log) => formatBytes(log.bytes),
    },
    {
      key: 'uploader',
      title: t('uploader'),
      render: (log) => (log.byDevice ? t('fromDevice') : log.uploaderName),
    },
    {
      key: 'uploadedAt',
      title: t('uploadedAt'),
      sort: 'uploadedAt',
      render: (log) => <Time time={log.uploadedAt} />,
    },
    {
      key: 'note',
      title: t('note'),
      render: (log) =>
        log.note ? (
          <span className={style.cell} title={log.note}>
            {log.note}
          </span>
        ) : (
          dash
        ),
    },
    { key: 'accountName', title: t('account'), hidden: true, render: (log) => log.accountName },
  ]
  const upload = (
    <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => setUploading(true)}>
      {t('upload')}
    </Button>
  )
  return (
    <>
      <OldListScreen
        name="app-logs"
        title={t('title')}
        operation="listAppLogs"
        rowKey="logId"
        columns={columns}
        defaultSort="-uploadedAt"
        onRows={onRows}
        filters={[
          { kind: 'text', name: 'droneId', label: t('droneId') },
          { kind: 'text', name: 'appVersion', label: t('appVersion') },
          {
            kind: 'choice',
            name: 'platform',
            label: t('platform'),
            options: appPlatforms.map((platform) => ({
              value: platform,
              label: platformName(platform, t('platformOther')),
            })),
          },
          { kind: 'days', from: 'startTime', to: 'endTime', label: t('uploadedAt') },
          { kind: 'text', name: 'uploaderName', label: t('uploader') },
          {
            kind: 'choice',
            name: 'source',
            label: t('source'),
            options: [
              { value: 'device', label: t('fromDevice') },
              { value: 'person', label: t('fromPerson') },
            ],
          },
          {
            kind: 'choice',
            name: 'kind',
            label: t('kind'),
            options: appLogKinds.map((kind) => ({ value: kind, label: t(kindWords[kind]) })),
          },
          { kind: 'text', name: 'fileName', label: t('fileOrNote') },
        ]}
        stats={({ stats, kept: now }) => [
          { label: t('statLogs'), value: formatCount(stats.total) },
          { label: t('statSize'), value: formatBytes(stats.bytes) },
          { label: t('statDrones'), value: formatCount(stats.droneNum) },
          {
            label: t('statKept'),
            value: now.days === null ? t('keptForever') : t('keptDays', { count: now.days }),
          },
        ]}
        exports={tableExports('exportAppLogs', 'app-logs')}
        actions={
          <>
            {can.delete && (
              <Button icon={<ClearOutlined aria-hidden />} onClick={() => setCleaning(true)}>
                {t('cleanUp')}
              </Button>
            )}
            {upload}
          </>
        }
        {...(can.delete
          ? {
              bulk: (logs: readonly AppLog[], clear: () => void) => (
                <BulkActions
                  rows={logs}
                  clear={clear}
                  keyOf={({ logId }) => logId}
                  nameOf={({ fileName }) => fileName}
                  after={afterLogChange}
                  actions={[
                    {
                      verb: t('delete'),
                      danger: true,
                      ask: (count) => t('askDeleteMany', { count }),
                      effect: () => <p>{t('deleteOldEffect')}</p>,
                      applies: (log) => log.can.delete,
                      run: ({ logId }) => call('deleteAppLog', { params: { logId } }),
                    },
                  ]}
                />
              ),
            }
          : {})}
        detail={{
          title: (_id, row) => row?.fileName ?? t('log'),
          render: (logId, row) => (
            <AppLogView key={logId} logId={logId} row={row} onDelete={askDelete} />
          ),
        }}
        empty={{ title: t('none'), reason: t('noneReason'), action: upload }}
      />
      <UploadLog open={isUploading} onClose={() => setUploading(false)} />
      {isCleaning && <CleanUp kept={kept.days} onClose={() => setCleaning(false)} />}
    </>
  )
}
