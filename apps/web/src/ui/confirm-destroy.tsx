import { App, Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

type Question = {
  /** What will be gone, by its own name: "Delete the zone East Dam?" */
  title: string
  /** What goes with it and what stays. */
  text: string
  /** The verb of the button. */
  verb: string
  /** What cannot be undone for many: the person types this name first. */
  typeName?: string
  run: () => Promise<unknown>
}

const NameBox = ({ name, onMatch }: { name: string; onMatch: (matches: boolean) => void }) => {
  const { t } = useTranslation('ui')
  const [text, setText] = useState('')
  return (
    <label>
      {t('confirmName', { name })}
      <Input value={text} autoComplete="off" spellCheck={false} onChange={(event) => { setText(event.target.value); onMatch(event.target.value.trim() === name) }} />
    </label>
  )
}

/** Asks before something is destroyed, naming it; stays open and busy while it runs, and open where it fails. */
export const useConfirmDestroy = (): ((question: Question) => void) => {
  const { modal } = App.useApp()
  const { t } = useTranslation('ui')
  const asked = useRef<ReturnType<typeof modal.confirm> | null>(null)
  return ({ title, text, verb, typeName, run }) => {
    asked.current = modal.confirm({
      title, centered: true, okText: verb, cancelText: t('cancel'), focusable: { autoFocusButton: 'cancel' },
      content: <>{text}{typeName && <NameBox name={typeName} onMatch={(matches) => asked.current?.update({ okButtonProps: { danger: true, disabled: !matches } })} />}</>,
      okButtonProps: { danger: true, disabled: typeName !== undefined },
      // A failure is told by the change itself; the question stays, so that it can be tried again.
      onOk: () => run(),
    })
  }
}
