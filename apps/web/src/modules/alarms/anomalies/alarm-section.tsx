import { HistoryOutlined } from '@ant-design/icons'
import type { Anomaly } from '@swath/contract/alarms/anomalies'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { buildQuery } from '../../../lib/query.ts'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'
import { useAlarmTitle } from '../../../ui/alarm-title.ts'
import { Failure } from '../../../ui/empty.tsx'
import { TimeAgo } from '../../../ui/time.tsx'
import { Evidence } from './alarm-evidence.tsx'
import { DeskLink } from './desk-link.tsx'
import { useMarkRead } from './anomaly-list.ts'
import { levelLabels } from './anomaly.labels.ts'
import style from './anomalies.module.css'

/** Fetches an alarm by its id; null fetches nothing. */
export const useAlarm = (droneId: string, anomalyId: string | null) =>
  useQuery({
    ...buildQuery('getAnomaly', { query: { droneId, anomalyId: anomalyId ?? '' } }),
    enabled: anomalyId !== null,
    staleTime: Infinity,
    retry: false,
  })

const AlarmDetails = ({ alarm, hasHistory }: { alarm: Anomaly; hasHistory: boolean }) => {
  const { t } = useTranslation('anomalies')
  const toTitle = useAlarmTitle()
  const navigate = useNavigate()
  return (
    <>
      <h3 className="flex gap-8 items-center">
        <AlarmMark level={alarm.level} title={t(levelLabels[alarm.level])} />
        <strong className="flex-1 min-w-0 ink semibold">{toTitle(alarm)}</strong>
        <span className={`grid gap-6 muted text-12 ${style.when}`}>
          <TimeAgo time={alarm.recordTime} />
        </span>
      </h3>
      <Evidence anomaly={alarm} />
      <div className="flex wrap gap-8">
        {hasHistory && (
          <Button
            size="small"
            icon={<HistoryOutlined aria-hidden />}
            onClick={() =>
              void navigate(
                `/business_manage/drone-list/${encodeURIComponent(alarm.droneId)}/history?tracks=${alarm.sortieId}&sortie=${alarm.sortieId}`,
              )
            }
          >
            {t('history')}
          </Button>
        )}
        <DeskLink anomalyId={alarm.anomalyId} />
      </div>
    </>
  )
}

type Props = { droneId: string; alarmId: string; hasHistory: boolean }

/** The selected alarm, in the card of its drone. Opening it marks it as read. */
export const AlarmSection = ({ droneId, alarmId, hasHistory }: Props) => {
  const alarm = useAlarm(droneId, alarmId)
  const { mutate: markRead } = useMarkRead()
  const isUnread = alarm.data?.read === false
  const read = useRef(markRead)
  useEffect(() => {
    read.current = markRead
  }, [markRead])
  useEffect(() => {
    if (isUnread) read.current([alarmId])
  }, [isUnread, alarmId])
  if (alarm.isError) return <Failure error={alarm.error} onRetry={() => void alarm.refetch()} />
  return alarm.data ? (
    <AlarmDetails alarm={alarm.data} hasHistory={hasHistory} />
  ) : (
    <Skeleton active title={false} paragraph={{ rows: 3 }} />
  )
}
