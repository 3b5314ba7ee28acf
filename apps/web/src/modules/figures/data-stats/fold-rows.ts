import type { DataStatFigures } from '@swath/contract/figures/data-stats'
import { toMeasure } from '@swath/contract/figures/stat-settings'
import type { StatTable } from '@swath/contract/figures/stat-shown'
import { addsUp, isTime } from '@swath/domain/stat-settings'

export type Point = { key: string; name: string; value: number; decimals: number }

/**
 * The first value by the first dimension. A statistic that is split by a second one is added up;
 * null if its parts do not add up.
 */
export const foldRows = (
  { dimensions, measures, rows }: Pick<DataStatFigures, 'dimensions' | 'measures' | 'rows'>,
  table: Pick<StatTable, 'rows'>,
): readonly Point[] | null => {
  const isSplit = dimensions.length > 1
  if (isSplit && !addsUp(toMeasure(measures[0]!))) return null
  const points = new Map<string, Point>()
  for (const [at, { keys, names }] of rows.entries()) {
    const cell = table.rows[at]?.cells[0]
    if (!cell) continue
    // Two plots may have the same name.
    const key = keys[0] ?? ''
    const known = points.get(key)?.value ?? 0
    points.set(key, {
      key,
      name: names[0] ?? '',
      value: known + cell.figure,
      decimals: cell.decimals,
    })
  }
  const all = [...points.values()]
  return isSplit && !isTime(dimensions[0]!) ? all.toSorted((a, b) => b.value - a.value) : all
}
