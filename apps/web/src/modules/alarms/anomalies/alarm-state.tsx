import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  ExclamationCircleOutlined,
} from '@ant-design/icons'
import type { AlarmState } from '@swath/contract/alarms/anomalies'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import style from './alarm-desk.module.css'

export const stateLabels: Readonly<Record<AlarmState, string>> = {
  open: 'anomalies:stateOpen',
  acknowledged: 'anomalies:stateAcknowledged',
  closed: 'anomalies:stateClosed',
}
// A shape for each state, in addition to the colour.
const marks = {
  open: <ExclamationCircleOutlined aria-hidden />,
  acknowledged: <ClockCircleOutlined aria-hidden />,
  closed: <CheckCircleOutlined aria-hidden />,
} as const

export const AlarmStateTag = ({ state }: { state: AlarmState }) => {
  const { t } = useTranslation('anomalies')
  return (
    <Tag className={style.state} data-state={state} icon={marks[state]}>
      {t(stateLabels[state])}
    </Tag>
  )
}
