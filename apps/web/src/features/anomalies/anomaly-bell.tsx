import { BellOutlined } from '@ant-design/icons'
import { toPolicyFacts } from '@swath/contract/access'
import type { Anomaly } from '@swath/contract/anomalies'
import { listScreens } from '@swath/domain/access/policy'
import { useQuery } from '@tanstack/react-query'
import { App, Badge, Button, Tooltip } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hostTheme } from '../../lib/host-theme.ts'
import { mapSettings } from '../../lib/map-settings.ts'
import { outdated, buildQuery } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { useStored } from '../../lib/stored.ts'
import { panelPadding } from '../../map/fit.ts'
import { useMap } from '../../map/map-context.ts'
import { AlarmMark } from '../../ui/alarm-mark.tsx'
import { useStage } from '../../ui/stage.tsx'
import { useLinkState, useLiveConnection, useLiveEvent } from '../monitor/public.ts'
import { AnomalyDrawer } from './anomaly-drawer.tsx'
import { AnomalyMarkers } from './anomaly-markers.tsx'
import { onceEach, useAnomalies, useMarkRead, type AnomalyFilters } from './anomaly-list.ts'
import { levelLabels, typeLabels } from './anomaly.labels.ts'
import style from './anomalies.module.css'

/** How long a marker beats after its alarm came. */
const freshMs = 30_000
/** Alarms that came one after the other are counted and fetched together. */
const gatherMs = 1000
/** Live ones that are kept for the map, beside those of the list. */
const mostLive = 200
const nearZoom = 14.5
const atMost = 999

/**
 * Alarms as they come while the console is open, newest first; those of the last half minute by id.
 */
const useLiveAnomalies = (onCome: (anomaly: Anomaly) => void) => {
  const [live, setLive] = useState<readonly Anomaly[]>([])
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  const gathering = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running) clearTimeout(timer)
    }
  }, [])
  const later = (work: () => void, ms: number) => {
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      work()
    }, ms)
    timers.current.add(timer)
    return timer
  }
  useLiveEvent('anomaly', (anomaly) => {
    setLive((before) => onceEach([anomaly, ...before]).slice(0, mostLive))
    setNewIds((before) => new Set(before).add(anomaly.anomalyId))
    later(
      () => setNewIds((before) => new Set([...before].filter((id) => id !== anomaly.anomalyId))),
      freshMs,
    )
    gathering.current ??= later(() => {
      gathering.current = null
      void outdated('countUnreadAnomalies', 'listAnomalies')
    }, gatherMs)
    onCome(anomaly)
  })
  return { live, newIds }
}

/** What is told beside the list: the gravest alone, where it happened, with the way there. */
const useTellGravest = (onShow: (anomaly: Anomaly) => void): ((anomaly: Anomaly) => void) => {
  const { t } = useTranslation('anomalies')
  const { notification } = App.useApp()
  return (anomaly) => {
    if (anomaly.level !== 1 || anomaly.replayed) return
    const key = anomaly.anomalyId
    notification.open({
      key,
      duration: 10,
      placement: 'topRight',
      role: 'alert',
      icon: <AlarmMark level={anomaly.level} title={t(levelLabels[anomaly.level])} />,
      title:
        anomaly.noflyName === null
          ? t(typeLabels[anomaly.oddType])
          : t('enteredZone', { zone: anomaly.noflyName }),
      description: `${anomaly.droneName} · ${anomaly.region.slice(-2).join(' / ')}`,
      actions: (
        <Button
          size="small"
          onClick={() => {
            notification.destroy(key)
            onShow(anomaly)
          }}
        >
          {t('terms:showOnTheMap')}
        </Button>
      ),
    })
  }
}

