import { isEmptyBody } from '@swath/contract/alarms/bulletin-body'
import type { BulletinText as Text } from '@swath/contract/alarms/bulletin-rows'
import { useTranslation } from 'react-i18next'
import { BulletinText } from './bulletin-body.tsx'
import style from './editor.module.css'

/** The bulletin as readers will see it, while it is written. */
export const BulletinPreview = ({ text }: { text: Text }) => {
  const { t } = useTranslation('bulletins')
  return (
    <section className={style.preview} aria-label={t('preview')}>
      <h2 className="muted text-13 medium mb-12">{t('preview')}</h2>
      {text.title === '' && isEmptyBody(text.body) ? (
        <p className={style.hint}>{t('previewEmpty')}</p>
      ) : (
        <>
          <h3 lang={text.language}>{text.title}</h3>
          <BulletinText body={text.body} language={text.language} />
        </>
      )}
    </section>
  )
}
