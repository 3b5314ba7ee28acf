import { CaretRightOutlined, LeftOutlined, PauseOutlined, RightOutlined } from '@ant-design/icons'
import { useRef, type FocusEvent, type PointerEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format.ts'
import { useReducedMotion } from '../../../lib/reduced-motion.ts'
import { useStored } from '../../../lib/stored.ts'
import { turnInterval, turnIntervals, type PageTurning } from './use-page-turning.ts'
import style from './panel-pages.module.css'

const IntervalChoice = () => {
  const { t } = useTranslation('stat-screen')
  const everyS = useStored(turnInterval)
  return (
    <select
      aria-label={t('turnPages')}
      title={t('turnPages')}
      value={everyS}
      onChange={({ target }) =>
        turnInterval.set(turnIntervals.find((one) => String(one) === target.value)!)
      }
    >
      {turnIntervals.map((seconds) => (
        <option key={seconds} value={seconds}>
          {seconds === 0 ? t('turnByHand') : t('turnEvery', { seconds })}
        </option>
      ))}
    </select>
  )
}

/** Holds the page while the pointer or the keyboard's focus is on the element with these props. */
const useHold = (setHeld: (isHeld: boolean) => void) => {
  const on = useRef({ pointer: false, focus: false })
  const set = (part: 'pointer' | 'focus', isOn: boolean): void => {
    on.current[part] = isOn
    setHeld(on.current.pointer || on.current.focus)
  }
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => set('pointer', pointerType !== 'touch'),
    onPointerLeave: () => set('pointer', false),
    // After a click the button keeps the focus, and a wall that nobody looks after must turn again.
    onFocus: ({ target }: FocusEvent) => set('focus', target.matches(':focus-visible')),
    onBlur: () => set('focus', false),
  }
}

/** Shows which page of panels is visible, and turns pages by hand. */
export const Pager = ({ turning }: { turning: PageTurning }) => {
  const { t } = useTranslation('stat-screen')
  const { page, count, turn, isPaused, setPaused, setHeld, isTurning } = turning
  const isStill = useReducedMotion()
  const canTurn = useStored(turnInterval) > 0 && !isStill
  const button = (label: string, icon: ReactNode, onClick: () => void) => (
    <button type="button" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </button>
  )
  return (
    <div className={style.pager} role="group" aria-label={t('pager')} {...useHold(setHeld)}>
      {isStill ? <small>{t('turnReducedMotion')}</small> : <IntervalChoice />}
      {button(t('ui:pageBefore'), <LeftOutlined />, () => turn(-1))}
      {/* Pages that turn without a person are not announced. */}
      <span className={style.page} aria-live={isTurning ? 'off' : 'polite'}>
        <span className="sr-only">{t('pageOf', { page: page + 1, count })}</span>
        <span aria-hidden>{`${formatCount(page + 1)} / ${formatCount(count)}`}</span>
      </span>
      {canTurn &&
        (isPaused
          ? button(t('resumeTurning'), <CaretRightOutlined />, () => setPaused(false))
          : button(t('pauseTurning'), <PauseOutlined />, () => setPaused(true)))}
      {button(t('ui:pageAfter'), <RightOutlined />, () => turn(1))}
    </div>
  )
}
