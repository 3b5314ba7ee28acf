import { CloseOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type KeyboardEvent,
  type ReactNode,
  type SetStateAction,
} from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { SheetProvider } from './sheet-bar.tsx'
import { useSheet, type SheetHeight } from './sheet.ts'
import { useStage } from './stage.tsx'
import { useNarrow } from './use-width.ts'
import style from './panel.module.css'

type Props = {
  side: 'left' | 'right'
  title: ReactNode
  children: ReactNode
  /** Small tools next to the title. */
  extra?: ReactNode
  footer?: ReactNode
  /** Closes the panel. Without it, a left panel can be collapsed instead. */
  onClose?: () => void
  /** Initial height of the sheet on a narrow window. */
  sheet?: SheetHeight
  /** Next to the map instead of over it, on a wide window. */
  isDocked?: boolean
}

/** An opened panel takes the focus, closes on Escape, and returns the focus. */
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

const heightLabels: Readonly<Record<SheetHeight, string>> = {
  peek: 'ui:sheetPeek',
  half: 'ui:sheetHalf',
  full: 'ui:sheetFull',
}

type FoldProps = { side: Props['side']; isFolded: boolean; setFolded: (isFolded: boolean) => void }
const FoldButton = ({ side, isFolded, setFolded }: FoldProps) => {
  const { t } = useTranslation('ui')
  return (
    <button
      type="button"
      className={style.fold}
      aria-expanded={!isFolded}
      aria-label={isFolded ? t('panelExpand') : t('panelCollapse')}
      onClick={() => setFolded(!isFolded)}
    >
      {isFolded === (side === 'left') ? <RightOutlined /> : <LeftOutlined />}
    </button>
  )
}

/** The line of a collapsed sheet, and what its content may do with the sheet. */
const useOwnBar = (setHeight: Dispatch<SetStateAction<SheetHeight>>) => {
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const own = useMemo(
    () => ({
      bar,
      collapse: () => setHeight('peek'),
      open: () => setHeight((before) => (before === 'peek' ? 'half' : before)),
    }),
    [bar, setHeight],
  )
  return { setBar, own }
}

/**
 * A panel over the map: 340 px wide on the left, 380 px on the right, a bottom sheet on narrow
 * windows.
 */
export const Panel = (props: Props) => {
  const { side, title, children, extra, footer, onClose, sheet = 'half', isDocked = false } = props
  const { t } = useTranslation('ui')
  const narrow = useNarrow()
  const { overlay } = useStage()
  const [isFolded, setFolded] = useState(false)
  const id = useId()
  const { panel, onKeyDown, closes } = useOpenedPanel(onClose)
  const { height, setHeight, dragging, grip } = useSheet(panel, {
    begin: sheet,
    isOver: closes,
    isThere: overlay !== null,
  })
  const { setBar, own } = useOwnBar(setHeight)
  if (!overlay) return null

  const isHidden = isFolded && !narrow
  return createPortal(
    <section
      ref={panel}
      tabIndex={-1}
      className={style.panel}
      data-side={isDocked ? 'docked' : side}
      data-folded={isHidden}
      data-height={height}
      data-over={closes}
      aria-labelledby={id}
      onKeyDown={onKeyDown}
    >
      {narrow && (
        <button
          type="button"
          className={style.grip}
          data-grip
          aria-label={t('sheetHeight', { height: t(heightLabels[height]) })}
          {...dragging}
          {...grip}
        />
      )}
      {narrow && <div ref={setBar} className={style.bar} data-bar />}
      <header
        className={`flex gap-8 items-center border-b ${style.head}`}
        inert={isHidden}
        {...(narrow ? dragging : {})}
      >
        <h2 id={id}>{title}</h2>
        <div className={`flex gap-4 items-center ${style.extra}`}>
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
      <div className={style.body} data-body inert={isHidden}>
        <SheetProvider value={own}>{children}</SheetProvider>
      </div>
      {footer && (
        <footer className={`border-t p-12-16 ${style.foot}`} inert={isHidden}>
          {footer}
        </footer>
      )}
      {!onClose && !narrow && <FoldButton {...{ side, isFolded, setFolded }} />}
    </section>,
    overlay,
  )
}
