import type { Language } from '@swath/i18n/languages'
import { languages, matchLanguage } from '@swath/i18n/languages'
import { stored } from './stored.ts'

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
  'en': 'English',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'th': 'ไทย',
  'ko': '한국어',
}

export const storedLanguage = stored<Language | null>(
  'lang',
  (kept) => languages.find((one) => one === kept) ?? null,
)

/**
 * The stored choice, else the browser's language, else English; limited to languages that the host
 * offers.
 */
export const chooseLanguage = (offered: readonly Language[]): Language => {
  const among = (wish: Language | null): Language | null =>
    wish && offered.includes(wish) ? wish : null
  return (
    among(storedLanguage.get()) ??
    among(matchLanguage(navigator.languages.join(','))) ??
    among('en') ??
    offered[0] ??
    'en'
  )
}

let chosenHere = false
/** Whether the language was chosen on this page, perhaps before the sign-in. */
export const isLanguageChosenHere = (): boolean => chosenHere
export const noteChoice = (): void => {
  chosenHere = true
}
/** The next person to sign in on this page has not chosen a language yet. */
export const forgetChoice = (): void => {
  chosenHere = false
}

let current: Language = 'en'
/** The language of texts, and of the server's responses. */
export const currentLanguage = (): Language => current
export const noteLanguage = (language: Language): void => {
  current = language
}
/** Sets the language of the document, for screen readers and fonts. */
export const markLanguage = (language: Language): void => {
  document.documentElement.lang = language
}
