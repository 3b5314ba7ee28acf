import { listImports } from '../imports.ts'
import type { Finding, Node, Rule, SourceFile } from '../tree.ts'

const bound = /^(apps\/server|demonstration|packages|tools)\//
const allowed =
  /\.(queries|seed|test|sweep)\.ts$|^apps\/server\/src\/(platform\/database\/|cli[./])|^tools\/engines\//

const statement = new RegExp(
  [
    String.raw`select\s[\s\S]+\sfrom\s`,
    String.raw`insert\s+into\s`,
    String.raw`update\s+\S+\s+set\s`,
    String.raw`delete\s+from\s`,
    String.raw`(create|alter|drop)\s+(table|index|unique|schema|role|database|function|type|view|policy|extension)\s`,
    String.raw`truncate\s+(table\s)?\w`,
    String.raw`with\s+\w+\s+as\s*\(`,
    String.raw`(listen|notify)\s+\w+\s*[,;]?$`,
  ]
    .map((form) => `^\\s*${form}`)
    .join('|'),
  'i',
)

/** A sentence for people begins with one capital; SQL is all in lower case or all in upper case. */
const isStatement = (text: string): boolean =>
  statement.test(text) && /^\s*(?:[a-z]+|[A-Z]+)\b/.test(text)

const builder = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
])

const pickText = (node: Node): string | undefined =>
  node.type === 'TemplateLiteral'
    ? node.quasis.map((part) => part.value.raw).join(' ? ')
    : node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : undefined

const inside = (file: SourceFile): Finding[] => {
  const texts = [...file.nodes('TemplateLiteral'), ...file.nodes('Literal')]
    .filter((node) => isStatement(pickText(node) ?? ''))
    .map((node) => file.finding(node.start, 'SQL text outside *.queries.ts'))
  const calls = file
    .nodes('CallExpression')
    .flatMap(({ callee, start }) =>
      callee.type === 'MemberExpression' &&
      callee.property.type === 'Identifier' &&
      builder.has(callee.property.name)
        ? [file.finding(start, `a query (${callee.property.name}) outside *.queries.ts`)]
        : [],
    )
  const kysely = file
    .nodes('ImportDeclaration')
    .filter(
      (node) =>
        node.source.value === 'kysely' &&
        node.specifiers.some(
          (one) =>
            one.type === 'ImportSpecifier' &&
            one.imported.type === 'Identifier' &&
            one.imported.name === 'sql',
        ),
    )
    .map((node) => file.finding(node.start, "kysely's `sql` outside *.queries.ts"))
  return [...texts, ...calls, ...kysely]
}

const run: Rule['run'] = async (tree) => {
  const uses = listImports(tree)
  return tree
    .scripts()
    .filter((file) => bound.test(file.path) && !allowed.test(file.path))
    .flatMap((file) => [
      ...inside(file),
      ...uses
        .get(file.path)!
        .filter((use) => use.package === 'pg')
        .map((use) => ({
          file: file.path,
          line: use.line,
          message: 'the package pg outside *.queries.ts and platform/database',
        })),
    ])
}

export const sqlRule: Rule = { name: 'sql', run }
