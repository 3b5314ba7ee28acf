import { AppLogAbout, appLogBytes, appPlatforms } from '@swath/contract/gear/app-logs'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Input, Progress, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { showSuccess } from '../../../lib/errors.ts'
import { keepShown, buildQuery } from '../../../lib/query.ts'
import { ChosenFile, FileDrop } from '../../../ui/file-choice.tsx'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useUploadLog } from './app-logs.mutations.ts'
import { platformLabels } from './app-log.labels.ts'
import style from './app-logs.module.css'

const Upload = AppLogAbout.extend({
  file: z
    .instanceof(File, { error: 'fileMissing' })
    .refine((file) => file.size > 0, 'fileEmpty')
    .refine((file) => file.size <= appLogBytes, 'fileTooLarge'),
})

type FileProps = {
  id?: string
  value?: File
  onChange?: (file: File) => void
  percent: number | null
}
/** The file is uploaded when the form is submitted. */
const FileField = ({ id, value, onChange, percent }: FileProps) => {
  const { t } = useTranslation('app-logs')
  return (
    <FileDrop
      id={id}
      choose={value ? t('fileOther') : t('terms:chooseAFile')}
      onFile={(file) => onChange?.(file)}
      before={value && <ChosenFile file={value} />}
    >
      <p className={style.hint}>{t('fileHint')}</p>
      {percent !== null && <Progress aria-label={t('upload')} percent={percent} size="small" />}
    </FileDrop>
  )
}

type Props = { id?: string; value?: string; onChange?: (droneId: string) => void }
const DroneField = ({ id, value, onChange }: Props) => {
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

/** Uploads a log file, for example a customer's or one from the test bench. */
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
      <div className="pair">
        <TextField name="appVersion" label={t('appVersion')} maxLength={40} />
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
