// Builds three modules of texts for each language, so that a browser fetches one language, before
// the sign-in only the texts shown there, and the help only when it is opened
// (docs/decisions/059-texts.md, 123-help.md).
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '@swath/i18n/languages'
import { pickLanguage, type TextTree } from '@swath/i18n/pick-language'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../../packages/i18n/src', import.meta.url))
const beforeSignIn = ['app', 'terms', 'auth']
/** Help and news are seldom opened, and longer than the labels of a screen. */
const whenOpened = ['help', 'news']
/** Not part of the console: texts and messages of the server, and of the offline page, which imports them. */
const notOfConsole = ['server', 'messages', 'offline']

const partOf = (feature: string): string =>
  beforeSignIn.includes(feature) ? 'first' : whenOpened.includes(feature) ? 'help' : 'other'

const listFiles = (part: string): { feature: string; path: string }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ feature: /([\w-]+)\.json$/.exec(name)![1]!, path: `${folder}/${name}` }))
    .filter(({ feature }) => partOf(feature) === part && !notOfConsole.includes(feature))

const pickScreenTexts = (path: string, language: Language): TextTree => {
  const tree = JSON.parse(readFileSync(path, 'utf8')) as TextTree
  const { logged: _logged, server: _server, ...texts } = pickLanguage(tree, language)
  return texts
}

const virtual = /^virtual:texts\/(first|other|help)\/([\w-]+)$/

/** `virtual:texts/first/ko`, `virtual:texts/other/ko`: texts in Korean, by feature. */
export const textModules = (): Plugin => ({
  name: 'text-modules',
  resolveId: (id) => (virtual.test(id) ? `\0${id}` : null),
  load(id) {
    const [, part, language] = virtual.exec(id.slice(1)) ?? []
    if (!part) return null
    const texts: Record<string, TextTree> = {}
    for (const { feature, path } of listFiles(part)) {
      this.addWatchFile(path)
      // Each module has the help for its screens.
      texts[feature] = { ...texts[feature], ...pickScreenTexts(path, language as Language) }
    }
    return `export default ${JSON.stringify(texts)}`
  },
})

export const isTextModule = (id: string): boolean => id.startsWith('\0virtual:texts/')