/** How the map goes to an alarm: at once where it is seen, else when it is open. */
const useMapGoTo = () => {
  const map = useMap()
  const stage = useStage()
  const isMapSeen = stage.layout === 'map' || stage.isMapOpen
  const waitsForMap = useRef<Anomaly | null>(null)
  const flyTo = useCallback(
    (anomaly: Anomaly): void =>
      map?.moveTo([anomaly.lng, anomaly.lat], {
        zoom: Math.max(nearZoom, map.view().zoom),
        padding: panelPadding(window.innerWidth, { left: stage.layout === 'map', right: true }),
      }),
    [map, stage.layout],
  )
  const openAt = (anomaly: Anomaly): void => {
    if (isMapSeen) return flyTo(anomaly)
    waitsForMap.current = anomaly
    stage.openMap(true)
  }
  // A map that opens for it has its new size only after it is laid out.
  useEffect(() => {
    const anomaly = waitsForMap.current
    if (!isMapSeen || !anomaly) return
    waitsForMap.current = null
    const frame = requestAnimationFrame(() => flyTo(anomaly))
    return () => cancelAnimationFrame(frame)
  }, [isMapSeen, flyTo])
  return { isMapSeen, flyTo, openAt }
}

/** What came while the connection was lost is asked for when it is back. */
const useCatchUp = (): void => {
  const link = useLinkState()
  const wasLost = useRef(false)
  useEffect(() => {
    if (link === 'live' && wasLost.current) void outdated('countUnreadAnomalies', 'listAnomalies')
    wasLost.current = link === 'lost'
  }, [link])
}

type ButtonProps = { unreadCount: number; isOpen: boolean; onClick: () => void }
const BellButton = ({ unreadCount, isOpen, onClick }: ButtonProps) => {
  const { t } = useTranslation('anomalies')
  const label = unreadCount > 0 ? t('bellUnread', { count: unreadCount }) : t('terms:alarms')
  return (
    <Tooltip title={label}>
      <Badge count={unreadCount} size="small" overflowCount={atMost - 1} offset={[-6, 4]}>
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

/**
 * The bell, its drawer, and the alarms on whatever map is open. It stands in the header of every
 * screen.
 */
const Bell = () => {
  const { showAlert } = useStored(mapSettings)
  const [isOpen, setOpen] = useState(false)
  const [filters, setFilters] = useState<AnomalyFilters>({ oddType: null, isUnread: false })
  const [selected, setSelected] = useState<Anomaly | null>(null)
  useLiveConnection()
  const unread = useQuery({ ...buildQuery('countUnreadAnomalies'), refetchInterval: 60_000 })
  const found = useAnomalies(filters, isOpen)
  const markRead = useMarkRead()

  const { isMapSeen, flyTo, openAt } = useMapGoTo()
  const show = (anomaly: Anomaly): void => {
    setSelected(anomaly)
    setOpen(true)
    if (!anomaly.read) markRead.mutate([anomaly.anomalyId])
    openAt(anomaly)
  }
  const tell = useTellGravest(show)
  const { live, newIds } = useLiveAnomalies(tell)
  useCatchUp()

  const { anomalies } = found
  const onMap = useMemo(
    () => onceEach([...live, ...(isOpen ? anomalies : []), ...(selected ? [selected] : [])]),
    [live, anomalies, isOpen, selected],
  )
  const unreadCount = unread.data?.count ?? 0
  return (
    <>
      <BellButton unreadCount={unreadCount} isOpen={isOpen} onClick={() => setOpen(!isOpen)} />
      <AnomalyDrawer
        isOpen={isOpen}
        onClose={() => {
          setOpen(false)
          setSelected(null)
        }}
        found={found}
        filters={filters}
        setFilters={setFilters}
        unreadCount={unreadCount}
        selectedId={selected?.anomalyId ?? null}
        onShow={show}
        onSelect={(anomaly) => {
          setSelected(anomaly)
          if (anomaly && isMapSeen) flyTo(anomaly)
        }}
      />
      {showAlert && isMapSeen && (
        <AnomalyMarkers
          anomalies={onMap}
          newIds={newIds}
          selectedId={selected?.anomalyId ?? null}
          onClick={(id) => {
            const anomaly = onMap.find((one) => one.anomalyId === id)
            if (anomaly) show(anomaly)
          }}
        />
      )}
    </>
  )
}

/** For those who have a screen that shows alarms; others have no bell. */
export const AnomalyBell = () => {
  const user = useUser()
  const screens = listScreens(toPolicyFacts(user), hostTheme())
  return screens.includes('monitor') || screens.includes('bulletin-list') ? <Bell /> : null
}
