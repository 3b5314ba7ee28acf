import { currentLanguage } from '../../../../lib/language.ts'

/**
 * Parses a number with or without thousands separators, which are often copied from tables. Null
 * unless it is a number of zero or more.
 */
export const readFigure = (text: string): number | null => {
  const plain = text.normalize('NFKC').replaceAll(/[,\s\u00a0]/g, '')
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain)) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/** Six significant digits, formatted for the language; whole numbers are not shortened. */
export const showFigure = (value: number): string => {
  const whole = value === 0 ? 1 : Math.floor(Math.log10(Math.abs(value))) + 1
  const decimals = Math.max(0, Math.min(6, 6 - Math.max(0, whole)))
  return new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: decimals }).format(value)
}
