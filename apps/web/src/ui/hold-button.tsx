import { Button } from 'antd'
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import style from './hold-button.module.css'

/** Long enough to ignore an accidental touch. */
export const holdMs = 1_000
/** A thumb moves slightly while it presses. */
const slackPx = 24

type Holding = { onHeld: () => void; onShort: () => void; onAsk: () => void }

const isOutside = ({ clientX, clientY, currentTarget }: PointerEvent): boolean => {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return (
    clientX < left - slackPx ||
    clientX > right + slackPx ||
    clientY < top - slackPx ||
    clientY > bottom + slackPx
  )
}

/** Detects a press, by pointer or key, that lasts the full time; a shorter one is cancelled. */
const useHold = ({ onHeld, onShort, onAsk }: Holding) => {
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isDone = useRef(false)
  const begunMs = useRef(0)
  const release = (): void => {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }
  const finish = (): void => {
    release()
    isDone.current = true
    navigator.vibrate?.(40)
    onHeld()
  }
  const begin = ({ timeStamp }: SyntheticEvent): void => {
    if (timer.current !== undefined) return
    isDone.current = false
    begunMs.current = timeStamp
    setHeld(true)
    timer.current = setTimeout(finish, holdMs)
  }
  /** Timers may fire late on a busy page, so the time stamps of the events decide. */
  const end = ({ timeStamp }: SyntheticEvent): 'held' | 'short' | 'over' => {
    if (timer.current === undefined) return 'over'
    const isHeldLong = timeStamp - begunMs.current >= holdMs
    if (isHeldLong) finish()
    else release()
    return isHeldLong ? 'held' : 'short'
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const isKey = ({ key }: KeyboardEvent): boolean => key === 'Enter' || key === ' '
  return {
    isHeld,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture?.(event.pointerId)
        begin(event)
      },
      onPointerMove: (event: PointerEvent) => {
        if (timer.current !== undefined && isOutside(event)) release()
      },
      onPointerUp: end,
      onPointerCancel: release,
      onBlur: release,
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
      onKeyDown: (event: KeyboardEvent) => {
        if (!isKey(event)) return
        event.preventDefault()
        if (!event.repeat) begin(event)
      },
      onKeyUp: (event: KeyboardEvent) => {
        if (!isKey(event)) return
        event.preventDefault()
        if (end(event) === 'short') onShort()
      },
      onClick: (event: MouseEvent) => {
        // Screen readers, switch devices and voice control click without a pointer and cannot hold.
        if (event.detail === 0) onAsk()
        else if (!isDone.current) onShort()
      },
    },
  }
}

type Props = Holding & {
  icon: ReactNode
  label: string
  /** Why the button is disabled; null if it is enabled. */
  why: string | null
  danger?: boolean
  isBusy?: boolean
  /** In one line with other buttons, instead of at the bottom of a touch screen. */
  isInLine?: boolean
}

/** A button that acts after it was held for a second, while a ring fills. */
export const HoldButton = ({
  icon,
  label,
  why,
  danger = false,
  isBusy = false,
  isInLine = false,
  ...on
}: Props) => {
  const { isHeld, handlers } = useHold(on)
  return (
    <Button
      className={style.hold ?? ''}
      data-held={isHeld}
      data-in-line={isInLine}
      data-danger={danger}
      danger={danger && why === null}
      disabled={why !== null}
      loading={isBusy}
      icon={
        <span className={`relative place-items-center text-16 ${style.icon}`}>
          {icon}
          <svg className={style.ring} viewBox="0 0 40 40" aria-hidden="true">
            <circle cx="20" cy="20" r="18" pathLength="1" />
          </svg>
        </span>
      }
      {...handlers}
    >
      <span className={`grid justify-items-center text-center ${style.text}`}>
        <span>{label}</span>
        {why !== null && <small>{why}</small>}
      </span>
    </Button>
  )
}
