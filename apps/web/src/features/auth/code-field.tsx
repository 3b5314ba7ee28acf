import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from './field.tsx'
import { pickDigits } from './typed.ts'
import style from './code-field.module.css'

type Props = {
  name: string
  value: string
  mistake: string | null
  leftS: number
  isWaiting: boolean
  onChange: (code: string) => void
  onBlur: () => void
  onAsk: () => void
}

/** The six digits of a message, and the button that asks for them. */
export const CodeField = ({
  name,
  value,
  mistake,
  leftS,
  isWaiting,
  onChange,
  onBlur,
  onAsk,
}: Props) => {
  const { t } = useTranslation('auth')
  const askButton = useRef<HTMLButtonElement>(null)
  return (
    <Field
      label={t('code')}
      name={name}
      value={value}
      mistake={mistake}
      inputMode="numeric"
      autoComplete="one-time-code"
      onChange={(event) => onChange(pickDigits(event.target.value, 6))}
      onBlur={({ relatedTarget }) => {
        // Whoever goes on to ask for the code is not told that it is missing.
        if (relatedTarget !== askButton.current) onBlur()
      }}
      beside={
        <button
          ref={askButton}
          type="button"
          className={style.ask}
          disabled={isWaiting}
          onClick={onAsk}
        >
          {leftS > 0 ? t('codeAgain', { n: leftS }) : t('codeGet')}
        </button>
      }
    />
  )
}
