import { Button, Modal } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../lib/api.ts'
import { keepSettings, useUser } from '../../lib/session.ts'
import type { PersonAction } from '../person-action.ts'
import { isNewsUnread, listNews, newsVersion, type NewsEntry } from './news.ts'
import style from './news-dialog.module.css'

type Props = { onAction: (action: PersonAction) => void; onClose: () => void }

/** Marks the news as read: here at once, and on the server for the person's other devices. */
const useMarkSeen = (): void => {
  const user = useUser()
  const isUnread = isNewsUnread(user)
  useEffect(() => {
    if (!isUnread) return
    keepSettings({ newsSeen: newsVersion })
    // If this fails, the dot appears again with the next session.
    call('updateOwnSettings', { body: { newsSeen: newsVersion } }).catch(() => undefined)
  }, [isUnread])
}

const Entry = ({ entry: { name, to }, onAction, onClose }: Props & { entry: NewsEntry }) => {
  const { t } = useTranslation('news')
  return (
    <li>
      <h3 className="text-14 semibold">{t(`news:${name}.title`)}</h3>
      <p>{t(`news:${name}.text`)}</p>
      {to === null ? null : 'path' in to ? (
        <Link to={to.path} onClick={onClose}>
          {t(`news:${name}.open`)}
        </Link>
      ) : (
        <Button
          type="link"
          className={style.action}
          onClick={() => {
            onClose()
            onAction(to.action)
          }}
        >
          {t(`news:${name}.open`)}
        </Button>
      )}
    </li>
  )
}

/** What the newest version changed for this person. */
export const NewsDialog = (props: Props) => {
  const { t } = useTranslation('news')
  const entries = listNews(useUser())
  useMarkSeen()
  return (
    <Modal
      open
      onCancel={props.onClose}
      footer={null}
      width={480}
      title={t('title', { version: newsVersion })}
    >
      <ul className={style.entries}>
        {entries.map((entry) => (
          <Entry key={entry.name} entry={entry} {...props} />
        ))}
      </ul>
    </Modal>
  )
}
