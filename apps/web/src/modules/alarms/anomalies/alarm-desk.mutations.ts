import { call } from '../../../lib/api.ts'
import { outdated } from '../../../lib/query.ts'
import { type Body, buildChange } from '../../../lib/use-change.ts'

/** Operations that show alarms, or their state. */
const shown = [
  'listAlarms',
  'getAlarm',
  'getAlarmFigures',
  'listAnomalies',
  'listRecentAlarms',
  'countUnreadBulletins',
] as const
export const askAlarmsAgain = (): Promise<unknown> => outdated(...shown)

export const acknowledge = (anomalyId: string, body: Body<'acknowledgeAlarm'> = {}) =>
  call('acknowledgeAlarm', { params: { anomalyId }, body })
export const assign = (anomalyId: string, body: Body<'assignAlarm'>) =>
  call('assignAlarm', { params: { anomalyId }, body })
export const close = (anomalyId: string, body: Body<'closeAlarm'>) =>
  call('closeAlarm', { params: { anomalyId }, body })

export const useAcknowledge = buildChange('acknowledgeAlarm', shown)
export const useAssign = buildChange('assignAlarm', shown)
export const useComment = buildChange('commentAlarm', shown)
export const useClose = buildChange('closeAlarm', shown)
export const useReopen = buildChange('reopenAlarm', shown)
