import { FilterOutlined } from '@ant-design/icons'
import type { Api } from '@swath/contract/api'
import type { RecentAlarm } from '@swath/contract/alarms/anomalies'
import type { Answer } from '@swath/contract/kit'
import type { LngLat } from '@swath/domain/lng-lat'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Segmented, Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatNumber, formatTimeZone, formatUnit } from '../../../lib/format.ts'
import { keepShown, buildQuery } from '../../../lib/query.ts'
import { useStored } from '../../../lib/stored.ts'
import { Area } from '../../../ui/area.tsx'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { Pair } from '../../../ui/facts.tsx'
import { Hours } from '../../../ui/hours.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { AlarmRows, type RecentAlarms } from '../../alarms/public.ts'
import { DroneList } from './drone-list.tsx'
import { MachineList, OperatorList, PlotList, type WorkedPlot } from './group-lists.tsx'
import type { MapRange } from './map-range.ts'
import type { MonitorAddress } from './monitor-address.ts'
import { ofView, type View } from './shown.ts'
import { MonitorFilters } from './monitor-filters.tsx'
import { monitorQueries, narrowBy } from './monitor-queries.ts'
import { NeedsMe, States } from './needs-me.tsx'
import style from './monitor-panel.module.css'

const refreshMs = 10_000
const noAlarms: readonly RecentAlarm[] = []

type Summary = Answer<Api['getMonitorSummary']>

/** Today's work: four labelled cells, on a phone one line. */
const Today = ({ summary }: { summary: Summary | undefined }) => {
  const { t } = useTranslation('monitor')
  const narrow = useNarrow()
  const today = summary?.today
  const count = today?.sortieCount
  const label = (text: string) => (narrow ? <span className="sr-only">{text}</span> : text)
  return (
    <div
      className={`text-13 leading-20 mt-8 ${style.today}`}
      title={summary && t('todayIn', { zone: formatTimeZone(summary.timeZone) })}
    >
      <p className="m-0 muted text-12">{t('today')}</p>
      <dl>
        <Pair label={label(t('terms:area'))}>
          <Area mu={today?.sprayArea} decimals={1} />
        </Pair>
        <Pair label={label(t('terms:sorties'))}>
          {narrow && count !== undefined
            ? t('terms:sortieCount', { count, shown: formatCount(count) })
            : formatCount(count)}
        </Pair>
        <Pair label={label(t('terms:flightTime'))}>
          <Hours durationS={today?.durationS} />
        </Pair>
        <Pair label={label(t('terms:sprayed'))}>
          {formatNumber(today?.sprayL, 1)}
          {today && <span className="unit"> {formatUnit('L')}</span>}
        </Pair>
      </dl>
    </div>
  )
}

const viewLabels: Readonly<Record<View, string>> = {
  drones: 'terms:drones',
  alarms: 'terms:alarms',
  operators: 'monitor:operatorsAtWork',
  machines: 'monitor:failingMachines',
  plots: 'monitor:ownPlots',
}

const Views = ({ address: { views, shown, show } }: { address: MonitorAddress }) => {
  const { t } = useTranslation('monitor')
  if (views.length < 2) return null
  return (
    <Segmented<View>
      block
      value={shown.view}
      onChange={(view) => show(ofView(view))}
      options={views.map((view) => ({ value: view, label: t(viewLabels[view]) }))}
    />
  )
}

