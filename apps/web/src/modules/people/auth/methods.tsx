import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignInMethod } from './sign-in-rules.ts'
import style from './methods.module.css'

const methods: readonly SignInMethod[] = ['password', 'sms']
const labels: Readonly<Record<SignInMethod, string>> = {
  password: 'auth:methodPassword',
  sms: 'auth:methodSms',
}

type Props = {
  method: SignInMethod
  /** id of the tab panel */ panel: string
  onMethod: (method: SignInMethod) => void
}

/** Tabs for the two sign-in methods; arrow keys switch between them. */
export const Methods = ({ method, panel, onMethod }: Props) => {
  const { t } = useTranslation('auth')
  const step = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const next = method === 'password' ? 'sms' : 'password'
    onMethod(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-method="${next}"]`)?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={t('methods')}
      className={`flex gap-24 border-b ${style.methods}`}
      onKeyDown={step}
    >
      {methods.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`${panel}-${one}`}
          data-method={one}
          aria-selected={one === method}
          aria-controls={panel}
          tabIndex={one === method ? 0 : -1}
          onClick={() => onMethod(one)}
        >
          {t(labels[one])}
        </button>
      ))}
    </div>
  )
}
