import { expect, test } from 'vitest'
import { withDepth } from './list-tree.ts'

type Row = { id: string; above: string | null }
const walked = (rows: readonly Row[], parentKey?: 'above'): string[] =>
  withDepth(rows, ({ id }) => id, parentKey).map(
    ({ row, depth }) => `${'·'.repeat(depth)}${row.id}`,
  )

const rows: readonly Row[] = [
  { id: 'a', above: null },
  { id: 'b', above: 'gone' },
  { id: 'c', above: 'a' },
  { id: 'd', above: 'c' },
  { id: 'e', above: 'a' },
  { id: 'f', above: 'f' },
]

test('rows follow their parent, and siblings keep their order', () => {
  expect(walked(rows, 'above')).toEqual(['a', '·c', '··d', '·e', 'b', 'f'])
})
test('without a parent key all rows are top-level and keep their order', () => {
  expect(walked(rows)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})
