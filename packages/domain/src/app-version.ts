// Compares app versions.

/**
 * The numbers of a version, most significant first, without trailing zeros: 5.2 and 5.2.0 are
 * equal. Null if the name has no version number. A suffix such as -beta does not affect the order.
 */
export const readVersionOrder = (name: string): number[] | null => {
  const numbers = /^v?(\d{1,6}(?:\.\d{1,9}){0,3})(?![\d.])/.exec(name.trim())?.[1]
  if (numbers === undefined) return null
  const order = numbers.split('.').map(Number)
  while (order.length > 1 && order.at(-1) === 0) order.pop()
  return order
}

/** Below 0: `a` is older. */
export const compareVersionOrders = (a: readonly number[], b: readonly number[]): number => {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
