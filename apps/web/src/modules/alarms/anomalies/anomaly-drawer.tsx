import { ANOMALY_CODES } from '@swath/domain/anomaly-rules'
import { toPolicyFacts } from '@swath/contract/people/access'
import { alarmKindLabels } from '@swath/contract/alarms/alarm-title'
import type { Anomaly } from '@swath/contract/alarms/anomalies'
import { listScreens } from '@swath/domain/access/policy'
import { Button, Drawer, Select, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatCount } from '../../../lib/format.ts'
import { hostTheme } from '../../../lib/host-theme.ts'
import { useUser } from '../../../lib/session.ts'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { sizes } from '../../../lib/theme.ts'
import { ThinBar } from '../../../ui/thin-bar.tsx'
import { useNarrow } from '../../../ui/use-width.ts'
import { AlertSwitches } from '../notifications/alert-switches.tsx'
import { AnomalyItem } from './anomaly-item.tsx'
import { useMarkRead, type AnomalyFilters, type useAnomalies } from './anomaly-list.ts'
import style from './anomalies.module.css'

const shows = ['unclosed', 'unread', 'all'] as const satisfies readonly AnomalyFilters['show'][]
const showLabels = {
  unclosed: 'anomalies:stateUnclosed',
  unread: 'anomalies:showUnread',
  all: 'anomalies:stateAll',
} as const
/** Filters of the alarms that the bell counts. */
export const noFilters: AnomalyFilters = { oddType: null, show: 'unclosed' }

type FilterProps = { filters: AnomalyFilters; setFilters: (filters: AnomalyFilters) => void }

const Filters = ({ filters, setFilters }: FilterProps) => {
  const { t } = useTranslation('anomalies')
  return (
    <div className={`flex gap-12 items-center border-b p-12-16 ${style.filters}`} role="search">
      <Select
        allowClear
        style={{ flex: 1, minWidth: 0 }}
        placeholder={t('allTypes')}
        aria-label={t('type')}
        value={filters.oddType}
        options={ANOMALY_CODES.map((type) => ({ value: type, label: t(alarmKindLabels[type]) }))}
        onChange={(type: Anomaly['oddType'] | undefined) =>
          setFilters({ ...filters, oddType: type ?? null })
        }
      />
      <Select<AnomalyFilters['show']>
        style={{ flex: 1, minWidth: 0 }}
        aria-label={t('terms:state')}
        value={filters.show}
        options={shows.map((show) => ({ value: show, label: t(showLabels[show]) }))}
        onChange={(show) => setFilters({ ...filters, show })}
      />
    </div>
  )
}

/** Shown if there are no alarms, or none match the filters. */
const NoAnomalies = ({ filters, setFilters }: FilterProps) => {
  const { t } = useTranslation('anomalies')
  return filters.show === 'unread' || filters.oddType !== null ? (
    <Empty
      title={t('noneFit')}
      action={
        <Button onClick={() => setFilters({ oddType: null, show: 'all' })}>{t('showAll')}</Button>
      }
    />
  ) : (
    <Empty title={t(filters.show === 'all' ? 'none' : 'deskEmpty')} reason={t('noneReason')} />
  )
}

type Choice = {
  selectedId: string | null
  onSelect: (anomaly: Anomaly | null) => void
  /** Null: the person has no monitor. */
  onShow: ((anomaly: Anomaly) => void) | null
}
type RowsProps = Choice & { anomalies: readonly Anomaly[]; onClose: () => void }

const Rows = ({ anomalies, onClose, selectedId, onSelect, onShow }: RowsProps) => {
  const { t } = useTranslation('anomalies')
  const navigate = useNavigate()
  const user = useUser()
  const markRead = useMarkRead()
  const hasHistory = listScreens(toPolicyFacts(user), hostTheme()).includes('drone-list')
  const select = (anomaly: Anomaly): void => {
    if (anomaly.anomalyId === selectedId) return onSelect(null)
    if (!anomaly.read) markRead.mutate([anomaly.anomalyId])
    onSelect(anomaly)
  }
  const goToHistory = ({ droneId, sortieId }: Anomaly): void => {
    onClose()
    void navigate(
      `/business_manage/drone-list/${encodeURIComponent(droneId)}/history?tracks=${sortieId}&sortie=${sortieId}`,
    )
  }
  return (
    <ul className="list-plain" aria-label={t('terms:alarms')}>
      {anomalies.map((anomaly) => (
        <AnomalyItem
          key={anomaly.anomalyId}
          anomaly={anomaly}
          isOpen={anomaly.anomalyId === selectedId}
          onOpen={() => select(anomaly)}
          onShow={onShow && (() => onShow(anomaly))}
          onRead={() => markRead.mutate([anomaly.anomalyId])}
          onLeave={onClose}
          onHistory={hasHistory ? () => goToHistory(anomaly) : null}
        />
      ))}
    </ul>
  )
}

const More = ({ found: { list, anomalies, total } }: { found: Found }) => {
  const { t } = useTranslation('anomalies')
  return (
    <div className={`flex gap-16 items-center justify-between muted text-12 tabular ${style.foot}`}>
      <span>{t('shown', { shown: formatCount(anomalies.length), total: formatCount(total) })}</span>
      {list.hasNextPage && (
        <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('loadMore')}
        </Button>
      )}
    </div>
  )
}

type Found = ReturnType<typeof useAnomalies>
type Props = Choice &
  FilterProps & { isOpen: boolean; onClose: () => void; found: Found; unreadCount: number }

/** Every alarm that the person can see, newest first; the map next to it stays usable. */
export const AnomalyDrawer = (props: Props) => {
  const { isOpen, onClose, found, filters, setFilters, unreadCount, ...choice } = props
  const { t } = useTranslation('anomalies')
  const narrow = useNarrow()
  const markRead = useMarkRead()
  const { list, anomalies } = found
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      title={t('terms:alarms')}
      size={narrow ? '100%' : sizes.drawerRight}
      mask={narrow}
      classNames={{ body: style.body }}
      footer={
        <details className={style.alerts}>
          <summary>{t('notifications:title')}</summary>
          <AlertSwitches />
        </details>
      }
      extra={
        <Button
          type="link"
          disabled={unreadCount === 0}
          loading={markRead.isPending}
          onClick={() => markRead.mutate(null)}
        >
          {t('markAllRead')}
        </Button>
      }
    >
      <Filters filters={filters} setFilters={setFilters} />
      <div className={style.listBox} aria-busy={list.isFetching}>
        <ThinBar active={list.isFetching && !list.isPending && !list.isFetchingNextPage} />
        {list.isError && !list.data ? (
          <Failure error={list.error} onRetry={() => void list.refetch()} />
        ) : list.isPending ? (
          <div className="p-16">
            <Skeleton active title={false} paragraph={{ rows: 10 }} />
          </div>
        ) : anomalies.length === 0 ? (
          <NoAnomalies filters={filters} setFilters={setFilters} />
        ) : (
          <>
            <Rows anomalies={anomalies} onClose={onClose} {...choice} />
            <More found={found} />
          </>
        )}
      </div>
    </Drawer>
  )
}
