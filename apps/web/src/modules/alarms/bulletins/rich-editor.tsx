import type { BulletinBody } from '@swath/contract/alarms/bulletin-body'
import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, splitListItem } from 'prosemirror-schema-list'
import { EditorState, type Command } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useLayoutEffect, useEffectEvent, useRef, useState } from 'react'
import { kinds, marks, sinkItem, toBody, toDocument } from './rich-schema.ts'
import { RichTools } from './rich-tools.tsx'
import bodyStyle from './bulletin-body.module.css'
import style from './rich-editor.module.css'

const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(kinds.hardBreak!.create()).scrollIntoView())
  return true
})

const plugins = [
  history(),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(marks.bold!),
    'Mod-i': toggleMark(marks.italic!),
    'Shift-Enter': breakLine,
    'Enter': splitListItem(kinds.listItem!),
    'Mod-]': sinkItem,
    'Mod-[': liftListItem(kinds.listItem!),
  }),
  keymap(baseKeymap),
]

type Props = {
  /** The initial value; later values of the prop are ignored. */
  value: BulletinBody
  onChange: (body: BulletinBody) => void
  label: string
  language: string
}

/** A rich text editor whose schema does not support HTML. */
export const RichEditor = ({ value, onChange, label, language }: Props) => {
  const place = useRef<HTMLDivElement>(null)
  const tell = useRef(onChange)
  const [view, setView] = useState<EditorView | null>(null)
  const [state, setState] = useState<EditorState | null>(null)
  useEffect(() => {
    tell.current = onChange
  })
  const make = useEffectEvent((): EditorView => {
    const made = new EditorView(place.current, {
      state: EditorState.create({ doc: toDocument(value), plugins }),
      attributes: {
        'class': `${bodyStyle.body} ${style.text}`,
        'role': 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'lang': language,
      },
      dispatchTransaction(transaction) {
        const next = made.state.apply(transaction)
        made.updateState(next)
        setState(next)
        if (transaction.docChanged) tell.current(toBody(next.doc))
      },
    })
    return made
  })
  // Created once: each language and each version from the server has its own editor. Before the first
  // paint, since the tools above the text would move it.
  useLayoutEffect(() => {
    const made = make()
    setView(made)
    setState(made.state)
    return () => made.destroy()
  }, [])
  return (
    <div className={`card ${style.editor}`}>
      {view && state && <RichTools view={view} state={state} />}
      <div ref={place} />
    </div>
  )
}