type FilterButtonProps = { count: number; isOpen: boolean; onToggle: () => void }
const FilterButton = ({ count, isOpen, onToggle }: FilterButtonProps) => {
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

type AlarmListProps = {
  alarms: RecentAlarms
  shown: readonly RecentAlarm[]
  selectedId: string | null
  onSelect: (alarm: RecentAlarm) => void
}

/** Alarms of the selected level, or all. */
const AlarmList = ({ alarms, shown, selectedId, onSelect }: AlarmListProps) => {
  const { t } = useTranslation('monitor')
  if (!alarms.answer)
    return alarms.error ? (
      <Failure error={alarms.error} onRetry={alarms.retry} />
    ) : (
      <div className="p-16">
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    )
  return shown.length === 0 ? (
    <Empty title={t('noUnresolvedAlarms')} reason={t('noUnresolvedAlarmsReason')} />
  ) : (
    <AlarmRows alarms={shown} selectedId={selectedId} onSelect={onSelect} />
  )
}

type Props = {
  address: MonitorAddress
  range: MapRange | null
  alarms: RecentAlarms
  /** The alarms that the map shows. */
  shownAlarms: readonly RecentAlarm[]
  /** The drone under the pointer on the map. */
  pointedId: string | null
  onHover: (place: LngLat | null) => void
  onDrone: (droneId: string) => void
  onAlarm: (alarm: RecentAlarm) => void
  onPlot: (plot: WorkedPlot) => void
  extra: ReactNode
}

const ListArea = (props: Props) => {
  const { address, range, alarms, shownAlarms, pointedId, onHover, onDrone } = props
  const { shown, show, selection } = address
  switch (shown.view) {
    case 'drones':
      return (
        <DroneList
          alarms={alarms.answer?.items ?? noAlarms}
          range={range}
          condition={shown.condition}
          selectedId={selection.droneId}
          pointedId={pointedId}
          onSelect={({ droneId }) => onDrone(droneId)}
          onHover={onHover}
          onReset={() => {
            monitorQueries.set({})
            show({ view: 'drones', condition: null })
          }}
        />
      )
    case 'alarms':
      return (
        <div className={style.list}>
          <AlarmList
            alarms={alarms}
            shown={shownAlarms}
            selectedId={selection.alarmId}
            onSelect={props.onAlarm}
          />
        </div>
      )
    case 'operators':
      return (
        <div className={style.list}>
          <OperatorList onChoose={(yyAccountId) => narrowBy({ yyAccountId })} />
        </div>
      )
    case 'machines':
      return (
        <div className={style.list}>
          <MachineList
            selectedId={selection.droneId}
            onModel={(flyModelId) => narrowBy({ flyModelId })}
            onDrone={onDrone}
          />
        </div>
      )
    case 'plots':
      return (
        <div className={style.list}>
          <PlotList selectedId={selection.plotId} onSelect={props.onPlot} />
        </div>
      )
  }
}

/** Drones that need attention, today's work, and the selected list. */
export const MonitorPanel = (props: Props) => {
  const { address, alarms, extra } = props
  const { views, shown, show } = address
  const { t } = useTranslation('monitor')
  const filters = useStored(monitorQueries)
  const [isFiltering, setFiltering] = useState(false)
  const hasDrones = views.includes('drones')
  const summary = useQuery({
    ...buildQuery('getMonitorSummary', { query: filters }),
    ...keepShown,
    refetchInterval: refreshMs,
    enabled: hasDrones,
  })
  // Clearing a filter returns to the person's default list.
  const goBack = (): void => show(ofView(shown.view === 'drones' ? 'drones' : views[0]))
  return (
    <Panel
      side="left"
      title={hasDrones ? t('terms:monitor') : t('ownPlots')}
      extra={
        <>
          {hasDrones && (
            <FilterButton
              count={Object.keys(filters).length}
              isOpen={isFiltering}
              onToggle={() => setFiltering(!isFiltering)}
            />
          )}
          {extra}
        </>
      }
    >
      <div className={`flex column h-full ${style.body}`}>
        {isFiltering && <MonitorFilters />}
        {hasDrones && (
          <>
            <NeedsMe
              alarms={alarms.answer}
              summary={summary.data}
              shown={shown}
              onShow={show}
              onBack={goBack}
            />
            <section className={`border-b p-12-16 ${style.summary}`} aria-label={t('summary')}>
              <States summary={summary.data} shown={shown} onShow={show} onBack={goBack} />
              <Today summary={summary.data} />
            </section>
            <div className={style.views} data-few={views.length < 3}>
              <Views address={address} />
            </div>
          </>
        )}
        <ListArea {...props} />
      </div>
    </Panel>
  )
}
