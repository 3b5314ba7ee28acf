import type { Node, SourceFile, Tree } from './tree.ts'

export type Size = { lines: number; place: string }

const nameFunction = (file: SourceFile, node: Node): string => {
  if ('id' in node && node.id && node.id.type === 'Identifier') return node.id.name
  const parent = file.findParent(node)
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier')
    return parent.id.name
  if (
    (parent?.type === 'Property' || parent?.type === 'MethodDefinition') &&
    parent.key.type === 'Identifier'
  )
    return parent.key.name
  return '(unnamed)'
}

const longest = (sizes: Size[], count: number): Size[] =>
  sizes.toSorted((a, b) => b.lines - a.lines).slice(0, count)

/** The longest files and functions, without tests, which are long by nature. */
export const listLongest = (tree: Tree, count: number): { files: Size[]; functions: Size[] } => {
  const product = tree.scripts().filter((file) => !file.isTest)
  return {
    files: longest(
      product.map((file) => ({ lines: file.lineAt(file.text.length), place: file.path })),
      count,
    ),
    functions: longest(
      product.flatMap((file) =>
        [
          ...file.nodes('ArrowFunctionExpression'),
          ...file.nodes('FunctionDeclaration'),
          ...file.nodes('FunctionExpression'),
        ].map((node) => {
          const first = file.lineAt(node.start)
          return {
            lines: file.lineAt(node.end) - first + 1,
            place: `${file.path}:${first} ${nameFunction(file, node)}`,
          }
        }),
      ),
      count,
    ),
  }
}
