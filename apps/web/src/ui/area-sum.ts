import { shownRest } from '@swath/domain/shown-sum'
import { fromMu } from '@swath/domain/units'
import { useAreaUnit } from '../lib/area-unit.ts'
import { formatNumber } from '../lib/format.ts'

const decimals = 2

/**
 * The difference between a displayed total and the sum of the displayed parts, in the person's
 * unit; null if they add up. Returned as text: converting it from mu again would introduce another
 * rounding error.
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
