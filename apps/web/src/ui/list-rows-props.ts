import type { ReactNode } from 'react'
import type { ListAddress } from './list-address.ts'
import type { Choice } from './list-choice.tsx'
import type { Column, View } from './list-columns.tsx'

export type BodyProps<Row> = {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  toKey: (row: Row) => string
  parentKey: (keyof Row & string) | undefined
  columns: readonly Column<Row>[]
  view: View
  address: ListAddress
  isFetching: boolean
  nothing: ReactNode
  /** Null if rows cannot be selected. */
  choice: Choice<Row> | null
  onOpen: ((row: Row) => void) | null
  onHover: ((row: Row | null) => void) | undefined
}
/** For components that draw loaded rows. */
export type RowsProps<Row> = BodyProps<Row> & { rows: readonly Row[] }
