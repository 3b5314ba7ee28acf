import { globSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Finding, Rule, SourceFile, Tree } from '../tree.ts'

const documents = /^([A-Z_]+\.md|docs\/(guide\/|security\/)?[^/]+\.md)$/

/**
 * A word in backticks is a path where it starts with a folder of the top level, or names a file
 * there.
 */
const pathsIn = (
  file: SourceFile,
  top: ReadonlySet<string>,
): { path: string; offset: number }[] => {
  const ticked = [...file.text.matchAll(/`([^`\s]+)`/g)]
    .map((match) => ({ path: match[1]!.replace(/[:#]\d+$/, ''), offset: match.index }))
    .filter(({ path }) => path.includes('/') && top.has(path.split('/')[0]!))
  const linked = [...file.text.matchAll(/\]\((?![a-z]+:|#|\/)([^)\s#]+)[^)]*\)/g)].map((match) => ({
    path: posix.join(posix.dirname(file.path), match[1]!),
    offset: match.index,
  }))
  return [...ticked, ...linked]
}

const exists = (tree: Tree, path: string): boolean =>
  globSync(join(tree.root, path.replace(/<[^>]+>|\{[^}]+\}|…/g, '*'))).length > 0

const run: Rule['run'] = async (tree) => {
  const top = new Set(tree.files.map((file) => file.path.split('/')[0]!))
  return tree.files
    .filter((file) => documents.test(file.path))
    .flatMap((file): Finding[] =>
      pathsIn(file, top)
        .filter(({ path }) => !exists(tree, path))
        .map(({ path, offset }) =>
          file.finding(offset, `names a path that does not exist: ${path}`),
        ),
    )
}

export const docsPathsRule: Rule = { name: 'docs', run }
