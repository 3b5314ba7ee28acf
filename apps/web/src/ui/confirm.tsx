import { App, Input } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Question = {
  /** Names the object of the action: "Delete the zone East Dam?" */
  title: string
  /** The consequences: what is removed with it and what is kept. */
  text: ReactNode
  /** Label of the confirm button: a verb. */
  verb: string
  /** A dangerous action, which is the default, cannot be confirmed with Enter alone. */
  danger?: boolean
  /**
   * For actions that cannot be undone and affect many people: the person must type this name first.
   */
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
 * Asks for confirmation, naming the object. The dialog stays open while the action runs, and after
 * a failure.
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
