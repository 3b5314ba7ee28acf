// Columns that would repeat the name of the person's own account on every row.
import { useState } from 'react'
import { useUser } from '../lib/session.ts'
import type { Column } from './list-columns.tsx'

/**
 * Without the columns in which every row names the person's own account, as the page header does.
 * A column returns with the first row of another account, such as one of a sub-account, and then
 * stays.
 */
export const useWithoutOwnName = <Row extends object>(
  columns: Column<Row>[],
  rows: readonly Row[] = [],
): Column<Row>[] => {
  const { accountName } = useUser()
  const [known, setKnown] = useState<readonly string[]>([])
  if (rows.length === 0) return columns
  const kept = columns.filter(
    ({ key }, index) =>
      index === 0 ||
      known.includes(key) ||
      rows.some((row) => row[key as keyof Row] !== accountName),
  )
  if (kept.length > known.length) setKnown(kept.map(({ key }) => key))
  return kept
}
