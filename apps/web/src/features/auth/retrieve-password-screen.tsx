import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/errors.ts'
import { hostTheme } from '../../lib/host-theme.ts'
import { AuthFrame, useNotice } from './auth-frame.tsx'
import { CodeField } from './code-field.tsx'
import { NameField } from './name-field.tsx'
import { codeMistake, nameForCall, nameMistake, recipientOf } from './name-rules.ts'
import { PasswordField } from './password-field.tsx'
import { confirmationMistake, newPasswordMistake } from './password-rules.ts'
import { StepMarks } from './step-marks.tsx'
import { useCodeRequest } from './use-code-request.ts'
import frame from './auth-frame.module.css'

type Form = {
  name: string
  countryCode: string
  verifyCode: string
  password: string
  passwordConfirmation: string
}
const fields = ['name', 'verifyCode', 'password', 'passwordConfirmation'] as const
type FieldName = (typeof fields)[number]

const mistakeIn = (field: FieldName, form: Form): string | null => {
  switch (field) {
    case 'name':
      return nameMistake(form.name)
    case 'verifyCode':
      return codeMistake(form.verifyCode)
    case 'password':
      return newPasswordMistake(form.password)
    case 'passwordConfirmation':
      return confirmationMistake(form.password, form.passwordConfirmation)
  }
}

/** What was already typed at the sign-in. */
const typedBefore = (state: unknown): Partial<Form> => {
  const { name, countryCode } = (
    typeof state === 'object' && state !== null ? state : {}
  ) as Record<string, unknown>
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof countryCode === 'string' ? { countryCode } : {}),
  }
}

export const RetrievePasswordScreen = () => {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const location = useLocation()
  const [form, setForm] = useState<Form>({
    name: '',
    countryCode: hostTheme().defaultCountryCode,
    verifyCode: '',
    password: '',
    passwordConfirmation: '',
    ...typedBefore(location.state),
  })
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set())
  const [isSending, setSending] = useState(false)
  const [isDone, setDone] = useState(false)
  const [notice, setNotice] = useNotice()
  const formElement = useRef<HTMLFormElement>(null)
  const confirmButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isDone) confirmButton.current?.focus()
  }, [isDone])

  const code = useCodeRequest('reset', {
    onSent: () => setNotice({ kind: 'success', text: t('codeSent') }),
    onFailed: (error) => setNotice({ kind: 'error', text: errorText(error) }),
  })
  const set = (values: Partial<Form>): void => setForm((before) => ({ ...before, ...values }))
  const touch = (...names: readonly FieldName[]): void =>
    setTouched((before) => new Set([...before, ...names]))
  const mistake = (field: FieldName): string | null => {
    const key = touched.has(field) ? mistakeIn(field, form) : null
    return key && t(key)
  }
  const focus = (field: FieldName): void =>
    formElement.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus()

  const askForCode = async (): Promise<void> => {
    touch('name')
    if (mistakeIn('name', form) !== null) {
      focus('name')
      return
    }
    setNotice(null)
    focus('verifyCode')
    await code.ask(recipientOf(form.name, form.countryCode))
  }

  const submit = async (): Promise<void> => {
    touch(...fields)
    const wrong = fields.find((field) => mistakeIn(field, form) !== null)
    if (wrong) {
      focus(wrong)
      return
    }
    setSending(true)
    setNotice(null)
    try {
      await call('checkVerifyCode', {
        query: {
          ...recipientOf(form.name, form.countryCode),
          verifyCode: form.verifyCode,
          checkOpr: '3',
        },
      })
      await call('resetPassword', {
        body: {
          phoneNum: nameForCall(form.name, form.countryCode),
          password: form.password,
          verifyCode: form.verifyCode,
        },
      })
      setDone(true)
    } catch (error) {
      setNotice({ kind: 'error', text: errorText(error) })
    } finally {
      setSending(false)
    }
  }

  return (
    <AuthFrame
      title={t('retrieveTitle')}
      notice={isDone ? { kind: 'success', text: t('resetDone') } : notice}
    >
      <StepMarks
        label={t('retrieveSteps')}
        steps={[t('retrieveStepReset'), t('retrieveStepDone')]}
        current={isDone ? 1 : 0}
      />
      {isDone ? (
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void navigate('/login', { replace: true })
          }}
        >
          <p>{t('resetDoneText')}</p>
          <button ref={confirmButton} type="submit" className={frame.submit}>
            {t('confirm')}
          </button>
        </form>
      ) : (
        <>
          <form
            ref={formElement}
            noValidate
            onSubmit={(event: FormEvent) => {
              event.preventDefault()
              void submit()
            }}
          >
            <NameField
              name={form.name}
              countryCode={form.countryCode}
              mistake={mistake('name')}
              onChange={set}
              onBlur={() => touch('name')}
            />
            <CodeField
              name="verifyCode"
              value={form.verifyCode}
              mistake={mistake('verifyCode')}
              leftS={code.leftS}
              isWaiting={code.isWaiting}
              onChange={(verifyCode) => set({ verifyCode })}
              onBlur={() => touch('verifyCode')}
              onAsk={() => void askForCode()}
            />
            <PasswordField
              label={t('newPassword')}
              name="password"
              value={form.password}
              mistake={mistake('password')}
              hint={t('passwordRule')}
              autoComplete="new-password"
              onChange={(event) => set({ password: event.target.value })}
              onBlur={() => touch('password')}
            />
            <PasswordField
              label={t('confirmation')}
              name="passwordConfirmation"
              value={form.passwordConfirmation}
              mistake={mistake('passwordConfirmation')}
              autoComplete="new-password"
              onChange={(event) => set({ passwordConfirmation: event.target.value })}
              onBlur={() => touch('passwordConfirmation')}
            />
            <button type="submit" className={frame.submit} disabled={isSending}>
              {isSending ? t('nextSending') : t('next')}
            </button>
          </form>
          <p className={frame.foot}>
            <Link to="/login" replace>
              {t('toSignIn')}
            </Link>
          </p>
        </>
      )}
    </AuthFrame>
  )
}
