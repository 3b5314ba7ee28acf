import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showNotesWith } from '../../../lib/errors.ts'
import { hostTheme } from '../../../lib/host-theme.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { ProductMark } from '../../../ui/product-mark.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Slides } from './slides.tsx'
import style from './auth-frame.module.css'

export type Notice = { kind: 'success' | 'warning' | 'error'; text: string }

/**
 * The notice of a page that is drawn without the component library; it also shows notices of the
 * previous page.
 */
export const useNotice = (): [Notice | null, (notice: Notice | null) => void] => {
  const { i18n } = useTranslation('app')
  // Notices are translated texts: a change of language would leave the old language on screen.
  const [said, setSaid] = useState<{ notice: Notice | null; language: string } | null>(null)
  const setNotice = useCallback(
    (notice: Notice | null) => setSaid({ notice, language: currentLanguage() }),
    [],
  )
  useEffect(() => showNotesWith(setNotice), [setNotice])
  return [said?.language === i18n.language ? said.notice : null, setNotice]
}

/** At the foot of each page before the sign-in but the sign-in itself. */
export const BackToSignIn = () => {
  const { t } = useTranslation('auth')
  return (
    <p className={style.foot}>
      <Link to="/login" replace>
        {t('toSignIn')}
      </Link>
    </p>
  )
}

type Props = { title: string; notice: Notice | null; children: ReactNode }

/**
 * The frame of sign-in and password recovery: pictures on one side, product and language at the
 * top.
 */
export const AuthFrame = ({ title, notice, children }: Props) => {
  const { t } = useTranslation('auth')
  const theme = hostTheme()
  useEffect(() => {
    document.title = `${title} · ${theme.productName}`
  }, [title, theme])
  return (
    <div className={`relative grid bg-paper ${style.page}`}>
      <aside className={style.pictures}>
        <Slides pictures={theme.slides} />
        <p className={style.lead}>{t('lead')}</p>
      </aside>
      <main className={`flex column min-w-0 ${style.side}`}>
        <header className="flex gap-16 items-center justify-between">
          <ProductMark name={theme.productName} logo={theme.logo} />
          <LanguageSwitch languages={theme.languages} label={t('terms:language')} />
        </header>
        <div className={style.middle}>
          <h1>{title}</h1>
          {notice && (
            <p
              className={`rounded-8 leading-20 mb-16 ${style.notice}`}
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
