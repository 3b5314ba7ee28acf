import { Suspense, type ReactNode } from 'react'
import { lazyComponent } from '../lib/lazy-component.ts'

const AnomalyBell = lazyComponent(
  async () => (await import('../modules/alarms/anomalies/anomaly-bell.tsx')).AnomalyBell,
)

const BulletinBell = lazyComponent(
  async () => (await import('../modules/alarms/bulletins/bulletin-bell.tsx')).BulletinBell,
)

/** The alarm and announcement bells. They load after the page, so that nothing waits for them. */
export const HeaderBell = (): ReactNode => (
  <Suspense fallback={null}>
    <BulletinBell />
    <AnomalyBell />
  </Suspense>
)
