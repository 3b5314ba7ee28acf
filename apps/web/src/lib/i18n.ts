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

type Pack = { texts: Readonly<Record<string, Record<string, string>>> }
/** What is read before the sign-in, and all else: of a language two files (decision 067). */
const packs: Readonly<Record<Language, readonly (() => Promise<Pack>)[]>> = {
  'en': [() => import('./texts/first-en.ts'), () => import('./texts/other-en.ts')],
  'zh-CN': [() => import('./texts/first-zh-CN.ts'), () => import('./texts/other-zh-CN.ts')],
  'zh-TW': [() => import('./texts/first-zh-TW.ts'), () => import('./texts/other-zh-TW.ts')],
  'th': [() => import('./texts/first-th.ts'), () => import('./texts/other-th.ts')],
  'ko': [() => import('./texts/first-ko.ts'), () => import('./texts/other-ko.ts')],
}

const load = async (language: Language, feature: string): Promise<Record<string, string>> => {
  for (const pack of packs[language]) {
    const { texts } = await pack()
    const found = Object.entries(texts).find(([path]) => path.endsWith(`/${feature}.json`))
    if (found) return found[1]
  }
  throw new Error(`no texts ${language}/${feature}`)
}

/**
 * The shared terms (`terms`) are loaded for every screen. Other texts are loaded by language and
 * feature, when a screen asks for them. All languages have the same keys (checked).
 */
export const startTexts = async (offered: readonly Language[]): Promise<void> => {
  const language = chooseLanguage(offered)
  noteLanguage(language)
  markLanguage(language)
  // A language that is chosen in another tab is that of this one too.
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
      defaultNS: false,
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

/** Brings the texts of these features, so that a screen does not wait for them a second time. */
export const loadTexts = (features: readonly string[]): Promise<void> =>
  i18next.loadNamespaces([...features])

/**
 * Switches the language of everything, keeps it, and takes the area unit that its readers expect.
 */
export const setLanguage = async (language: Language): Promise<void> => {
  noteChoice()
  await showLanguage(language)
}

/** The same for a language that was chosen elsewhere. */
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
