// `npm run texts`, for translators: texts that are missing in a language, that nothing shows, that
// are still in English, and that occur in several places.
import { join } from 'node:path'
import { languages, listLocaleFiles } from './check/locales.ts'
import { localeFilesRule } from './check/rules/locale-files.ts'
import { localeKeysRule } from './check/rules/locale-keys.ts'
import { readTree, type Finding } from './check/tree.ts'

const tree = readTree(join(import.meta.dirname, '..'))
const textsByLanguage = new Map(
  languages.map((language) => [
    language,
    new Map(
      listLocaleFiles(tree)
        .filter((one) => one.language === language)
        .flatMap(({ feature, texts }) =>
          [...texts].map(([key, text]): [string, string] => [`${feature}:${key}`, text]),
        ),
    ),
  ]),
)
const english = textsByLanguage.get('en')!

const print = (title: string, lines: readonly string[]): void => {
  console.log(`\n${title}: ${lines.length}`)
  for (const line of lines) console.log(`  ${line}`)
}
const formatPlaces = (findings: readonly Finding[]): string[] =>
  findings.map(({ file, line, message }) => `${file}:${line} ${message}`)

print('Missing or different in a language', formatPlaces(await localeFilesRule.run(tree)))
print('Asked for and not there, or never shown', formatPlaces(await localeKeysRule.run(tree)))
for (const language of languages.slice(1)) {
  // Units, names of products and the like are the same everywhere.
  const same = [...textsByLanguage.get(language)!].filter(
    ([key, text]) =>
      english.get(key) === text && /[a-z]{4}/.test(text.replaceAll(/\{\{.*?\}\}/g, '')),
  )
  print(
    `As in English: ${language}`,
    same.map(([key, text]) => `${key}  ${text}`),
  )
}

const repeated = Map.groupBy(english.keys(), (key) =>
  JSON.stringify(languages.map((language) => textsByLanguage.get(language)!.get(key))),
)
print(
  'The same in all languages in several places (a word of the trade belongs into terms.json)',
  [...repeated.values()]
    .filter((keys) => keys.length > 1)
    .map((keys) => `${english.get(keys[0]!)}  ${keys.join(' ')}`),
)
