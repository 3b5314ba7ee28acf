import { Button, Modal, Progress } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, showSuccess } from '../lib/errors.ts'
import { useConfirm } from './confirm.tsx'
import style from './bulk-actions.module.css'

export type BulkAction<Row> = {
  verb: string
  /** "Disable 3 accounts?" */
  ask: (count: number) => string
  /** What follows from it. */
  effect: (rows: readonly Row[]) => ReactNode
  danger?: boolean
  /** Whether it means anything for a row: the others are left out. */
  applies: (row: Row) => boolean
  run: (row: Row) => Promise<unknown>
}

type Props<Row> = {
  rows: readonly Row[]
  nameOf: (row: Row) => string
  keyOf: (row: Row) => string
  actions: readonly BulkAction<Row>[]
  after: () => Promise<unknown>
  clear: () => void
}
type Result<Row> = { readonly row: Row; readonly error: unknown }
type Run<Row> = {
  readonly action: BulkAction<Row>
  readonly rows: readonly Row[]
  readonly results: readonly Result<Row>[]
  readonly isOver: boolean
}

const namedAtMost = 5

/**
 * The chosen rows at once: asked by name, done one after the other, and told by row where something
 * fails.
 */
export const BulkActions = <Row,>({ rows, nameOf, keyOf, actions, after, clear }: Props<Row>) => {
  const { t } = useTranslation('ui')
  const confirm = useConfirm()
  const [run, setRun] = useState<Run<Row> | null>(null)

  const start = async (action: BulkAction<Row>, chosen: readonly Row[]): Promise<void> => {
    const results: Result<Row>[] = []
    setRun({ action, rows: chosen, results, isOver: false })
    for (const row of chosen) {
      let error: unknown = null
      try {
        await action.run(row)
      } catch (reason) {
        // Told below, by the name of its row; the others go on.
        error = reason
      }
      results.push({ row, error })
      setRun({ action, rows: chosen, results: [...results], isOver: false })
    }
    await after()
    if (results.every(({ error }) => error === null)) {
      showSuccess(t('bulkDone', { count: results.length }))
      setRun(null)
      clear()
    } else {
      setRun({ action, rows: chosen, results, isOver: true })
    }
  }
  const ask = (action: BulkAction<Row>): void => {
    const wanted = rows.filter(action.applies)
    confirm({
      title: action.ask(wanted.length),
      verb: action.verb,
      danger: action.danger ?? false,
      text: (
        <div className={style.question}>
          {action.effect(wanted)}
          <ul className={style.names}>
            {wanted.slice(0, namedAtMost).map((row) => (
              <li key={keyOf(row)}>{nameOf(row)}</li>
            ))}
            {wanted.length > namedAtMost && (
              <li>{t('bulkMore', { count: wanted.length - namedAtMost })}</li>
            )}
          </ul>
        </div>
      ),
      run: () => {
        void start(action, wanted)
        return Promise.resolve()
      }, // its progress has a dialog of its own
    })
  }
  const leave = (): void => {
    setRun(null)
    clear()
  }
  const failed = run?.results.filter(({ error }) => error !== null) ?? []
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
      <Modal
        open={run !== null}
        centered
        title={run?.action.verb}
        closable={run?.isOver ?? false}
        mask={{ closable: false }}
        onCancel={leave}
        footer={
          run?.isOver ? (
            <>
              <Button onClick={leave}>{t('terms:close')}</Button>
              <Button
                type="primary"
                onClick={() =>
                  void start(
                    run.action,
                    failed.map(({ row }) => row),
                  )
                }
              >
                {t('bulkTryFailed')}
              </Button>
            </>
          ) : null
        }
      >
        {run && (
          <>
            <Progress
              aria-label={run.action.verb}
              percent={Math.round((run.results.length / run.rows.length) * 100)}
              status={failed.length > 0 ? 'exception' : 'active'}
              format={() => `${run.results.length} / ${run.rows.length}`}
            />
            <p role="status">
              {run.isOver
                ? t('bulkSomeFailed', {
                    failed: failed.length,
                    done: run.results.length - failed.length,
                  })
                : t('bulkWorking')}
            </p>
            {failed.length > 0 && (
              <ul className={style.results}>
                {failed.map(({ row, error }) => (
                  <li key={keyOf(row)}>
                    <strong>{nameOf(row)}</strong>
                    <span>{errorText(error)}</span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Modal>
    </>
  )
}
