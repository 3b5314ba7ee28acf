import { formatPlace } from '../../../lib/format.ts'
import { alarmPath } from '@swath/contract/alarms/alarm-path'
import type { Anomaly } from '@swath/contract/alarms/anomalies'
import { toPolicyFacts } from '@swath/contract/people/access'
import { listScreens } from '@swath/domain/access/policy'
import { isQuiet } from '@swath/domain/quiet-hours'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { CallError } from '../../../lib/api.ts'
import { showError, showSuccess } from '../../../lib/errors.ts'
import { hostTheme } from '../../../lib/host-theme.ts'
import { buildQuery } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { useAlarmTitle } from '../../../ui/alarm-title.ts'
import { soundAlarm, useSoundAllowed } from '../notifications/alarm-sound.ts'
import { showNotice } from '../notifications/browser-notices.ts'
import { useNoticeClicks } from '../notifications/notice-clicks.ts'
import { acknowledge, askAlarmsAgain } from './alarm-desk.mutations.ts'

/** Acknowledges from a notification; that someone else was faster is no failure. */
const acknowledgeNow = async (alarmId: string, done: string): Promise<void> => {
  try {
    await acknowledge(alarmId)
    showSuccess(done)
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'conflict')) showError(error)
  }
  await askAlarmsAgain()
}

/**
 * Alerts a person who is not looking at the console to a level-1 alarm: by sound and by a
 * notification of the browser, except in the person's quiet hours.
 */
export const useAlertPerson = (): ((alarm: Anomaly) => void) => {
  const { t } = useTranslation('anomalies')
  const navigate = useNavigate()
  const user = useUser()
  const toTitle = useAlarmTitle()
  const mayHaveQuietHours = user.rights.includes('alarm.sms')
  const settings = useQuery({ ...buildQuery('getAlarmChannels'), enabled: mayHaveQuietHours }).data
  useSoundAllowed()
  useNoticeClicks({
    userId: user.userId,
    onOpen: (path) => void navigate(path),
    onAcknowledge: (alarmId) => void acknowledgeNow(alarmId, t('notifications:acknowledged')),
  })
  return (alarm) => {
    if (alarm.level !== 1 || alarm.replayed) return
    const { quietHours, timeZone } = settings ?? {}
    if (quietHours && isQuiet(quietHours, timeZone!, Date.now())) return
    soundAlarm(alarm.anomalyId)
    const place = formatPlace(alarm.region)
    showNotice({
      tag: alarm.anomalyId,
      title: toTitle(alarm),
      body: [alarm.droneName, ...(place === '' ? [] : [place])].join(' · '),
      path: alarmPath(listScreens(toPolicyFacts(user), hostTheme()), alarm),
      acknowledge: user.rights.includes('alarm.handle')
        ? { alarmId: alarm.anomalyId, userId: user.userId, label: t('acknowledge') }
        : null,
    })
  }
}
