// How the walls write figures: specification, section 9, sentence by sentence.
import { compactNumber, fromMu, type AreaUnit, type CompactNumber } from '@swath/domain/units'
import { dash, formatNumber } from '../../lib/format.ts'

export type WallFigure = { readonly figure: string; readonly suffix: CompactNumber['suffix'] }

/** What stands behind a figure that was shortened. */
export const suffixTexts: Readonly<Record<CompactNumber['suffix'], string | null>> = {
  none: null,
  wan: 'wan',
  thousand: 'thousand',
  million: 'million',
}

const isMissing = (value: number | null | undefined): value is null | undefined =>
  value == null || !Number.isFinite(value)

/** Large areas are shortened and cut to two decimals, others have as many as their place wants. */
export const formatWallArea = (
  mu: number | null | undefined,
  unit: AreaUnit,
  language: string,
  decimals: number,
): WallFigure => {
  if (isMissing(mu)) return { figure: dash, suffix: 'none' }
  const { value, suffix } = compactNumber(fromMu(mu, unit), language)
  return { figure: formatNumber(value, suffix === 'none' ? decimals : 2), suffix }
}

/** Rankings: area with two decimals. Headline figures: one. */
export const rankDecimals = 2
export const headlineDecimals = 1

/** Smaller values than this are left out of charts of regions. */
export const leastShown = 0.9999

/** A value of a chart of regions; null: it is hidden, as an axis of logarithms has no place for it. */
export const toRegionValue = (mu: number | null, unit: AreaUnit): number | null => {
  if (mu === null) return null
  const value = fromMu(mu, unit)
  return value < leastShown ? null : value
}

/** Widths of bars, px. */
export const barWidths = { big: { least: 1, most: 40 }, small: { least: 10, most: 40 } } as const

/** 万 and k stand close to their figure; Thai has a space before its words. */
const joinSuffix = (figure: string, word: string): string =>
  /\p{Script=Thai}/u.test(word) ? `${figure} ${word}` : `${figure}${word}`

/** A tick of an axis: short, without decimals that say nothing. */
export const formatTick = (
  value: number,
  language: string,
  words: Readonly<Record<CompactNumber['suffix'], string>>,
): string => {
  const short = compactNumber(value, language)
  const decimals = Number.isInteger(short.value) || short.value >= 10 ? 0 : 1
  return joinSuffix(formatNumber(short.value, decimals), words[short.suffix])
}
