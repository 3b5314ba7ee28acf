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
 * The slot of the announcement and alarm bells. They load after the page, and nothing waits for
 * them.
 */
export const HeaderBell = (): ReactNode => (
  <Suspense fallback={null}>
    <BulletinBell />
    <AnomalyBell />
  </Suspense>
)
