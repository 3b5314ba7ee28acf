import { policyFactsOfUserInfo } from '@swath/contract/access'
import { pathAfterSignIn } from '@swath/domain/access/landing'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { errorText, showNext } from '../../lib/errors.ts'
import { hostTheme } from '../../lib/host-theme.ts'
import { keepSession } from '../../lib/session.ts'
import { AuthFrame, useNotice } from './auth-frame.tsx'
import { Captcha } from './captcha.tsx'
import { CodeField } from './code-field.tsx'
import { Demonstration } from './demonstration.tsx'
import { Field } from './field.tsx'
import { Methods } from './methods.tsx'
import { NameField } from './name-field.tsx'
import { nameForCall, recipientOf } from './name-rules.ts'
import { PasswordField } from './password-field.tsx'
import {
  fieldsOf,
  mistakeIn,
  type SignInField,
  type SignInForm,
  type SignInMethod,
} from './sign-in-rules.ts'
import { chinaPhoneOf, digitsOf } from './typed.ts'
import { useCodeRequest } from './use-code-request.ts'
import frame from './auth-frame.module.css'
import style from './sign-in-screen.module.css'

/**
 * Where someone was whose session ended under their hands; everyone else goes where the
 * specification sends them.
 */
const cameFrom = (state: unknown): string | null =>
  typeof state === 'object' &&
  state !== null &&
  'from' in state &&
  typeof state.from === 'string' &&
  state.from.startsWith('/')
    ? state.from
    : null

