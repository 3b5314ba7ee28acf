import type { ReactNode } from 'react'
import type { RowsProps } from './list-rows-props.ts'
import style from './list-cards.module.css'

type Props<Row> = Pick<RowsProps<Row>, 'rows' | 'toKey' | 'isFetching' | 'nothing'> & {
  card: (row: Row) => ReactNode
}

/** The rows of a list as cards, as many next to each other as fit. */
export const ListCards = <Row,>({ rows, toKey, isFetching, nothing, card }: Props<Row>) =>
  rows.length === 0 ? (
    <div className={style.nothing}>{nothing}</div>
  ) : (
    <ul className={`list-plain ${style.cards}`} aria-busy={isFetching}>
      {rows.map((row) => (
        <li key={toKey(row)}>{card(row)}</li>
      ))}
    </ul>
  )
