// Covered areas by row of a list, which come from another response than its rows.
import { useTranslation } from 'react-i18next'
import { Area, useAreaWord } from '../../../ui/area.tsx'
import type { Column } from '../../../ui/list-columns.tsx'
import type { Figure } from '../../../ui/list-stats.tsx'

const mostNamed = 2
/** Less is a difference of rounding. */
const leastMu = 0.01

/** `find`: covered area in mu; undefined: none. */
export const useAreaColumn = <Row,>(
  title: string,
  find: (row: Row) => number | null | undefined,
): Column<Row> => ({
  key: 'coveredArea',
  title,
  number: true,
  unit: useAreaWord(),
  phone: 'figure',
  render: (row) => <Area mu={find(row)} bare />,
  isMissing: (row) => find(row) == null,
})

type Part = { label: string; mu: number | null }

/** The total, its largest parts, and what is left of it. */
export const useLargestAreas = (): ((
  total: Part,
  /** Largest first. */
  parts: readonly Part[],
) => readonly Figure[]) => {
  const { t } = useTranslation()
  const unit = useAreaWord()
  return (total, parts) => {
    // A single part that is left has its name.
    const shown = parts.length === mostNamed + 1 ? parts : parts.slice(0, mostNamed)
    const left = shown.reduce((sum, { mu }) => sum - (mu ?? 0), total.mu ?? 0)
    // A flight with two chemicals counts for both, so that the parts may exceed the total.
    const others = left >= leastMu ? [{ label: t('terms:other'), mu: left }] : []
    return [total, ...shown, ...others].map(({ label, mu }) => ({
      label,
      value: <Area mu={mu} bare />,
      unit,
    }))
  }
}
