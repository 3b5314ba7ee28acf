// The files of texts (packages/i18n): what screens show and, under names of their own, what the
// server says of a feature and what the log calls its changes.
import { readdirSync, readFileSync } from 'node:fs'
import type { Language } from '@swath/i18n/languages'

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

const read = (folder: URL, name: string): object =>
  JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as object

/** The texts of each feature, by its name; those of the server alone are `server`. */
export const readFeatureTexts = (language: Language): Map<string, FeatureTexts> => {
  const folder = new URL('.', import.meta.resolve(`@swath/i18n/${language}/server.json`))
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace('.json', ''),
      name === 'server.json'
        ? { server: read(folder, name) as Sentences }
        : (read(folder, name) as FeatureTexts),
    ]),
  )
}
