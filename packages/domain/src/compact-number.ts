// Figures with a short unit, for statistics screens and their charts (specification, section 9).

export type NumberSuffix = 'none' | 'thousand' | 'wan' | 'hundredThousand' | 'million'
export type CompactNumber = { readonly value: number; readonly suffix: NumberSuffix }

type Step = { readonly from: number; readonly per: number; readonly suffix: NumberSuffix }

/** The largest first. */
const steps: Readonly<Record<string, readonly Step[]>> = {
  zh: [{ from: 1e4, per: 1e4, suffix: 'wan' }],
  ko: [{ from: 1e4, per: 1e4, suffix: 'wan' }],
  th: [
    { from: 1e6, per: 1e6, suffix: 'million' },
    { from: 1e5, per: 1e5, suffix: 'hundredThousand' },
    { from: 1e4, per: 1e4, suffix: 'wan' },
  ],
  en: [
    { from: 1e6, per: 1e4, suffix: 'wan' },
    { from: 1e3, per: 1e3, suffix: 'thousand' },
  ],
}

/** Maximum decimals of a shortened figure. */
export const COMPACT_DECIMALS = 2

/**
 * `language` as a BCP 47 tag. A shortened figure is cut to two decimals, so that it never exceeds
 * the value; a smaller one is rounded to `decimals`, but never up to the value from which figures
 * are shortened.
 */
export const compactNumber = (
  value: number,
  language: string,
  decimals: number = COMPACT_DECIMALS,
): CompactNumber => {
  const own = steps[language.toLowerCase().split('-')[0]!] ?? steps['en']!
  const step = own.find(({ from }) => value >= from)
  if (step) return { value: cut(value / step.per, COMPACT_DECIMALS), suffix: step.suffix }
  const rounded = Number(value.toFixed(decimals))
  return { value: rounded >= own.at(-1)!.from ? cut(value, decimals) : rounded, suffix: 'none' }
}

/** A little is added, so that 1.23 × 100 = 122.99999999999999 remains 1.23. */
const cut = (value: number, decimals: number): number => {
  const per = 10 ** decimals
  return Math.floor(value * per * (1 + 2 * Number.EPSILON)) / per
}
