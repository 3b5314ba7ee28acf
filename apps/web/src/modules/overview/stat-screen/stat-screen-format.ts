// How statistics screens write figures: specification, section 9, sentence by sentence.
import { COMPACT_DECIMALS, compactNumber, type NumberSuffix } from '@swath/domain/compact-number'
import { fromMu, type AreaUnit } from '@swath/domain/units'
import { dash, formatNumber } from '../../../lib/format.ts'

export type StatScreenFigure = { readonly figure: string; readonly suffix: NumberSuffix }
/** The suffix of a shortened figure; empty for one that is not shortened. */
export type SuffixLabels = Readonly<Record<NumberSuffix, string>>

const isMissing = (value: number | null | undefined): value is null | undefined =>
  value == null || !Number.isFinite(value)

/** Amounts on statistics screens and in their charts: large ones are shortened and cut. */
const formatStatScreenValue = (
  value: number,
  language: string,
  decimals: number,
): StatScreenFigure => {
  const { value: shown, suffix } = compactNumber(value, language, decimals)
  return { figure: formatNumber(shown, suffix === 'none' ? decimals : COMPACT_DECIMALS), suffix }
}

export const formatStatScreenArea = (
  mu: number | null | undefined,
  unit: AreaUnit,
  language: string,
  decimals: number,
): StatScreenFigure => {
  if (isMissing(mu)) return { figure: dash, suffix: 'none' }
  return formatStatScreenValue(fromMu(mu, unit), language, decimals)
}

/** Decimals of areas, in rankings and headline figures. */
export const rankDecimals = 2
export const headlineDecimals = 1

/** Smaller values are omitted from charts of regions. */
export const leastShown = 0.9999

/** A value for a chart of regions; null if it is hidden, because a logarithmic axis has no zero. */
export const toRegionValue = (mu: number | null, unit: AreaUnit): number | null => {
  if (mu === null) return null
  const value = fromMu(mu, unit)
  return value < leastShown ? null : value
}

/** Width limits of bars, px. */
export const barWidths = { big: { least: 1, most: 40 }, small: { least: 10, most: 40 } } as const

/** 万 and k follow the number directly; Thai has a space. */
const joinSuffix = (figure: string, word: string): string =>
  /\p{Script=Thai}/u.test(word) ? `${figure} ${word}` : `${figure}${word}`

/** The label of a value in a chart. */
export const formatValue = (value: number, language: string, labels: SuffixLabels): string => {
  const { figure, suffix } = formatStatScreenValue(value, language, COMPACT_DECIMALS)
  return joinSuffix(figure, labels[suffix])
}

/** The label of an axis tick, without trailing zeros. */
export const formatTick = (value: number, language: string, labels: SuffixLabels): string => {
  const { figure, suffix } = formatStatScreenValue(value, language, COMPACT_DECIMALS)
  return joinSuffix(figure.replace(/\.?0+$/, ''), labels[suffix])
}
