import {
  findLine,
  stripPluralForm,
  languages,
  listLocaleFiles,
  nameKey,
  type LocaleFile,
} from '../locales.ts'
import type { Finding, Rule, SourceFile } from '../tree.ts'

const listVariables = (text: string): string =>
  [...new Set([...text.matchAll(/\{\{\s*([^},\s]+)[^}]*\}\}/g)].map((match) => match[1]!))]
    .toSorted()
    .join(', ')

/** Forms of one key: the plain text under '', else one text for each plural category. */
const groupForms = (texts: ReadonlyMap<string, string>): Map<string, Map<string, string>> => {
  const forms = new Map<string, Map<string, string>>()
  for (const [key, text] of texts) {
    const base = texts.has(`${stripPluralForm(key)}_other`) ? stripPluralForm(key) : key
    forms.set(
      base,
      (forms.get(base) ?? new Map<string, string>()).set(key.slice(base.length + 1), text),
    )
  }
  return forms
}

const compare = (locale: LocaleFile, english: LocaleFile): Finding[] => {
  const at = (key: string, message: string): Finding => ({
    file: locale.file.path,
    line: findLine(locale, key),
    message: `${key}: ${message} (${locale.language})`,
  })
  const [own, model] = [groupForms(locale.texts), groupForms(english.texts)]
  const plurals = new Intl.PluralRules(locale.language).resolvedOptions().pluralCategories
  return [
    ...[...model.keys()]
      .filter((key) => !own.has(key))
      .map((key) => at(key, 'missing here, present in en')),
    ...[...own.keys()].filter((key) => !model.has(key)).map((key) => at(key, 'not present in en')),
    ...[...own].flatMap(([key, forms]) => {
      const main = forms.get('other') ?? forms.get('')
      const wanted = model.get(key)?.get('other') ?? model.get(key)?.get('')
      const missing = forms.has('other') ? plurals.filter((category) => !forms.has(category)) : []
      return [
        ...([...forms.values()].some((text) => text.trim() === '') ? [at(key, 'empty text')] : []),
        ...(main !== undefined &&
        wanted !== undefined &&
        listVariables(main) !== listVariables(wanted)
          ? [
              at(
                key,
                `variables {${listVariables(main)}} differ from {${listVariables(wanted)}} of en`,
              ),
            ]
          : []),
        ...missing.map((category) =>
          at(key, `the plural form ${category} of this language is missing`),
        ),
      ]
    }),
  ]
}

/** Two features must not say the same sentence of the server, or of the log, in two ways. */
const listTwice = (english: readonly LocaleFile[]): Finding[] => {
  const places = new Map<string, LocaleFile>()
  return english.flatMap((locale) =>
    [...locale.texts.keys()].flatMap((key): Finding[] => {
      const name = nameKey(locale.feature, key)
      const other = places.get(name)
      places.set(name, locale)
      return other
        ? [
            {
              file: locale.file.path,
              line: findLine(locale, key),
              message: `${key}: ${other.file.path} says it too`,
            },
          ]
        : []
    }),
  )
}

/** A text outside of the five languages, which would never be shown. */
const listStrayTexts = (file: SourceFile): Finding[] => {
  const isInLanguage = ([key, node]: [string, unknown]): boolean =>
    typeof node !== 'string' || languages.some((language) => language === key)
  const visit = (node: unknown, path: string): Finding[] =>
    typeof node === 'object' && node !== null
      ? Object.entries(node).flatMap((entry) =>
          isInLanguage(entry)
            ? visit(entry[1], `${path}${entry[0]}.`)
            : [file.finding(0, `${path}${entry[0]}: not one of ${languages.join(', ')}`)],
        )
      : []
  return visit(JSON.parse(file.text), '')
}

const run: Rule['run'] = async (tree) => {
  const locales = listLocaleFiles(tree)
  const english = locales.filter((one) => one.language === 'en')
  return [
    ...english.flatMap(({ file }) => listStrayTexts(file)),
    ...listTwice(english),
    ...locales.flatMap((locale) =>
      compare(
        locale,
        english.find(({ file }) => file.path === locale.file.path)!,
      ),
    ),
  ]
}

export const localeFilesRule: Rule = { name: 'locale-files', run }
