import { useEffect, type CSSProperties, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { HomeOutlined } from '@ant-design/icons'
import { hostTheme } from '../../../lib/host-theme.ts'
import { formatTime, formatTimeZone } from '../../../lib/format.ts'
import { queryClient } from '../../../lib/query.ts'
import { useLiveConnection } from '../../../lib/live/live.ts'
import { useUser } from '../../../lib/session.ts'
import { HelpButton } from '../../../ui/help/help-button.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { useNewVersion } from './new-version.ts'
import { useStatScreenClock, useStatScreenNow } from './stat-screen-context.ts'
import {
  computeRoom,
  computeUnitPx,
  RoomContext,
  UnitContext,
  useStatScreenVariant,
  useWindowSize,
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
        <HelpButton className={style.home} />
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
  const leave = useLeave()
  const { t } = useTranslation('stat-screen')
  const [variant] = useStatScreenVariant()
  const size = useWindowSize()
  const unitPx = computeUnitPx(variant, size)
  const room = computeRoom(variant, size)
  useEscape(leave)
  useClockOfPage()
  useNewVersion()
  useLiveConnection()
  const Layout = layouts[variant]
  return (
    <UnitContext value={unitPx}>
      <RoomContext value={room}>
        <div
          className={style.screen}
          data-variant={variant}
          style={{ '--u': `${unitPx}px` } as CSSProperties}
        >
          <Heading leave={leave} />
          <div
            className={style.panels}
            role="region"
            aria-label={t('panels')}
            // On a phone the panels scroll, and contain little that can have the focus.
            {...(room.isStacked ? { tabIndex: 0 } : {})}
          >
            <Layout />
          </div>
        </div>
      </RoomContext>
    </UnitContext>
  )
}
