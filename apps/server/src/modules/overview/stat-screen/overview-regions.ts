// Navigation of the overview: the parts of a region, and the region where a caller starts.
import type { Scope } from '@swath/domain/access/caller'
import type { Dimension } from '@swath/domain/figures'
import { regionContains, regionLevel, regionPath } from '@swath/domain/region-code'
import { childRegions, findRegion, type Region } from '@swath/fixtures/regions'

/** The highest region that a caller can see; null: the world. */
export const findTop = (scope: Scope): string | null =>
  scope.kind === 'region' ? scope.prefix.padEnd(9, '0') : null

/**
 * The parts of a region. A level that consists of a single part equal to the region (such as the
 * only "city" of Beijing) is skipped.
 */
export const listParts = (code: string | null): readonly Region[] => {
  const parts = childRegions(code)
  return code !== null && parts.length === 1 ? listParts(parts[0]!.code) : parts
}

const dimensions = {
  country: 'country',
  province: 'province',
  city: 'city',
  county: 'county',
} as const satisfies Record<string, Dimension>

/** The dimension of figures for the parts; null: there are none. */
export const dimensionOf = (parts: readonly Region[]): Dimension | null =>
  parts[0] ? dimensions[regionLevel(parts[0].code)] : null

/**
 * The path from the top to a region; null if the region is unknown or outside the caller's scope.
 */
export const findPath = (top: string | null, code: string | null): (string | null)[] | null => {
  if (code === null) return top === null ? [null] : null
  if (!findRegion(code) || (top !== null && !regionContains(top, code))) return null
  const down = regionPath(code).filter(
    (step) =>
      findRegion(step) &&
      (top === null || regionContains(top, step)) &&
      // The same rule as in `listParts`.
      (step === code || childRegions(findRegion(step)!.parentCode).length > 1 || step === top),
  )
  return top === null ? [null, ...down] : down
}
