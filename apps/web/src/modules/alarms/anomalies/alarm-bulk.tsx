import { closeReasons, type Alarm, type CloseReason } from '@swath/contract/alarms/alarm-desk'
import { Radio } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../lib/session.ts'
import { useAlarmTitle } from '../../../ui/alarm-title.ts'
import { BulkActions } from '../../../ui/bulk-actions.tsx'
import { acknowledge, askAlarmsAgain, assign, close } from './alarm-desk.mutations.ts'
import { reasonLabels } from './anomaly.labels.ts'

/** The reason “other” needs a note for each alarm, so it is not offered here. */
const bulkReasons = closeReasons.filter((reason) => reason !== 'other')

const ReasonChoice = ({ onChoose }: { onChoose: (reason: CloseReason) => void }) => {
  const { t } = useTranslation('anomalies')
  const [reason, setReason] = useState<CloseReason>('real')
  return (
    <Radio.Group
      vertical
      aria-label={t('closedReason')}
      value={reason}
      options={bulkReasons.map((value) => ({ value, label: t(reasonLabels[value]) }))}
      onChange={({ target }) => {
        setReason(target.value as CloseReason)
        onChoose(target.value as CloseReason)
      }}
    />
  )
}

type Props = { alarms: readonly Alarm[]; clear: () => void }

/** Actions for all selected alarms at once. */
export const AlarmBulk = ({ alarms, clear }: Props) => {
  const { t } = useTranslation('anomalies')
  const { userId } = useUser()
  const toTitle = useAlarmTitle()
  const reason = useRef<CloseReason>('real')
  return (
    <BulkActions
      rows={alarms}
      clear={clear}
      toKey={({ anomalyId }) => anomalyId}
      toName={(alarm) => `${toTitle(alarm)} · ${alarm.droneName}`}
      after={askAlarmsAgain}
      actions={[
        {
          verb: t('acknowledge'),
          ask: (count) => t('askAcknowledgeMany', { count }),
          effect: () => <p>{t('acknowledgeEffect')}</p>,
          applies: ({ can }) => can.acknowledge,
          run: ({ anomalyId, version }) => acknowledge(anomalyId, { version }),
        },
        {
          verb: t('assignToMe'),
          ask: (count) => t('askAssignMany', { count }),
          effect: () => <p>{t('assignEffect')}</p>,
          applies: ({ can, assigneeId }) => can.assign && assigneeId !== userId,
          run: ({ anomalyId, version }) => assign(anomalyId, { userId, version }),
        },
        {
          verb: t('closeAlarm'),
          ask: (count) => {
            reason.current = 'real'
            return t('askCloseMany', { count })
          },
          effect: () => <ReasonChoice onChoose={(chosen) => (reason.current = chosen)} />,
          applies: ({ can }) => can.close,
          run: ({ anomalyId, version }) => close(anomalyId, { reason: reason.current, version }),
        },
      ]}
    />
  )
}
