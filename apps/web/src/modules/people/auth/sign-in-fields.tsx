import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { hostTheme } from '../../../lib/host-theme.ts'
import { Captcha } from './captcha.tsx'
import { CodeField } from './code-field.tsx'
import { Field } from './field.tsx'
import { NameField } from './name-field.tsx'
import { PasswordField } from './password-field.tsx'
import { parseChinaPhone, pickDigits } from './typed.ts'
import type { SignIn } from './use-sign-in.ts'
import style from './sign-in-screen.module.css'

const SignInName = ({ fields: { form, set, input } }: Pick<SignIn, 'fields'>) => {
  const { t } = useTranslation('auth')
  return hostTheme().loginLayout === 'china' ? (
    <Field
      {...input('name')}
      label={t('phone')}
      type="tel"
      inputMode="numeric"
      autoComplete="username"
      value={form.name}
      onChange={(event) => set({ name: parseChinaPhone(event.target.value) })}
    />
  ) : (
    <NameField {...input('name')} name={form.name} countryCode={form.countryCode} onChange={set} />
  )
}

const PasswordAndCaptcha = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('auth')
  const { form, set, input } = signIn.fields
  return (
    <>
      <PasswordField
        {...input('password')}
        label={t('password')}
        value={form.password}
        autoComplete="current-password"
        maxLength={200}
        onChange={(event) => set({ password: event.target.value })}
      />
      <Field
        {...input('verifyCode')}
        label={t('captcha')}
        value={form.verifyCode}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => set({ verifyCode: pickDigits(event.target.value, 4) })}
        beside={<Captcha picture={signIn.captchaNumber} onAnother={signIn.renewCaptcha} />}
      />
    </>
  )
}

/** The fields of the chosen method. */
export const SignInFields = ({ signIn }: { signIn: SignIn }) => {
  const { fields, method, code } = signIn
  return (
    <>
      <SignInName fields={fields} />
      {method === 'password' ? (
        <PasswordAndCaptcha signIn={signIn} />
      ) : (
        <CodeField
          {...fields.input('smsCode')}
          value={fields.form.smsCode}
          leftS={code.leftS}
          isWaiting={code.isWaiting}
          onChange={(smsCode) => fields.set({ smsCode })}
          onAsk={() => void signIn.askForCode()}
        />
      )}
    </>
  )
}

/**
 * "Remember me", and the link to password recovery (hidden in English: specification, section 2).
 */
export const SignInChoices = ({ fields: { form, set } }: Pick<SignIn, 'fields'>) => {
  const { t, i18n } = useTranslation('auth')
  return (
    <div className="flex wrap gap-8-16 items-center justify-between">
      <label className={`flex gap-8 items-center ${style.remember}`}>
        <input
          type="checkbox"
          checked={form.rememberPassword}
          onChange={(event) => set({ rememberPassword: event.target.checked })}
        />
        {t('remember')}
      </label>
      {i18n.language !== 'en' && (
        <Link to="/retrieve-password" state={{ name: form.name, countryCode: form.countryCode }}>
          {t('forgot')}
        </Link>
      )}
    </div>
  )
}
