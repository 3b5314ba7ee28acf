import type { StatCell, StatTable as Table } from '@swath/contract/figures/stat-shown'
import { dash, formatNumber } from '../../../lib/format.ts'
import style from './data-stats.module.css'

const format = (cell: StatCell): string =>
  cell === null ? dash : formatNumber(cell.figure, cell.decimals)

/** The figures as a table; the first column stays visible when scrolling. */
export const StatTable = ({ table, label }: { table: Table; label: string }) => (
  <div className={style.tableBox} role="group" aria-label={label} tabIndex={0}>
    <table className={style.table}>
      <thead>
        <tr>
          {table.head.map((title, at) => (
            <th key={title} scope="col" data-figure={at >= table.nameCount}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ names, cells }) => (
          <tr key={names.join('\n')}>
            {names.map((name, at) =>
              at === 0 ? (
                <th key={at} scope="row">
                  {name}
                </th>
              ) : (
                <td key={at}>{name}</td>
              ),
            )}
            {cells.map((cell, at) => (
              <td key={table.nameCount + at} data-figure="true">
                {format(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {table.total && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={table.nameCount}>
              {table.total.name}
            </th>
            {table.total.cells.map((cell, at) => (
              <td key={at} data-figure="true">
                {format(cell)}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  </div>
)
