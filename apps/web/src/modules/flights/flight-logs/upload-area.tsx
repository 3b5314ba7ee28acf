import { CloseOutlined, InboxOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBytes } from '../../../lib/format.ts'
import { FileButton } from '../../../ui/file-choice.tsx'
import { logPath } from './log.labels.ts'
import { addUploads, dismissUpload, goOn, useUploads, type Upload } from './uploads.ts'
import style from './flight-logs.module.css'

const isFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Files can be dropped anywhere on the page, so that a missed drop does not make the browser open
 * the file.
 */
const useDrop = (take: (files: FileList) => void): boolean => {
  const [isOver, setOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  }, [take])
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined
    const over = (event: DragEvent): void => {
      if (!isFiles(event)) return
      event.preventDefault()
      clearTimeout(leaving)
      setOver(true)
    }
    const leave = (): void => {
      leaving = setTimeout(() => setOver(false), 80)
    }
    const drop = (event: DragEvent): void => {
      if (!isFiles(event)) return
      event.preventDefault()
      setOver(false)
      if (event.dataTransfer) latest.current(event.dataTransfer.files)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      clearTimeout(leaving)
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}

const UploadLine = ({ upload }: { upload: Upload }) => {
  const { t } = useTranslation('flight-logs')
  const dismiss = useMutation({ mutationFn: () => dismissUpload(upload.key) })
  const { fileName, bytes, sentBytes, state, problem, logId } = upload
  const percent = Math.floor((sentBytes / bytes) * 100)
  return (
    <li className={`grid gap-4-16 items-center ${style.upload}`}>
      <span className={`truncate ${style.uploadName}`} title={fileName}>
        {fileName}
      </span>
      <Progress
        className={style.uploadBar!}
        percent={percent}
        showInfo={false}
        size="small"
        aria-label={fileName}
        status={state === 'stopped' ? 'exception' : state === 'done' ? 'success' : 'normal'}
      />
      <span className={`min-w-0 muted text-13 tabular ${style.uploadState}`} role="status">
        {state === 'done'
          ? t('uploadDone')
          : state === 'waiting'
            ? t('uploadWaiting')
            : state === 'stopped'
              ? problem
              : t('uploadSent', { sent: formatBytes(sentBytes), all: formatBytes(bytes) })}
      </span>
      <span className={`flex gap-8 items-center justify-end ${style.uploadTools}`}>
        {state === 'stopped' && (
          <Button size="small" onClick={() => goOn(upload.key)}>
            {t('goOn')}
          </Button>
        )}
        {state === 'done' && logId !== null && <Link to={logPath(logId)}>{t('look')}</Link>}
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          loading={dismiss.isPending}
          aria-label={
            state === 'done'
              ? t('uploadDismiss', { name: fileName })
              : t('uploadCancel', { name: fileName })
          }
          onClick={() => dismiss.mutate()}
        />
      </span>
    </li>
  )
}

/** Takes files, and shows the progress of each upload. */
export const UploadArea = ({ droneId }: { droneId: string | null }) => {
  const { t } = useTranslation('flight-logs')
  const uploads = useUploads()
  const isOver = useDrop((files) => addUploads([...files], droneId))
  return (
    <section aria-label={t('uploadTitle')}>
      <div
        className={`flex gap-16 items-center rounded-8 bg-raised p-16 ${style.drop}`}
        data-over={isOver}
      >
        <InboxOutlined className={style.dropIcon} aria-hidden />
        <p>
          <strong>{isOver ? t('dropNow') : t('drop')}</strong>
          <span>{t('dropHint', { mib: 200 })}</span>
        </p>
        <FileButton type="primary" multiple onFiles={(files) => addUploads(files, droneId)}>
          {t('choose')}
        </FileButton>
      </div>
      {uploads.length > 0 && (
        <ul className={`grid card mt-8 ${style.uploads}`} aria-label={t('uploads')}>
          {uploads.map((upload) => (
            <UploadLine key={upload.key} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  )
}
