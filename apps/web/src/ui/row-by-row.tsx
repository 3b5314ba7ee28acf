import { Progress } from 'antd'
import { errorText } from '../lib/errors.ts'
import style from './row-by-row.module.css'

export type Failed<Row> = { readonly row: Row; readonly error: unknown }
export type RowsDone<Row> = { readonly count: number; readonly failed: readonly Failed<Row>[] }
export const noRowsDone: RowsDone<never> = { count: 0, failed: [] }

/**
 * Processes one row after the other; a failure is reported by row and does not stop the others. An
 * error that `isOfAll` stops the run.
 */
export const doRowByRow = async <Row,>(
  rows: readonly Row[],
  run: (row: Row) => Promise<unknown>,
  onRow: (done: RowsDone<Row>) => void,
  isOfAll: (error: unknown, index: number) => boolean = () => false,
): Promise<RowsDone<Row>> => {
  let done: RowsDone<Row> = noRowsDone
  for (const [index, row] of rows.entries()) {
    const failed = [...done.failed]
    try {
      await run(row)
    } catch (error) {
      if (isOfAll(error, index)) throw error
      failed.push({ row, error })
    }
    done = { count: index + 1, failed }
    onRow(done)
  }
  return done
}

type BarProps = { label: string; all: number; done: RowsDone<unknown> }
export const RowsDoneBar = ({ label, all, done: { count, failed } }: BarProps) => (
  <Progress
    aria-label={label}
    percent={Math.round((count / all) * 100)}
    status={failed.length > 0 ? 'exception' : 'active'}
    format={() => `${count} / ${all}`}
  />
)

type FailedProps<Row> = { failed: readonly Failed<Row>[]; toName: (row: Row) => string }
/** The failed rows, with their errors. */
export const FailedRows = <Row,>({ failed, toName }: FailedProps<Row>) =>
  failed.length > 0 && (
    <ul className={`list-plain grid gap-8 ${style.failed}`}>
      {failed.map(({ row, error }, index) => (
        <li key={index}>
          <strong>{toName(row)}</strong>
          <span className="danger text-13">{errorText(error)}</span>
        </li>
      ))}
    </ul>
  )
