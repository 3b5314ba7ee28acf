import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { clampMapShare, mapShare, mapShareLimits, usualMapShare } from '../lib/map-share.ts'
import { useStored } from '../lib/stored.ts'
import { useWideWindow } from '../ui/use-width.ts'
import style from './shell.module.css'

const stepPercent = 2

/** Steps of the arrow keys: towards the page or towards the map. */
const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: stepPercent,
  ArrowUp: stepPercent,
  ArrowRight: -stepPercent,
  ArrowDown: -stepPercent,
}

/** The line between a page and the map next to it: dragged, or moved with arrow keys. */
export const MapSplit = () => {
  const { t } = useTranslation('app')
  const share = useStored(mapShare)
  const side = useWideWindow() ? 'beside' : 'below'
  const dragged = useRef<number | null>(null)
  const keep = (percent: number): void =>
    mapShare.set({ ...mapShare.get(), [side]: clampMapShare(percent) })

  const onPointerMove = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void => {
    const stage = currentTarget.parentElement
    if (dragged.current === null || !stage) return
    const { right, bottom, width, height } = stage.getBoundingClientRect()
    const part = side === 'beside' ? (right - clientX) / width : (bottom - clientY) / height
    dragged.current = clampMapShare(part * 100)
    // The page and the map follow at once; stored when it is released.
    stage.style.setProperty(`--map-${side}`, `${dragged.current}%`)
  }
  const onPointerUp = (): void => {
    if (dragged.current !== null) keep(dragged.current)
    dragged.current = null
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = keySteps[event.key]
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    if (step !== undefined) keep(share[side] + step)
    else keep(event.key === 'Home' ? mapShareLimits.most : mapShareLimits.least)
  }
  return (
    <div
      role="separator"
      tabIndex={0}
      className={style.split}
      aria-label={t('mapSplit')}
      aria-orientation={side === 'beside' ? 'vertical' : 'horizontal'}
      aria-valuenow={share[side]}
      aria-valuemin={mapShareLimits.least}
      aria-valuemax={mapShareLimits.most}
      title={t('mapSplitHint')}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        dragged.current = share[side]
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={() => keep(usualMapShare[side])}
      onKeyDown={onKeyDown}
    />
  )
}
