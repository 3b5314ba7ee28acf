import { UploadOutlined } from '@ant-design/icons'
import { AppLogAbout, appLogBytes, appPlatforms } from '@swath/contract/app-logs'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, Input, Progress, Select } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { showSuccess } from '../../lib/errors.ts'
import { formatBytes } from '../../lib/format.ts'
import { keepShown, buildQuery } from '../../lib/query.ts'
import { FormField } from '../../ui/form-checks.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { useUploadLog } from './app-logs.mutations.ts'
import { platformLabels } from './app-log.labels.ts'
import style from './app-logs.module.css'

const Upload = AppLogAbout.extend({
  file: z
    .instanceof(File, { error: 'fileMissing' })
    .refine((file) => file.size > 0, 'fileEmpty')
    .refine((file) => file.size <= appLogBytes, 'fileTooLarge'),
})

/** Chosen or dropped; sent when the form is. */
const FileField = ({
  id,
  value,
  onChange,
  percent,
}: {
  id?: string
  value?: File
  onChange?: (file: File) => void
  percent: number | null
}) => {
  const { t } = useTranslation('app-logs')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null | undefined): void => {
    if (files?.[0]) onChange?.(files[0])
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div
      className={style.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {value && (
        <p className={style.chosen}>
          <strong>{value.name}</strong> <span className="figure">{formatBytes(value.size)}</span>
        </p>
      )}
      <Button id={id} icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
        {value ? t('fileOther') : t('terms:chooseAFile')}
      </Button>
      <p className={style.hint}>{t('fileHint')}</p>
      {percent !== null && <Progress aria-label={t('upload')} percent={percent} size="small" />}
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        data-testid="file"
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
    </div>
  )
}

const DroneField = ({
  id,
  value,
  onChange,
}: {
  id?: string
  value?: string
  onChange?: (droneId: string) => void
}) => {
  const drones = useQuery({
    ...buildQuery('listDrones', { query: { droneId: value ?? '', pageSize: '20' } }),
    ...keepShown,
  })
  return (
    <AutoComplete
      id={id}
      allowClear
      value={value ?? ''}
      onChange={(text: string | undefined) => onChange?.(text ?? '')}
      maxLength={32}
      options={(drones.data?.items ?? []).map(({ droneId, droneName }) => ({
        value: droneId,
        label: `${droneId} · ${droneName}`,
      }))}
    />
  )
}

/** A log that somebody has at hand: of a customer, of the bench. */
export const UploadLog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('app-logs')
  const [percent, setPercent] = useState<number | null>(null)
  const upload = useUploadLog((ratio) => setPercent(Math.round(ratio * 100)))
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={t('uploadTitle')}
      submitLabel={t('uploadButton')}
      schema={Upload}
      initial={{ platform: null }}
      messages={{
        fileMissing: t('fileMissing'),
        fileEmpty: t('fileEmpty'),
        fileTooLarge: t('fileTooLarge'),
      }}
      onSubmit={async ({ file, ...about }) => {
        setPercent(0)
        try {
          await upload.mutateAsync({ ...about, fileName: file.name.slice(-200), file })
        } finally {
          setPercent(null)
        }
        showSuccess(t('uploaded', { name: file.name }))
      }}
    >
      <FormField name="file" label={t('fileName')}>
        <FileField percent={percent} />
      </FormField>
      <FormField name="droneId" label={t('droneId')} extra={t('droneHint')}>
        <DroneField />
      </FormField>
      <div className={style.pair}>
        <FormField name="appVersion" label={t('appVersion')}>
          <Input maxLength={40} autoComplete="off" />
        </FormField>
        <FormField name="platform" label={t('platform')}>
          <Select
            allowClear
            options={appPlatforms.map((platform) => ({
              value: platform,
              label: t(platformLabels[platform]),
            }))}
          />
        </FormField>
      </div>
      <FormField name="note" label={t('note')} extra={t('noteHint')}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </FormField>
    </FormDrawer>
  )
}
