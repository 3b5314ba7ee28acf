import { lazy, Suspense, type ReactNode } from 'react'
import { loadTexts } from '../lib/i18n.ts'

const AnomalyBell = lazy(async () => {
  const [{ AnomalyBell: Bell }] = await Promise.all([
    import('../modules/alarms/anomalies/anomaly-bell.tsx'),
    loadTexts(['anomalies']),
  ])
  return { default: Bell }
})

const BulletinBell = lazy(async () => {
  const [{ BulletinBell: Bell }] = await Promise.all([
    import('../modules/alarms/bulletins/bulletin-bell.tsx'),
    loadTexts(['bulletins']),
  ])
  return { default: Bell }
})

/**
 * Where the bells of the announcements and of the alarms stand. They come after the page: nothing
 * waits for them.
 */
export const HeaderBell = (): ReactNode => (
  <Suspense fallback={null}>
    <BulletinBell />
    <AnomalyBell />
  </Suspense>
)
