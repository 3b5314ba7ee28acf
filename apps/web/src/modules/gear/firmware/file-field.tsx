import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { formatBytes } from '../../../lib/format.ts'
import { ChosenFile, FileDrop } from '../../../ui/file-choice.tsx'
import style from './firmware.module.css'

/** A schema for a file of limited size, with named errors. */
export const fileOf = (bytesAtMost: number) =>
  z
    .instanceof(File, { error: 'fileMissing' })
    .refine((file) => file.size > 0, 'fileEmpty')
    .refine((file) => file.size <= bytesAtMost, 'fileTooLarge')

export const useFileMessages = () => {
  const { t } = useTranslation('firmware')
  return {
    fileMissing: t('fileMissing'),
    fileEmpty: t('fileEmpty'),
    fileTooLarge: t('fileTooLarge'),
  }
}

/** Tracks the progress of an upload. It can be stopped, and stops when the form is left. */
export const useSending = () => {
  const [sentBytes, setSentBytes] = useState<number | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  return {
    sentBytes,
    stop: () => abort.current?.abort(),
    /** Resolves to null if it was stopped. */
    run: async <T,>(
      work: (sending: { signal: AbortSignal; onSent: (bytes: number) => void }) => Promise<T>,
    ): Promise<T | null> => {
      const own = new AbortController()
      abort.current = own
      setSentBytes(0)
      try {
        return await work({ signal: own.signal, onSent: setSentBytes })
      } catch (error) {
        if (own.signal.aborted) return null
        throw error
      } finally {
        setSentBytes(null)
      }
    },
  }
}

type Props = {
  id?: string
  value?: File
  onChange?: (file: File) => void
  sentBytes: number | null
  onStop: () => void
  hint: string
}

/** The file is uploaded when the form is submitted. */
export const FileField = ({ id, value, onChange, sentBytes, onStop, hint }: Props) => {
  const { t } = useTranslation('firmware')
  const isSending = sentBytes !== null && value !== undefined
  return (
    <FileDrop
      id={id}
      choose={isSending ? null : value ? t('fileOther') : t('terms:chooseAFile')}
      onFile={(file) => onChange?.(file)}
      before={value && <ChosenFile file={value} />}
    >
      {isSending ? (
        <div className={`grid gap-4 justify-items-start ${style.sending}`}>
          <Progress
            aria-label={t('stateUploading')}
            percent={Math.floor((sentBytes / value.size) * 100)}
            size="small"
          />
          <span className="m-0 muted text-13 leading-normal" role="status">
            {t('sent', { sent: formatBytes(sentBytes), all: formatBytes(value.size) })}
          </span>
          <Button size="small" onClick={onStop}>
            {t('stopUpload')}
          </Button>
        </div>
      ) : (
        <p className="m-0 muted text-13 leading-normal">{hint}</p>
      )}
    </FileDrop>
  )
}
