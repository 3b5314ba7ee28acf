import type { Finding, Node, Rule, SourceFile } from '../tree.ts'

/**
 * The same in every language: the product's name, each language's own name, symbols of units, and
 * texts that look like keys or codes.
 */
const sameEverywhere =
  /^(Swath|SHA-256|-----BEGIN PRIVATE KEY-----|ABCD-EFGH-JKMN|English|简体中文|繁體中文|ไทย|한국어|GeoJSON|KML|CSV|XLSX|GPX|MQTT|ID|QR|SMS|RTK|km|m|cm|mm|m²|km²|ha|m\/s|km\/h|L|L\/min|L\/ha|s|min|h|V|°|°C|%|v|x|×|N|E|S|W)$/

const shown =
  /^(title|label|placeholder|aria-label|alt|message|description|tooltip|okText|cancelText|extra|help|addonAfter|addonBefore|suffix|prefix|emptyText)$/

/**
 * Properties of plain objects that tables, menus and forms show: `columns = [{ title: 'Name' }]`.
 */
const shownInData = /^(title|label|placeholder|okText|cancelText|emptyText)$/

const isKey = (text: string): boolean => /^[a-z][a-z0-9-]*:[A-Za-z][\w.-]*$/.test(text)

const needsTranslation = (text: string): boolean => {
  const words = text.replace(/\s+/g, ' ').trim()
  return (
    /\p{L}/u.test(words) &&
    !words
      .split(/[\s·:,;/()|–—-]+/)
      .every((word) => !/\p{L}/u.test(word) || sameEverywhere.test(word)) &&
    !sameEverywhere.test(words)
  )
}

/** The possible texts of an expression, as far as they are visible in it. */
const listTexts = (node: Node): { start: number; text: string }[] => {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ start: node.start, text: node.value }] : []
    case 'TemplateLiteral':
      return [
        { start: node.start, text: node.quasis.map((part) => part.value.cooked ?? '').join(' ') },
      ]
    case 'ConditionalExpression':
      return [...listTexts(node.consequent), ...listTexts(node.alternate)]
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : listTexts(node.left)), ...listTexts(node.right)]
    case 'ParenthesizedExpression':
    case 'JSXExpressionContainer':
      return listTexts(node.expression)
    default:
      return []
  }
}

const inFile = (file: SourceFile): Finding[] => {
  const texts = [
    ...file
      .nodes('JSXText')
      .map((node) => ({ start: node.start + node.value.search(/\S|$/), text: node.value })),
    ...file
      .nodes('JSXExpressionContainer')
      .filter((node) => /^JSX(Element|Fragment)$/.test(file.findParent(node)?.type ?? ''))
      .flatMap(listTexts),
    ...file
      .nodes('JSXAttribute')
      .flatMap((node) =>
        node.name.type === 'JSXIdentifier' && shown.test(node.name.name) && node.value
          ? listTexts(node.value)
          : [],
      ),
    ...file.nodes('Property').flatMap((node) => {
      const name =
        node.key.type === 'Identifier'
          ? node.key.name
          : node.key.type === 'Literal'
            ? String(node.key.value)
            : ''
      return shownInData.test(name) && file.findParent(node)?.type === 'ObjectExpression'
        ? listTexts(node.value).filter(({ text }) => !isKey(text))
        : []
    }),
  ]
  return texts
    .filter(({ text }) => needsTranslation(text))
    .map(({ start, text }) =>
      file.finding(start, `untranslated text: ${text.replace(/\s+/g, ' ').trim().slice(0, 60)}`),
    )
}

const run: Rule['run'] = async (tree) =>
  tree.files
    .filter(
      (file) =>
        /^apps\/web\/src\/.*\.tsx$/.test(file.path) &&
        !file.isTest &&
        !/\/testing-[\w-]+\.tsx$/.test(file.path),
    )
    .flatMap(inFile)

export const untranslatedRule: Rule = { name: 'untranslated', run }
