import { FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { LngLat } from '@swath/domain/lng-lat'
import { Badge, Button, Input, Segmented, Skeleton } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatHours, formatNumber } from '../../lib/format.ts'
import { keepShown, queryOf } from '../../lib/query.ts'
import { useStored } from '../../lib/stored.ts'
import { Area } from '../../ui/area.tsx'
import { Empty, Failure } from '../../ui/empty.tsx'
import { FlightMark } from '../../ui/flight-badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ThinBar } from '../../ui/thin-bar.tsx'
import { useSlash } from '../../ui/use-slash.ts'
import { DroneRows, type Drone } from './drone-rows.tsx'
import { rangeQuery, type MapRange } from './map-range.ts'
import { MonitorFilters } from './monitor-filters.tsx'
import { monitorQueries } from './monitor-queries.ts'
import style from './monitor-panel.module.css'

export type Tab = 'online' | 'offline'

const refreshMs = 10_000

const Count = ({
  mark,
  label,
  value,
}: {
  mark?: ReactNode
  label: string
  value: number | undefined
}) => (
  <div className={style.count}>
    <dt>
      {mark}
      {label}
    </dt>
    <dd>{formatCount(value)}</dd>
  </div>
)

const Summary = () => {
  const { t } = useTranslation('monitor')
  const filters = useStored(monitorQueries)
  const summary = useQuery({
    ...queryOf('getMonitorSummary', { query: filters }),
    ...keepShown,
    refetchInterval: refreshMs,
  })
  const told = summary.data
  return (
    <section className={style.summary} aria-label={t('summary')}>
      <dl className={style.counts}>
        <Count label={t('total')} value={told?.droneNum} />
        <Count label={t('online')} value={told?.onlineDroneCount} />
        <Count
          mark={<FlightMark flight="flying" />}
          label={t('flying')}
          value={told?.flyingDroneCount}
        />
        <Count
          mark={<FlightMark flight="spraying" />}
          label={t('spraying')}
          value={told?.sprayingDroneCount}
        />
      </dl>
      <dl className={style.today} title={told && t('todayIn', { zone: told.timeZone })}>
        <div>
          <dt>{t('area')}</dt>
          <dd>
            <Area mu={told?.today.sprayArea} decimals={1} />
          </dd>
        </div>
        <div>
          <dt>{t('sorties')}</dt>
          <dd>{formatCount(told?.today.sortieCount)}</dd>
        </div>
        <div>
          <dt>{t('hours')}</dt>
          <dd>
            {formatHours(told?.today.durationS)} <span className="unit">h</span>
          </dd>
        </div>
        <div>
          <dt>{t('litres')}</dt>
          <dd>
            {formatNumber(told?.today.sprayL, 1)} <span className="unit">L</span>
          </dd>
        </div>
      </dl>
    </section>
  )
}

type Props = {
  range: MapRange | null
  tab: Tab
  onTab: (tab: Tab) => void
  selectedId: string | null
  onSelect: (drone: Drone) => void
  /** The drone under the pointer on the map. */
  pointedId: string | null
  onHover: (place: LngLat | null) => void
  extra: ReactNode
}

/** The drones of the map's range, kept in step with it. */
export const MonitorPanel = ({
  range,
  tab,
  onTab,
  selectedId,
  pointedId,
  onSelect,
  onHover,
  extra,
}: Props) => {
  const { t } = useTranslation('monitor')
  const filters = useStored(monitorQueries)
  const search = useSlash()
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState('')
  const [isFiltering, setFiltering] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(text.trim()), 300)
    return () => clearTimeout(timer)
  }, [text])
  const query = range && {
    ...rangeQuery(range.bounds),
    ...filters,
    ...(wanted ? { search: wanted } : {}),
  }
  const shown = { ...keepShown, enabled: query !== null, refetchInterval: refreshMs }
  const online = useQuery({
    ...queryOf('listMonitorDrones', { query: { ...query!, queryType: '1' } }),
    ...shown,
    enabled: shown.enabled && tab === 'online',
  })
  const offline = useQuery({
    ...queryOf('listOfflineDrones', { query: query! }),
    ...shown,
    enabled: shown.enabled && tab === 'offline',
  })
  const list = tab === 'online' ? online : offline
  const answer = list.data
  const filterCount = Object.keys(filters).length

  const nothing =
    wanted || filterCount > 0 ? (
      <Empty
        title={t('noneFit')}
        reason={t('noneFitReason')}
        action={
          <Button
            onClick={() => {
              setText('')
              monitorQueries.set({})
            }}
          >
            {t('filtersReset')}
          </Button>
        }
      />
    ) : tab === 'online' ? (
      <Empty title={t('noneOnline')} reason={t('noneOnlineReason')} />
    ) : (
      <Empty title={t('noneOffline')} reason={t('noneOfflineReason')} />
    )
  return (
    <Panel
      side="left"
      title={t('title')}
      extra={
        <>
          <Badge count={filterCount} size="small" offset={[-4, 4]}>
            <Button
              type="text"
              icon={<FilterOutlined aria-hidden />}
              aria-label={t('filters')}
              aria-expanded={isFiltering}
              onClick={() => setFiltering(!isFiltering)}
            />
          </Badge>
          {extra}
        </>
      }
    >
      <div className={style.body}>
        {isFiltering && <MonitorFilters />}
        <Summary />
        <div className={style.find}>
          <Input
            ref={search}
            allowClear
            value={text}
            maxLength={100}
            placeholder={t('search')}
            aria-label={t('search')}
            prefix={<SearchOutlined className={style.faint} aria-hidden />}
            suffix={
              text ? undefined : (
                <kbd className={style.key} aria-hidden="true">
                  /
                </kbd>
              )
            }
            onChange={(event) => setText(event.target.value)}
          />
          <div className={style.tabs}>
            <Segmented<Tab>
              value={tab}
              onChange={onTab}
              options={[
                { value: 'online', label: t('online') },
                { value: 'offline', label: t('offline') },
              ]}
            />
            <span className={style.shown} role="status">
              {answer &&
                (answer.items.length < answer.total
                  ? t('shownOf', {
                      shown: formatCount(answer.items.length),
                      total: formatCount(answer.total),
                    })
                  : t('shownAll', { count: answer.total, shown: formatCount(answer.total) }))}
            </span>
          </div>
        </div>
        <div className={style.list} aria-busy={list.isFetching}>
          <ThinBar active={list.isFetching && !list.isPending} />
          {list.isError && !answer ? (
            <Failure error={list.error} onRetry={() => void list.refetch()} />
          ) : !answer ? (
            <div className={style.waiting}>
              <Skeleton active title={false} paragraph={{ rows: 8 }} />
            </div>
          ) : answer.items.length === 0 ? (
            nothing
          ) : (
            <DroneRows
              drones={answer.items}
              label={tab === 'online' ? t('listOnline') : t('listOffline')}
              selectedId={selectedId}
              pointedId={pointedId}
              onSelect={onSelect}
              onHover={onHover}
            />
          )}
        </div>
      </div>
    </Panel>
  )
}
