import { alarmTitle, type TitledAlarm } from '@swath/contract/alarms/alarm-title'
import { useTranslation } from 'react-i18next'

/** The title of an alarm, as messages and files write it too. */
export const useAlarmTitle = (): ((alarm: TitledAlarm) => string) => {
  const { t } = useTranslation('terms')
  return (alarm) => {
    const { label, values } = alarmTitle(alarm)
    return t(label, values)
  }
}
