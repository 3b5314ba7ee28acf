/**
 * What the parts lack of their total as all of them are shown, each rounded to `decimals`: so much
 * stands on a line of its own where people add up what they read.
 */
export const shownRest = (total: number, parts: readonly number[], decimals: number): number => {
  const per = 10 ** decimals
  // toFixed rounds what the double is, as Intl.NumberFormat does
  const toWhole = (value: number): number => Math.round(Number(value.toFixed(decimals)) * per)
  return (toWhole(total) - parts.reduce((sum, part) => sum + toWhole(part), 0)) / per
}
