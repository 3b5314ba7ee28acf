import { DownloadOutlined, HomeOutlined, StopOutlined } from '@ant-design/icons'
import { dangerousCommands, obstacleTo, type CommandSituation } from '@swath/domain/command'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { HoldButton } from '../../../ui/hold-button.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { commandLabels, obstacleLabels } from './command.labels.ts'
import { OrderResult } from './order-result.tsx'
import { useGiving, type GivingOrders, type Plain } from './use-giving.ts'
import { useOrders } from './use-orders.ts'
import style from './main-orders.module.css'

const mainOrders: readonly (readonly [Plain, ReactNode])[] = [
  ['return', <HomeOutlined key="return" aria-hidden />],
  ['land', <DownloadOutlined key="land" aria-hidden />],
  ['hold', <StopOutlined key="hold" aria-hidden />],
]

type HeldProps = { type: Plain; icon: ReactNode; situation: CommandSituation; orders: GivingOrders }
/** A command whose button must be held for a second. */
export const HeldOrder = ({ type, icon, situation, orders }: HeldProps) => {
  const { t } = useTranslation('flight-control')
  const obstacle = obstacleTo(type, situation)
  const { giving, give, explain, ask } = orders
  return (
    <HoldButton
      icon={icon}
      label={t(commandLabels[type])}
      why={obstacle && t(obstacleLabels[obstacle])}
      danger={dangerousCommands.has(type)}
      isBusy={giving?.type === type && giving.step === 'given' && giving.commandId === null}
      onHeld={() => give(type)}
      onShort={() => explain(type)}
      onAsk={() => ask(type)}
    />
  )
}

type Props = { droneId: string; situation: CommandSituation; orders: GivingOrders }

/** Return, land and stop within reach of the thumb, with their results. */
export const MainOrders = ({ droneId, situation, orders }: Props) => {
  const { t } = useTranslation('flight-control')
  return (
    <div
      className="grid gap-8"
      role="group"
      aria-label={t('commands')}
      onKeyDown={(event) => {
        // During the countdown, Escape stops the command instead of closing the panel.
        if (event.key !== 'Escape' || orders.giving?.step !== 'counting') return
        event.preventDefault()
        orders.stop()
      }}
    >
      <OrderResult droneId={droneId} orders={orders} />
      <div className={style.main}>
        {mainOrders.map(([type, icon]) => (
          <HeldOrder key={type} type={type} icon={icon} situation={situation} orders={orders} />
        ))}
      </div>
    </div>
  )
}

type Flying = { droneId: string; droneName: string; flight: CommandSituation['flight'] }

const FlyingOrders = ({ droneId, droneName, flight, locked }: Flying & { locked: boolean }) => {
  const orders = useGiving(droneName, useOrders(droneId))
  const isAirborne = flight === 'flying' || flight === 'spraying'
  if (!isAirborne && orders.giving === null) return null
  // After landing, the result of the last command is still shown.
  if (!isAirborne) return <OrderResult droneId={droneId} orders={orders} />
  return (
    <MainOrders droneId={droneId} situation={{ flight, locked, hasRoute: false }} orders={orders} />
  )
}

/**
 * The main commands for other screens. Empty for people who may not control the drone, and while it
 * is on the ground.
 */
export const DroneOrders = ({ droneId, droneName, flight }: Flying) => {
  const mayControl = useOwnScreens().findPath('flight-control') !== undefined
  const control = useQuery({
    ...buildQuery('getControlDrone', { query: { droneId } }),
    enabled: mayControl && flight !== 'offline',
    retry: false,
    meta: { quiet: true },
  })
  if (!control.data?.can.command) return null
  return (
    <FlyingOrders
      droneId={droneId}
      droneName={droneName}
      flight={flight}
      locked={control.data.locked}
    />
  )
}
