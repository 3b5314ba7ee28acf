import type { ReactNode } from 'react'
import { Pair } from '../facts.tsx'
import style from './paper.module.css'

type FactsProps = {
  /** Values by label. */
  facts: Readonly<Record<string, ReactNode>>
  /** Large figures. */
  areSums?: boolean
  children?: ReactNode
}

/** Labels and values side by side. */
export const SheetFacts = ({ facts, areSums = false, children }: FactsProps) => (
  <dl className={areSums ? style.sums : style.facts}>
    {Object.entries(facts).map(([label, value]) => (
      <Pair key={label} label={label}>
        {value}
      </Pair>
    ))}
    {children}
  </dl>
)

export type SheetColumn<Row> = {
  head: ReactNode
  cell: (row: Row) => ReactNode
  isFigure?: true
  /** Hidden on narrow screens. */
  isMinor?: true
  /** May break between words. */
  isText?: true
  isTime?: true
}
type TableProps<Row> = {
  columns: readonly SheetColumn<Row>[]
  rows: readonly Row[]
  toKey: (row: Row) => string
  /** Rows at the bottom, such as totals. */
  foot?: ReactNode
}

export const SheetTable = <Row,>({ columns, rows, toKey, foot }: TableProps<Row>) => (
  <table className={style.table} data-fits>
    <thead>
      <tr>
        {columns.map(({ head, isFigure, isMinor }, place) => (
          <th key={place} scope="col" data-figure={isFigure} data-minor={isMinor}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={toKey(row)}>
          {columns.map(({ cell, isFigure, isMinor, isText, isTime }, place) => (
            <td
              key={place}
              data-figure={isFigure}
              data-minor={isMinor}
              data-words={isText}
              data-time={isTime}
            >
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
    {foot && <tfoot>{foot}</tfoot>}
  </table>
)
