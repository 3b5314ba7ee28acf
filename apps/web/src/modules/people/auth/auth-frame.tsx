import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showNotesWith } from '../../../lib/errors.ts'
import { hostTheme } from '../../../lib/host-theme.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { ProductMark } from '../../../ui/product-mark.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Slides } from './slides.tsx'
import style from './auth-frame.module.css'

export type Notice = { kind: 'success' | 'warning' | 'error'; text: string }

/**
 * What has to be told on a page that is drawn without the component library; notes of the page
 * before come here too.
 */
export const useNotice = (): [Notice | null, (notice: Notice | null) => void] => {
  const { i18n } = useTranslation('app')
  // Said in a language: after a switch it would stand in the one before.
  const [said, setSaid] = useState<{ notice: Notice | null; language: string } | null>(null)
  const setNotice = useCallback(
    (notice: Notice | null) => setSaid({ notice, language: currentLanguage() }),
    [],
  )
  useEffect(() => showNotesWith(setNotice), [setNotice])
  return [said?.language === i18n.language ? said.notice : null, setNotice]
}

/**
 * The page of the sign-in and of the forgotten password: pictures beside it, product and language
 * above.
 */
export const AuthFrame = ({
  title,
  notice,
  children,
}: {
  title: string
  notice: Notice | null
  children: ReactNode
}) => {
  const { t } = useTranslation('auth')
  const theme = hostTheme()
  useEffect(() => {
    document.title = `${title} · ${theme.productName}`
  }, [title, theme])
  return (
    <div className={style.page}>
      <aside className={style.art}>
        <Slides pictures={theme.slides} />
        <p className={style.lead}>{t('lead')}</p>
      </aside>
      <main className={style.side}>
        <header className={style.head}>
          <ProductMark name={theme.productName} logo={theme.logo} />
          <LanguageSwitch languages={theme.languages} label={t('terms:language')} />
        </header>
        <div className={style.middle}>
          <h1>{title}</h1>
          {notice && (
            <p
              className={style.notice}
              data-kind={notice.kind}
              role={notice.kind === 'success' ? 'status' : 'alert'}
            >
              {notice.text}
            </p>
          )}
          {children}
        </div>
      </main>
    </div>
  )
}
