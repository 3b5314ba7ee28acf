import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useStage } from './stage.tsx'
import style from './dock.module.css'

const edgePx = 12

type Props = {
  /** Leaves room for a panel that is open on the right. */
  besideDrawer?: boolean
  children: ReactNode
}

/**
 * Content at the lower edge of the map between the panels, such as a playback or charts. The map's
 * own controls move above it.
 */
export const Dock = ({ besideDrawer = false, children }: Props) => {
  const { overlay } = useStage()
  const dock = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = dock.current
    if (!element) return
    const { style: page } = document.documentElement
    const tell = (): void => page.setProperty('--dock-covers', `${element.offsetHeight + edgePx}px`)
    tell()
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    return () => {
      observer.disconnect()
      page.removeProperty('--dock-covers')
    }
  }, [overlay])
  return (
    overlay &&
    createPortal(
      <div ref={dock} className={style.dock} data-beside={besideDrawer}>
        {children}
      </div>,
      overlay,
    )
  )
}
