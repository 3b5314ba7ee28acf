import type { Language } from '@swath/i18n/languages'
import { defaultAreaUnit } from '@swath/domain/units'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import {
  chooseLanguage,
  currentLanguage,
  markLanguage,
  noteChoice,
  noteLanguage,
  storedLanguage,
} from './language.ts'
import { areaUnit } from './area-unit.ts'

type Pack = { default: Readonly<Record<string, Record<string, string>>> }
/**
 * The texts shown before the sign-in, all others, and those of the help, which are loaded when it is
 * opened: three files a language (decisions 067 and 123).
 */
const packs: Readonly<Record<Language, readonly (() => Promise<Pack>)[]>> = {
  'en': [
    () => import('virtual:texts/first/en'),
    () => import('virtual:texts/other/en'),
    () => import('virtual:texts/help/en'),
  ],
  'zh-CN': [
    () => import('virtual:texts/first/zh-CN'),
    () => import('virtual:texts/other/zh-CN'),
    () => import('virtual:texts/help/zh-CN'),
  ],
  'zh-TW': [
    () => import('virtual:texts/first/zh-TW'),
    () => import('virtual:texts/other/zh-TW'),
    () => import('virtual:texts/help/zh-TW'),
  ],
  'th': [
    () => import('virtual:texts/first/th'),
    () => import('virtual:texts/other/th'),
    () => import('virtual:texts/help/th'),
  ],
  'ko': [
    () => import('virtual:texts/first/ko'),
    () => import('virtual:texts/other/ko'),
    () => import('virtual:texts/help/ko'),
  ],
}

/**
 * Adds all texts of a file at once: a component that needs another feature's texts later would
 * otherwise hide its whole screen while it waits for them, and the focus would be lost.
 */
const load = async (language: Language, feature: string): Promise<Record<string, string>> => {
  for (const pack of packs[language]) {
    const texts = (await pack()).default
    for (const [name, added] of Object.entries(texts))
      i18next.addResourceBundle(language, name, added)
    if (texts[feature]) return texts[feature]
  }
  throw new Error(`no texts ${language}/${feature}`)
}

/** Loads the texts shown before the sign-in. All languages have the same keys (checked). */
export const startTexts = async (offered: readonly Language[]): Promise<void> => {
  const language = chooseLanguage(offered)
  noteLanguage(language)
  markLanguage(language)
  // Follows a language change in another tab.
  storedLanguage.subscribe(() => {
    const wish = storedLanguage.get()
    if (wish && wish !== currentLanguage() && offered.includes(wish)) void showLanguage(wish)
  })
  await i18next
    .use({ type: 'backend', init: () => undefined, read: load })
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['app', 'terms'],
      // The namespace for `useTranslation()` without arguments; it is already loaded, so that
      // nothing waits.
      defaultNS: 'terms',
      keySeparator: '.',
      nsSeparator: ':',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      returnNull: false,
      ...(import.meta.env.MODE === 'test'
        ? {
            saveMissing: true,
            missingKeyHandler: (_languages: readonly string[], feature: string, key: string) => {
              throw new Error(`no text ${feature}:${key}`)
            },
          }
        : {}),
    })
}

/** Loads all other texts, such as `ui`: every screen after the sign-in needs them. */
export const loadTexts = (): Promise<void> => i18next.loadNamespaces('ui')

/** Switches the language, stores it, and sets the area unit to the usual one of the language. */
export const setLanguage = async (language: Language): Promise<void> => {
  noteChoice()
  await showLanguage(language)
}

/** Switches the language without counting as a choice on this page. */
export const showLanguage = async (language: Language): Promise<void> => {
  noteLanguage(language)
  storedLanguage.set(language)
  areaUnit.set(defaultAreaUnit(language))
  await i18next.changeLanguage(language)
  markLanguage(language)
}

/** For texts outside components; components take `useTranslation('feature')`. */
export const translate = (key: string, values?: Readonly<Record<string, unknown>>): string =>
  i18next.t(key, { ...values })

export const hasText = (key: string): boolean => i18next.exists(key)
