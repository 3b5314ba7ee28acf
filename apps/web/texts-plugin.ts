// Builds two modules of texts for each language, so that a browser fetches one language, and before
// the sign-in only the texts shown there (docs/decisions/059-texts.md).
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '@swath/i18n/languages'
import { pickLanguage, type TextTree } from '@swath/i18n/pick-language'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../../packages/i18n/src', import.meta.url))
const beforeSignIn = ['app', 'terms', 'auth']
/** Not part of the console: texts of the server, and of the offline page, which imports them. */
const notOfConsole = ['server', 'offline']

const listFiles = (part: string): { feature: string; path: string }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ feature: /([\w-]+)\.json$/.exec(name)![1]!, path: `${folder}/${name}` }))
    .filter(
      ({ feature }) =>
        beforeSignIn.includes(feature) === (part === 'first') && !notOfConsole.includes(feature),
    )

const pickScreenTexts = (path: string, language: Language): TextTree => {
  const tree = JSON.parse(readFileSync(path, 'utf8')) as TextTree
  const { logged: _logged, server: _server, ...texts } = pickLanguage(tree, language)
  return texts
}

const virtual = /^virtual:texts\/(first|other)\/([\w-]+)$/

/** `virtual:texts/first/ko`, `virtual:texts/other/ko`: texts in Korean, by feature. */
export const textModules = (): Plugin => ({
  name: 'text-modules',
  resolveId: (id) => (virtual.test(id) ? `\0${id}` : null),
  load(id) {
    const [, part, language] = virtual.exec(id.slice(1)) ?? []
    if (!part) return null
    const texts = listFiles(part).map(({ feature, path }) => {
      this.addWatchFile(path)
      return [feature, pickScreenTexts(path, language as Language)]
    })
    return `export default ${JSON.stringify(Object.fromEntries(texts))}`
  },
})

export const isTextModule = (id: string): boolean => id.startsWith('\0virtual:texts/')
