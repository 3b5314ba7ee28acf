import type { RecentAlarm } from '@swath/contract/alarms/anomalies'
import type { DroneCondition } from '@swath/contract/codes'
import type { LngLat } from '@swath/domain/lng-lat'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { keepShown, buildQuery } from '../../../lib/query.ts'
import { useStored } from '../../../lib/stored.ts'
import { DroneSearch, useRestingText } from '../../../ui/drone-search.tsx'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { ThinBar } from '../../../ui/thin-bar.tsx'
import { findGravest, orderDrones } from './drone-order.ts'
import { DroneRows, findPlace, type Drone } from './drone-rows.tsx'
import { rangeQuery, type MapRange } from './map-range.ts'
import { monitorQueries } from './monitor-queries.ts'
import { conditionLabels } from './needs-me.tsx'
import { PinnedDrone } from './pinned-drone.tsx'
import { useFlyTo } from './use-fly-to.ts'
import style from './monitor-panel.module.css'

const refreshMs = 10_000

/**
 * Drones in the range that match filters and search: all that are online, or those with a
 * condition.
 */
const useDrones = (range: MapRange | null, condition: DroneCondition | null, search: string) => {
  const filters = useStored(monitorQueries)
  return useQuery({
    ...buildQuery('listMonitorDrones', {
      query: {
        ...rangeQuery((range ?? noRange).free),
        ...filters,
        ...(condition ? { condition } : {}),
        ...(search ? { search } : {}),
        queryType: '1',
      },
    }),
    ...keepShown,
    refetchInterval: refreshMs,
    enabled: range !== null,
  })
}
const noRange = { free: { minLng: 0, minLat: 0, maxLng: 0, maxLat: 0 } }

/** No drones, or none that match; then the filters can be reset. */
const NoDrones = ({ isNarrowed, onReset }: { isNarrowed: boolean; onReset: () => void }) => {
  const { t } = useTranslation('monitor')
  return isNarrowed ? (
    <Empty
      title={t('noneFit')}
      reason={t('noneFitReason')}
      action={<Button onClick={onReset}>{t('filtersReset')}</Button>}
    />
  ) : (
    <Empty title={t('noneOnline')} reason={t('noneOnlineReason')} />
  )
}

type Props = {
  /** Unresolved alarms, whose drones are listed first. */
  alarms: readonly RecentAlarm[]
  range: MapRange | null
  condition: DroneCondition | null
  selectedId: string | null
  /** The drone under the pointer on the map. */
  pointedId: string | null
  onSelect: (drone: Drone) => void
  onHover: (place: LngLat | null) => void
  /** Clears the search and the filters. */
  onReset: () => void
}

/** The selected drone, where the list of drones does not contain it. */
const useUnlisted = (
  drones: readonly Drone[] | undefined,
  selectedId: string | null,
): Drone | null => {
  const isUnlisted =
    selectedId !== null &&
    drones !== undefined &&
    !drones.some(({ droneId }) => droneId === selectedId)
  // The card asks for the same data, and again every few seconds.
  const drone = useQuery({
    ...buildQuery('getMonitorDrone', { query: { droneId: selectedId ?? '' } }),
    enabled: isUnlisted,
    staleTime: Infinity,
    retry: false,
  })
  return isUnlisted ? (drone.data ?? null) : null
}

/**
 * The drones in the part of the map that the person chose to see. The selected drone is always
 * among them.
 */
export const DroneList = (props: Props) => {
  const { alarms, range, condition, selectedId, pointedId, onSelect, onHover, onReset } = props
  const { t } = useTranslation('monitor')
  const { text, setText, wanted } = useRestingText()
  const filterCount = Object.keys(useStored(monitorQueries)).length
  const list = useDrones(range, condition, wanted)
  const answer = list.data
  const gravest = useMemo(() => findGravest(alarms), [alarms])
  const drones = useMemo(() => orderDrones(answer?.items ?? [], gravest), [answer, gravest])
  const unlisted = useUnlisted(answer?.items, selectedId)
  const flyTo = useFlyTo()
  const choose = (drone: Drone): void => {
    if (drone.droneId !== selectedId) return onSelect(drone)
    const place = findPlace(drone)
    if (place) flyTo?.(place)
  }
  const count = answer?.total ?? 0
  const listed = answer?.items.length ?? 0
  return (
    <>
      <div className={style.find}>
        <DroneSearch text={text} onText={setText} />
        <span className="muted text-12 tabular" role="status">
          {condition && `${t(conditionLabels[condition])} · `}
          {answer &&
            (listed < count
              ? t('shownOf', { shown: formatCount(listed), total: formatCount(count) })
              : t('shownAll', { count, shown: formatCount(count) }))}
        </span>
      </div>
      {unlisted && (
        <PinnedDrone drone={unlisted} onPress={() => choose(unlisted)} onHover={onHover} />
      )}
      <div className={style.list} aria-busy={list.isFetching}>
        <ThinBar active={list.isFetching && !list.isPending} />
        {list.isError && !answer ? (
          <Failure error={list.error} onRetry={() => void list.refetch()} />
        ) : !answer ? (
          <div className="p-16">
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          </div>
        ) : answer.items.length === 0 ? (
          <NoDrones
            isNarrowed={wanted !== '' || filterCount > 0 || condition !== null}
            onReset={() => {
              setText('')
              onReset()
            }}
          />
        ) : (
          <DroneRows
            drones={drones}
            alarms={gravest}
            label={condition ? t(conditionLabels[condition]) : t('listOnline')}
            selectedId={selectedId}
            pointedId={pointedId}
            onSelect={choose}
            onHover={onHover}
          />
        )}
      </div>
    </>
  )
}
