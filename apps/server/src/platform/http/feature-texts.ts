// The text files of packages/i18n: labels of screens and, under separate names, a feature's texts
// for the server and for the log.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '@swath/i18n/languages'
import { pickLanguage, type TextTree } from '@swath/i18n/pick-language'

type Texts = Readonly<Record<string, string>>
export type Sentences = {
  /** By error code. */
  readonly error: Texts
  /** By the message of a field error. */
  readonly field: Texts
  /** By the name passed to `wordsIn`. */
  readonly value: Texts
}
type FeatureTexts = {
  readonly server?: Partial<Sentences>
  /** By the kind of row, then by the action. */
  readonly logged?: Readonly<Record<string, Texts>>
}

const folder = fileURLToPath(new URL('.', import.meta.resolve('@swath/i18n/server.json')))
const trees: ReadonlyMap<string, TextTree> = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => [
      basename(name, '.json'),
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as TextTree,
    ]),
)

/** One feature's texts in one language, unchanged from its file. */
export const readTexts = (language: Language, feature: string): TextTree =>
  pickLanguage(trees.get(feature) ?? {}, language)

/** The texts of each feature, by its name; those of the server itself are named `server`. */
export const readFeatureTexts = (language: Language): Map<string, FeatureTexts> =>
  new Map(
    [...trees.keys()].map((feature) => {
      const texts = readTexts(language, feature)
      return [feature, (feature === 'server' ? { server: texts } : texts) as FeatureTexts]
    }),
  )
