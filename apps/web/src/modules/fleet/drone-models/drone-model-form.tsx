import {
  DroneModelChange,
  DroneModelInput,
  modelPowers,
  modelShapes,
  type DroneModel,
} from '@swath/contract/fleet/drone-models'
import { useQuery } from '@tanstack/react-query'
import { InputNumber, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { ImageUpload } from '../../../ui/image-upload.tsx'
import { useAddModel, useUpdateModel } from './drone-models.mutations.ts'
import { powerLabels, shapeLabels } from './drone-model.labels.ts'
import { formatUnit } from '../../../lib/format.ts'

type Props = { value?: string | null; onChange?: (url: string | null) => void; label: string }
const Picture = ({ value = null, onChange, label }: Props) => (
  <ImageUpload value={value} onChange={(url) => onChange?.(url)} label={label} purpose="model" />
)

/**
 * Numbers are kept as typed: limits of the input would silently turn −5 into 0, while errors of the
 * schema are shown at the field.
 */
const Fields = () => {
  const { t } = useTranslation('drone-models')
  return (
    <>
      <TextField name="modelName" label={t('terms:model')} maxLength={60} />
      <FormField name="shape" label={t('shape')}>
        <Select
          options={modelShapes.map((shape) => ({ value: shape, label: t(shapeLabels[shape]) }))}
        />
      </FormField>
      <FormField name="power" label={t('power')}>
        <Radio.Group
          options={modelPowers.map((power) => ({ value: power, label: t(powerLabels[power]) }))}
        />
      </FormField>
      <div className="pair">
        <FormField name="tankL" label={t('terms:tank')} extra={t('tankHint')}>
          <InputNumber step={1} suffix={formatUnit('L')} style={{ width: '100%' }} />
        </FormField>
        <FormField
          name="sprayWidth"
          label={t('defaultSwathWidth')}
          extra={t('defaultSwathWidthHint')}
        >
          <InputNumber step={0.5} suffix={formatUnit('m')} style={{ width: '100%' }} />
        </FormField>
      </div>
      <FormField name="pictureUrl" label={t('picture')}>
        <Picture label={t('picture')} />
      </FormField>
    </>
  )
}

/** The platform selects the maker; a maker adds its own models. */
const Maker = ({ isOpen }: { isOpen: boolean }) => {
  const { t } = useTranslation('drone-models')
  const makers = useQuery({ ...buildQuery('listModelMakers'), enabled: isOpen })
  return (
    <FormField name="zzAccountId" label={t('terms:manufacturer')}>
      <Select
        showSearch
        optionFilterProp="label"
        loading={makers.isPending}
        options={(makers.data?.items ?? []).map(({ accountId, accountName }) => ({
          value: accountId,
          label: accountName,
        }))}
      />
    </FormField>
  )
}

/** A platform owns no models, so the maker is required. */
const PlatformInput = DroneModelInput.extend({
  zzAccountId: DroneModelInput.shape.zzAccountId.unwrap().unwrap(),
})

export const CreateModel = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslation('drone-models')
  const isMaker = useUser().accountType === 'manufacturer'
  const add = useAddModel()
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={t('createTitle')}
      submitLabel={t('create')}
      schema={isMaker ? DroneModelInput : PlatformInput}
      initial={{ power: 'electric', pictureUrl: null }}
      messages={{ modelNameTaken: t('modelNameTaken') }}
      onSubmit={async (body) =>
        showSuccess(t('created', { name: (await add.mutateAsync(body)).modelName }))
      }
    >
      {!isMaker && <Maker isOpen={open} />}
      <Fields />
    </FormDrawer>
  )
}

const toFields = (model: DroneModel) => {
  const { flyModelId, modelName, shape, power, tankL, sprayWidth, pictureUrl, version } = model
  return { flyModelId, modelName, shape, power, tankL, sprayWidth, pictureUrl, version }
}

export const EditModel = ({ model, onClose }: { model: DroneModel; onClose: () => void }) => {
  const { t } = useTranslation('drone-models')
  const update = useUpdateModel()
  const { flyModelId, modelName } = model
  return (
    <FormDrawer
      onClose={onClose}
      title={t('editTitle', { name: modelName })}
      schema={DroneModelChange}
      initial={toFields(model)}
      readAgain={async () =>
        toFields(await call('getDroneModel', { params: { modelId: flyModelId } }))
      }
      messages={{ modelNameTaken: t('modelNameTaken') }}
      onSubmit={async (body) =>
        showSuccess(t('saved', { name: (await update.mutateAsync(body)).modelName }))
      }
    >
      <Fields />
    </FormDrawer>
  )
}
