import { isEmptyBody } from '@swath/contract/alarms/bulletin-body'
import type { BulletinText as Text } from '@swath/contract/alarms/bulletin-rows'
import { PaperClipOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { dash, formatMinute } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { BulletinText } from './bulletin-body.tsx'
import type { Draft } from './draft.ts'
import style from './editor.module.css'

/** Lines in place of a text that is not written yet. */
const Bones = () => (
  <div className={style.bones} aria-hidden>
    <span />
    <span />
    <span />
  </div>
)

const When = ({ draft: { isLater, publishTime } }: { draft: Draft }) => {
  const { t } = useTranslation('bulletins')
  return isLater ? (publishTime === null ? dash : formatMinute(publishTime)) : t('whenNow')
}

/** The bulletin as readers will see it, while it is written. */
export const BulletinPreview = ({ text, draft }: { text: Text; draft: Draft }) => {
  const { t } = useTranslation('bulletins')
  const { accountName } = useUser()
  const isEmpty = isEmptyBody(text.body)
  return (
    <section className={`card ${style.card}`} aria-labelledby="bulletin-preview">
      <h2 id="bulletin-preview">{t('preview')}</h2>
      <article className={style.preview}>
        <p className="flex wrap gap-4-12 items-center m-0 muted">
          <strong className="ink semibold">{accountName}</strong>
          <When draft={draft} />
        </p>
        <h3 lang={text.language} data-empty={text.title === ''}>
          {text.title || t('untitled')}
        </h3>
        {isEmpty ? <Bones /> : <BulletinText body={text.body} language={text.language} />}
        {draft.files.length > 0 && (
          <ul className="list-plain grid gap-4">
            {draft.files.map(({ fileId, fileName }) => (
              <li key={fileId} className="flex gap-8 items-center">
                <PaperClipOutlined aria-hidden />
                <span className="min-w-0 truncate">{fileName}</span>
              </li>
            ))}
          </ul>
        )}
      </article>
      {isEmpty && text.title === '' && <p className={style.hint}>{t('previewEmpty')}</p>}
    </section>
  )
}
