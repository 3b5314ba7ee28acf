import type { SignInReply } from '@swath/contract/people/auth'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { hostTheme } from '../../../lib/host-theme.ts'
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
import { useNextStep } from './use-next-step.ts'

const requestSession = (method: SignInMethod, form: SignInForm) => {
  const who = {
    phoneNum: nameForCall(form.name, form.countryCode),
    rememberPassword: form.rememberPassword,
  }
  return method === 'password'
    ? call('loginPd', { body: { ...who, password: form.password, verifyCode: form.verifyCode } })
    : call('loginSmS', { body: { ...who, verifyCode: form.smsCode } })
}

const useSignInForm = () => {
  const { loginLayout, defaultCountryCode } = hostTheme()
  return useCheckedForm<SignInForm, SignInField>(
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
}

/** The sign-in: its form, the captcha, the code by SMS, and submitting. */
export const useSignIn = () => {
  const { t, i18n } = useTranslation('auth')
  const next = useNextStep()
  const fields = useSignInForm()
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
  const choose = (chosen: SignInMethod): void => {
    if (chosen === method) return
    setMethod(chosen)
    fields.forget()
    setNotice(null)
    if (chosen === 'password') renewCaptcha()
  }
  const askForCode = async (): Promise<void> => {
    if (!fields.check(['name'])) return
    setNotice(null)
    fields.focus('smsCode')
    await code.ask(toRecipient(fields.form.name, fields.form.countryCode))
  }
  const submit = async (request: () => Promise<SignInReply>): Promise<void> => {
    setSending(true)
    setNotice(null)
    try {
      const reply = await request()
      fields.empty()
      if (method === 'password') renewCaptcha()
      await next.take(reply)
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
    submit: async (): Promise<void> => {
      if (fields.check(fieldsByMethod[method]))
        await submit(() => requestSession(method, fields.form))
    },
    submitPasskey: () =>
      submit(async () => {
        const { signInByPasskey } = await import('./passkey-calls.ts')
        return signInByPasskey(fields.form.rememberPassword)
      }),
    factors: next.factors,
    take: next.take,
    /** Back from the second step, with an error if it failed for good. */
    giveUpHalf: (error: string | null): void => {
      next.giveUp()
      setNotice(error === null ? null : { kind: 'error', text: error })
      if (method === 'password') renewCaptcha()
    },
    isSending,
    notice,
  }
}

export type SignIn = ReturnType<typeof useSignIn>
