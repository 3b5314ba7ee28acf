import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { hostTheme } from '../../../lib/host-theme.ts'
import { ProductMark } from '../../../ui/product-mark.tsx'
import { JoinForm } from './join-form.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { CompanyForm } from './registration-form.tsx'
import { StepMarks } from './step-marks.tsx'
import style from './register.module.css'

/** Step 2: what happens next, and a link to the sign-in. */
const Pending = ({ title, text }: { title: string; text: string }) => {
  const { t } = useTranslation('registration')
  const navigate = useNavigate()
  const confirm = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    confirm.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  return (
    <section
      className={`grid justify-items-center card text-center ${style.pending}`}
      role="status"
    >
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="28" />
        <path d="M32 16v17l11 7" />
      </svg>
      <h2>{title}</h2>
      <p>{text}</p>
      <Button
        ref={confirm}
        type="primary"
        size="large"
        onClick={() => void navigate('/login', { replace: true })}
      >
        {t('confirm')}
      </Button>
    </section>
  )
}

export const RegisterScreen = () => {
  const { t } = useTranslation(['registration', 'auth'])
  const theme = hostTheme()
  const [search] = useSearchParams()
  const way = search.get('way') === 'join' ? 'join' : 'company'
  const [done, setDone] = useState<{ way: 'join' | 'company'; login: string } | null>(null)
  const product = theme.productName
  const title = way === 'join' ? t('joinTitle') : t('title')
  useEffect(() => {
    document.title = `${title} · ${theme.productName}`
  }, [title, theme])

  return (
    <div className={style.page}>
      <header className={style.head}>
        <ProductMark name={product} logo={theme.logo} />
        <span className="flex wrap gap-4-16 items-center">
          <LanguageSwitch languages={theme.languages} label={t('terms:language')} />
          <Link to="/login">{t('toSignIn')}</Link>
        </span>
      </header>
      <main className={style.main}>
        <h1>{title}</h1>
        {way === 'company' && (
          <StepMarks
            label={t('steps')}
            steps={[t('stepForm'), t('stepReview')]}
            current={done ? 1 : 0}
          />
        )}
        {way === 'join' && !done && <p className="muted mb-16">{t('joinHint')}</p>}
        {done?.way === 'company' && (
          <Pending title={t('reviewTitle')} text={t('reviewText', { recipient: done.login })} />
        )}
        {done?.way === 'join' && (
          <Pending title={t('joinDoneTitle')} text={t('joinDoneText', { recipient: done.login })} />
        )}
        {!done && way === 'company' && (
          <>
            <p className="muted mb-16">
              {t('joinAsk', { product })} <Link to="/register?way=join">{t('joinLink')}</Link>
            </p>
            <CompanyForm onDone={(login) => setDone({ way, login })} />
          </>
        )}
        {!done && way === 'join' && (
          <>
            <p className="muted mb-16">
              {t('companyAsk', { product })} <Link to="/register">{t('companyLink')}</Link>
            </p>
            <JoinForm onDone={(login) => setDone({ way, login })} />
          </>
        )}
      </main>
    </div>
  )
}
