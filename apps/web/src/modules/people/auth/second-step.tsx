import type { HalfSignedIn, SignInReply } from '@swath/contract/people/auth'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallError } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { AuthFrame, useNotice } from './auth-frame.tsx'
import { Field } from './field.tsx'
import { pickDigits } from './typed.ts'
import { provePasskey } from './passkey-calls.ts'
import { passkeyObstacle } from './passkeys-here.ts'
import frame from './auth-frame.module.css'
import style from './second-step.module.css'

type Way = HalfSignedIn['factors'][number]

const labels: Readonly<Record<Way, string>> = {
  passkey: 'second-factor:usePasskey',
  totp: 'second-factor:useTotp',
  recovery: 'second-factor:useRecovery',
}

const mistakeIn = (way: Way, code: string): string | null => {
  if (way === 'totp') return /^\d{6}$/.test(code) ? null : 'auth:codeWrong'
  return way === 'recovery' && code.trim() === '' ? 'second-factor:stepMissing' : null
}

const send = async (way: Way, code: string): Promise<SignInReply> => {
  if (way === 'totp') return call('giveSecondFactor', { body: { totp: code } })
  if (way === 'recovery') return call('giveSecondFactor', { body: { recoveryCode: code } })
  return call('giveSecondFactor', { body: { passkey: await provePasskey() } })
}

type Props = {
  factors: readonly Way[]
  onDone: (reply: SignInReply) => Promise<void>
  /** Back to the first step, with an error if the half session has ended. */
  onBack: (error: string | null) => void
}

const useSecondStep = ({ factors, onDone, onBack }: Props) => {
  // The most convenient first.
  const ways = (['passkey', 'totp', 'recovery'] as const).filter(
    (way) => factors.includes(way) && (way !== 'passkey' || passkeyObstacle() === null),
  )
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery')
  const [code, setCode] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [notice, setNotice] = useNotice()
  const submit = async (): Promise<void> => {
    const wrong = mistakeIn(way, code)
    setMistake(wrong)
    if (wrong) return
    setSending(true)
    setNotice(null)
    try {
      await onDone(await send(way, code))
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return onBack(errorText(error))
      setCode('')
      setNotice({ kind: 'error', text: errorText(error) })
    } finally {
      setSending(false)
    }
  }
  return {
    way,
    others: ways.filter((one) => one !== way),
    choose: (next: Way): void => {
      setWay(next)
      setCode('')
      setMistake(null)
      setNotice(null)
    },
    code,
    type: (typed: string): void => setCode(way === 'totp' ? pickDigits(typed, 6) : typed),
    mistake,
    isSending,
    notice,
    submit,
  }
}

/** The second factor, after the password or a code. Drawn without the component library. */
export const SecondStep = (props: Props) => {
  const { t } = useTranslation(['second-factor', 'auth'])
  const step = useSecondStep(props)
  const { way, code, mistake, isSending } = step
  return (
    <AuthFrame title={t('stepTitle')} notice={step.notice}>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void step.submit()
        }}
      >
        {way === 'passkey' ? (
          <p className="m-0">{t('stepPasskey')}</p>
        ) : (
          <Field
            key={way}
            autoFocus
            name={way}
            label={t(way === 'totp' ? 'stepTotp' : 'stepRecovery')}
            value={code}
            mistake={mistake && t(mistake)}
            maxLength={60}
            inputMode={way === 'totp' ? 'numeric' : 'text'}
            autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => step.type(event.target.value)}
          />
        )}
        <button type="submit" className={frame.submit} disabled={isSending}>
          {way === 'passkey'
            ? t('usePasskey')
            : isSending
              ? t('auth:submitting')
              : t('auth:submit')}
        </button>
      </form>
      <ul className={`list-plain grid gap-4 ${style.ways}`}>
        {step.others.map((one) => (
          <li key={one}>
            <button type="button" onClick={() => step.choose(one)}>
              {t(labels[one])}
            </button>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => props.onBack(null)}>
            {t('auth:toSignIn')}
          </button>
        </li>
      </ul>
      <p className={frame.foot}>{t('stepLost')}</p>
    </AuthFrame>
  )
}
