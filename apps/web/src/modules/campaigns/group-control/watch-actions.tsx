import {
  CaretRightOutlined,
  PauseOutlined,
  RollbackOutlined,
  SendOutlined,
  StepForwardOutlined,
} from '@ant-design/icons'
import type {
  groupControlActions,
  GroupPlanDetail,
  GroupPlanDrone,
} from '@swath/contract/campaigns/group-plans'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { showSuccess, showWarning } from '../../../lib/errors.ts'
import { formatCount } from '../../../lib/format.ts'
import { settle } from '../../../lib/use-change.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { HoldButton } from '../../../ui/hold-button.tsx'
import { useControlGroup } from './group-control.mutations.ts'

type Action = (typeof groupControlActions)[number]

/** A drone of the plan, and whether it is airborne as far as is known. */
export type OrderedDrone = { readonly drone: GroupPlanDrone; readonly isAirborne: boolean }

/**
 * The actions that are valid in a drone's state; the drone itself may still refuse. A drone removed
 * from the plan keeps flying until it is recalled, over areas now assigned to others.
 */
const fits = (
  action: Exclude<Action, 'set'>,
  { drone: { droneId, droneStatus, can }, isAirborne }: OrderedDrone,
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
      return (
        droneStatus === 'flying' ||
        droneStatus === 'paused' ||
        (droneStatus === 'out' && isAirborne)
      )
  }
}

/** Sends commands to drones, and reports how many were sent and why others were not. */
export const useTelling = (plan: GroupPlanDetail) => {
  const { t } = useTranslation('group-control')
  const control = useControlGroup()
  const tell = async (action: Action, droneIds: string[]): Promise<void> => {
    const { told: results } = await control.mutateAsync({ plan: plan.plan, droneIds, action })
    const reached = results.filter(({ refusal }) => refusal === null)
    if (reached.length > 0)
      showSuccess(t('told', { count: reached.length, shown: formatCount(reached.length) }))
    for (const { droneId, refusal } of results) {
      if (refusal === null) continue
      const drone = plan.drones.find((one) => one.droneId === droneId)
      showWarning(t('notTold', { name: drone?.droneName ?? droneId, why: refusal }))
    }
  }
  return {
    isBusy: control.isPending,
    tellNow: tell,
    tell: (action: Action, droneIds: string[]): void => void settle(tell(action, droneIds)),
  }
}

export type Telling = ReturnType<typeof useTelling>

type Props = { drones: readonly OrderedDrone[]; telling: Telling; isForAll?: boolean }
type Grave = (typeof grave)[number]['action']

const questions = {
  start: ['flight-control:startTitle', 'flight-control:startText'],
  return: ['flight-control:returnTitle', 'flight-control:returnText'],
} as const satisfies Record<Grave, readonly [title: string, text: string]>

/** Ids of the drones for which an action is valid. */
const fitting = (action: Exclude<Action, 'set'>, drones: readonly OrderedDrone[]): string[] =>
  drones.flatMap((one) => (fits(action, one) ? [one.drone.droneId!] : []))

const calm = [
  { action: 'send', icon: <SendOutlined aria-hidden /> },
  { action: 'pause', icon: <PauseOutlined aria-hidden /> },
  { action: 'resume', icon: <StepForwardOutlined aria-hidden /> },
] as const
/** These begin or end a flight, so the button must be held for a second. */
const grave = [
  { action: 'start', icon: <CaretRightOutlined aria-hidden />, danger: false },
  { action: 'return', icon: <RollbackOutlined aria-hidden />, danger: true },
] as const

export const hasOrders = (drones: readonly OrderedDrone[]): boolean =>
  [...calm, ...grave].some(({ action }) => fitting(action, drones).length > 0)

/** The actions that are valid for any of these drones. */
export const Orders = ({ drones, telling: { tell, tellNow, isBusy }, isForAll = false }: Props) => {
  const { t } = useTranslation('group-control')
  const confirm = useConfirm()
  /** For people who cannot hold a button. */
  const ask = (action: Grave, droneIds: string[]): void => {
    const [title, text] = questions[action]
    const named = drones.flatMap(({ drone: { droneId, droneName } }) =>
      droneId !== null && droneIds.includes(droneId) ? [droneName ?? droneId] : [],
    )
    const name = named.join(', ')
    confirm({
      title: t(title, { name }),
      text: t(text),
      verb: t(action),
      run: () => tellNow(action, droneIds),
    })
  }
  return (
    <>
      {calm.map(({ action, icon }) => {
        const droneIds = fitting(action, drones)
        return droneIds.length === 0 ? null : (
          <Button
            key={action}
            type={isForAll && action === 'send' ? 'primary' : 'default'}
            icon={icon}
            loading={isBusy}
            onClick={() => tell(action, droneIds)}
          >
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
            isInLine
            onHeld={() => tell(action, droneIds)}
            onShort={() => showWarning(t('flight-control:holdOn', { what: t(action) }))}
            onAsk={() => ask(action, droneIds)}
          />
        )
      })}
    </>
  )
}
