import { languages, type Language } from './languages.ts'

/**
 * Texts by key. A text is an object of languages, `{ en: 'Add', ko: '추가', … }`; anything else is a
 * group of texts with nested keys: `server.error.conflict`.
 */
export type TextTree = { readonly [key: string]: TextTree | string }

export const isText = (node: TextTree | string): node is Partial<Record<Language, string>> =>
  typeof node === 'object' && languages.some((language) => typeof node[language] === 'string')

/**
 * The texts of one language: `{ add: { en: 'Add', ko: '추가' } }` becomes `{ add: 'Add' }`. Keys
 * that the language does not have, such as the plural forms of others, are left out.
 */
export const pickLanguage = (tree: TextTree, language: Language): TextTree =>
  Object.fromEntries(
    Object.entries(tree).flatMap(([key, node]): [string, TextTree | string][] => {
      if (typeof node === 'string') return []
      if (!isText(node)) return [[key, pickLanguage(node, language)]]
      const text = node[language]
      return text === undefined ? [] : [[key, text]]
    }),
  )
