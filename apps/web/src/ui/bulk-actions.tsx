import { Button, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showSuccess } from '../lib/errors.ts'
import { useConfirm } from './confirm.tsx'
import { doRowByRow, FailedRows, noRowsDone, RowsDoneBar, type RowsDone } from './row-by-row.tsx'
import style from './bulk-actions.module.css'

export type BulkAction<Row> = {
  verb: string
  /** "Disable 3 accounts?" */
  ask: (count: number) => string
  /** The consequences, for the confirmation dialog. */
  effect: (rows: readonly Row[]) => ReactNode
  danger?: boolean
  /** Whether the action makes sense for a row; other rows are skipped. */
  applies: (row: Row) => boolean
  run: (row: Row) => Promise<unknown>
}

type Props<Row> = {
  rows: readonly Row[]
  toName: (row: Row) => string
  toKey: (row: Row) => string
  actions: readonly BulkAction<Row>[]
  after: () => Promise<unknown>
  clear: () => void
}
type Run<Row> = {
  readonly action: BulkAction<Row>
  readonly rows: readonly Row[]
  readonly done: RowsDone<Row>
  readonly isOver: boolean
}

const namedAtMost = 5

/** The running action; null if there is none. */
const useRun = <Row,>({ after, clear }: Pick<Props<Row>, 'after' | 'clear'>) => {
  const { t } = useTranslation('ui')
  const [run, setRun] = useState<Run<Row> | null>(null)
  const leave = (): void => {
    setRun(null)
    clear()
  }
  const start = async (action: BulkAction<Row>, rows: readonly Row[]): Promise<void> => {
    const tell = (done: RowsDone<Row>): void => setRun({ action, rows, done, isOver: false })
    tell(noRowsDone)
    const done = await doRowByRow(rows, action.run, tell)
    await after()
    if (done.failed.length > 0) return setRun({ action, rows, done, isOver: true })
    showSuccess(t('bulkDone', { count: done.count }))
    leave()
  }
  return { run, start, leave }
}

type NamesProps<Row> = Pick<Props<Row>, 'rows' | 'toName' | 'toKey'>
/** Names some of the rows, and counts the remaining ones. */
const Names = <Row,>({ rows, toName, toKey }: NamesProps<Row>) => {
  const { t } = useTranslation('ui')
  return (
    <ul className={`ink break-anywhere mt-8 ${style.names}`}>
      {rows.slice(0, namedAtMost).map((row) => (
        <li key={toKey(row)}>{toName(row)}</li>
      ))}
      {rows.length > namedAtMost && <li>{t('bulkMore', { count: rows.length - namedAtMost })}</li>}
    </ul>
  )
}

type RunDialogProps<Row> = {
  run: Run<Row>
  toName: (row: Row) => string
  onLeave: () => void
  onAgain: (failed: readonly Row[]) => void
}
/** Shows the progress, and at the end which rows failed and why. */
const RunDialog = <Row,>({ run, toName, onLeave, onAgain }: RunDialogProps<Row>) => {
  const { t } = useTranslation('ui')
  const { action, rows, done, isOver } = run
  const { count, failed } = done
  return (
    <Modal
      open
      centered
      title={action.verb}
      closable={isOver}
      mask={{ closable: false }}
      onCancel={onLeave}
      footer={
        isOver ? (
          <>
            <Button onClick={onLeave}>{t('terms:close')}</Button>
            <Button type="primary" onClick={() => onAgain(failed.map(({ row }) => row))}>
              {t('bulkTryFailed')}
            </Button>
          </>
        ) : null
      }
    >
      <RowsDoneBar label={action.verb} all={rows.length} done={done} />
      <p role="status">
        {isOver
          ? t('bulkSomeFailed', { failed: failed.length, done: count - failed.length })
          : t('bulkWorking')}
      </p>
      <FailedRows failed={failed} toName={toName} />
    </Modal>
  )
}

/**
 * Actions on the selected rows: confirmed with the rows' names, run one after the other, with
 * failures listed by row.
 */
export const BulkActions = <Row,>({ rows, toName, toKey, actions, ...ends }: Props<Row>) => {
  const confirm = useConfirm()
  const { run, start, leave } = useRun<Row>(ends)
  const ask = (action: BulkAction<Row>): void => {
    const wanted = rows.filter(action.applies)
    confirm({
      title: action.ask(wanted.length),
      verb: action.verb,
      danger: action.danger ?? false,
      text: (
        <div className={`muted ${style.question}`}>
          {action.effect(wanted)}
          <Names rows={wanted} toName={toName} toKey={toKey} />
        </div>
      ),
      run: () => {
        void start(action, wanted)
        return Promise.resolve()
      }, // a separate dialog shows its progress
    })
  }
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action.verb}
          size="small"
          danger={action.danger ?? false}
          disabled={!rows.some(action.applies)}
          onClick={() => ask(action)}
        >
          {action.verb}
        </Button>
      ))}
      {run && (
        <RunDialog
          run={run}
          toName={toName}
          onLeave={leave}
          onAgain={(failed) => void start(run.action, failed)}
        />
      )}
    </>
  )
}
