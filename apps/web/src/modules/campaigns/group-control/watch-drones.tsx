import { EllipsisOutlined } from '@ant-design/icons'
import type { GroupPlanDetail, GroupPlanDrone } from '@swath/contract/campaigns/group-plans'
import { Button, Dropdown } from 'antd'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useAreaUnit } from '../../../lib/area-unit.ts'
import { showSuccess } from '../../../lib/errors.ts'
import {
  formatArea,
  formatCount,
  formatDuration,
  formatMeasure,
  formatRatio,
} from '../../../lib/format.ts'
import { settle, type Body } from '../../../lib/use-change.ts'
import { useAreaWord } from '../../../ui/area.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { StateTag } from '../../../ui/state-tags.tsx'
import { reasonText, stateLabels } from '../../live/public.ts'
import { DroneChip } from './draft-drones.tsx'
import { usePatchDroneStatus } from './group-control.mutations.ts'
import { colourOf } from './plan-on-map.tsx'
import { computeDroneWork } from './plan-progress.ts'
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

/** How much of its work is done; of a removed drone the area alone. */
const Work = ({ plan, drone }: Pick<Props, 'plan' | 'drone'>) => {
  const { t } = useTranslation('group-control')
  const unit = useAreaUnit()
  const word = useAreaWord()
  const { mu, part } = computeDroneWork(plan, drone)
  if (part === null && mu === 0) return null
  const area = `${formatArea(mu, unit)} ${word}`
  return (
    <span className={`figure text-13 ${style.work}`}>
      {part === null
        ? t('progressDone', { share: area })
        : `${t('progressDone', { share: formatRatio(part, 0) })} · ${area}`}
    </span>
  )
}

const WorkBar = ({ plan, drone }: Pick<Props, 'plan' | 'drone'>) => {
  const { part } = computeDroneWork(plan, drone)
  return part === null ? null : (
    <div
      className={style.workBar}
      style={{ '--chip': colourOf(drone.position), '--part': part } as CSSProperties}
      aria-hidden
    />
  )
}

/** Its next flight and its battery. */
const NextFlight = ({ plan, drone, now }: Pick<Props, 'plan' | 'drone' | 'now'>) => {
  const { t } = useTranslation('group-control')
  const share = drone.share === null ? undefined : plan.route.shares[drone.share]
  const sortie = share?.sorties[drone.doneSortieNum]
  const parts = [
    ...(drone.droneId === null ? [t('noDrone')] : []),
    ...(drone.doneSortieNum < 0 ? [t('finishing')] : []),
    ...(share && sortie
      ? [
          t('flightOf', {
            number: formatCount(drone.doneSortieNum + 1),
            count: share.sorties.length,
          }),
          formatMeasure(sortie.sprayL, 'L', 1),
          formatDuration(sortie.endS - sortie.startS),
        ]
      : []),
    ...(now && now.batteryPercent !== null && !now.isOffline
      ? [`${t('terms:battery')} ${formatCount(now.batteryPercent)}%`]
      : []),
  ]
  return (
    <p className="m-0 muted text-12 figure">
      {parts.join(' · ')}
      {now?.isOffline && (
        <>
          {parts.length > 0 && ' · '}
          <span className="danger">{t('ui:flightOffline')}</span>
        </>
      )}
    </p>
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

/** Reports of the person about the drone; those that are rare are in a menu. */
const StatusButtons = (props: Omit<Props, 'telling'>) => {
  const { t } = useTranslation('group-control')
  const { drone, now } = props
  const { say, isBusy } = useStatus(props)
  const confirm = useConfirm()
  const { droneStatus } = drone
  const name = drone.droneName ?? drone.droneId ?? ''
  const isInterrupted = droneStatus === 'interrupted'
  const isInFlight = droneStatus === 'flying' || droneStatus === 'paused' || isInterrupted
  const reports: { key: Status; label: string }[] = [
    ...(isInFlight ? [{ key: 'landed' as const, label: t('landed') }] : []),
    ...(isInFlight || droneStatus === 'sent'
      ? [{ key: 'broken-off' as const, label: t('brokenOff') }]
      : []),
    ...(droneStatus === 'out' ? [{ key: 'back' as const, label: t('back') }] : []),
  ]
  // After an interrupted flight they are the answer that the plan waits for.
  const isAsked = isInterrupted || droneStatus === 'out'
  const items = [
    ...(isAsked ? [] : reports),
    ...(droneStatus !== 'out' && droneStatus !== 'done'
      ? [{ key: 'out' as const, label: t('dropOut'), danger: true }]
      : []),
  ]
  const askOut = (): void =>
    confirm({
      title: t('askOut', { name }),
      text: now?.isAirborne ? `${t('outEffect')} ${t('outInAir', { name })}` : t('outEffect'),
      verb: t('dropOut'),
      run: () => say('out'),
    })
  return (
    <>
      {isAsked &&
        reports.map(({ key, label }) => (
          <Button key={key} loading={isBusy} onClick={() => void settle(say(key))}>
            {label}
          </Button>
        ))}
      {items.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items,
            onClick: ({ key }) => {
              if (key === 'out') askOut()
              else void settle(say(key as Status))
            },
          }}
        >
          <Button
            type="text"
            className={style.moreActions}
            loading={isBusy && !isAsked}
            icon={<EllipsisOutlined aria-hidden />}
            aria-label={t('moreActions', { name })}
          />
        </Dropdown>
      )}
    </>
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
        <Work plan={plan} drone={drone} />
      </div>
      <WorkBar plan={plan} drone={drone} />
      <NextFlight plan={plan} drone={drone} now={now} />
      <LastOrder drone={drone} />
      {drone.droneStatus === 'interrupted' && (
        <p className="m-0 muted text-12">{t('interruptedHint')}</p>
      )}
      {drone.can.command && (
        <div className="flex wrap gap-8 items-center">
          <Orders drones={[{ drone, isAirborne: now?.isAirborne ?? false }]} telling={telling} />
          <StatusButtons {...props} />
        </div>
      )}
    </li>
  )
}
