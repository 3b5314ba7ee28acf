import type { NoFlyZone } from '@swath/contract/land/no-fly-zones'
import { useTranslation } from 'react-i18next'
import { dash } from '../../../lib/format.ts'

/** Whether a zone is near any drone. */
export const isDistributed = (counts: NoFlyZone['distribution']): boolean =>
  counts !== null && counts.current + counts.behind > 0

/** How many drones near a zone have its current version, and how many do not. */
export const Distribution = ({ counts }: { counts: NoFlyZone['distribution'] }) => {
  const { t } = useTranslation('no-fly-zones')
  if (!counts || !isDistributed(counts)) return <>{dash}</>
  return counts.behind === 0 ? (
    <span className="muted">{t('heldByAll', { count: counts.current })}</span>
  ) : (
    <span className="danger medium">{t('behindCount', { count: counts.behind })}</span>
  )
}
