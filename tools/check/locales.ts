import type { SourceFile, Tree } from './tree.ts'

export const languages = ['en', 'zh-CN', 'zh-TW', 'th', 'ko'] as const

/** One feature's texts in one language, nested keys joined with dots. */
export type LocaleFile = {
  file: SourceFile
  language: string
  feature: string
  texts: ReadonlyMap<string, string>
}

const path = /^packages\/i18n\/src\/([A-Za-z-]+)\/([A-Za-z0-9-]+)\.json$/

const flatten = (value: unknown, prefix: string): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) =>
        flatten(inner, prefix ? `${prefix}.${key}` : key),
      )
    : [[prefix, String(value)]]

export const listLocaleFiles = (tree: Tree): LocaleFile[] =>
  tree.files.flatMap((file) => {
    const [, language, feature] = path.exec(file.path) ?? []
    return language && feature && languages.some((one) => one === language)
      ? [{ file, language, feature, texts: new Map(flatten(JSON.parse(file.text), '')) }]
      : []
  })

/** The key without the plural form that i18next adds: `drones_other` is a form of `drones`. */
export const stripPluralForm = (key: string): string =>
  key.replace(/_(zero|one|two|few|many|other)$/, '')

/**
 * What a text is asked for by: what the server says of a feature (`server`) and what the log of its
 * changes is called (`logged`) stand with the feature, and are asked for as of one place.
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
