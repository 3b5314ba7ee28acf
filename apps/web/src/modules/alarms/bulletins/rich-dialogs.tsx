import { isSafeLink } from '@swath/contract/alarms/bulletin-body'
import { Button, Form, Input, Modal } from 'antd'
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImageUpload } from '../../../ui/image-upload.tsx'
import { kinds, marks } from './rich-schema.ts'

type Props = { view: EditorView; onClose: () => void }

/** The text of the link at the cursor, else the selected text. */
const findRange = ({ selection, doc }: EditorState) => {
  const { from, to, $from, empty } = selection
  const link = marks.link!.isInSet($from.marks())
  if (!empty || !link) return { from, to, href: '' }
  let range = { from, to }
  $from.parent.forEach((node, offset) => {
    const start = $from.start() + offset
    if (start <= from && from <= start + node.nodeSize && link.isInSet(node.marks))
      range = { from: start, to: start + node.nodeSize }
  })
  return doc.content.size >= range.to
    ? { ...range, href: String(link.attrs['href']) }
    : { from, to, href: '' }
}

/** Adds, changes or removes the link of a text range. */
export const LinkDialog = ({ view, onClose }: Props) => {
  const { t } = useTranslation('bulletins')
  const [{ from, to, href }] = useState(() => findRange(view.state))
  const [address, setAddress] = useState(href || 'https://')
  const [isRefused, setRefused] = useState(false)
  const set = (): void => {
    const wanted = address.trim()
    if (!isSafeLink(wanted)) return setRefused(true)
    const { tr } = view.state
    view.dispatch(
      from === to
        ? tr
            .insertText(wanted, from)
            .addMark(from, from + wanted.length, marks.link!.create({ href: wanted }))
        : tr
            .removeMark(from, to, marks.link!)
            .addMark(from, to, marks.link!.create({ href: wanted })),
    )
    onClose()
  }
  const remove = (): void => {
    view.dispatch(view.state.tr.removeMark(from, to, marks.link!))
    onClose()
  }
  return (
    <Modal
      open
      centered
      title={t('toolLink')}
      onCancel={onClose}
      footer={
        <>
          {href !== '' && <Button onClick={remove}>{t('linkRemove')}</Button>}
          <Button type="primary" onClick={set}>
            {t('linkSet')}
          </Button>
        </>
      }
    >
      <Form layout="vertical">
        <Form.Item
          label={t('linkAddress')}
          htmlFor="link-address"
          validateStatus={isRefused ? 'error' : ''}
          help={isRefused ? t('linkRefused') : null}
        >
          <Input
            id="link-address"
            autoFocus
            type="url"
            inputMode="url"
            maxLength={2000}
            value={address}
            onChange={(event) => {
              setAddress(event.target.value)
              setRefused(false)
            }}
            onPressEnter={set}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** Uploads a picture and inserts it at the cursor. */
export const PictureDialog = ({ view, onClose }: Props) => {
  const { t } = useTranslation('bulletins')
  const [url, setUrl] = useState<string | null>(null)
  const [alt, setAlt] = useState('')
  const insert = (): void => {
    view.dispatch(
      view.state.tr
        .replaceSelectionWith(kinds.picture!.create({ url, alt: alt.trim() }))
        .scrollIntoView(),
    )
    onClose()
  }
  return (
    <Modal
      open
      centered
      title={t('toolPicture')}
      onCancel={onClose}
      footer={
        <Button type="primary" disabled={url === null} onClick={insert}>
          {t('pictureInsert')}
        </Button>
      }
    >
      <Form layout="vertical">
        <Form.Item label={t('toolPicture')}>
          <ImageUpload value={url} onChange={setUrl} label={t('toolPicture')} purpose="bulletin" />
        </Form.Item>
        <Form.Item label={t('pictureAlt')} htmlFor="picture-alt">
          <Input
            id="picture-alt"
            maxLength={200}
            value={alt}
            onChange={(event) => setAlt(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
