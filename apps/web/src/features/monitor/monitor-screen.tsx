import { EyeOutlined, WarningOutlined } from '@ant-design/icons'
import type { LngLat } from '@swath/domain/lng-lat'
import { Button, Popover } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { formatClock } from '../../lib/format.ts'
import { mapSettings } from '../../lib/map-settings.ts'
import { useStored } from '../../lib/stored.ts'
import { DroneCard } from './drone-card.tsx'
import { findPlace } from './drone-rows.tsx'
import { liveConnection, useLinkState } from './live.ts'
import { Legend, MapChoices } from './map-choices.tsx'
import { useMapRange } from './map-range.ts'
import { MonitorMap, useFlyTo } from './monitor-map.tsx'
import { MonitorPanel, type Tab } from './monitor-panel.tsx'
import { monitorQueries } from './monitor-queries.ts'
import { useFirstView } from './use-first-view.ts'
import style from './monitor-panel.module.css'

/** A camera that follows a drone moves the map each second: the list goes along more slowly. */
const followedRangeMs = 2500

/** The chosen drone stands in the address: a link to it shows the same to the next person. */
const useSelected = (): [string | null, (droneId: string | null) => void] => {
  const [params, setParams] = useSearchParams()
  const selected = params.get('drone')
  return [
    selected,
    (droneId) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (droneId === null) after.delete('drone')
          else after.set('drone', droneId)
          return after
        },
        { replace: selected !== null && droneId !== null },
      ),
  ]
}

const LinkBanner = () => {
  const { t } = useTranslation('monitor')
  const link = useLinkState()
  const { frameAtMs } = liveConnection.store
  if (link !== 'lost') return null
  return (
    <div className={style.banner} role="alert">
      <WarningOutlined aria-hidden />
      <span>
        {frameAtMs === null ? t('linkNone') : t('linkLost', { time: formatClock(frameAtMs) })}
      </span>
      <Button size="small" onClick={() => liveConnection.retryNow()}>
        {t('retry')}
      </Button>
    </div>
  )
}

/** Tells the live connection what is looked at; nothing, once the screen is left. */
const useLiveView = (range: ReturnType<typeof useMapRange>, tab: Tab): void => {
  const filters = useStored(monitorQueries)
  const { showOfflineDrone } = useStored(mapSettings)
  const showOffline = showOfflineDrone || tab === 'offline'
  useEffect(() => {
    if (!range) return
    const { minLng, minLat, maxLng, maxLat } = range.bounds
    liveConnection.setView({
      bounds: [minLng, minLat, maxLng, maxLat],
      zoom: range.zoom,
      filters,
      showOffline,
    })
  }, [range, filters, showOffline])
  useEffect(() => () => liveConnection.setView(null), [])
}

const MapChoicesButton = () => {
  const { t } = useTranslation('monitor')
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      getPopupContainer={(button) => button.closest('section') ?? document.body}
      content={
        <div className={style.popover}>
          <MapChoices />
          <Legend />
        </div>
      }
    >
      <Button
        type="text"
        icon={<EyeOutlined aria-hidden />}
        title={t('mapChoices')}
        aria-label={t('mapChoices')}
      />
    </Popover>
  )
}

/** Who flies where, now: the map, the drones of its range beside it, and one of them in full. */
export const MonitorScreen = () => {
  const { t } = useTranslation('monitor')
  const [isFollowing, setFollowing] = useState(false)
  const range = useMapRange(isFollowing ? followedRangeMs : 0)
  const [tab, setTab] = useState<Tab>('online')
  const [selectedId, select] = useSelected()
  const [pointedId, setPointed] = useState<string | null>(null)
  const [hoveredPlace, setHovered] = useState<LngLat | null>(null)
  // Whoever clicks the map sees the drone already; from a link or the list the map goes there.
  const [clickedId, setClicked] = useState<string | null>(null)
  const flyTo = useFlyTo()
  useFirstView(selectedId === null)

  useLiveView(range, tab)

  return (
    <>
      <h1 className="sr-only">{t('terms:monitor')}</h1>
      <MonitorMap
        range={range}
        selectedId={selectedId}
        hoveredPlace={hoveredPlace}
        onSelect={(id) => {
          setClicked(id)
          select(id)
        }}
        onHover={setPointed}
      />
      <MonitorPanel
        range={range}
        tab={tab}
        onTab={setTab}
        selectedId={selectedId}
        pointedId={pointedId}
        onHover={setHovered}
        onSelect={(drone) => {
          const place = findPlace(drone)
          if (place) flyTo?.(place)
          setClicked(drone.droneId)
          select(drone.droneId)
        }}
        extra={<MapChoicesButton />}
      />
      {selectedId !== null && (
        <DroneCard
          key={selectedId}
          droneId={selectedId}
          fliesThere={clickedId !== selectedId}
          isFollowing={isFollowing}
          setFollowing={setFollowing}
          onClose={() => select(null)}
        />
      )}
      <LinkBanner />
      <div className={style.strip} data-short={selectedId !== null}>
        <Legend />
      </div>
    </>
  )
}
