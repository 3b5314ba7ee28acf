// Covered areas by row of a list, which come from another response than its rows.
import { Area, useAreaWord } from '../../../ui/area.tsx'
import type { Column } from '../../../ui/list-columns.tsx'
import type { Figure } from '../../../ui/list-stats.tsx'

const mostNamed = 3

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

/** The total, and its largest parts. */
export const useLargestAreas = (): ((
  total: Part,
  /** Largest first. */
  parts: readonly Part[],
) => readonly Figure[]) => {
  const unit = useAreaWord()
  return (total, parts) =>
    [total, ...parts.slice(0, mostNamed)].map(({ label, mu }) => ({
      label,
      value: <Area mu={mu} bare />,
      unit,
    }))
}
