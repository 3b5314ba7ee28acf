import type { Language } from '@swath/i18n/languages'
import type { ExpressionSpecification } from 'maplibre-gl'

/** The OpenStreetMap keys with the names in a language. */
const ownNames: Readonly<Record<Language, readonly string[]>> = {
  'en': ['name:en'],
  'zh-CN': ['name:zh-Hans', 'name:zh', 'name:zh-Hant'],
  'zh-TW': ['name:zh-Hant', 'name:zh', 'name:zh-Hans'],
  'th': ['name:th'],
  'ko': ['name:ko'],
}
const ownScript: Readonly<Record<Language, string>> = {
  'en': 'Latin',
  'zh-CN': 'Han',
  'zh-TW': 'Han',
  'th': 'Thai',
  'ko': 'Hangul',
}

/**
 * The name in the reader's language; else the local name if the reader can read its script or if
 * there is no English one.
 */
export const localName = (language: Language): ExpressionSpecification => {
  const own = ownNames[language].map((name): ExpressionSpecification => ['get', name])
  const script: ExpressionSpecification = [
    'coalesce',
    ['get', 'script'],
    ['get', 'pmap:script'],
    ownScript[language],
  ]
  return [
    'coalesce',
    ...own,
    [
      'case',
      ['all', ['has', 'name:en'], ['!=', script, ownScript[language]]],
      ['get', 'name:en'],
      ['get', 'name'],
    ],
    '',
  ]
}
