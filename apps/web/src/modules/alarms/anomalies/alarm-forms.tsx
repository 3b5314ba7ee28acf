import { AlarmClosing, AlarmReopening, closeReasons, type Alarm } from '@swath/contract/alarm-desk'
import { Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormField } from '../../../ui/form-checks.tsx'
import { StepForm } from '../../../ui/step-form.tsx'
import { useClose, useReopen } from './alarm-desk.mutations.ts'
import { reasonLabels } from './anomaly.labels.ts'

type Props = { open: boolean; alarm: Pick<Alarm, 'anomalyId' | 'version'>; onClose: () => void }

export const CloseForm = ({ open, alarm, onClose }: Props) => {
  const { t } = useTranslation('anomalies')
  const close = useClose()
  const { anomalyId, version } = alarm
  return (
    <StepForm
      open={open}
      onClose={onClose}
      title={t('closeTitle')}
      submitLabel={t('closeAlarm')}
      label={t('words')}
      hint={t('commentHint')}
      schema={AlarmClosing}
      initial={{ text: '', version }}
      messages={{ required: t('reasonNeedsWords') }}
      onSubmit={(body) => close.mutateAsync({ anomalyId, ...body })}
    >
      <FormField name="reason" label={t('closedReason')}>
        <Radio.Group
          vertical
          options={closeReasons.map((value) => ({ value, label: t(reasonLabels[value]) }))}
        />
      </FormField>
    </StepForm>
  )
}

export const ReopenForm = ({ open, alarm, onClose }: Props) => {
  const { t } = useTranslation('anomalies')
  const reopen = useReopen()
  const { anomalyId, version } = alarm
  return (
    <StepForm
      open={open}
      onClose={onClose}
      title={t('reopenTitle')}
      submitLabel={t('reopen')}
      label={t('reopenWhy')}
      hint={t('commentHint')}
      schema={AlarmReopening}
      initial={{ text: '', version }}
      onSubmit={(body) => reopen.mutateAsync({ anomalyId, ...body })}
    />
  )
}
