import { FirmwareInput } from '@swath/contract/gear/firmware'
import { buildBytes, firmwareTypes } from '@swath/domain/firmware-container'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useChange } from '../../../lib/use-change.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { FileField, fileOf, useFileMessages, useSending } from './file-field.tsx'
import { typeLabels } from './firmware.labels.ts'
import { createFirmwareSender } from './send-firmware.ts'

const Upload = FirmwareInput.omit({ filename: true, bytes: true }).extend({
  file: fileOf(buildBytes),
})

/** Models of the own account; `null` means all of them. */
export const useModelOptions = () => {
  const { t } = useTranslation('firmware')
  const models = useQuery(buildQuery('listDroneModels', { query: { pageSize: '500' } }))
  return {
    isPending: models.isPending,
    options: [
      { value: null, label: t('allModels') },
      ...(models.data?.items ?? [])
        .filter(({ can }) => can.update)
        .map(({ flyModelId, modelName }) => ({ value: flyModelId, label: modelName })),
    ],
  }
}

const AboutFields = () => {
  const { t } = useTranslation('firmware')
  const models = useModelOptions()
  return (
    <>
      <div className="pair">
        <FormField name="firmwareType" label={t('terms:type')}>
          <Select
            options={firmwareTypes.map((type) => ({ value: type, label: t(typeLabels[type]) }))}
          />
        </FormField>
        <TextField
          name="firmwareVersion"
          label={t('firmwareVersion')}
          extra={t('versionHint')}
          maxLength={32}
        />
      </div>
      <FormField name="flyModelId" label={t('terms:model')}>
        <Select
          loading={models.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          options={models.options}
        />
      </FormField>
      <TextField name="rcid" label={t('rcid')} extra={t('rcidHint')} maxLength={64} />
      <FormField name="note" label={t('note')}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </FormField>
    </>
  )
}

/** Uploads a build from the compiler; it is encrypted and signed afterwards. */
export const UploadFirmware = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('firmware')
  const [sender] = useState(createFirmwareSender)
  const sending = useSending()
  const upload = useChange({
    run: ({ file, ...about }: typeof Upload._output) =>
      sending.run((options) => sender.send(about, file, options)),
    outdated: ['listFirmware'],
  })
  return (
    <FormDrawer
      onClose={() => {
        sending.stop()
        // The partial upload is not needed any more.
        void sender.forget().catch(() => undefined)
        onClose()
      }}
      title={t('upload')}
      submitLabel={t('uploadButton')}
      schema={Upload}
      initial={{ firmwareType: 'flight_controller', flyModelId: null }}
      messages={{ ...useFileMessages(), firmwareVersionWrong: t('versionRule') }}
      onSubmit={async (body) => {
        const firmware = await upload.mutateAsync(body)
        if (firmware) showSuccess(t('uploaded', { version: firmware.firmwareVersion }))
      }}
    >
      <FormField name="file" label={t('filename')}>
        <FileField sentBytes={sending.sentBytes} onStop={sending.stop} hint={t('fileHint')} />
      </FormField>
      <AboutFields />
    </FormDrawer>
  )
}
