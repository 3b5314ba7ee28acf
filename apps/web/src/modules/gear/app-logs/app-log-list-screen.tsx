import { ClearOutlined, UploadOutlined } from '@ant-design/icons'
import { appLogList, type AppLog } from '@swath/contract/gear/app-logs'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { dash, formatBytes, formatCount } from '../../../lib/format.ts'
import { Clipped } from '../../../ui/clipped.tsx'
import { useCloseDetail } from '../../../ui/opened-detail.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import type { CellRenderers } from '../../../ui/list-declared.tsx'
import { ListScreen } from '../../../ui/list-screen.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { useLoadedRows } from '../../../ui/use-loaded-rows.ts'
import { useDeleteLog } from './app-logs.mutations.ts'
import { AppLogView } from './app-log-detail.tsx'
import { AppLogBulk } from './app-log-bulk.tsx'
import { CleanUp } from './clean-up.tsx'
import { AppLogTabs } from './app-log-tabs.tsx'
import { UploadLog } from './upload-log.tsx'

const useAskDelete = (): ((log: AppLog) => void) => {
  const { t } = useTranslation('app-logs')
  const confirm = useConfirm()
  const destroy = useDeleteLog()
  const closeDetail = useCloseDetail()
  return (log) =>
    confirm({
      title: t('askDelete', { name: log.fileName }),
      text: t('deleteEffect'),
      verb: t('terms:delete'),
      run: async () => {
        // Close the details before deleting.
        closeDetail()
        await destroy.mutateAsync({ logId: log.logId })
        showSuccess(t('deleted', { name: log.fileName }))
      },
    })
}

/** Memory dumps that apps write when they crash. */
const isCrashDump = (fileName: string): boolean => /\.dmp(\.gz)?$/i.test(fileName)

/** Cell renderers for logs. */
const useLogCells = (): CellRenderers<typeof appLogList> => {
  const { t } = useTranslation('app-logs')
  return {
    fileName: {
      render: ({ fileName }) => (
        <span className="inline-flex gap-8 items-center">
          <Clipped text={fileName} />
          {isCrashDump(fileName) && <StateTag tone="bad">{t('crash')}</StateTag>}
        </span>
      ),
    },
    uploaderName: { render: (log) => (log.byDevice ? t('fromDevice') : log.uploaderName) },
    note: { render: ({ note }) => (note ? <Clipped text={note} /> : dash) },
  }
}

const CleanUpButton = ({ days }: { days: number | null }) => {
  const { t } = useTranslation('app-logs')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<ClearOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('cleanUp')}
      </Button>
      {isOpen && <CleanUp kept={days} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Logs of ground apps: sent by devices and by people. */
export const AppLogListScreen = () => {
  const { t } = useTranslation('app-logs')
  const cellRenderers = useLogCells()
  const askDelete = useAskDelete()
  const { answer, onLoaded } = useLoadedRows<typeof appLogList>()
  const mayDelete = answer?.can.delete ?? false
  const [isUploading, setUploading] = useState(false)
  const upload = (
    <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => setUploading(true)}>
      {t('upload')}
    </Button>
  )
  return (
    <>
      <ListScreen
        list={appLogList}
        title={t('terms:appLogs')}
        head={<AppLogTabs />}
        shown={[
          'fileName',
          'droneId',
          'appVersion',
          'platform',
          'bytes',
          'uploaderName',
          'uploadedAt',
          'note',
        ]}
        cellRenderers={cellRenderers}
        filters={[
          'droneId',
          'droneName',
          'accountName',
          'appVersion',
          'platform',
          { from: 'startTime', to: 'endTime', label: t('uploadedAt') },
          'uploaderName',
          {
            name: 'source',
            label: t('source'),
            options: [
              { value: 'device', label: t('fromDevice') },
              { value: 'person', label: t('fromPerson') },
            ],
          },
          'kind',
          { name: 'fileName', label: t('fileOrNote') },
        ]}
        stats={({ stats, kept }) => [
          { label: t('statLogs'), value: formatCount(stats.total) },
          { label: t('statSize'), value: formatBytes(stats.bytes) },
          { label: t('terms:drones'), value: formatCount(stats.droneNum) },
          {
            label: t('statKept'),
            value: kept.days === null ? t('keptForever') : t('keptDays', { count: kept.days }),
          },
        ]}
        actions={
          <>
            {mayDelete && <CleanUpButton days={answer?.kept.days ?? null} />}
            {upload}
          </>
        }
        rows={{
          onLoaded,
          bulk: mayDelete ? (logs, clear) => <AppLogBulk logs={logs} clear={clear} /> : undefined,
          detail: {
            title: (_id, row) => row?.fileName ?? t('log'),
            render: (logId, row) => (
              <AppLogView key={logId} logId={logId} row={row} onDelete={askDelete} />
            ),
          },
        }}
        empty={{ title: t('none'), reason: t('noneReason'), action: upload }}
      />
      <UploadLog open={isUploading} onClose={() => setUploading(false)} />
    </>
  )
}
