import { useState, type InputHTMLAttributes, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from './field.tsx'
import style from './password-field.module.css'

const Eye = ({ open }: { open: boolean }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M2 12s3.600-7 10-7 10 7 10 7-3.600 7-10 7S2 12 2 12z" />
    <circle cx="12" cy="12" r="3" />
    {!open && <path d="M4 4l16 16" />}
  </svg>
)

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  mistake: string | null
  hint?: string | null
}

/** A password that can be shown, with a warning where Caps Lock is on. */
export const PasswordField = ({ hint = null, onBlur, ...input }: Props) => {
  const { t } = useTranslation('auth')
  const [isShown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const noteCapsLock = (event: KeyboardEvent): void =>
    setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field
      {...input}
      type={isShown ? 'text' : 'password'}
      hint={capsLock ? t('capsLock') : hint}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={noteCapsLock}
      onKeyUp={noteCapsLock}
      onBlur={(event) => {
        setCapsLock(false)
        onBlur?.(event)
      }}
      after={
        <button
          type="button"
          className={style.eye}
          aria-label={isShown ? t('hidePassword') : t('showPassword')}
          onClick={() => setShown(!isShown)}
        >
          <Eye open={isShown} />
        </button>
      }
    />
  )
}
