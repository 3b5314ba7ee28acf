import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { AuthFrame, BackToSignIn, useNotice } from './auth-frame.tsx'
import { PasswordField } from './password-field.tsx'
import { confirmationMistake, newPasswordMistake } from './password-rules.ts'
import { useCheckedForm } from './use-checked-form.ts'
import { useNextStep } from './use-next-step.ts'
import frame from './auth-frame.module.css'

type Form = { password: string; passwordConfirmation: string }
const fieldNames = ['password', 'passwordConfirmation'] as const

const mistakeIn = (field: keyof Form, { password, passwordConfirmation }: Form): string | null =>
  field === 'password'
    ? newPasswordMistake(password)
    : confirmationMistake(password, passwordConfirmation)

/** Replaces a temporary password by the person's own, in a half session. */
export const OwnPasswordScreen = () => {
  const { t } = useTranslation('auth')
  const next = useNextStep()
  const fields = useCheckedForm<Form, keyof Form>(
    { password: '', passwordConfirmation: '' },
    mistakeIn,
  )
  const [isSending, setSending] = useState(false)
  const [notice, setNotice] = useNotice()
  const { form, set, input } = fields

  const submit = async (): Promise<void> => {
    if (!fields.check(fieldNames)) return
    setSending(true)
    setNotice(null)
    try {
      await next.take(await call('chooseOwnPassword', { body: { password: form.password } }))
    } catch (error) {
      setNotice({ kind: 'error', text: errorText(error) })
    } finally {
      setSending(false)
    }
  }
  return (
    <AuthFrame title={t('ownPasswordTitle')} notice={notice}>
      <p className="mt-0 mb-16">{t('ownPasswordHint')}</p>
      <form
        ref={fields.element}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit()
        }}
      >
        {fieldNames.map((name) => (
          <PasswordField
            key={name}
            {...input(name)}
            label={t(name === 'password' ? 'newPassword' : 'confirmation')}
            value={form[name]}
            {...(name === 'password' ? { hint: t('passwordRule') } : {})}
            autoComplete="new-password"
            onChange={(event) => set({ [name]: event.target.value })}
          />
        ))}
        <button type="submit" className={frame.submit} disabled={isSending}>
          {t(isSending ? 'nextSending' : 'ownPasswordSave')}
        </button>
      </form>
      <BackToSignIn />
    </AuthFrame>
  )
}
