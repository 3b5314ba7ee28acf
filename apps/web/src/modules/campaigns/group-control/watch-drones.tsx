import type { GroupPlanDetail, GroupPlanDrone } from '@swath/contract/campaigns/group-plans'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../../../lib/errors.ts'
import { formatCount, formatDuration, formatNumber } from '../../../lib/format.ts'
import { settle, type Body } from '../../../lib/use-change.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { reasonText, stateLabels } from '../../live/public.ts'
import { DroneChip } from './draft-drones.tsx'
import { usePatchDroneStatus } from './group-control.mutations.ts'
import { droneStates } from './plan.labels.ts'
import type { Watched } from './find-meetings.ts'
import { Orders, type Telling } from './watch-actions.tsx'
import style from './group-control.module.css'

type Status = Body<'patchGroupDroneStatus'>['droneStatus']

type Props = {
  plan: GroupPlanDetail
  drone: GroupPlanDrone
  now: Watched | undefined
  telling: Telling
  sprayedLast: (droneId: string) => [number, number] | null
}

const useStatus = ({ plan, drone, sprayedLast }: Omit<Props, 'telling' | 'now'>) => {
  const { t } = useTranslation('group-control')
  const patch = usePatchDroneStatus()
  const say = async (droneStatus: Status): Promise<void> => {
    const droneId = drone.droneId!
    await patch.mutateAsync({
      plan: plan.plan,
      droneIds: [droneId],
      droneStatus,
      brokeOffAt: droneStatus === 'landed' ? null : sprayedLast(droneId),
      version: plan.version,
    })
    if (droneStatus !== 'landed') showSuccess(t('replanned'))
  }
  return { say, isBusy: patch.isPending }
}

const Progress = ({ plan, drone }: Pick<Props, 'plan' | 'drone'>) => {
  const { t } = useTranslation('group-control')
  if (drone.doneSortieNum < 0) return <span className="unit">{t('finishing')}</span>
  const share = drone.share === null ? undefined : plan.route.shares[drone.share]
  const sortie = share?.sorties[drone.doneSortieNum]
  if (!share || !sortie) return null
  return (
    <span className="unit figure">
      {t('flightOf', { number: formatCount(drone.doneSortieNum + 1), count: share.sorties.length })}
      {' · '}
      {formatNumber(sortie.sprayL, 1)} L · {formatDuration(sortie.endS - sortie.startS)}
    </span>
  )
}

/** The last command sent to it, while it is under way or if it failed; else the state says all. */
const LastOrder = ({ drone: { told: order } }: Pick<Props, 'drone'>) => {
  const { t } = useTranslation('group-control')
  if (order === null || order.state === 'done') return null
  const { action, state, reason } = order
  const isOver = state === 'refused' || state === 'expired' || state === 'cancelled'
  return (
    <span className={style.lastOrder} data-failed={isOver} aria-live="polite">
      {t(action)} · {t(stateLabels[state])}
      {reason !== null && <> · {reasonText(reason, t)}</>}
    </span>
  )
}

const StatusButtons = (props: Omit<Props, 'telling'>) => {
  const { t } = useTranslation('group-control')
  const { drone, now } = props
  const { say, isBusy } = useStatus(props)
  const confirm = useConfirm()
  const { droneStatus } = drone
  const name = drone.droneName ?? drone.droneId ?? ''
  const isInterrupted = droneStatus === 'interrupted'
  const isInFlight = droneStatus === 'flying' || droneStatus === 'paused' || isInterrupted
  const button = (status: Status, label: string) => (
    <Button size="small" loading={isBusy} onClick={() => void settle(say(status))}>
      {label}
    </Button>
  )
  return (
    <div className="flex wrap gap-8">
      {isInFlight && button('landed', t('landed'))}
      {(isInFlight || droneStatus === 'sent') && button('broken-off', t('brokenOff'))}
      {droneStatus === 'out' && button('back', t('back'))}
      {droneStatus !== 'out' && droneStatus !== 'done' && (
        <Button
          size="small"
          danger
          onClick={() =>
            confirm({
              title: t('askOut', { name }),
              text: now?.isAirborne
                ? `${t('outEffect')} ${t('outInAir', { name })}`
                : t('outEffect'),
              verb: t('dropOut'),
              run: () => say('out'),
            })
          }
        >
          {t('dropOut')}
        </Button>
      )}
    </div>
  )
}

/** One drone of the plan: its state, its commands, and the result of its flight. */
export const WatchedDrone = (props: Props) => {
  const { t } = useTranslation('group-control')
  const { plan, drone, now, telling } = props
  const state = droneStates[drone.droneStatus]
  return (
    <li>
      <div className="flex wrap gap-4-8 items-center">
        <DroneChip position={drone.position} />
        <strong>{drone.droneName ?? t('droneNumber', { number: drone.position + 1 })}</strong>
        <StateTag tone={state.tone}>{t(state.label)}</StateTag>
        {now && now.batteryPercent !== null && (
          <span className="unit figure">
            {t('terms:battery')} {formatCount(now.batteryPercent)}%
          </span>
        )}
        {now?.isOffline && <StateTag tone="bad">{t('ui:flightOffline')}</StateTag>}
        {drone.droneId === null && <span className="unit">{t('noDrone')}</span>}
      </div>
      <Progress plan={plan} drone={drone} />
      <LastOrder drone={drone} />
      {drone.droneStatus === 'interrupted' && (
        <p className="m-0 muted text-12">{t('interruptedHint')}</p>
      )}
      {drone.can.command && (
        <>
          <Orders drones={[{ drone, isAirborne: now?.isAirborne ?? false }]} telling={telling} />
          <StatusButtons {...props} />
        </>
      )}
    </li>
  )
}
