import { jobKindNames } from '@swath/contract/overview/jobs'
import { languages, type Language } from '@swath/i18n/languages'
import type { TextTree } from '@swath/i18n/pick-language'
import { readTexts } from '../../../platform/http/feature-texts.ts'

const readName = (language: Language, kind: string): string => {
  const found = `kind.${kind}`
    .split('.')
    .reduce<TextTree | string | undefined>(
      (node, key) => (typeof node === 'object' ? node[key] : undefined),
      readTexts(language, 'jobs'),
    )
  return typeof found === 'string' ? found.toLowerCase() : ''
}

let names: ReadonlyMap<string, readonly string[]> | undefined
const readNames = (): ReadonlyMap<string, readonly string[]> =>
  (names ??= new Map(
    jobKindNames.map((kind) => [kind, languages.map((language) => readName(language, kind))]),
  ))

/** Kinds of jobs with a name that contains the text, in any language. */
export const findKindsNamed = (text: string): string[] =>
  [...readNames()].flatMap(([kind, all]) =>
    all.some((name) => name.includes(text.trim().toLowerCase())) ? [kind] : [],
  )
