import { useEffect, useRef, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { HomeOutlined } from '@ant-design/icons'
import { hostTheme } from '../../../lib/host-theme.ts'
import { formatTime, formatTimeZone } from '../../../lib/format.ts'
import { queryClient } from '../../../lib/query.ts'
import { useUser } from '../../../lib/session.ts'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { useNewVersion } from './new-version.ts'
import { useStatScreenClock, useStatScreenNow } from './stat-screen-context.ts'
import {
  UnitContext,
  useStatScreenVariant,
  useWindowUnitPx,
  statScreenVariants,
  type StatScreenVariant,
} from './stat-screen-variant.ts'
import { BigLayout, CompactLayout, SmallLayout } from './stat-screen-layouts.tsx'
import style from './stat-screen.module.css'

const layouts: Readonly<Record<StatScreenVariant, () => ReactNode>> = {
  big: BigLayout,
  small: SmallLayout,
  compact: CompactLayout,
}

/** Leaves to the monitor, without waiting for requests. */
const useLeave = (): (() => void) => {
  const navigate = useNavigate()
  const path = useOwnScreens().findPath('monitor') ?? '/'
  return () => {
    void queryClient.cancelQueries()
    void navigate(path)
  }
}

const useEscape = (leave: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

/** The page scrolls sideways, so the vertical mouse wheel scrolls it too. */
const useSidewaysWheel = (box: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const onWheel = (event: WheelEvent): void => {
      const isTall = element.scrollHeight > element.clientHeight + 1
      if (isTall || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      event.preventDefault()
      // Wheel deltas in lines are converted at about the height of a line of text.
      element.scrollLeft += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1)
    }
    // Not passive, because the default scrolling must be prevented.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [box])
}

/** Pauses the clock while the tab is hidden, and triggers it at once when the network is back. */
const useClockOfPage = (): void => {
  const clock = useStatScreenClock()
  useEffect(() => {
    document.addEventListener('visibilitychange', clock.update)
    window.addEventListener('online', clock.hurry)
    return () => {
      document.removeEventListener('visibilitychange', clock.update)
      window.removeEventListener('online', clock.hurry)
    }
  }, [clock])
}

const Now = () => (
  <time className={style.now} title={formatTimeZone()}>
    {formatTime(useStatScreenNow(1))}
  </time>
)

const Heading = ({ leave }: { leave: () => void }) => {
  const { t } = useTranslation('stat-screen')
  const [variant, choose] = useStatScreenVariant()
  const { accountName } = useUser()
  return (
    <header className={style.heading}>
      <span className={style.account}>{accountName}</span>
      <h1>{t('screenTitle', { product: hostTheme().productName })}</h1>
      <div className={style.tools}>
        <div role="group" aria-label={t('variant')} className={style.variants}>
          {statScreenVariants.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === variant}
              onClick={() => choose(one)}
            >
              {t(`variants.${one}`)}
            </button>
          ))}
        </div>
        <Now />
        <button
          type="button"
          className={style.home}
          aria-label={t('home')}
          title={t('home')}
          onClick={leave}
        >
          <HomeOutlined />
        </button>
      </div>
    </header>
  )
}

/** Statistics of all work, for a large display that is watched from afar all day. */
export const StatScreen = () => {
  const box = useRef<HTMLDivElement>(null)
  const leave = useLeave()
  const { t } = useTranslation('stat-screen')
  const [variant] = useStatScreenVariant()
  const unitPx = useWindowUnitPx(variant)
  useEscape(leave)
  useSidewaysWheel(box)
  useClockOfPage()
  useNewVersion()
  const Layout = layouts[variant]
  return (
    <UnitContext value={unitPx}>
      <div
        className={style.screen}
        data-variant={variant}
        style={{ '--u': `${unitPx}px` } as CSSProperties}
      >
        <Heading leave={leave} />
        {/* Makes the panels scrollable by keyboard, although they contain nothing focusable. */}
        <div ref={box} className={style.panels} tabIndex={0} role="region" aria-label={t('panels')}>
          <Layout />
        </div>
      </div>
    </UnitContext>
  )
}
