import type { Finding, Rule } from '../tree.ts'

const home = /^apps\/web\/src\/(lib\/theme|map\/map-palette)\.ts$|\.test\.tsx?$/
const colour =
  /(?<![\w&])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w-])|\b(?:rgb|hsl)a?\(\s*\d/i

const message = 'a colour outside lib/theme.ts and map/map-palette.ts'

const run: Rule['run'] = async (tree) =>
  tree.files
    .filter((file) => /^apps\/web\/src\/.*\.(tsx?|css)$/.test(file.path) && !home.test(file.path))
    .flatMap((file): Finding[] => {
      if (!file.isScript) {
        return [...file.text.matchAll(new RegExp(colour, 'gi'))].map((match) =>
          file.finding(match.index, `${message}: ${match[0]}`),
        )
      }
      const texts = [
        ...file
          .nodes('Literal')
          .flatMap((node) =>
            typeof node.value === 'string' ? [{ start: node.start, text: node.value }] : [],
          ),
        ...file
          .nodes('TemplateElement')
          .map((node) => ({ start: node.start, text: node.value.raw })),
      ]
      return texts
        .filter(({ text }) => colour.test(text))
        .map(({ start, text }) => file.finding(start, `${message}: ${colour.exec(text)![0]}`))
    })

export const coloursRule: Rule = { name: 'colours', run }
