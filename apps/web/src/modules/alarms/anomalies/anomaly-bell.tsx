import { formatPlace } from '../../../lib/format.ts'
import { BellOutlined } from '@ant-design/icons'
import type { TitledAlarm } from '@swath/contract/alarms/alarm-title'
import type { Anomaly } from '@swath/contract/alarms/anomalies'
import { useQuery } from '@tanstack/react-query'
import { App, Badge, Button, Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { monitorLink } from '../../../lib/monitor-link.ts'
import { buildQuery } from '../../../lib/query.ts'
import { AlarmMark } from '../../../ui/alarm-mark.tsx'
import { useAlarmTitle } from '../../../ui/alarm-title.ts'
import { useLinkState, useLiveConnection, useLiveEvent } from '../../../lib/live/live.ts'
import { closeNotices } from '../notifications/browser-notices.ts'
import { askAlarmsAgain } from './alarm-desk.mutations.ts'
import { AnomalyDrawer, noFilters } from './anomaly-drawer.tsx'
import { useAnomalies, type AnomalyFilters } from './anomaly-list.ts'
import { levelLabels } from './anomaly.labels.ts'
import { DeskLink, useOpenOnDesk } from './desk-link.tsx'
import { useAlertPerson } from './use-alert-person.ts'
import style from './anomalies.module.css'

/** Alarms within this time are counted and fetched together. */
const gatherMs = 1000

const isHandled = async (anomalyId: string): Promise<boolean> => {
  try {
    return (await call('getAlarm', { params: { anomalyId } })).state !== 'open'
  } catch {
    return false // Not known now: its notice stays.
  }
}

/** Reloads the data that shows alarms when one arrives or changes. */
const useLiveAnomalies = (onCome: (anomaly: Anomaly) => void): void => {
  const gathering = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => () => clearTimeout(gathering.current ?? undefined), [])
  const gather = (): void => {
    gathering.current ??= setTimeout(() => {
      gathering.current = null
      void askAlarmsAgain()
      void closeNotices(isHandled)
    }, gatherMs)
  }
  useLiveEvent('alarmsChanged', gather)
  useLiveEvent('anomaly', (anomaly) => {
    gather()
    onCome(anomaly)
  })
}

// Separate components, so that an open notification follows a switch of language.
const GravestMark = ({ level }: Pick<Anomaly, 'level'>) => {
  const { t } = useTranslation('anomalies')
  return <AlarmMark level={level} title={t(levelLabels[level])} />
}
const GravestTitle = ({ alarm }: { alarm: TitledAlarm }) => <>{useAlarmTitle()(alarm)}</>
const ShowOnMap = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation('terms')
  return (
    <Button size="small" onClick={onClick}>
      {t('showOnTheMap')}
    </Button>
  )
}

/** Notifications outside the list: only the most severe alarm, with its place and a link. */
const useTellGravest = (
  onShow: ((anomaly: Anomaly) => void) | null,
): ((anomaly: Anomaly) => void) => {
  const { notification } = App.useApp()
  return (anomaly) => {
    if (anomaly.level !== 1 || anomaly.replayed) return
    const key = anomaly.anomalyId
    notification.open({
      key,
      duration: 10,
      placement: 'topRight',
      role: 'alert',
      icon: <GravestMark level={anomaly.level} />,
      title: <GravestTitle alarm={anomaly} />,
      description: `${anomaly.droneName} · ${formatPlace(anomaly.region)}`,
      actions: onShow && (
        <ShowOnMap
          onClick={() => {
            notification.destroy(key)
            onShow(anomaly)
          }}
        />
      ),
    })
  }
}

const AssignedTitle = () => <>{useTranslation('anomalies').t('assignedTold')}</>

/** Notifies people of alarms assigned to them, with a link. */
const useTellAssigned = (): void => {
  const { notification } = App.useApp()
  const openOnDesk = useOpenOnDesk()
  useLiveEvent('alarmsChanged', ({ assignedId }) => {
    if (assignedId === null) return
    const key = `assigned ${assignedId}`
    notification.open({
      key,
      duration: 10,
      placement: 'topRight',
      role: 'status',
      title: <AssignedTitle />,
      actions: openOnDesk && (
        <DeskLink anomalyId={assignedId} onLeave={() => notification.destroy(key)} />
      ),
    })
  })
}

/** Alarms raised while the connection was lost are requested when it is back. */
const useCatchUp = (): void => {
  const link = useLinkState()
  const wasLost = useRef(false)
  useEffect(() => {
    if (link === 'live' && wasLost.current) void askAlarmsAgain()
    wasLost.current = link === 'lost'
  }, [link])
}

type Counts = { unresolved: number; unread: number }
type ButtonProps = { counts: Counts; isOpen: boolean; onClick: () => void }
/** Shows the number of unresolved alarms, the same as on the desk and the monitor. */
const BellButton = ({ counts: { unresolved, unread }, isOpen, onClick }: ButtonProps) => {
  const { t } = useTranslation('anomalies')
  const label = unresolved > 0 ? t('bell', { count: unresolved, unread }) : t('terms:alarms')
  return (
    <Tooltip title={label}>
      <Badge
        count={unresolved}
        size="small"
        offset={[-9, 8]}
        {...(unread === 0 ? { color: 'var(--muted)' } : {})}
      >
        <Button
          type="text"
          className={style.bell}
          icon={<BellOutlined aria-hidden />}
          aria-label={label}
          aria-expanded={isOpen}
          onClick={onClick}
        />
      </Badge>
    </Tooltip>
  )
}

/** The bell and its drawer, in the header of every screen. */
export const AnomalyBell = ({ hasMap }: { hasMap: boolean }) => {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [filters, setFilters] = useState<AnomalyFilters>(noFilters)
  const [openedId, openOne] = useState<string | null>(null)
  useLiveConnection()
  const unreadCounts = useQuery({
    ...buildQuery('countUnreadBulletins'),
    refetchInterval: 60_000,
    // The title of a tab in the background shows the count.
    refetchIntervalInBackground: true,
  })
  const found = useAnomalies(filters, isOpen)
  const show = ({ droneId, anomalyId }: Anomaly): void => {
    setOpen(false)
    void navigate(monitorLink({ droneId, alarmId: anomalyId }))
  }
  const tell = useTellGravest(hasMap ? show : null)
  const alertPerson = useAlertPerson()
  useLiveAnomalies((anomaly) => {
    tell(anomaly)
    alertPerson(anomaly)
  })
  useTellAssigned()
  useCatchUp()
  const counts = {
    unresolved: unreadCounts.data?.unresolvedAlarmCount ?? 0,
    unread: unreadCounts.data?.anomalyCount ?? 0,
  }
  return (
    <>
      <BellButton counts={counts} isOpen={isOpen} onClick={() => setOpen(!isOpen)} />
      <AnomalyDrawer
        isOpen={isOpen}
        onClose={() => {
          setOpen(false)
          openOne(null)
        }}
        found={found}
        filters={filters}
        setFilters={setFilters}
        unreadCount={counts.unread}
        selectedId={openedId}
        onShow={hasMap ? show : null}
        onSelect={(anomaly) => openOne(anomaly?.anomalyId ?? null)}
      />
    </>
  )
}
