import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import type { Figure } from '../../../ui/list-stats.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'
import { useLargestAreas } from './covered-areas.tsx'

type Work = {
  isLoading: boolean
  /** Covered areas in mu, largest first; flights that name none are left out. */
  parts: readonly { key: string; label: string; mu: number | null; flights: number | null }[]
  /** The total, and its largest parts; null while loading. */
  stats: () => readonly Figure[] | null
}

/** Work of this year by crop or chemical; undefined for people without statistics. */
export const useWorkThisYear = (by: 'crop' | 'chemical'): Work | undefined => {
  const { t } = useTranslation('terms')
  const toFigures = useLargestAreas()
  const seesStatistics = useOwnScreens().findPath('data-stat-list') !== undefined
  const { data, isPending } = useQuery({
    ...buildQuery('previewDataStat', {
      body: { settings: { periodType: 4, x: by, y: ['sprayArea', 'flightCount'], top: 200 } },
    }),
    enabled: seesStatistics,
    meta: { quiet: true },
  })
  if (!seesStatistics) return undefined
  const parts = (data?.rows ?? []).flatMap(
    ({ keys: [key], names: [name], values: [mu, flights] }) =>
      key == null ? [] : [{ key, label: name!, mu: mu!, flights: flights ?? null }],
  )
  const total = { label: t('coveredThisYear'), mu: data?.totals?.values[0] ?? null }
  return { isLoading: isPending, parts, stats: () => (data ? toFigures(total, parts) : null) }
}
