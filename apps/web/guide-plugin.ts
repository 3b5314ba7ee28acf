// Turns a Markdown document into a module with its HTML, when the console is built
// (docs/decisions/123-help.md).
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

/** Documents outside docs/guide that users of the console read too. */
const guideDocuments: readonly string[] = ['device-protocol', 'firmware-format', 'maps']

/** The id that GitHub gives a heading, because documents link to it. */
const toHeadingId = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

const isGuidePage = (path: string): boolean =>
  existsSync(path) &&
  (path.includes('/docs/guide/') || guideDocuments.includes(basename(path, '.md')))

/** @param path of the document, to which its links are relative */
export const renderGuide = (markdown: string, path: string): string => {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${toHeadingId(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        if (/^(https?:|mailto:|#)/.test(href)) return `<a href="${href}">${text}</a>`
        const [file, anchor] = href.split('#') as [string, string?]
        const target = join(dirname(path), file)
        // Documents for developers are not part of the console.
        if (!isGuidePage(target)) return text
        return `<a href="/guide/${basename(target, '.md')}${anchor ? `#${anchor}` : ''}">${text}</a>`
      },
    },
  })
  return (
    marked
      .parse(markdown, { async: false })
      // Wide tables and code scroll, also by keyboard.
      .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>')
      .replaceAll('<pre>', '<pre tabindex="0">')
  )
}

/** `docs/guide/fleet.md` is a module whose default export is HTML. */
export const guidePages = (): Plugin => ({
  name: 'guide-pages',
  transform: (markdown, id) =>
    /\/docs\/(guide\/)?[\w-]+\.md$/.test(id)
      ? { code: `export default ${JSON.stringify(renderGuide(markdown, id))}`, map: null }
      : null,
})
