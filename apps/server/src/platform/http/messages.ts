// Sentences of the server in the caller's language, and messages for schema errors.
import { locales, z } from 'zod'
import { languages, type Language } from '@swath/i18n/languages'
import type { Schema } from '@swath/contract/kit'
import { findUnstorable } from '@swath/contract/storable-values'
import type { Failure } from '../errors/fail.ts'
import { readFeatureTexts, readTexts, type Sentences } from './feature-texts.ts'

type Texts = Readonly<Record<string, string>>
const load = (language: Language): Sentences => {
  const own = [...readFeatureTexts(language).values()].map(({ server = {} }) => server)
  const gather = (kind: keyof Sentences): Texts =>
    Object.assign({}, ...own.map((texts) => texts[kind])) as Texts
  return { error: gather('error'), field: gather('field'), value: gather('value') }
}
const sentences = Object.fromEntries(
  languages.map((language) => [language, load(language)]),
) as Record<Language, Sentences>

const errorLocales = {
  'en': locales.en().localeError,
  'zh-CN': locales.zhCN().localeError,
  'zh-TW': locales.zhTW().localeError,
  'th': locales.th().localeError,
  'ko': locales.ko().localeError,
} as const satisfies Record<Language, z.core.$ZodErrorMap>

const fill = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))

export const errorSentence = (
  language: Language,
  code: string,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  fill(sentences[language].error[code] ?? sentences[language].error['internal'] ?? code, values)

/** States the waiting time if it is known, in seconds if it is short. */
export const waitSentence = (language: Language, retryAfterS: number): string =>
  retryAfterS <= 90
    ? errorSentence(language, 'too_many_requests_seconds', { seconds: retryAfterS })
    : errorSentence(language, 'too_many_requests_minutes', { minutes: Math.ceil(retryAfterS / 60) })

const labels = new Map<string, Texts>()
const readLabels = (language: Language, feature: string): Texts => {
  const name = `${language}/${feature}`
  const known = labels.get(name) ?? (readTexts(language, feature) as Texts)
  labels.set(name, known)
  return known
}

/** Labels of the screens, for exported files of the same lists. */
export const labelsIn =
  (language: Language) =>
  (label: string, values: Readonly<Record<string, string>> = {}): string => {
    const [feature = '', key = ''] = label.split(':')
    return fill(readLabels(language, feature)[key] ?? key, values)
  }

/** Texts of the server other than errors. */
export type WordKey = `terms:${string}` | `server:value.${string}`

export const wordsIn =
  (language: Language) =>
  (key: WordKey, values: Readonly<Record<string, string | number>> = {}): string => {
    const [feature, rest] = key.split(':') as ['terms' | 'server', string]
    if (feature === 'terms') return readLabels(language, 'terms')[rest] ?? rest
    const name = rest.slice('value.'.length)
    return fill(sentences[language].value[name] ?? name, values)
  }

/** `message` is either a key of `field` or already a sentence. */
export const fieldSentence = (language: Language, message: string): string =>
  sentences[language].field[message] ?? message

/** Parses the value, or fails with errors in the caller's language, each with its path. */
export const parseOr = <S extends Schema>(
  schema: S,
  value: unknown,
  language: Language,
): { ok: true; value: S['_zod']['output'] } | { ok: false; details: Failure[] } => {
  const parsed = z.safeParse(schema as unknown as z.ZodType, value, {
    error: errorLocales[language],
  })
  if (parsed.success) {
    const refused = findUnstorable(schema, value, parsed.data)
    if (refused === null) return { ok: true, value: parsed.data }
    const { path, message } = refused
    return { ok: false, details: [{ path, message: fieldSentence(language, message) }] }
  }
  const details = parsed.error.issues
    .slice(0, 50)
    .map((issue) => ({
      path: issue.path.join('.'),
      message: fieldSentence(language, issue.message),
    }))
  return { ok: false, details }
}
