import type { UnifiedTask } from '@swath/contract/campaigns/unified-task-rows'
import { UnifiedTaskChange, UnifiedTaskInput } from '@swath/contract/campaigns/unified-tasks'
import { Form, Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { showSuccess } from '../../../lib/errors.ts'
import { useUser } from '../../../lib/session.ts'
import { FormField } from '../../../ui/form-checks.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { useOpenDetail } from '../../../ui/opened-detail.ts'
import { ChemicalsInput } from './chemicals-input.tsx'
import {
  AreaInput,
  CropInput,
  DayInput,
  RegionInput,
  SupervisorInput,
  WorkTypeInput,
} from '../../../ui/fields/field-inputs.tsx'
import { typeLabels } from './task.labels.ts'
import { useCopyTask, useCreateTask, useUpdateTask } from './unified-tasks.mutations.ts'
import style from './unified-tasks.module.css'

const types = [1, 2, 3, 4] as const

const Days = () => {
  const { t } = useTranslation('unified-tasks')
  return (
    <div className={style.pair}>
      <FormField name="startDate" label={t('startDate')}>
        <DayInput />
      </FormField>
      <FormField name="endDate" label={t('endDate')} dependencies={['startDate']}>
        <DayInput />
      </FormField>
    </div>
  )
}

const WhatCounts = () => {
  const { t } = useTranslation('unified-tasks')
  const form = Form.useFormInstance<{ ground?: 'region' | 'plots' }>()
  const ground = Form.useWatch('ground', { form, preserve: true })
  return (
    <>
      <FormField name="ground" label={t('ground')}>
        <Radio.Group
          options={[
            { value: 'region', label: t('groundRegion') },
            { value: 'plots', label: t('groundPlots') },
          ]}
        />
      </FormField>
      <FormField
        name="targetArea"
        label={t('goalArea')}
        {...(ground === 'plots' ? { extra: t('targetHint') } : {})}
      >
        <AreaInput />
      </FormField>
    </>
  )
}

const Fields = () => {
  const { t } = useTranslation('unified-tasks')
  return (
    <>
      <TextField name="tftzName" label={t('name')} maxLength={80} />
      <FormField name="region" label={t('terms:region')}>
        <RegionInput />
      </FormField>
      <Days />
      <div className={style.pair}>
        <FormField name="tftzType" label={t('type')}>
          <Select options={types.map((type) => ({ value: type, label: t(typeLabels[type]) }))} />
        </FormField>
        <FormField name="workType" label={t('workType')}>
          <WorkTypeInput />
        </FormField>
      </div>
      <FormField name="cropId" label={t('crop')}>
        <CropInput />
      </FormField>
      <FormField name="chemicals" label={t('chemicals')} extra={t('chemicalsHint')}>
        <ChemicalsInput />
      </FormField>
      <WhatCounts />
      <FormField name="zfMonitor" label={t('supervisor')} extra={t('supervisorHint')}>
        <SupervisorInput />
      </FormField>
      <FormField name="note" label={t('note')}>
        <Input.TextArea rows={3} maxLength={1000} />
      </FormField>
    </>
  )
}

const useMessages = () => {
  const { t } = useTranslation('unified-tasks')
  return { endBeforeStart: t('endBeforeStart') }
}

type Props = { onClose: () => void; onCreated: (tftzId: string) => void }
export const CreateTask = ({ onClose, onCreated }: Props) => {
  const { t } = useTranslation('unified-tasks')
  const create = useCreateTask()
  const { accountType, adCode } = useUser()
  return (
    <FormDrawer
      onClose={onClose}
      title={t('createTitle')}
      submitLabel={t('create')}
      schema={UnifiedTaskInput}
      messages={useMessages()}
      initial={{
        tftzType: 1,
        ground: 'region',
        chemicals: [],
        workType: 'pest-control',
        // Most tasks of an authority are for its whole region.
        ...(accountType === 'government' ? { region: adCode } : {}),
      }}
      onSubmit={async (body) => {
        const made = await create.mutateAsync(body)
        showSuccess(t('created', { name: made.tftzName }))
        onCreated(made.tftzId)
      }}
    >
      <Fields />
    </FormDrawer>
  )
}

const toFields = (task: UnifiedTask) => ({
  tftzName: task.tftzName,
  tftzType: task.tftzType,
  region: task.regionCode,
  startDate: task.startDate,
  endDate: task.endDate,
  workType: task.workType,
  cropId: task.cropId,
  chemicals: task.chemicals.map(({ chemicalId, dose, doseUnit }) => ({
    chemicalId,
    dose,
    doseUnit,
  })),
  ground: task.ground,
  targetArea: task.targetArea,
  zfMonitor: task.zfMonitor,
  note: task.note,
  version: task.version,
})

export const EditTask = ({ task, onClose }: { task: UnifiedTask; onClose: () => void }) => {
  const { t } = useTranslation('unified-tasks')
  const update = useUpdateTask()
  return (
    <FormDrawer
      onClose={onClose}
      title={t('editTitle', { name: task.tftzName })}
      schema={UnifiedTaskChange}
      messages={useMessages()}
      initial={toFields(task)}
      readAgain={async () =>
        toFields(await call('getUnifiedTask', { params: { tftzId: task.tftzId } }))
      }
      onSubmit={async (body) =>
        showSuccess(
          t('saved', {
            name: (await update.mutateAsync({ tftzId: task.tftzId, ...body })).tftzName,
          }),
        )
      }
    >
      <Fields />
    </FormDrawer>
  )
}

const CopySchema = z
  .object({
    tftzName: z.string().trim().min(1).max(80),
    startDate: z.iso.date(),
    endDate: z.iso.date(),
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ['endDate'],
    message: 'endBeforeStart',
  })

export const CopyTask = ({ task, onClose }: { task: UnifiedTask; onClose: () => void }) => {
  const { t } = useTranslation('unified-tasks')
  const copy = useCopyTask()
  const open = useOpenDetail()
  return (
    <FormDrawer
      dialog={480}
      onClose={onClose}
      title={t('copyTitle', { name: task.tftzName })}
      submitLabel={t('terms:copy')}
      schema={CopySchema}
      messages={useMessages()}
      initial={{ tftzName: task.tftzName }}
      onSubmit={async (body) => {
        const made = await copy.mutateAsync({ tftzId: task.tftzId, ...body })
        showSuccess(t('copyMade', { name: made.tftzName }))
        open(made.tftzId)
      }}
    >
      <p>{t('copyHint')}</p>
      <TextField name="tftzName" label={t('name')} maxLength={80} />
      <Days />
    </FormDrawer>
  )
}
