import { useId, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { hostTheme } from '../../../lib/host-theme.ts'
import { loadTexts } from '../../../lib/i18n.ts'
import { lazyComponent } from '../../../lib/lazy-component.tsx'
import { passkeyObstacle } from './passkeys-here.ts'
import { AuthFrame } from './auth-frame.tsx'
import { Demonstration } from './demonstration.tsx'
import { Methods } from './methods.tsx'
import { SignInChoices, SignInFields } from './sign-in-fields.tsx'
import { useSignIn, type SignIn } from './use-sign-in.ts'
import frame from './auth-frame.module.css'
import style from './sign-in-screen.module.css'

/** People of the demonstration: selecting one fills in the form, except for the captcha. */
const DemonstrationPeople = ({ signIn }: { signIn: SignIn }) => {
  const { demonstration, defaultCountryCode } = hostTheme()
  if (!demonstration) return null
  const { password, captcha } = demonstration
  return (
    <Demonstration
      demonstration={demonstration}
      chosen={signIn.fields.form.name}
      onChoose={(phone) => {
        signIn.choose('password')
        signIn.fields.set({
          name: phone,
          password,
          countryCode: defaultCountryCode,
          ...(captcha ? { verifyCode: captcha } : {}),
        })
        signIn.fields.forget()
        if (!captcha) signIn.fields.focus('verifyCode')
      }}
    />
  )
}

const SecondStep = lazyComponent(async () => {
  const [{ SecondStep: loaded }] = await Promise.all([import('./second-step.tsx'), loadTexts()])
  return loaded
})

export const SignInScreen = () => {
  const { t, i18n } = useTranslation('auth')
  const signIn = useSignIn()
  const panel = useId()
  const { method, isSending } = signIn
  // Specification, section 2: there is no sign-in by SMS in English, so there are no tabs.
  const isEnglish = i18n.language === 'en'
  if (signIn.factors)
    return <SecondStep factors={signIn.factors} onDone={signIn.take} onBack={signIn.giveUpHalf} />
  return (
    <AuthFrame title={t('title')} notice={signIn.notice}>
      {!isEnglish && <Methods method={method} panel={panel} onMethod={signIn.choose} />}
      <form
        ref={signIn.fields.element}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void signIn.submit()
        }}
      >
        <div
          id={panel}
          className={`grid cols-1 gap-8 ${style.panel}`}
          {...(isEnglish ? {} : { 'role': 'tabpanel', 'aria-labelledby': `${panel}-${method}` })}
        >
          <SignInFields signIn={signIn} />
        </div>
        <SignInChoices fields={signIn.fields} />
        <button type="submit" className={frame.submit} disabled={isSending}>
          {isSending ? t('submitting') : t('submit')}
        </button>
      </form>
      {passkeyObstacle() === null && (
        <button
          type="button"
          className={style.passkey}
          disabled={isSending}
          onClick={() => void signIn.submitPasskey()}
        >
          {t('passkey')}
        </button>
      )}
      <Link className={style.passkey} to="/login/organisation">
        {t('organisation')}
      </Link>
      <p className={frame.foot}>
        {t('signUpAsk')}{' '}
        <Link to="/register" replace>
          {t('signUp')}
        </Link>
      </p>
      <DemonstrationPeople signIn={signIn} />
    </AuthFrame>
  )
}
