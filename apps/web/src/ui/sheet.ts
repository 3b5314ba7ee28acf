// Bottom sheets: panels on a narrow window have three heights and report how much of the map they
// cover.
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { useNarrow } from './use-width.ts'

/** From the header and a few rows, to half of the page, to all of it. */
export type SheetHeight = 'peek' | 'half' | 'full'
const heights: readonly SheetHeight[] = ['peek', 'half', 'full']

/**
 * Height of the content below the header in the `peek` state; keep in sync with panel.module.css.
 */
const peekContentPx = 96
/** Height of a sheet that collapses to its title and one line: grip, title and line. */
const barSheetPx = 136
/** Space above a sheet at full height. */
const fullGapPx = 8
/**
 * Share of the window's height that counts as covered, even if a sheet is taller: the map's centre
 * cannot move farther.
 */
const coveredAtMost = 0.6

type Sheet = { readonly px: number; readonly isOver: boolean }
const sheets = new Map<object, Sheet>()

/** How much of the map the topmost sheet covers from below, px; 0 on a wide window. */
export const coveredBelowPx = (): number => {
  const all = [...sheets.values()]
  const over = all.filter(({ isOver }) => isOver)
  const px = Math.max(0, ...(over.length > 0 ? over : all).map((sheet) => sheet.px))
  return Math.min(px, window.innerHeight * coveredAtMost)
}

const noteSheet = (key: object, sheet: Sheet | null): void => {
  if (sheet) sheets.set(key, sheet)
  else sheets.delete(key)
  document.documentElement.style.setProperty('--sheet-covers', `${coveredBelowPx()}px`)
}

/** Reports how much of the map the panel covers while it is a sheet. */
const useCovering = (panel: RefObject<HTMLElement | null>, isOver: boolean, isThere: boolean) => {
  const narrow = useNarrow()
  useEffect(() => {
    const element = panel.current
    if (!narrow || !isThere || !element) return
    const key = {}
    const tell = (): void => noteSheet(key, { px: element.offsetHeight, isOver })
    tell()
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    return () => {
      observer.disconnect()
      noteSheet(key, null)
    }
  }, [panel, narrow, isOver, isThere])
}

const step = (height: SheetHeight, by: 1 | -1): SheetHeight =>
  heights[heights.indexOf(height) + by] ?? height

/** A release faster than this continues in its direction, px per ms. */
const flingPxMs = 0.5

type Drag = {
  readonly fromY: number
  readonly fromPx: number
  readonly fromMs: number
  readonly ends: Readonly<Record<SheetHeight, number>>
}

/** The height at which a sheet settles after it was released at `px`. */
const restAt = ({ ends, fromPx, fromMs }: Drag, px: number, nowMs: number): SheetHeight => {
  const speed = (px - fromPx) / Math.max(1, nowMs - fromMs)
  const ahead = px + (Math.abs(speed) > flingPxMs ? Math.sign(speed) * 160 : 0)
  return heights.reduce((best, one) =>
    Math.abs(ends[one] - ahead) < Math.abs(ends[best] - ahead) ? one : best,
  )
}

/**
 * The height of a panel as a bottom sheet: dragged by its header, or set with keys and clicks on
 * its grip.
 */
export const useSheet = (
  panel: RefObject<HTMLElement | null>,
  { begin, isOver, isThere }: { begin: SheetHeight; isOver: boolean; isThere: boolean },
) => {
  const [height, setHeight] = useState(begin)
  useCovering(panel, isOver, isThere)
  const drag = useRef<Drag | null>(null)
  const wasDragged = useRef(false)

  const onPointerDown = (event: PointerEvent): void => {
    const element = panel.current
    wasDragged.current = false
    const isTool = (event.target as Element).closest('a, input, button:not([data-grip])') !== null
    // Pop-ups are rendered elsewhere in the DOM, but React bubbles their events to the header.
    if (!event.currentTarget.contains(event.target as Node)) return
    if (!element || isTool || event.button !== 0) return
    const body = element.querySelector<HTMLElement>('[data-body]')
    const wholePx = element.parentElement?.offsetHeight ?? window.innerHeight
    drag.current = {
      fromY: event.clientY,
      fromPx: element.offsetHeight,
      fromMs: event.timeStamp,
      ends: {
        peek: element.querySelector('[data-bar]:not(:empty)')
          ? barSheetPx
          : element.offsetHeight - (body?.offsetHeight ?? 0) + peekContentPx,
        half: wholePx / 2,
        full: wholePx - fullGapPx,
      },
    }
  }
  const reach = (event: PointerEvent, { fromY, fromPx, ends }: Drag): number =>
    Math.max(ends.peek, Math.min(ends.full, fromPx + fromY - event.clientY))
  const onPointerMove = (event: PointerEvent): void => {
    const element = panel.current
    if (!element || !drag.current) return
    if (!wasDragged.current) {
      if (Math.abs(event.clientY - drag.current.fromY) < 6) return
      wasDragged.current = true
      event.currentTarget.setPointerCapture?.(event.pointerId)
    }
    element.dataset['dragged'] = 'true'
    element.style.height = `${reach(event, drag.current)}px`
  }
  const onPointerUp = (event: PointerEvent): void => {
    const element = panel.current
    if (element && drag.current && wasDragged.current) {
      setHeight(restAt(drag.current, reach(event, drag.current), event.timeStamp))
      delete element.dataset['dragged']
      element.style.height = ''
    }
    drag.current = null
  }
  return {
    height,
    setHeight,
    dragging: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
    grip: {
      onClick: () => {
        if (!wasDragged.current) setHeight(height === 'full' ? 'peek' : step(height, 1))
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        setHeight(step(height, event.key === 'ArrowUp' ? 1 : -1))
      },
    },
  }
}
