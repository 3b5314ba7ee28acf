import { App, Input } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Question = {
  /** What it is about, by its own name: "Delete the zone East Dam?" */
  title: string
  /** What follows: what goes with it and what stays. */
  text: ReactNode
  /** The verb of the button. */
  verb: string
  /** Unless false, Enter alone does not do it. */
  danger?: boolean
  /** What cannot be undone for many: the person types this name first. */
  typeName?: string
  run: () => Promise<unknown>
}

const NameBox = ({ name, onMatch }: { name: string; onMatch: (matches: boolean) => void }) => {
  const { t } = useTranslation('ui')
  const [text, setText] = useState('')
  return (
    <label className="block mt-12">
      {t('confirmName', { name })}
      <Input
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value)
          onMatch(event.target.value.trim() === name)
        }}
      />
    </label>
  )
}

/**
 * Asks before something is done, naming it; stays open and busy while it runs, and open where it
 * fails.
 */
export const useConfirm = (): ((question: Question) => void) => {
  const { modal } = App.useApp()
  const { t } = useTranslation('ui')
  const asked = useRef<ReturnType<typeof modal.confirm> | null>(null)
  return ({ title, text, verb, danger = true, typeName, run }) => {
    asked.current = modal.confirm({
      title,
      centered: true,
      okText: verb,
      // Two buttons “Cancel” and “Cancel the order” would be ambiguous.
      cancelText: verb.includes(t('cancel')) ? t('goBack') : t('cancel'),
      focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
      content: (
        <>
          {text}
          {typeName && (
            <NameBox
              name={typeName}
              onMatch={(matches) =>
                asked.current?.update({ okButtonProps: { danger: true, disabled: !matches } })
              }
            />
          )}
        </>
      ),
      okButtonProps: { danger, disabled: typeName !== undefined },
      // The change itself reports a failure; the dialog stays open for a retry.
      onOk: () => run(),
    })
  }
}
