import type { Language } from '@swath/i18n/languages'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../lib/language.ts'
import { setLanguage } from '../../../lib/i18n.ts'
import style from './language-switch.module.css'

type Props = { languages: readonly Language[]; label: string }
export const LanguageSwitch = ({ languages, label }: Props) => {
  const { i18n } = useTranslation('app')
  if (languages.length < 2) return null
  return (
    <label className={`inline-flex items-center muted relative ${style.switch}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d="M3 12h18M12 3c3 3 3.500 6 3.500 9s-.5 6-3.500 9c-3-3-3.500-6-3.500-9S9 6 12 3z" />
      </svg>
      <select
        aria-label={label}
        value={i18n.language}
        onChange={(event) => void setLanguage(event.target.value as Language)}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </label>
  )
}
