import { CloseOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useStage } from './stage.tsx'
import { useNarrow } from './use-width.ts'
import style from './panel.module.css'

type Props = {
  side: 'left' | 'right'
  title: ReactNode
  children: ReactNode
  /** Beside the title: small tools. */
  extra?: ReactNode
  footer?: ReactNode
  /** A panel that can be closed for good; without it a left panel can be folded away. */
  onClose?: () => void
  /**
   * On a narrow window, how much of the height the sheet takes: 'peek' shows its head and some
   * rows, and grows on a press.
   */
  sheet?: 'peek' | 'half'
}

/** A panel that was opened takes the focus, closes on Escape, and gives the focus back. */
const useOpenedPanel = (onClose: (() => void) | undefined) => {
  const panel = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  }, [onClose])
  const closes = onClose !== undefined
  useEffect(() => {
    if (!closes) return
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [closes])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && close.current && !event.defaultPrevented) close.current()
  }
  return { panel, onKeyDown, closes }
}

/**
 * Content over the map: 340 px on the left, 380 px on the right, a sheet from below on narrow
 * windows.
 */
export const Panel = ({ side, title, children, extra, footer, onClose, sheet = 'peek' }: Props) => {
  const { t } = useTranslation('ui')
  const narrow = useNarrow()
  const { overlay } = useStage()
  const [isFolded, setFolded] = useState(false)
  const [isTall, setTall] = useState(sheet === 'half')
  const id = useId()
  const { panel, onKeyDown, closes } = useOpenedPanel(onClose)
  if (!overlay) return null

  const isHidden = isFolded && !narrow
  return createPortal(
    <section
      ref={panel}
      tabIndex={-1}
      className={style.panel}
      data-side={side}
      data-folded={isHidden}
      data-tall={isTall}
      data-over={closes}
      aria-labelledby={id}
      onKeyDown={onKeyDown}
    >
      {narrow && (
        <button
          type="button"
          className={style.grip}
          aria-expanded={isTall}
          aria-label={isTall ? t('panelCollapse') : t('panelExpand')}
          onClick={() => setTall(!isTall)}
        />
      )}
      <header className={style.head} inert={isHidden}>
        <h2 id={id}>{title}</h2>
        <div className={style.extra}>
          {extra}
          {onClose && (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('terms:close')}
              onClick={onClose}
            />
          )}
        </div>
      </header>
      <div className={style.body} inert={isHidden}>
        {children}
      </div>
      {footer && (
        <footer className={style.foot} inert={isHidden}>
          {footer}
        </footer>
      )}
      {!onClose && !narrow && (
        <button
          type="button"
          className={style.fold}
          aria-expanded={!isFolded}
          aria-label={isFolded ? t('panelExpand') : t('panelCollapse')}
          onClick={() => setFolded(!isFolded)}
        >
          {isFolded === (side === 'left') ? <RightOutlined /> : <LeftOutlined />}
        </button>
      )}
    </section>,
    overlay,
  )
}
