import { isText, type TextTree } from '@swath/i18n/pick-language'
import type { SourceFile, Tree } from './tree.ts'

export const languages = ['en', 'zh-CN', 'zh-TW', 'th', 'ko'] as const

/** One feature's texts in one language, nested keys joined with dots. */
export type LocaleFile = {
  file: SourceFile
  language: string
  feature: string
  texts: ReadonlyMap<string, string>
}

const path = /^packages\/i18n\/src\/(?:[a-z]+\/)?([a-z0-9-]+)\.json$/

/** Key and text of each text that the language has. */
const flatten = (tree: TextTree, language: string, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, node]): [string, string][] => {
    const key = `${prefix}${name}`
    if (typeof node === 'string') return []
    if (!isText(node)) return flatten(node, language, `${key}.`)
    const text = (node as TextTree)[language]
    return typeof text === 'string' ? [[key, text]] : []
  })

export const listLocaleFiles = (tree: Tree): LocaleFile[] =>
  tree.files.flatMap((file) => {
    const feature = path.exec(file.path)?.[1]
    if (!feature) return []
    const texts = JSON.parse(file.text) as TextTree
    return languages.map((language) => ({
      file,
      language,
      feature,
      texts: new Map(flatten(texts, language)),
    }))
  })

/** The line of a key's text in a language, or of the key if the language has none. */
export const findLine = ({ file, language }: LocaleFile, key: string): number => {
  const offset = key
    .split('.')
    .reduce((from, name) => Math.max(from, file.text.indexOf(`"${name}": {`, from)), 0)
  const end = file.text.indexOf('}', offset)
  const text = file.text.indexOf(`"${language}": "`, offset)
  return file.lineAt(text < 0 || text > end ? offset : text)
}

/** The key without the plural form that i18next adds: `drones_other` is a form of `drones`. */
export const stripPluralForm = (key: string): string =>
  key.replace(/_(zero|one|two|few|many|other)$/, '')

/**
 * The key by which code requests a text: texts of the server (`server`) and of the log of changes
 * (`logged`) are in the feature's file, and are requested as if they were in one file.
 */
export const nameKey = (feature: string, key: string): string =>
  key.startsWith('server.')
    ? `server:${key.slice('server.'.length)}`
    : key.startsWith('logged.')
      ? `system-logs:action.${key.slice('logged.'.length)}`
      : `${feature}:${key}`

/** Every `feature:key` that English has, plural forms counted once. */
export const knownKeys = (tree: Tree): ReadonlySet<string> =>
  new Set(
    listLocaleFiles(tree)
      .filter((one) => one.language === 'en')
      .flatMap((one) =>
        [...one.texts.keys()].map((key) => nameKey(one.feature, stripPluralForm(key))),
      ),
  )
