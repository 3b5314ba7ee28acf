import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
} from '@ant-design/icons'
import type { AlarmState } from '@swath/contract/alarms/anomalies'
import { useTranslation } from 'react-i18next'
import { MarkedTag, type TagLooks } from '../../../ui/state-tags.tsx'

export const stateLabels: Readonly<Record<AlarmState, string>> = {
  open: 'anomalies:stateOpen',
  acknowledged: 'anomalies:stateAcknowledged',
  closed: 'anomalies:stateClosed',
}
const tagLooks: TagLooks<AlarmState> = {
  open: { mark: <ExclamationCircleOutlined aria-hidden />, tone: 'waiting' },
  acknowledged: { mark: <ClockCircleOutlined aria-hidden />, tone: 'good' },
  closed: { mark: <CheckCircleOutlined aria-hidden /> },
}

export const AlarmStateTag = ({ state }: { state: AlarmState }) => {
  const { t } = useTranslation('anomalies')
  return <MarkedTag look={tagLooks[state]}>{t(stateLabels[state])}</MarkedTag>
}
