/** Orders rows so that each follows its parent, with its depth; siblings keep their order. */
export const withDepth = <Row extends object>(
  rows: readonly Row[],
  toKey: (row: Row) => string,
  parentKey: keyof Row | undefined,
): { row: Row; depth: number }[] => {
  if (parentKey === undefined) return rows.map((row) => ({ row, depth: 0 }))
  const known = new Set(rows.map(toKey))
  const below = Map.groupBy(rows, (row) => {
    const above = String(row[parentKey])
    return known.has(above) && above !== toKey(row) ? above : null
  })
  const walk = (above: string | null, depth: number): { row: Row; depth: number }[] =>
    (below.get(above) ?? []).flatMap((row) => [{ row, depth }, ...walk(toKey(row), depth + 1)])
  return walk(null, 0)
}
