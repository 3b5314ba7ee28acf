import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { buildQuery } from '../../../lib/query.ts'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import type { Figure } from '../../../ui/list-stats.tsx'
import { useOwnScreens } from '../../../ui/own-screens.ts'

const mostNamed = 3

type Work = {
  /** Covered area in mu by id. */
  areas: ReadonlyMap<string, number | null>
  /** The total, and its largest parts; null while loading. */
  stats: () => readonly Figure[] | null
}

/** Work of this year by crop or chemical; undefined for people without statistics. */
export const useWorkThisYear = (by: 'crop' | 'chemical'): Work | undefined => {
  const { t } = useTranslation('terms')
  const unit = useAreaWord()
  const seesStatistics = useOwnScreens().findPath('data-stat-list') !== undefined
  const { data } = useQuery({
    ...buildQuery('previewDataStat', {
      body: { settings: { periodType: 4, x: by, y: ['sprayArea'], top: 200 } },
    }),
    enabled: seesStatistics,
    meta: { quiet: true },
  })
  if (!seesStatistics) return undefined
  const parts = (data?.rows ?? []).flatMap(({ keys: [key], names: [name], values: [mu] }) =>
    key == null ? [] : [{ key, label: name!, mu: mu! }],
  )
  const toFigure = (label: string, mu: number | null): Figure => ({
    label,
    value: <Area mu={mu} bare />,
    unit,
  })
  return {
    areas: new Map(parts.map(({ key, mu }) => [key, mu])),
    stats: () =>
      data
        ? [
            toFigure(t('coveredThisYear'), data.totals?.values[0] ?? null),
            ...parts.slice(0, mostNamed).map(({ label, mu }) => toFigure(label, mu)),
          ]
        : null,
  }
}
