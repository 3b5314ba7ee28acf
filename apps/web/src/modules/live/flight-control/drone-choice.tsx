import type { ControlDrone } from '@swath/contract/live/flight-control'
import type { LngLat } from '@swath/domain/lng-lat'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { keepShown, buildQuery } from '../../../lib/query.ts'
import { DroneSearch, useRestingText } from '../../../ui/drone-search.tsx'
import { Empty, Failure } from '../../../ui/empty.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ThinBar } from '../../../ui/thin-bar.tsx'
import { DroneRows } from '../monitor/drone-rows.tsx'
import style from './flight-control.module.css'

type Where = 'air' | 'ground'
const refreshMs = 5_000

type Props = {
  selectedId: string | null
  pointedId: string | null
  onSelect: (drone: ControlDrone) => void
  onHover: (place: LngLat | null) => void
}

/** Drones that match the search, in the air and on the ground. */
const useChoice = () => {
  const { text, setText, wanted } = useRestingText()
  const [where, setWhere] = useState<Where>('air')
  const list = useQuery({
    ...buildQuery('listControlDrones', {
      query: { state: where, ...(wanted ? { search: wanted } : {}) },
    }),
    ...keepShown,
    refetchInterval: refreshMs,
  })
  return { text, setText, wanted, where, setWhere, list }
}

/** The drones that accept commands now. */
export const DroneChoice = ({ selectedId, pointedId, onSelect, onHover }: Props) => {
  const { t } = useTranslation('flight-control')
  const { text, setText, wanted, where, setWhere, list } = useChoice()
  const answer = list.data
  const drones = new Map(answer?.items.map((drone) => [drone.droneId, drone]))
  return (
    <Panel side="left" title={t('title')}>
      <div className={`flex column h-full ${style.choice}`}>
        <div className={`grid gap-8 border-b ${style.find}`}>
          <DroneSearch text={text} onText={setText} />
          <div className={`flex gap-8 items-center justify-between ${style.tabs}`}>
            <Segmented<Where>
              value={where}
              onChange={setWhere}
              options={[
                { value: 'air', label: t('air') },
                { value: 'ground', label: t('ground') },
              ]}
            />
            <span className="muted text-12 text-right tabular" role="status">
              {answer && t('shown', { count: answer.total, shown: formatCount(answer.total) })}
            </span>
          </div>
        </div>
        <div className={style.list} aria-busy={list.isFetching}>
          <ThinBar active={list.isFetching && list.isPlaceholderData} />
          {list.isError && !answer ? (
            <Failure error={list.error} onRetry={() => void list.refetch()} />
          ) : !answer ? (
            <div className="p-16">
              <Skeleton active title={false} paragraph={{ rows: 8 }} />
            </div>
          ) : answer.items.length === 0 ? (
            wanted ? (
              <Empty title={t('noneFit')} />
            ) : (
              <Empty
                title={where === 'air' ? t('noneAir') : t('noneGround')}
                reason={where === 'air' ? t('noneAirReason') : t('noneGroundReason')}
              />
            )
          ) : (
            <DroneRows
              drones={answer.items}
              label={where === 'air' ? t('listAir') : t('listGround')}
              selectedId={selectedId}
              pointedId={pointedId}
              onHover={onHover}
              onSelect={({ droneId }) => {
                const drone = drones.get(droneId)
                if (drone) onSelect(drone)
              }}
            />
          )}
        </div>
      </div>
    </Panel>
  )
}