export const SignInScreen = () => {
  const { t, i18n } = useTranslation('auth')
  const navigate = useNavigate()
  const location = useLocation()
  const theme = hostTheme()
  const layout = theme.loginLayout
  const empty: SignInForm = {
    name: '',
    countryCode: theme.defaultCountryCode,
    password: '',
    verifyCode: '',
    smsCode: '',
    rememberPassword: false,
  }
  const [form, setForm] = useState<SignInForm>(empty)
  const [touched, setTouched] = useState<ReadonlySet<SignInField>>(new Set())
  const [picture, setPicture] = useState(0)
  const [chosenMethod, setMethod] = useState<SignInMethod>('password')
  const [isSending, setSending] = useState(false)
  const [notice, setNotice] = useNotice()
  const formElement = useRef<HTMLFormElement>(null)
  const panel = useId()

  // Specification, section 2: in English there is no sign-in by SMS and no way to a forgotten
  // password.
  const isEnglish = i18n.language === 'en'
  const method: SignInMethod = isEnglish ? 'password' : chosenMethod
  const code = useCodeRequest('signIn', {
    onSent: () => setNotice({ kind: 'success', text: t('codeSent') }),
    onFailed: (error) => setNotice({ kind: 'error', text: errorText(error) }),
  })

  const set = (values: Partial<SignInForm>): void => setForm((before) => ({ ...before, ...values }))
  const touch = (...names: readonly SignInField[]): void =>
    setTouched((before) => new Set([...before, ...names]))
  const mistake = (field: SignInField): string | null => {
    const key = touched.has(field) ? mistakeIn(field, form, layout) : null
    return key && t(key)
  }
  const focus = (field: SignInField): void =>
    formElement.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus()
  const newPicture = (): void => {
    setPicture((count) => count + 1)
    set({ verifyCode: '' })
    setTouched((before) => new Set([...before].filter((field) => field !== 'verifyCode')))
  }
  const choose = (next: SignInMethod): void => {
    if (next === method) return
    setMethod(next)
    setTouched(new Set())
    setNotice(null)
    if (next === 'password') newPicture()
  }

  const askForCode = async (): Promise<void> => {
    touch('name')
    if (mistakeIn('name', form, layout) !== null) {
      focus('name')
      return
    }
    setNotice(null)
    focus('smsCode')
    await code.ask(recipientOf(form.name, form.countryCode))
  }

  const submit = async (): Promise<void> => {
    const fields = fieldsOf[method]
    touch(...fields)
    const wrong = fields.find((field) => mistakeIn(field, form, layout) !== null)
    if (wrong) {
      focus(wrong)
      return
    }
    setSending(true)
    setNotice(null)
    try {
      const who = {
        phoneNum: nameForCall(form.name, form.countryCode),
        rememberPassword: form.rememberPassword,
      }
      const signedIn =
        method === 'password'
          ? await call('loginPd', {
              body: { ...who, password: form.password, verifyCode: form.verifyCode },
            })
          : await call('loginSmS', { body: { ...who, verifyCode: form.smsCode } })
      keepSession(signedIn)
      showNext('success', t('signedIn'))
      setForm(empty)
      setTouched(new Set())
      if (method === 'password') newPicture()
      await navigate(
        cameFrom(location.state) ?? pathAfterSignIn(policyFactsOfUserInfo(signedIn.userInfo)),
        { replace: true },
      )
    } catch (error) {
      setNotice({ kind: 'error', text: errorText(error) })
      setTouched(new Set())
      if (method === 'password') newPicture()
    } finally {
      setSending(false)
    }
  }

  return (
    <AuthFrame title={t('title')} notice={notice}>
      {!isEnglish && <Methods method={method} panel={panel} onMethod={choose} />}
      <form
        ref={formElement}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div
          id={panel}
          className={style.panel}
          {...(isEnglish ? {} : { 'role': 'tabpanel', 'aria-labelledby': `${panel}-${method}` })}
        >
          {layout === 'china' ? (
            <Field
              label={t('phone')}
              name="name"
              type="tel"
              inputMode="numeric"
              autoComplete="username"
              value={form.name}
              mistake={mistake('name')}
              onChange={(event) => set({ name: chinaPhoneOf(event.target.value) })}
              onBlur={() => touch('name')}
            />
          ) : (
            <NameField
              name={form.name}
              countryCode={form.countryCode}
              mistake={mistake('name')}
              onChange={set}
              onBlur={() => touch('name')}
            />
          )}
          {method === 'password' && (
            <>
              <PasswordField
                label={t('password')}
                name="password"
                value={form.password}
                mistake={mistake('password')}
                autoComplete="current-password"
                maxLength={200}
                onChange={(event) => set({ password: event.target.value })}
                onBlur={() => touch('password')}
              />
              <Field
                label={t('captcha')}
                name="verifyCode"
                value={form.verifyCode}
                mistake={mistake('verifyCode')}
                inputMode="numeric"
                autoComplete="off"
                onChange={(event) => set({ verifyCode: digitsOf(event.target.value, 4) })}
                onBlur={() => touch('verifyCode')}
                beside={<Captcha picture={picture} onAnother={newPicture} />}
              />
            </>
          )}
          {method === 'sms' && (
            <CodeField
              name="smsCode"
              value={form.smsCode}
              mistake={mistake('smsCode')}
              leftS={code.leftS}
              isWaiting={code.isWaiting}
              onChange={(smsCode) => set({ smsCode })}
              onBlur={() => touch('smsCode')}
              onAsk={() => void askForCode()}
            />
          )}
        </div>
        <div className={style.choices}>
          <label className={style.remember}>
            <input
              type="checkbox"
              checked={form.rememberPassword}
              onChange={(event) => set({ rememberPassword: event.target.checked })}
            />
            {t('remember')}
          </label>
          {!isEnglish && (
            <Link
              to="/retrieve-password"
              state={{ name: form.name, countryCode: form.countryCode }}
            >
              {t('forgot')}
            </Link>
          )}
        </div>
        <button type="submit" className={frame.submit} disabled={isSending}>
          {isSending ? t('submitting') : t('submit')}
        </button>
      </form>
      <p className={frame.foot}>
        {t('signUpAsk')}{' '}
        <Link to="/register" replace>
          {t('signUp')}
        </Link>
      </p>
      {theme.demonstration && (
        <Demonstration
          demonstration={theme.demonstration}
          chosen={form.name}
          onChoose={(phone) => {
            choose('password')
            set({
              name: phone,
              password: theme.demonstration!.password,
              countryCode: theme.defaultCountryCode,
              ...(theme.demonstration!.captcha ? { verifyCode: theme.demonstration!.captcha } : {}),
            })
            setTouched(new Set())
            if (!theme.demonstration!.captcha) focus('verifyCode')
          }}
        />
      )}
    </AuthFrame>
  )
}
