import { AlarmClosing, AlarmReopening, closeReasons, type Alarm } from '@swath/contract/alarm-desk'
import { Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormField } from '../../ui/form-checks.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { useClose, useReopen } from './alarm-desk.mutations.ts'
import { reasonLabels } from './anomaly.labels.ts'

type Props = { open: boolean; alarm: Pick<Alarm, 'anomalyId' | 'version'>; onClose: () => void }

const formPx = 480

const wordsBox = <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} />

export const CloseForm = ({ open, alarm, onClose }: Props) => {
  const { t } = useTranslation('anomalies')
  const close = useClose()
  const { anomalyId, version } = alarm
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      dialog={formPx}
      title={t('closeTitle')}
      submitLabel={t('closeAlarm')}
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
      <FormField name="text" label={t('words')} extra={t('commentHint')}>
        {wordsBox}
      </FormField>
    </FormDrawer>
  )
}

export const ReopenForm = ({ open, alarm, onClose }: Props) => {
  const { t } = useTranslation('anomalies')
  const reopen = useReopen()
  const { anomalyId, version } = alarm
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      dialog={formPx}
      title={t('reopenTitle')}
      submitLabel={t('reopen')}
      schema={AlarmReopening}
      initial={{ text: '', version }}
      onSubmit={(body) => reopen.mutateAsync({ anomalyId, ...body })}
    >
      <FormField name="text" label={t('reopenWhy')} extra={t('commentHint')}>
        {wordsBox}
      </FormField>
    </FormDrawer>
  )
}
