// The files of texts (packages/i18n): labels of screens and, under separate names, the server's
// texts and the log's texts of a feature.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '@swath/i18n/languages'
import { pickLanguage, type TextTree } from '@swath/i18n/pick-language'

type Texts = Readonly<Record<string, string>>
export type Sentences = {
  /** By the code of the error. */
  readonly error: Texts
  /** By the message of what is wrong at a field. */
  readonly field: Texts
  /** By the name that `wordsIn` is given. */
  readonly value: Texts
}
type FeatureTexts = {
  readonly server?: Partial<Sentences>
  /** By the kind of row, then by what was done to it. */
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

/** One feature's texts in one language, as they are in its file. */
export const readTexts = (language: Language, feature: string): TextTree =>
  pickLanguage(trees.get(feature) ?? {}, language)

/** The texts of each feature, by its name; those of the server alone are `server`. */
export const readFeatureTexts = (language: Language): Map<string, FeatureTexts> =>
  new Map(
    [...trees.keys()].map((feature) => {
      const texts = readTexts(language, feature)
      return [feature, (feature === 'server' ? { server: texts } : texts) as FeatureTexts]
    }),
  )
