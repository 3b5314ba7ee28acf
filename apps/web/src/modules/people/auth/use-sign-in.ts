import { toPolicyFacts, userOfWire } from '@swath/contract/people/access'
import { pathAfterSignIn } from '@swath/domain/access/landing'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { errorText, showNext } from '../../../lib/errors.ts'
import { hostTheme } from '../../../lib/host-theme.ts'
import { keepSession } from '../../../lib/session.ts'
import { isOwnPath, takeWantedPage } from '../../../lib/wanted-page.ts'
import { useNotice } from './auth-frame.tsx'
import { nameForCall, toRecipient } from './name-rules.ts'
import {
  fieldsByMethod,
  mistakeIn,
  type SignInField,
  type SignInForm,
  type SignInMethod,
} from './sign-in-rules.ts'
import { useCheckedForm } from './use-checked-form.ts'
import { useCodeRequest } from './use-code-request.ts'

/**
 * The page to return to after a session ended; other people go where the specification sends them.
 */
const cameFrom = (state: unknown): string | null =>
  typeof state === 'object' &&
  state !== null &&
  'from' in state &&
  typeof state.from === 'string' &&
  isOwnPath(state.from)
    ? state.from
    : takeWantedPage()

const requestSession = (method: SignInMethod, form: SignInForm) => {
  const who = {
    phoneNum: nameForCall(form.name, form.countryCode),
    rememberPassword: form.rememberPassword,
  }
  return method === 'password'
    ? call('loginPd', { body: { ...who, password: form.password, verifyCode: form.verifyCode } })
    : call('loginSmS', { body: { ...who, verifyCode: form.smsCode } })
}

/** The sign-in: its form, the captcha, the code by SMS, and submitting. */
export const useSignIn = () => {
  const { t, i18n } = useTranslation('auth')
  const navigate = useNavigate()
  const location = useLocation()
  const { loginLayout, defaultCountryCode } = hostTheme()
  const fields = useCheckedForm<SignInForm, SignInField>(
    {
      name: '',
      countryCode: defaultCountryCode,
      password: '',
      verifyCode: '',
      smsCode: '',
      rememberPassword: false,
    },
    (field, form) => mistakeIn(field, form, loginLayout),
  )
  const [captchaNumber, setCaptchaNumber] = useState(0)
  const [chosenMethod, setMethod] = useState<SignInMethod>('password')
  const [isSending, setSending] = useState(false)
  const [notice, setNotice] = useNotice()
  const code = useCodeRequest('signIn', {
    onSent: () => setNotice({ kind: 'success', text: t('codeSent') }),
    onFailed: (error) => setNotice({ kind: 'error', text: errorText(error) }),
  })
  // Specification, section 2: no sign-in by SMS in English.
  const method: SignInMethod = i18n.language === 'en' ? 'password' : chosenMethod

  const renewCaptcha = (): void => {
    setCaptchaNumber((count) => count + 1)
    fields.set({ verifyCode: '' })
    fields.forget('verifyCode')
  }
  const choose = (next: SignInMethod): void => {
    if (next === method) return
    setMethod(next)
    fields.forget()
    setNotice(null)
    if (next === 'password') renewCaptcha()
  }
  const askForCode = async (): Promise<void> => {
    if (!fields.check(['name'])) return
    setNotice(null)
    fields.focus('smsCode')
    await code.ask(toRecipient(fields.form.name, fields.form.countryCode))
  }
  const submit = async (): Promise<void> => {
    if (!fields.check(fieldsByMethod[method])) return
    setSending(true)
    setNotice(null)
    try {
      const session = await requestSession(method, fields.form)
      keepSession(session)
      showNext('success', t('signedIn'))
      fields.empty()
      if (method === 'password') renewCaptcha()
      const path =
        cameFrom(location.state) ?? pathAfterSignIn(toPolicyFacts(userOfWire(session.userInfo)))
      await navigate(path, { replace: true })
    } catch (error) {
      setNotice({ kind: 'error', text: errorText(error) })
      fields.forget()
      if (method === 'password') renewCaptcha()
    } finally {
      setSending(false)
    }
  }
  return {
    fields,
    method,
    choose,
    captchaNumber,
    renewCaptcha,
    code,
    askForCode,
    submit,
    isSending,
    notice,
  }
}

export type SignIn = ReturnType<typeof useSignIn>
