import {
  BgColorsOutlined,
  CaretRightOutlined,
  LockOutlined,
  MinusCircleOutlined,
  PauseOutlined,
  PlayCircleOutlined,
  UnlockOutlined,
} from '@ant-design/icons'
import {
  commandLimits,
  obstacleTo,
  type CommandSituation,
  type CommandType,
} from '@swath/domain/command'
import { Button, InputNumber } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { commandLabels, obstacleLabels } from './command.labels.ts'
import { LockDialog } from './lock-dialog.tsx'
import { HeldOrder } from './main-orders.tsx'
import { heldCommands, type GivingOrders, type Plain } from './use-giving.ts'
import type { Orders } from './use-orders.ts'
import style from './flight-control.module.css'
import { formatUnit } from '../../../lib/format.ts'

const others: readonly (readonly [Plain, ReactNode])[] = [
  ['pause', <PauseOutlined key="pause" aria-hidden />],
  ['resume', <CaretRightOutlined key="resume" aria-hidden />],
  ['start', <PlayCircleOutlined key="start" aria-hidden />],
  ['sprayOn', <BgColorsOutlined key="sprayOn" aria-hidden />],
  ['sprayOff', <MinusCircleOutlined key="sprayOff" aria-hidden />],
]

/** A command with its icon; an unavailable one shows why. */
const Order = ({
  icon,
  label,
  why,
  danger = false,
  isBusy = false,
  isWide = false,
  onClick,
}: {
  icon: ReactNode
  label: string
  why: string | null
  danger?: boolean
  isBusy?: boolean
  isWide?: boolean
  onClick: () => void
}) => (
  <Button
    className={style.order}
    data-wide={isWide}
    danger={danger && why === null}
    disabled={why !== null}
    loading={isBusy}
    icon={icon}
    onClick={onClick}
  >
    <span className={`grid justify-items-center text-center ${style.orderText}`}>
      <span>{label}</span>
      {why !== null && <small>{why}</small>}
    </span>
  </Button>
)

type Drone = { droneId: string; droneName: string; can: { command: boolean; lock: boolean } }
type Props = { drone: Drone; situation: CommandSituation; giving: GivingOrders }

/** The commands available now, except those in the thumb bar. */
export const OrderButtons = ({ drone, situation, giving }: Props) => {
  const { t } = useTranslation('flight-control')
  const [isLocking, setLocking] = useState(false)
  const why = (type: CommandType): string | null => {
    const obstacle = obstacleTo(type, situation)
    return obstacle === null ? null : t(obstacleLabels[obstacle])
  }
  const busy = giving.giving?.step === 'given' && giving.giving.commandId === null
  const lock = situation.locked ? 'unlock' : 'lock'
  const isAirborne = situation.flight === 'flying' || situation.flight === 'spraying'
  return (
    <>
      <div className={style.orders}>
        {drone.can.command &&
          others.map(([type, icon]) =>
            heldCommands.has(type) ? (
              <HeldOrder key={type} type={type} icon={icon} situation={situation} orders={giving} />
            ) : (
              <Order
                key={type}
                icon={icon}
                label={t(commandLabels[type])}
                why={why(type)}
                isBusy={busy && giving.giving?.type === type}
                onClick={() => giving.give(type)}
              />
            ),
          )}
        {drone.can.lock && (
          <Order
            icon={lock === 'lock' ? <LockOutlined aria-hidden /> : <UnlockOutlined aria-hidden />}
            label={t(commandLabels[lock])}
            why={why(lock)}
            danger={lock === 'lock'}
            isWide
            onClick={() => setLocking(true)}
          />
        )}
      </div>
      {isLocking && (
        <LockDialog
          drone={drone}
          opr={lock}
          isAirborne={isAirborne}
          onClose={() => setLocking(false)}
        />
      )}
    </>
  )
}

type Setting = {
  type: 'setHeight' | 'setSpeed' | 'setWidth'
  limits: readonly [least: number, most: number]
  unit: string
  step: number
}
const settings: readonly Setting[] = [
  { type: 'setHeight', limits: commandLimits.heightM, unit: 'm', step: 0.5 },
  { type: 'setSpeed', limits: commandLimits.speedMs, unit: 'm/s', step: 0.5 },
  { type: 'setWidth', limits: commandLimits.widthM, unit: 'm', step: 0.5 },
]

const SettingRow = ({
  setting: {
    type,
    limits: [least, most],
    unit,
    step,
  },
  now,
  why,
  isBusy,
  onSend,
}: {
  setting: Setting
  now: number | null
  why: string | null
  isBusy: boolean
  onSend: (value: number) => void
}) => {
  const { t } = useTranslation('flight-control')
  const [value, setValue] = useState<number | null>(null)
  const label = t(commandLabels[type])
  return (
    <form
      className={`grid gap-8 items-center ${style.setting}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (value !== null && why === null) onSend(value)
      }}
    >
      <label>
        <span>{label}</span>
        <small>{why ?? t('range', { least, most, unit })}</small>
        <InputNumber
          min={least}
          max={most}
          step={step}
          precision={1}
          value={value}
          disabled={why !== null}
          suffix={formatUnit(unit)}
          changeOnWheel={false}
          aria-label={`${label} (${formatUnit(unit)})`}
          placeholder={now === null ? undefined : String(Math.round(now * 10) / 10)}
          onChange={setValue}
        />
      </label>
      <Button
        htmlType="submit"
        disabled={why !== null || value === null}
        loading={isBusy}
        aria-label={t('sendOf', { what: label })}
      >
        {t('send')}
      </Button>
    </form>
  )
}

type SettingProps = {
  situation: CommandSituation
  orders: Orders
  now: { heightM: number | null; speedMs: number | null; swathWidthM: number | null }
}

/** Sets height, speed and swath width. */
export const OrderSettings = ({ situation, orders: { send }, now }: SettingProps) => {
  const { t } = useTranslation('flight-control')
  const currentValues = { setHeight: now.heightM, setSpeed: now.speedMs, setWidth: now.swathWidthM }
  return (
    <div className={style.settings}>
      {settings.map((setting) => {
        const { type } = setting
        const obstacle = obstacleTo(type, situation)
        return (
          <SettingRow
            key={type}
            setting={setting}
            now={currentValues[type]}
            why={obstacle && t(obstacleLabels[obstacle])}
            isBusy={send.isPending && send.variables.type === type}
            onSend={(value) =>
              send.mutate(
                type === 'setHeight'
                  ? { type, heightM: value }
                  : type === 'setSpeed'
                    ? { type, speedMs: value }
                    : { type, widthM: value },
              )
            }
          />
        )
      })}
    </div>
  )
}
