import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { hostTheme } from '../../../lib/host-theme.ts'
import { AuthFrame, BackToSignIn, useNotice } from './auth-frame.tsx'
import { CodeField } from './code-field.tsx'
import { NameField } from './name-field.tsx'
import { codeMistake, nameForCall, nameMistake, toRecipient } from './name-rules.ts'
import { PasswordField } from './password-field.tsx'
import { confirmationMistake, newPasswordMistake } from './password-rules.ts'
import { StepMarks } from './step-marks.tsx'
import { useCheckedForm } from './use-checked-form.ts'
import { useCodeRequest } from './use-code-request.ts'
import frame from './auth-frame.module.css'

type Form = {
  name: string
  countryCode: string
  verifyCode: string
  password: string
  passwordConfirmation: string
}
const fieldNames = ['name', 'verifyCode', 'password', 'passwordConfirmation'] as const
type FieldName = (typeof fieldNames)[number]

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

/** Values typed on the sign-in page. */
const typedBefore = (state: unknown): Partial<Form> => {
  const { name, countryCode } = (
    typeof state === 'object' && state !== null ? state : {}
  ) as Record<string, unknown>
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof countryCode === 'string' ? { countryCode } : {}),
  }
}

/** Password recovery by code: the form, and whether it is done. */
const useRetrieval = () => {
  const { t } = useTranslation('auth')
  const location = useLocation()
  const fields = useCheckedForm<Form, FieldName>(
    {
      name: '',
      countryCode: hostTheme().defaultCountryCode,
      verifyCode: '',
      password: '',
      passwordConfirmation: '',
      ...typedBefore(location.state),
    },
    mistakeIn,
  )
  const [isSending, setSending] = useState(false)
  const [isDone, setDone] = useState(false)
  const [notice, setNotice] = useNotice()
  const code = useCodeRequest('reset', {
    onSent: () => setNotice({ kind: 'success', text: t('codeSent') }),
    onFailed: (error) => setNotice({ kind: 'error', text: errorText(error) }),
  })
  const { name, countryCode, verifyCode, password } = fields.form

  const askForCode = async (): Promise<void> => {
    if (!fields.check(['name'])) return
    setNotice(null)
    fields.focus('verifyCode')
    await code.ask(toRecipient(name, countryCode))
  }
  const submit = async (): Promise<void> => {
    if (!fields.check(fieldNames)) return
    setSending(true)
    setNotice(null)
    try {
      const recipient = toRecipient(name, countryCode)
      await call('checkVerifyCode', { query: { ...recipient, verifyCode, checkOpr: '3' } })
      const phoneNum = nameForCall(name, countryCode)
      await call('resetPassword', { body: { phoneNum, password, verifyCode } })
      setDone(true)
    } catch (error) {
      setNotice({ kind: 'error', text: errorText(error) })
    } finally {
      setSending(false)
    }
  }
  return { fields, code, askForCode, submit, isSending, isDone, notice }
}

const RetrievalForm = ({ retrieval }: { retrieval: ReturnType<typeof useRetrieval> }) => {
  const { t } = useTranslation('auth')
  const { fields, code, isSending } = retrieval
  const { form, set, input } = fields
  return (
    <form
      ref={fields.element}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void retrieval.submit()
      }}
    >
      <NameField
        {...input('name')}
        name={form.name}
        countryCode={form.countryCode}
        onChange={set}
      />
      <CodeField
        {...input('verifyCode')}
        value={form.verifyCode}
        leftS={code.leftS}
        isWaiting={code.isWaiting}
        onChange={(verifyCode) => set({ verifyCode })}
        onAsk={() => void retrieval.askForCode()}
      />
      <PasswordField
        {...input('password')}
        label={t('newPassword')}
        value={form.password}
        hint={t('passwordRule')}
        autoComplete="new-password"
        onChange={(event) => set({ password: event.target.value })}
      />
      <PasswordField
        {...input('passwordConfirmation')}
        label={t('confirmation')}
        value={form.passwordConfirmation}
        autoComplete="new-password"
        onChange={(event) => set({ passwordConfirmation: event.target.value })}
      />
      <button type="submit" className={frame.submit} disabled={isSending}>
        {isSending ? t('nextSending') : t('next')}
      </button>
    </form>
  )
}

/** Shown when the new password is saved; its only button links to the sign-in and has the focus. */
const RetrievalDone = () => {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const confirmButton = useRef<HTMLButtonElement>(null)
  useEffect(() => confirmButton.current?.focus(), [])
  return (
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
  )
}

export const RetrievePasswordScreen = () => {
  const { t } = useTranslation('auth')
  const retrieval = useRetrieval()
  const { isDone } = retrieval
  return (
    <AuthFrame
      title={t('retrieveTitle')}
      notice={isDone ? { kind: 'success', text: t('resetDone') } : retrieval.notice}
    >
      <StepMarks
        label={t('retrieveSteps')}
        steps={[t('retrieveStepReset'), t('retrieveStepDone')]}
        current={isDone ? 1 : 0}
      />
      {isDone ? (
        <RetrievalDone />
      ) : (
        <>
          <RetrievalForm retrieval={retrieval} />
          <BackToSignIn />
        </>
      )}
    </AuthFrame>
  )
}
