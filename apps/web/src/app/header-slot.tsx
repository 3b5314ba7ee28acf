import { lazy, Suspense, type ReactNode } from 'react'
import { loadTexts } from '../lib/i18n.ts'

const AnomalyBell = lazy(async () => {
  const [{ AnomalyBell: Bell }] = await Promise.all([
    import('../features/anomalies/anomaly-bell.tsx'),
    loadTexts(['anomalies']),
  ])
  return { default: Bell }
})

/** Where the bell of the alarms stands. It comes after the page: nothing waits for it. */
export const HeaderBell = (): ReactNode => (
  <Suspense fallback={null}>
    <AnomalyBell />
  </Suspense>
)
