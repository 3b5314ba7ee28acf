import {
  CaretRightOutlined,
  PauseOutlined,
  RollbackOutlined,
  SendOutlined,
  StepForwardOutlined,
} from '@ant-design/icons'
import type { groupControlActions } from '@swath/contract/group-control'
import type { GroupPlanDetail, GroupPlanDrone } from '@swath/contract/group-plans'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { showSuccess, showWarning } from '../../lib/errors.ts'
import { formatCount } from '../../lib/format.ts'
import { settle } from '../../lib/use-change.ts'
import { HoldButton } from '../../ui/hold-button.tsx'
import { useControlGroup } from './group-control.mutations.ts'
import style from './group-control.module.css'

type Action = (typeof groupControlActions)[number]

/** What fits how a drone stands; the drone itself has the last word. */
const fits = (
  action: Exclude<Action, 'set'>,
  { droneId, droneStatus, can }: GroupPlanDrone,
): boolean => {
  if (droneId === null || !can.command) return false
  switch (action) {
    case 'send':
      return droneStatus === 'waiting' || droneStatus === 'sent'
    case 'start':
      return droneStatus === 'sent'
    case 'pause':
      return droneStatus === 'flying'
    case 'resume':
      return droneStatus === 'paused'
    case 'return':
      return droneStatus === 'flying' || droneStatus === 'paused'
  }
}

/** Tells drones, and says how many were told and why others were not. */
export const useTelling = (plan: GroupPlanDetail) => {
  const { t } = useTranslation('group-control')
  const control = useControlGroup()
  const tell = async (action: Action, droneIds: string[]): Promise<void> => {
    const { told } = await control.mutateAsync({ plan: plan.plan, droneIds, action })
    const reached = told.filter(({ refusal }) => refusal === null)
    if (reached.length > 0)
      showSuccess(t('told', { count: reached.length, shown: formatCount(reached.length) }))
    for (const { droneId, refusal } of told) {
      if (refusal === null) continue
      const drone = plan.drones.find((one) => one.droneId === droneId)
      showWarning(t('notTold', { name: drone?.droneName ?? droneId, why: refusal }))
    }
  }
  return {
    isBusy: control.isPending,
    tell: (action: Action, droneIds: string[]): void => void settle(tell(action, droneIds)),
  }
}

export type Telling = ReturnType<typeof useTelling>

type Props = { drones: readonly GroupPlanDrone[]; telling: Telling }

/** Those of these drones that an action fits. */
const fitting = (action: Exclude<Action, 'set'>, drones: readonly GroupPlanDrone[]): string[] =>
  drones.flatMap((drone) => (fits(action, drone) ? [drone.droneId!] : []))

const calm = [
  { action: 'send', icon: <SendOutlined aria-hidden /> },
  { action: 'pause', icon: <PauseOutlined aria-hidden /> },
  { action: 'resume', icon: <StepForwardOutlined aria-hidden /> },
] as const
/** They begin or end a flight: held for a second. */
const grave = [
  { action: 'start', icon: <CaretRightOutlined aria-hidden />, danger: false },
  { action: 'return', icon: <RollbackOutlined aria-hidden />, danger: true },
] as const

export const hasOrders = (drones: readonly GroupPlanDrone[]): boolean =>
  [...calm, ...grave].some(({ action }) => fitting(action, drones).length > 0)

/** The orders that fit any of these drones now. */
export const Orders = ({ drones, telling: { tell, isBusy } }: Props) => {
  const { t } = useTranslation('group-control')
  const nothing = (): void => undefined
  return (
    <div className={style.actions}>
      {calm.map(({ action, icon }) => {
        const droneIds = fitting(action, drones)
        return droneIds.length === 0 ? null : (
          <Button key={action} icon={icon} loading={isBusy} onClick={() => tell(action, droneIds)}>
            {t(action)}
          </Button>
        )
      })}
      {grave.map(({ action, icon, danger }) => {
        const droneIds = fitting(action, drones)
        return droneIds.length === 0 ? null : (
          <HoldButton
            key={action}
            icon={icon}
            label={t(action)}
            why={null}
            danger={danger}
            isBusy={isBusy}
            onHeld={() => tell(action, droneIds)}
            onShort={nothing}
            onAsk={nothing}
          />
        )
      })}
    </div>
  )
}
