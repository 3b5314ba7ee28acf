import { loadErrorCodes, errorsPath } from '../contract.ts'
import { findLine, stripPluralForm, knownKeys, listLocaleFiles, nameKey } from '../locales.ts'
import type { Finding, Node, Rule, SourceFile } from '../tree.ts'

/**
 * Prefixes of keys that are completed where this rule cannot see it: the server's sentences, by the
 * code of the error and by the message of a broken schema rule; messages to people, by the name of
 * the message. All keys with such a prefix count as used, so each prefix is as long as possible.
 */
const madeAtRunTime: readonly string[] = [
  'server:error.',
  'server:field.',
  'messages:',
  'system-logs:action.',
  'system-logs:reason.',
]

/**
 * `keys`: any one of them must exist. `begins`: the key is completed at run time
 * (``t(`type.${code}`)``).
 */
type Use = { keys: string[]; begins: boolean; start: number }

const isTranslate = (callee: Node): boolean =>
  (callee.type === 'Identifier' && /^(t|translate)$/.test(callee.name)) ||
  (callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 't')

const isText = (
  node: Node | undefined | null,
): node is Extract<Node, { type: 'Literal' }> & { value: string } =>
  node?.type === 'Literal' && typeof node.value === 'string'

/**
 * The features whose texts a bare key of this file can mean: those of its
 * `useTranslation('drones')`.
 */
const ownFeatures = (file: SourceFile): string[] =>
  file.nodes('CallExpression').flatMap(({ callee, arguments: [first] }) => {
    if (callee.type !== 'Identifier' || callee.name !== 'useTranslation' || !first) return []
    return (first.type === 'ArrayExpression' ? first.elements : [first]).flatMap((one) =>
      isText(one) ? [one.value] : [],
    )
  })

const listChoices = (node: Node): Node[] =>
  node.type === 'ConditionalExpression'
    ? [...listChoices(node.consequent), ...listChoices(node.alternate)]
    : node.type === 'ParenthesizedExpression'
      ? listChoices(node.expression)
      : [node]

const keysAsked = (file: SourceFile, features: ReadonlySet<string>): Use[] => {
  const own = ownFeatures(file)
  const full = (key: string): string[] => {
    if (key.includes(':')) return [key]
    const [first = '', ...rest] = key.split('.')
    return [
      ...(rest.length > 0 && features.has(first) ? [`${first}:${rest.join('.')}`] : []),
      ...own.map((feature) => `${feature}:${key}`),
    ]
  }
  const called = file.nodes('CallExpression').flatMap(({ callee, arguments: [first] }): Use[] =>
    first && isTranslate(callee)
      ? listChoices(first).flatMap((choice): Use[] => {
          if (isText(choice))
            return [{ keys: full(choice.value), begins: false, start: choice.start }]
          const head = choice.type === 'TemplateLiteral' ? choice.quasis[0]?.value.raw : ''
          return head ? [{ keys: full(head), begins: true, start: choice.start }] : []
        })
      : [],
  )
  const components = file
    .nodes('JSXAttribute')
    .flatMap(({ name, value, start }): Use[] =>
      name.type === 'JSXIdentifier' && name.name === 'i18nKey' && isText(value)
        ? [{ keys: full(value.value), begins: false, start }]
        : [],
    )
  return [...called, ...components]
}

/**
 * `feature:key` anywhere in the product is a key, whether it is used there or passed on as data.
 */
const keysNamed = (file: SourceFile, features: ReadonlySet<string>): Use[] =>
  file.nodes('Literal').flatMap((node): Use[] => {
    const [, feature] = isText(node)
      ? (/^([a-z][a-z0-9-]*):[A-Za-z][\w.-]*$/.exec(node.value) ?? [])
      : []
    return feature && features.has(feature)
      ? [{ keys: [node.value as string], begins: false, start: node.start }]
      : []
  })

/**
 * A bare key passed on as data, in a file or a folder that has one feature's texts: used, if it
 * exists.
 */
const keysMeant = (file: SourceFile): string[] => {
  const folder = /\/modules\/[^/]+\/([^/]+)\//.exec(file.path)?.[1]
  const own = new Set([...ownFeatures(file), ...(folder ? [folder] : [])])
  return own.size === 0
    ? []
    : file
        .nodes('Literal')
        .flatMap((node) =>
          isText(node) ? [...own].map((feature) => `${feature}:${node.value}`) : [],
        )
}

const run: Rule['run'] = async (tree) => {
  const known = knownKeys(tree)
  const locales = listLocaleFiles(tree).filter((one) => one.language === 'en')
  const features = new Set(locales.map((one) => one.feature))
  const product = tree
    .scripts()
    .filter(
      (file) =>
        /^(apps\/(web|server)\/src|packages\/(contract|domain|i18n)\/src)\//.test(file.path) &&
        !file.isTest,
    )
  const web = product.filter((file) => file.path.startsWith('apps/web/'))
  const uses = [
    ...web.flatMap((file) => keysAsked(file, features).map((use) => ({ ...use, file }))),
    ...product.flatMap((file) => keysNamed(file, features).map((use) => ({ ...use, file }))),
  ]
  const exists = (use: Use): boolean =>
    use.begins
      ? [...known].some((key) => use.keys.some((head) => key.startsWith(head)))
      : use.keys.some((key) => known.has(key))
  const missing = new Map(
    uses.filter((use) => !exists(use)).map((use) => [`${use.file.path}:${use.start}`, use]),
  )

  const used = new Set([
    ...uses.filter((use) => !use.begins).flatMap((use) => use.keys),
    ...web.flatMap(keysMeant),
  ])
  const heads = [...madeAtRunTime, ...uses.filter((use) => use.begins).flatMap((use) => use.keys)]
  const isShown = (name: string): boolean =>
    used.has(name) || heads.some((head) => name.startsWith(head))
  const unused = locales.flatMap((locale) =>
    [...locale.texts.keys()]
      .filter((key) => !isShown(nameKey(locale.feature, stripPluralForm(key))))
      .map((key): Finding => ({
        file: locale.file.path,
        line: findLine(locale, key),
        message: `${key}: a text that nothing shows`,
      })),
  )
  const errors = (await loadErrorCodes(tree)).filter(
    (code) => features.has('server') && !known.has(`server:error.${code}`),
  )
  return [
    ...[...missing.values()].map((use) =>
      use.file.finding(
        use.start,
        `no text ${use.begins ? 'begins with' : 'for'} the key ${use.keys.join(' or ') || '(of no feature: useTranslation names none)'}`,
      ),
    ),
    ...unused,
    ...errors.map((code): Finding => ({
      file: errorsPath,
      line: 1,
      message: `the error ${code} has no text server:error.${code}`,
    })),
  ]
}

export const localeKeysRule: Rule = { name: 'locale-keys', run }
