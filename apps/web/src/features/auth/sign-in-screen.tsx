import { policyFactsOfUserInfo } from '@swath/contract/access'
import { pathAfterSignIn } from '@swath/domain/access/landing'
import type { Theme } from '@swath/contract/auth'
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { errorText, showNext, showNotesWith } from '../../lib/errors.ts'
import { hostTheme } from '../../lib/host-theme.ts'
import { keepSession } from '../../lib/session.ts'
import { ProductMark } from '../../ui/product-mark.tsx'
import { Captcha } from './captcha.tsx'
import { Demonstration } from './demonstration.tsx'
import { Field } from './field.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { mistakeIn, signInName, type SignInField, type SignInForm } from './sign-in-rules.ts'
import { Slides } from './slides.tsx'
import style from './sign-in-screen.module.css'

const fields: readonly SignInField[] = ['name', 'password', 'verifyCode']

type Notice = { kind: 'success' | 'warning' | 'error'; text: string }

/** Where someone was whose session ended under their hands; everyone else goes where the specification sends them. */
const cameFrom = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string' && state.from.startsWith('/') ? state.from : null

const Eye = ({ open }: { open: boolean }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2 12s3.600-7 10-7 10 7 10 7-3.600 7-10 7S2 12 2 12z" /><circle cx="12" cy="12" r="3" />{!open && <path d="M4 4l16 16" />}</svg>
)

export const SignInScreen = () => {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const location = useLocation()
  const theme: Theme = hostTheme()
  const layout = theme.loginLayout
  const [form, setForm] = useState<SignInForm>({ name: '', countryCode: theme.defaultCountryCode, password: '', verifyCode: '', rememberPassword: false })
  const [touched, setTouched] = useState<ReadonlySet<SignInField>>(new Set())
  const [picture, setPicture] = useState(0)
  const [isSending, setSending] = useState(false)
  const [isShown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [notice, setNotice] = useState<Notice | null>(null)
  const formElement = useRef<HTMLFormElement>(null)

  useEffect(() => showNotesWith(setNotice), [])
  useEffect(() => { document.title = `${t('title')} · ${theme.productName}` }, [t, theme])

  const set = (values: Partial<SignInForm>): void => setForm((before) => ({ ...before, ...values }))
  const touch = (...names: SignInField[]): void => setTouched((before) => new Set([...before, ...names]))
  const mistake = (field: SignInField): string | null => {
    const key = touched.has(field) ? mistakeIn(field, form, layout) : null
    return key && t(key)
  }
  const newPicture = (): void => { setPicture((count) => count + 1); set({ verifyCode: '' }) }
  const noteCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))

  const submit = async (): Promise<void> => {
    touch(...fields)
    const wrong = fields.find((field) => mistakeIn(field, form, layout) !== null)
    if (wrong) {
      formElement.current?.querySelector<HTMLInputElement>(`input[name="${wrong}"]`)?.focus()
      return
    }
    setSending(true)
    setNotice(null)
    try {
      const signedIn = await call('loginPd', {
        body: { phoneNum: signInName(form), password: form.password, verifyCode: form.verifyCode, rememberPassword: form.rememberPassword },
      })
      keepSession(signedIn)
      showNext('success', t('signedIn'))
      setForm({ ...form, name: '', password: '', verifyCode: '' })
      setTouched(new Set())
      await navigate(cameFrom(location.state) ?? pathAfterSignIn(policyFactsOfUserInfo(signedIn.userInfo)), { replace: true })
    } catch (error) {
      setNotice({ kind: 'error', text: errorText(error) })
      newPicture()
      setTouched(new Set())
    } finally {
      setSending(false)
    }
  }

  const name = layout === 'china' ? t('phone') : t('phoneOrEmail')
  const isEmail = /[^\d\s-]/.test(form.name)
  const countryCode = layout === 'international' && (
    <select className={style.country} aria-label={t('countryCode')} value={form.countryCode} disabled={isEmail} onChange={(event) => set({ countryCode: event.target.value })}>
      {theme.countryCodes.map((code) => <option key={code}>{code}</option>)}
    </select>
  )

  return (
    <div className={style.page}>
      <aside className={style.art}>
        <Slides pictures={theme.slides} />
        <p className={style.lead}>{t('lead')}</p>
      </aside>
      <main className={style.side}>
        <header className={style.head}>
          <ProductMark name={theme.productName} logo={theme.logo} />
          <LanguageSwitch languages={theme.languages} label={t('language')} />
        </header>
        <div className={style.middle}>
          <h1>{t('title')}</h1>
          {notice && notice.kind !== 'success' && <p className={style.notice} data-kind={notice.kind} role="alert">{notice.text}</p>}
          {notice?.kind === 'success' && <p className={style.notice} data-kind="success" role="status">{notice.text}</p>}
          <form ref={formElement} noValidate onSubmit={(event: FormEvent) => { event.preventDefault(); void submit() }}>
            <Field label={name} name="name" value={form.name} mistake={mistake('name')} before={countryCode} autoComplete="username" autoCapitalize="none" spellCheck={false}
              inputMode={layout === 'china' ? 'numeric' : 'text'} maxLength={layout === 'china' ? 11 : 120}
              onChange={(event) => set({ name: layout === 'china' ? event.target.value.replace(/\D/g, '') : event.target.value })} onBlur={() => form.name && touch('name')} />
            <Field label={t('password')} name="password" type={isShown ? 'text' : 'password'} value={form.password} mistake={mistake('password')} autoComplete="current-password"
              hint={capsLock ? t('capsLock') : null} maxLength={200} onKeyDown={noteCapsLock} onKeyUp={noteCapsLock}
              onChange={(event) => set({ password: event.target.value })} onBlur={() => { setCapsLock(false); if (form.password) touch('password') }}
              after={<button type="button" className={style.eye} aria-label={isShown ? t('hidePassword') : t('showPassword')} aria-pressed={isShown} onClick={() => setShown(!isShown)}><Eye open={isShown} /></button>} />
            <Field label={t('captcha')} name="verifyCode" value={form.verifyCode} mistake={mistake('verifyCode')} inputMode="numeric" autoComplete="off" maxLength={4}
              onChange={(event) => set({ verifyCode: event.target.value.replace(/\D/g, '') })} onBlur={() => form.verifyCode && touch('verifyCode')}
              beside={<Captcha picture={picture} onAnother={newPicture} />} />
            <label className={style.remember}>
              <input type="checkbox" checked={form.rememberPassword} onChange={(event) => set({ rememberPassword: event.target.checked })} />
              {t('remember')}
            </label>
            <button type="submit" className={style.submit} disabled={isSending}>{isSending ? t('submitting') : t('submit')}</button>
          </form>
          {theme.demonstration && (
            <Demonstration demonstration={theme.demonstration} chosen={form.name}
              onChoose={(phone) => {
                set({ name: phone, password: theme.demonstration!.password, countryCode: theme.defaultCountryCode, ...theme.demonstration!.captcha ? { verifyCode: theme.demonstration!.captcha } : {} })
                setTouched(new Set())
                if (!theme.demonstration!.captcha) formElement.current?.querySelector<HTMLInputElement>('input[name="verifyCode"]')?.focus()
              }} />
          )}
        </div>
      </main>
    </div>
  )
}
