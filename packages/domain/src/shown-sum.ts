/**
 * The difference between a total and the sum of its parts as displayed, each rounded to `decimals`.
 * Shown on a separate line where people add up the displayed values.
 */
export const shownRest = (total: number, parts: readonly number[], decimals: number): number => {
  const per = 10 ** decimals
  // toFixed rounds the exact value of the double, as Intl.NumberFormat does
  const toWhole = (value: number): number => Math.round(Number(value.toFixed(decimals)) * per)
  return (toWhole(total) - parts.reduce((sum, part) => sum + toWhole(part), 0)) / per
}
