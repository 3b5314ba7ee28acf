import type { NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { useTranslation } from 'react-i18next'
import { dash } from '../../../lib/format.ts'

/** How many drones near a zone have its current version, and how many do not. */
export const Distribution = ({ counts }: { counts: NoFlyZone['distribution'] }) => {
  const { t } = useTranslation('no-fly-zones')
  const total = counts ? counts.current + counts.behind : 0
  if (!counts || total === 0) return <>{dash}</>
  return counts.behind === 0 ? (
    <span className="muted">{t('heldByAll', { count: total })}</span>
  ) : (
    <span className="danger medium">{t('behindCount', { count: counts.behind })}</span>
  )
}
