import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { AuthFrame, BackToSignIn, useNotice } from './auth-frame.tsx'
import { Field } from './field.tsx'
import { emailMistake } from './name-rules.ts'
import { SecondStep } from './second-step.tsx'
import { useNextStep } from './use-next-step.ts'
import frame from './auth-frame.module.css'
import style from './sign-in-screen.module.css'

/**
 * The parameters with which the provider returned, taken out of the address: it must not be sent
 * again when the page is reloaded, nor stay in the history.
 */
const takeReturned = (): string | null => {
  const returned = window.location.search.slice(1)
  if (!new URLSearchParams(returned).has('state')) return null
  window.history.replaceState(window.history.state, '', window.location.pathname)
  return returned
}

const mistakeIn = (email: string): string | null =>
  email === '' ? 'organisation-sign-in:pageEmailMissing' : emailMistake(email)

/** The e-mail address, which decides on which page of which organisation the person continues. */
const useStart = (onFailed: (error: unknown) => void) => {
  const [email, setEmail] = useState('')
  const [remember, setRemember] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const [isSending, setSending] = useState(false)
  const submit = async (): Promise<void> => {
    setTouched(true)
    if (mistakeIn(email)) return
    setSending(true)
    try {
      const { origin } = window.location
      const body = { email, origin, rememberPassword: remember }
      const { address } = await call('startOrganisationSignIn', { body })
      window.location.assign(address) // the button stays disabled until the page is gone
    } catch (error) {
      setSending(false)
      onFailed(error)
    }
  }
  return {
    email,
    setEmail: (typed: string): void => setEmail(typed.normalize('NFKC').replaceAll(/\s/g, '')),
    remember,
    setRemember,
    mistake: isTouched ? mistakeIn(email) : null,
    touch: () => setTouched(true),
    isSending,
    submit,
  }
}

const StartForm = ({ start }: { start: ReturnType<typeof useStart> }) => {
  const { t } = useTranslation(['organisation-sign-in', 'auth'])
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void start.submit()
      }}
    >
      <p className="mt-0">{t('pageHint')}</p>
      <Field
        autoFocus
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={120}
        label={t('pageEmail')}
        value={start.email}
        mistake={start.mistake && t(start.mistake)}
        onBlur={() => {
          if (start.email !== '') start.touch()
        }}
        onChange={(event) => start.setEmail(event.target.value)}
      />
      <label className={`flex gap-8 items-center ${style.remember}`}>
        <input
          type="checkbox"
          checked={start.remember}
          onChange={(event) => start.setRemember(event.target.checked)}
        />
        {t('pageRemember')}
      </label>
      <button type="submit" className={frame.submit} disabled={start.isSending}>
        {start.isSending ? t('auth:nextSending') : t('pageContinue')}
      </button>
    </form>
  )
}

/** Signing in with an organisation: the e-mail address, and the way back from the provider. */
export const OrganisationScreen = () => {
  const { t } = useTranslation(['organisation-sign-in', 'auth'])
  const next = useNextStep()
  const [notice, setNotice] = useNotice()
  const showFailure = (error: unknown): void => setNotice({ kind: 'error', text: errorText(error) })
  const start = useStart(showFailure)
  const [isFinishing, setFinishing] = useState(() =>
    new URLSearchParams(window.location.search).has('state'),
  )
  const isTaken = useRef(false)
  const finish = useEffectEvent(async (): Promise<void> => {
    if (isTaken.current) return // an effect may run twice
    isTaken.current = true
    const returned = takeReturned()
    if (returned === null) return
    try {
      await next.take(await call('finishOrganisationSignIn', { body: { returned } }))
    } catch (error) {
      showFailure(error)
    } finally {
      setFinishing(false)
    }
  })
  useEffect(() => void finish(), [])
  const giveUp = (error: string | null): void => {
    next.giveUp()
    setNotice(error === null ? null : { kind: 'error', text: error })
  }
  if (next.factors) return <SecondStep factors={next.factors} onDone={next.take} onBack={giveUp} />
  return (
    <AuthFrame title={t('pageTitle')} notice={notice}>
      {isFinishing ? <p role="status">{t('pageFinishing')}</p> : <StartForm start={start} />}
      <BackToSignIn />
    </AuthFrame>
  )
}
