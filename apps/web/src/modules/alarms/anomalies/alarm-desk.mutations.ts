import type { Operation } from '@swath/contract/api'
import { call } from '../../../lib/api.ts'
import { outdated } from '../../../lib/query.ts'
import { useChange, type Body } from '../../../lib/use-change.ts'

type OfAlarm<O extends Operation> = { anomalyId: string } & Body<O>

/** What shows alarms, or what became of them. */
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

export const useAcknowledge = () =>
  useChange({
    run: ({ anomalyId, ...body }: OfAlarm<'acknowledgeAlarm'>) => acknowledge(anomalyId, body),
    outdated: shown,
  })
export const useAssign = () =>
  useChange({
    run: ({ anomalyId, ...body }: OfAlarm<'assignAlarm'>) => assign(anomalyId, body),
    outdated: shown,
  })
export const useComment = () =>
  useChange({
    run: ({ anomalyId, ...body }: OfAlarm<'commentAlarm'>) =>
      call('commentAlarm', { params: { anomalyId }, body }),
    outdated: shown,
  })
export const useClose = () =>
  useChange({
    run: ({ anomalyId, ...body }: OfAlarm<'closeAlarm'>) => close(anomalyId, body),
    outdated: shown,
  })
export const useReopen = () =>
  useChange({
    run: ({ anomalyId, ...body }: OfAlarm<'reopenAlarm'>) =>
      call('reopenAlarm', { params: { anomalyId }, body }),
    outdated: shown,
  })
