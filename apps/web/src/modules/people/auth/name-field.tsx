import { useTranslation } from 'react-i18next'
import { hostTheme } from '../../../lib/host-theme.ts'
import { Field } from './field.tsx'
import { isEmailName } from './name-rules.ts'
import { parseName, tidyName } from './typed.ts'
import style from './name-field.module.css'

type Value = { name: string; countryCode: string }
type Props = Value & {
  mistake: string | null
  onChange: (value: Partial<Value>) => void
  onBlur: () => void
}

/**
 * A phone number with its country code, or an e-mail address; the country code is disabled for the
 * latter.
 */
export const NameField = ({ name, countryCode, mistake, onChange, onBlur }: Props) => {
  const { t } = useTranslation('auth')
  const { countryCodes } = hostTheme()
  return (
    <Field
      label={t('phoneOrEmail')}
      name="name"
      value={name}
      mistake={mistake}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={120}
      before={
        <select
          className={style.country}
          aria-label={t('countryCode')}
          value={countryCode}
          disabled={isEmailName(name)}
          onChange={(event) => onChange({ countryCode: event.target.value })}
        >
          {countryCodes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      }
      onChange={(event) => onChange(parseName(event.target.value, countryCodes))}
      onBlur={() => {
        onChange({ name: tidyName(name) })
        onBlur()
      }}
    />
  )
}
