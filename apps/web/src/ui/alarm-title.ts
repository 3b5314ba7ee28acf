import { alarmTitle, type TitledAlarm } from '@swath/contract/alarms/alarm-title'
import { useTranslation } from 'react-i18next'

/** Use this in messages and exported files too, so that an alarm has one title everywhere. */
export const useAlarmTitle = (): ((alarm: TitledAlarm) => string) => {
  const { t } = useTranslation('terms')
  return (alarm) => {
    const { label, values } = alarmTitle(alarm)
    return t(label, values)
  }
}
