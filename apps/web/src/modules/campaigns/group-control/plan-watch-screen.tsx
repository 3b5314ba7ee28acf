import type { GroupPlanDetail } from '@swath/contract/campaigns/group-plans'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { formatNumber } from '../../../lib/format.ts'
import { buildQuery, outdated } from '../../../lib/query.ts'
import { Failure } from '../../../ui/empty.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useLiveEvent } from '../../../lib/live/live.ts'
import { MonitorMap, useLiveRange, useMapRange } from '../../live/public.ts'
import { DoseComparison } from './dose-comparison.tsx'
import { PlanFiles } from './plan-files.tsx'
import { PlanCoverage, PlanLegend, PlanProgress, PlanSums } from './plan-figures.tsx'
import { PlanOnMap } from './plan-on-map.tsx'
import { StartNames } from './start-names.tsx'
import { editPath, groupPath, isUnderWay } from './plan.labels.ts'
import { useFitPlan } from './use-fit-plan.ts'
import { findMeetings } from './find-meetings.ts'
import { useFlown, useWatchedDrones } from './use-flown.ts'
import { hasOrders, Orders, useTelling } from './watch-actions.tsx'
import { WatchedDrone } from './watch-drones.tsx'
import style from './group-control.module.css'

const nothing = (): void => undefined

const PlanMap = ({ plan }: { plan: GroupPlanDetail }) => {
  const range = useMapRange(2_500)
  useLiveRange(range)
  const { t } = useTranslation('group-control')
  const { settings, route, done, drones } = plan
  const positionOf = useCallback(
    (share: number): number => drones.find((one) => one.share === share)?.position ?? share,
    [drones],
  )
  const obstacles = useMemo(
    () => settings.obstacles.map(({ shape }) => shape[0]!),
    [settings.obstacles],
  )
  const starts = useMemo(
    () =>
      drones.flatMap(({ share, position, droneName }) => ({
        position,
        name: droneName ?? t('droneNumber', { number: position + 1 }),
        at: share === null ? settings.home : route.shares[share]!.place,
      })),
    [drones, route, settings.home, t],
  )
  return (
    <>
      <MonitorMap
        range={range}
        selectedId={null}
        hoveredPlace={null}
        onSelect={nothing}
        onHover={nothing}
      />
      <PlanOnMap
        route={route}
        done={done}
        positionOf={positionOf}
        home={settings.home}
        isNamedApart
        refillPlaces={settings.refillPlaces}
        obstacles={obstacles}
      />
      <StartNames starts={starts} />
    </>
  )
}

/** Positions of the plan's drones, and the commands to them. */
const useWatch = (plan: GroupPlanDetail) => {
  const { sprayedLast, known } = useFlown(plan.drones)
  const watched = useWatchedDrones(plan.drones, known)
  const telling = useTelling(plan)
  const ordered = plan.drones.map((drone) => ({
    drone,
    isAirborne: watched.find(({ position }) => position === drone.position)?.isAirborne ?? false,
  }))
  return { sprayedLast, watched, telling, ordered }
}
type Watching = ReturnType<typeof useWatch>

/** The plan's drones, with warnings for those too close to each other. */
const Drones = ({ plan, watching }: { plan: GroupPlanDetail; watching: Watching }) => {
  const { t } = useTranslation('group-control')
  const { sprayedLast, watched, telling } = watching
  const meetings = findMeetings(watched, plan.settings.separationM)
  return (
    <>
      {meetings.map(({ one, other, distanceM }) => (
        <Alert
          key={`${one} ${other}`}
          type="error"
          showIcon
          title={t('tooNear', { one, other, distance: formatNumber(distanceM, 1) })}
        />
      ))}
      {!plan.can.update && (
        <p className="m-0 muted text-12">{t('notYours', { account: plan.accountName })}</p>
      )}
      {plan.can.update && plan.drones.every(({ droneId }) => droneId === null) && (
        <Alert type="info" showIcon title={t('nobodyNamed')} />
      )}
      <ul className={`list-plain grid gap-12 ${style.watched}`}>
        {plan.drones.map((drone) => (
          <WatchedDrone
            key={drone.position}
            plan={plan}
            drone={drone}
            now={watched.find(({ position }) => position === drone.position)}
            telling={telling}
            sprayedLast={sprayedLast}
          />
        ))}
      </ul>
    </>
  )
}

/** Commands to all drones, always in view. */
const Foot = ({ plan, watching }: { plan: GroupPlanDetail; watching: Watching }) => {
  const { t } = useTranslation('group-control')
  const navigate = useNavigate()
  const { ordered, telling } = watching
  return (
    <div className="flex wrap gap-8 items-center flex-1">
      {hasOrders(ordered) && (
        <div role="group" aria-label={t('toAll')} className="flex wrap gap-8 items-center">
          <span className="text-13 muted">{t('toAll')}</span>
          <Orders drones={ordered} telling={telling} isForAll />
        </div>
      )}
      {canEdit(plan) && (
        <Button className={style.moreActions} onClick={() => void navigate(editPath(plan.plan))}>
          {t('edit')}
        </Button>
      )}
    </div>
  )
}

const canEdit = ({ can, drones }: GroupPlanDetail): boolean => can.update && !isUnderWay(drones)

const Watch = ({ plan }: { plan: GroupPlanDetail }) => {
  const navigate = useNavigate()
  const watching = useWatch(plan)
  useFitPlan(plan.route)
  return (
    <>
      <PlanMap plan={plan} />
      <Panel
        side="right"
        title={plan.name}
        onClose={() => void navigate(groupPath)}
        footer={
          (hasOrders(watching.ordered) || canEdit(plan)) && <Foot plan={plan} watching={watching} />
        }
      >
        <div className="grid gap-12 p-12-16">
          <PlanProgress plan={plan} />
          <Drones plan={plan} watching={watching} />
          <PlanLegend plan={plan} />
          <PlanSums plan={plan} />
          <PlanCoverage route={plan.route} />
          <DoseComparison plan={plan} />
          <PlanFiles plan={plan} />
        </div>
      </Panel>
    </>
  )
}

/** Polls, because drones reply later and other people send commands too. */
const lookAgainMs = (plan: GroupPlanDetail | undefined): number | false => {
  if (!plan || plan.state === 'done') return false
  return plan.drones.some(({ told }) => told?.state === 'waiting' || told?.state === 'sent')
    ? 3_000
    : 15_000
}

/** A plan in flight: planned work, completed work, and the next command of each drone. */
export const PlanWatchScreen = () => {
  const { t } = useTranslation('group-control')
  const navigate = useNavigate()
  const { plan = '' } = useParams()
  const detail = useQuery({
    ...buildQuery('getGroupPlan', { params: { plan } }),
    refetchInterval: ({ state }) => lookAgainMs(state.data),
  })
  useLiveEvent('commandsChanged', ({ droneId }) => {
    if (detail.data?.drones.some((one) => one.droneId === droneId))
      void outdated('getGroupPlan', 'listGroupPlans')
  })
  return (
    <>
      <h1 className="sr-only">{t('app:groupControl')}</h1>
      {detail.data ? (
        <Watch key={plan} plan={detail.data} />
      ) : (
        <Panel side="right" title={t('name')} onClose={() => void navigate(groupPath)}>
          {detail.isError ? (
            <Failure error={detail.error} onRetry={() => void detail.refetch()} />
          ) : (
            <Skeleton active paragraph={{ rows: 8 }} />
          )}
        </Panel>
      )}
    </>
  )
}
