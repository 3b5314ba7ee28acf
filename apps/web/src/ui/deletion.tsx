import { App } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../lib/api.ts'
import { errorText, showError, showSuccess, showUndoable } from '../lib/errors.ts'
import { holdDeletion, undoDeletion, type DeletedRow } from '../lib/held-deletions.ts'
import { useConfirm } from './confirm.tsx'
import style from './deletion.module.css'

type Deletion = {
  /** "Delete the account North Spraying?" */
  title: string
  /** The consequences: what is removed with it and what is kept. */
  text: ReactNode
  verb: string
  typeName?: string
  /** A change that shows its own refusal (`shownByCaller`). */
  run: () => Promise<unknown>
  /** Shown if something still needs the object: the title of the list of these, and what to do. */
  refused?: { title: string; hint: string }
  /** Hidden at once and deleted ten seconds later, until when it can be undone. */
  row?: DeletedRow
  /** Called after the deletion, for example to close the details. */
  close?: () => void
  done: string
}

/**
 * Asks for confirmation before a deletion. If something still needs the object, lists what does.
 */
export const useDeletion = (): ((deletion: Deletion) => void) => {
  const { t } = useTranslation('ui')
  const { modal } = App.useApp()
  const confirm = useConfirm()
  const tellRefusal = ({ title, hint }: { title: string; hint: string }, error: CallError): void =>
    void modal.error({
      title,
      centered: true,
      okText: t('terms:close'),
      content: (
        <>
          <p className="break-anywhere mb-8">{errorText(error)}</p>
          <ul className={style.reasons}>
            {error.details.map(({ path, message }) => (
              <li key={path}>{message}</li>
            ))}
          </ul>
          <p className="break-anywhere mb-8">{hint}</p>
        </>
      ),
    })
  return ({ run, refused, row, close, done, ...question }) =>
    confirm({
      ...question,
      run: async () => {
        if (row) {
          close?.()
          holdDeletion(row, () => run().then(() => undefined, showError))
          showUndoable(done, () => undoDeletion(row))
          return
        }
        try {
          await run()
        } catch (error) {
          // A retry would fail the same way, so the dialog closes.
          if (
            refused &&
            error instanceof CallError &&
            error.code === 'in_use' &&
            error.details.length > 0
          )
            return tellRefusal(refused, error)
          showError(error)
          throw error
        }
        close?.()
        showSuccess(done)
      },
    })
}
