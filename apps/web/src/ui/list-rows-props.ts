import type { ReactNode } from 'react'
import type { ListAddress } from './list-address.ts'
import type { Choice } from './list-choice.tsx'
import type { Column, View } from './list-columns.tsx'

export type BodyProps<Row> = {
  /** Undefined: they are awaited. */
  rows: readonly Row[] | undefined
  toKey: (row: Row) => string
  parentKey: (keyof Row & string) | undefined
  columns: readonly Column<Row>[]
  view: View
  address: ListAddress
  isFetching: boolean
  nothing: ReactNode
  /** Null: rows cannot be chosen. */
  choice: Choice<Row> | null
  onOpen: ((row: Row) => void) | null
  onHover: ((row: Row | null) => void) | undefined
}
/** What draws rows that have come. */
export type RowsProps<Row> = BodyProps<Row> & { rows: readonly Row[] }
