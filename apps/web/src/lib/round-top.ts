/** The smallest round figure that is not below any value; 1 if all are zero. */
export const roundTop = (values: readonly (number | null)[]): number => {
  const top = values.reduce<number>(
    (most, value) => (value === null ? most : Math.max(most, value)),
    0,
  )
  if (top <= 0) return 1
  const size = 10 ** Math.floor(Math.log10(top))
  return size * ([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((one) => top <= one * size) ?? 10)
}
