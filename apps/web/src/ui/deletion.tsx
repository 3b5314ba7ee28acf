import { App } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../lib/api.ts'
import { errorText, showError, showSuccess } from '../lib/errors.ts'
import { useConfirm } from './confirm.tsx'
import style from './deletion.module.css'

type Deletion = {
  /** "Delete the account North Spraying?" */
  title: string
  /** What goes with it and what stays. */
  text: ReactNode
  verb: string
  typeName?: string
  /** A change that shows its own refusal (`shownByCaller`). */
  run: () => Promise<unknown>
  /** Why it cannot be where something still needs it: the title of the list, and what to do. */
  refused?: { title: string; hint: string }
  /** Afterwards: the details are closed, say. */
  close?: () => void
  done: string
}

/** Asks before something is deleted; if something still needs it, shows what, as a list. */
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
  return ({ run, refused, close, done, ...question }) =>
    confirm({
      ...question,
      run: async () => {
        try {
          await run()
        } catch (error) {
          // A second try would end as the first did: the question closes.
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
