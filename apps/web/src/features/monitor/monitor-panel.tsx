import { FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { LngLat } from '@swath/domain/lng-lat'
import { Badge, Button, Input, Segmented, Skeleton } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatHours, formatNumber } from '../../lib/format.ts'
import { keepShown, buildQuery } from '../../lib/query.ts'
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
    ...buildQuery('getMonitorSummary', { query: filters }),
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
          <dt>{t('terms:sorties')}</dt>
          <dd>{formatCount(told?.today.sortieCount)}</dd>
        </div>
        <div>
          <dt>{t('terms:flightTime')}</dt>
          <dd>
            {formatHours(told?.today.durationS)} <span className="unit">h</span>
          </dd>
        </div>
        <div>
          <dt>{t('terms:sprayed')}</dt>
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

/** What the search asks for: what was typed, once it rests. */
const useSearch = () => {
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(text.trim()), 300)
    return () => clearTimeout(timer)
  }, [text])
  return { text, setText, wanted }
}

/** Drones of the range that fit filters and search: those online, or the others. */
const useDrones = (range: MapRange | null, tab: Tab, wanted: string) => {
  const filters = useStored(monitorQueries)
  const query = range && {
    ...rangeQuery(range.bounds),
    ...filters,
    ...(wanted ? { search: wanted } : {}),
  }
  const shown = { ...keepShown, refetchInterval: refreshMs }
  const online = useQuery({
    ...buildQuery('listMonitorDrones', { query: { ...query!, queryType: '1' } }),
    ...shown,
    enabled: query !== null && tab === 'online',
  })
  const offline = useQuery({
    ...buildQuery('listOfflineDrones', { query: query! }),
    ...shown,
    enabled: query !== null && tab === 'offline',
  })
  return tab === 'online' ? online : offline
}

type DroneList = ReturnType<typeof useDrones>

const SearchInput = ({ text, onText }: { text: string; onText: (text: string) => void }) => {
  const { t } = useTranslation('monitor')
  const search = useSlash()
  const slash = (
    <kbd className={style.key} aria-hidden="true">
      /
    </kbd>
  )
  return (
    <Input
      ref={search}
      allowClear
      value={text}
      maxLength={100}
      placeholder={t('terms:nameOrSerialNumber')}
      aria-label={t('terms:nameOrSerialNumber')}
      prefix={<SearchOutlined className={style.faint} aria-hidden />}
      suffix={text ? undefined : slash}
      onChange={(event) => onText(event.target.value)}
    />
  )
}

const Tabs = ({
  tab,
  onTab,
  answer,
}: Pick<Props, 'tab' | 'onTab'> & { answer: DroneList['data'] }) => {
  const { t } = useTranslation('monitor')
  const count = answer?.total ?? 0
  const listed = answer?.items.length ?? 0
  return (
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
          (listed < count
            ? t('shownOf', { shown: formatCount(listed), total: formatCount(count) })
            : t('shownAll', { count, shown: formatCount(count) }))}
      </span>
    </div>
  )
}

/** Nobody is there, or nobody fits; then the filters can be taken back. */
const NoDrones = ({
  tab,
  isNarrowed,
  onReset,
}: {
  tab: Tab
  isNarrowed: boolean
  onReset: () => void
}) => {
  const { t } = useTranslation('monitor')
  if (isNarrowed)
    return (
      <Empty
        title={t('noneFit')}
        reason={t('noneFitReason')}
        action={<Button onClick={onReset}>{t('filtersReset')}</Button>}
      />
    )
  return tab === 'online' ? (
    <Empty title={t('noneOnline')} reason={t('noneOnlineReason')} />
  ) : (
    <Empty title={t('noneOffline')} reason={t('noneOfflineReason')} />
  )
}

const FilterButton = ({
  count,
  isOpen,
  onToggle,
}: {
  count: number
  isOpen: boolean
  onToggle: () => void
}) => {
  const { t } = useTranslation('monitor')
  return (
    <Badge count={count} size="small" offset={[-4, 4]}>
      <Button
        type="text"
        icon={<FilterOutlined aria-hidden />}
        aria-label={t('terms:filters')}
        aria-expanded={isOpen}
        onClick={onToggle}
      />
    </Badge>
  )
}

/** The drones of the map's range, kept in step with it. */
export const MonitorPanel = (props: Props) => {
  const { range, tab, onTab, selectedId, pointedId, onSelect, onHover, extra } = props
  const { t } = useTranslation('monitor')
  const filterCount = Object.keys(useStored(monitorQueries)).length
  const { text, setText, wanted } = useSearch()
  const [isFiltering, setFiltering] = useState(false)
  const list = useDrones(range, tab, wanted)
  const answer = list.data
  const reset = (): void => {
    setText('')
    monitorQueries.set({})
  }
  return (
    <Panel
      side="left"
      title={t('terms:monitor')}
      extra={
        <>
          <FilterButton
            count={filterCount}
            isOpen={isFiltering}
            onToggle={() => setFiltering(!isFiltering)}
          />
          {extra}
        </>
      }
    >
      <div className={style.body}>
        {isFiltering && <MonitorFilters />}
        <Summary />
        <div className={style.find}>
          <SearchInput text={text} onText={setText} />
          <Tabs tab={tab} onTab={onTab} answer={answer} />
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
            <NoDrones tab={tab} isNarrowed={wanted !== '' || filterCount > 0} onReset={reset} />
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
