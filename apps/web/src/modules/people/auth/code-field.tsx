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

/** A field for the six-digit code, and the button that requests it. */
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
  return (
    <Field
      label={t('code')}
      name={name}
      value={value}
      mistake={mistake}
      inputMode="numeric"
      autoComplete="one-time-code"
      onChange={(event) => onChange(pickDigits(event.target.value, 6))}
      onBlur={onBlur}
      beside={
        <button type="button" className={style.ask} disabled={isWaiting} onClick={onAsk}>
          {leftS > 0 ? t('codeAgain', { n: leftS }) : t('codeGet')}
        </button>
      }
    />
  )
}
