import { shownRest } from '@swath/domain/shown-sum'
import { fromMu } from '@swath/domain/units'
import { useAreaUnit } from '../lib/area-unit.ts'
import { formatNumber } from '../lib/format.ts'

const decimals = 2

/**
 * What shown areas lack of their shown total in the person's unit; null: nothing. Not an area in
 * mu: converted once more, it would not add up.
 */
export const useShownRest = (): ((
  totalMu: number,
  partsMu: readonly number[],
) => string | null) => {
  const unit = useAreaUnit()
  return (totalMu, partsMu) => {
    const rest = shownRest(
      fromMu(totalMu, unit),
      partsMu.map((mu) => fromMu(mu, unit)),
      decimals,
    )
    return rest === 0 ? null : formatNumber(rest, decimals)
  }
}
