import { Suspense, type ReactNode } from 'react'
import { lazyComponent } from '../lib/lazy-component.tsx'
import { useUser } from '../lib/session.ts'
import { availableScreens } from './guard.ts'
import style from './shell.module.css'

const AnomalyBell = lazyComponent(
  async () => (await import('../modules/alarms/anomalies/anomaly-bell.tsx')).AnomalyBell,
)

const BulletinBell = lazyComponent(
  async () => (await import('../modules/alarms/bulletins/bulletin-bell.tsx')).BulletinBell,
)

const Bell = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<span className={style.bellRoom} />}>{children}</Suspense>
)

/**
 * The alarm and announcement bells, only for people with a screen that shows alarms. They load
 * after the page, so that nothing waits for them.
 */
export const HeaderBell = (): ReactNode => {
  const { receiveBulletins } = useUser().can
  const screens = availableScreens()
  const [hasMap, hasList] = [screens.includes('monitor'), screens.includes('bulletin-list')]
  if (!hasMap && !hasList) return null
  return (
    <>
      {receiveBulletins && (
        <Bell>
          <BulletinBell hasList={hasList} />
        </Bell>
      )}
      <Bell>
        <AnomalyBell hasMap={hasMap} />
      </Bell>
    </>
  )
}
