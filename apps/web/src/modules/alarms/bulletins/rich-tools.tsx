import {
  BoldOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { Button, Select } from 'antd'
import { setBlockType, toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkDialog, PictureDialog } from './rich-dialogs.tsx'
import { kinds, marks } from './rich-schema.ts'
import style from './rich-editor.module.css'

const hasMark = ({ selection, storedMarks, doc }: EditorState, mark: MarkType): boolean =>
  selection.empty
    ? mark.isInSet(storedMarks ?? selection.$from.marks()) !== undefined
    : doc.rangeHasMark(selection.from, selection.to, mark)

const listAround = ({ selection: { $from } }: EditorState): NodeType | null => {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type } = $from.node(depth)
    if (type === kinds.bulletList || type === kinds.orderedList) return type
  }
  return null
}

/** Removes the list at the cursor, or creates one of this kind. */
const toggleList =
  (list: NodeType): Command =>
  (state, dispatch, view) =>
    listAround(state) === list
      ? liftListItem(kinds.listItem!)(state, dispatch, view)
      : wrapInList(list)(state, dispatch, view)

type ToolProps = {
  icon: ReactNode
  label: string
  isOn?: boolean
  disabled?: boolean
  onClick: () => void
}
const Tool = ({ icon, label, isOn, disabled = false, onClick }: ToolProps) => (
  <Button
    type="text"
    icon={icon}
    title={label}
    aria-label={label}
    disabled={disabled}
    // Keeps the selection in the text.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
    {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
  />
)

type Props = { view: EditorView; state: EditorState }
type BlockKind = 'text' | 'heading' | 'subheading'

const BlockChoice = ({ view, state }: Props) => {
  const { t } = useTranslation('bulletins')
  const { parent } = state.selection.$from
  const kind: BlockKind =
    parent.type !== kinds.heading ? 'text' : parent.attrs['level'] === 2 ? 'heading' : 'subheading'
  const set = (wanted: BlockKind): void => {
    const command =
      wanted === 'text'
        ? setBlockType(kinds.paragraph!)
        : setBlockType(kinds.heading!, { level: wanted === 'heading' ? 2 : 3 })
    command(view.state, view.dispatch)
    view.focus()
  }
  return (
    <Select<BlockKind>
      style={{ width: 128 }}
      aria-label={t('tools')}
      value={kind}
      options={[
        { value: 'text', label: t('body') },
        { value: 'heading', label: t('toolHeading') },
        { value: 'subheading', label: t('toolSubheading') },
      ]}
      onChange={set}
    />
  )
}

/** The toolbar above the text, which also shows the format at the cursor. */
export const RichTools = ({ view, state }: Props) => {
  const { t } = useTranslation('bulletins')
  const [dialog, setDialog] = useState<'link' | 'picture' | null>(null)
  const run = (command: Command): void => {
    command(view.state, view.dispatch, view)
    view.focus()
  }
  const close = (): void => {
    setDialog(null)
    view.focus()
  }
  return (
    <div
      className={`flex wrap gap-2 items-center border-b ${style.tools}`}
      role="toolbar"
      aria-label={t('tools')}
    >
      <BlockChoice view={view} state={state} />
      <Tool
        icon={<BoldOutlined aria-hidden />}
        label={t('toolBold')}
        isOn={hasMark(state, marks.bold!)}
        onClick={() => run(toggleMark(marks.bold!))}
      />
      <Tool
        icon={<ItalicOutlined aria-hidden />}
        label={t('toolItalic')}
        isOn={hasMark(state, marks.italic!)}
        onClick={() => run(toggleMark(marks.italic!))}
      />
      <Tool
        icon={<UnorderedListOutlined aria-hidden />}
        label={t('toolBullets')}
        isOn={listAround(state) === kinds.bulletList}
        onClick={() => run(toggleList(kinds.bulletList!))}
      />
      <Tool
        icon={<OrderedListOutlined aria-hidden />}
        label={t('toolNumbers')}
        isOn={listAround(state) === kinds.orderedList}
        onClick={() => run(toggleList(kinds.orderedList!))}
      />
      <Tool
        icon={<LinkOutlined aria-hidden />}
        label={t('toolLink')}
        isOn={hasMark(state, marks.link!)}
        onClick={() => setDialog('link')}
      />
      <Tool
        icon={<PictureOutlined aria-hidden />}
        label={t('toolPicture')}
        onClick={() => setDialog('picture')}
      />
      <Tool
        icon={<UndoOutlined aria-hidden />}
        label={t('toolUndo')}
        disabled={!undo(state)}
        onClick={() => run(undo)}
      />
      <Tool
        icon={<RedoOutlined aria-hidden />}
        label={t('toolRedo')}
        disabled={!redo(state)}
        onClick={() => run(redo)}
      />
      {dialog === 'link' && <LinkDialog view={view} onClose={close} />}
      {dialog === 'picture' && <PictureDialog view={view} onClose={close} />}
    </div>
  )
}
