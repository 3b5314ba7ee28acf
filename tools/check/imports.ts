import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { ImportUse, SourceFile, Tree } from './tree.ts'

/** An import with its target: a file of this tree, or the name of a package outside it. */
export type ResolvedImport = ImportUse & { file?: string; package?: string }

type Workspace = { name: string; folder: string; exports: [pattern: string, target: string][] }

const listWorkspaces = (tree: Tree): Workspace[] =>
  tree.files
    .filter((file) => /^([^/]+\/){1,2}package\.json$/.test(file.path))
    .map((file) => {
      const manifest = JSON.parse(file.text) as { name: string; exports?: Record<string, string> }
      return {
        name: manifest.name,
        folder: posix.dirname(file.path),
        exports: Object.entries(manifest.exports ?? {}),
      }
    })

const toPackageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const bestExport = (workspace: Workspace, subpath: string): string | undefined => {
  for (const [pattern, target] of workspace.exports) {
    const [before = '', after = ''] = pattern.split('*')
    if (
      subpath.length > before.length + after.length &&
      subpath.startsWith(before) &&
      subpath.endsWith(after)
    ) {
      const middle = subpath.slice(before.length, subpath.length - after.length)
      return posix.join(workspace.folder, target.replace('*', middle))
    }
  }
  return undefined
}

const cache = new WeakMap<Tree, Map<string, ResolvedImport[]>>()

const resolveAll = (tree: Tree): Map<string, ResolvedImport[]> => {
  const workspaces = new Map(listWorkspaces(tree).map((workspace) => [workspace.name, workspace]))
  const resolve = (from: SourceFile, use: ImportUse): ResolvedImport => {
    const bare = use.specifier.replace(/\?.*$/, '')
    if (bare.startsWith('.')) return { ...use, file: posix.join(posix.dirname(from.path), bare) }
    const name = toPackageName(bare)
    const workspace = workspaces.get(name)
    if (!workspace) return { ...use, package: name }
    const file =
      bestExport(workspace, `.${bare.slice(name.length)}`) ??
      posix.join(workspace.folder, bare.slice(name.length))
    const asTsx = file.replace(/\.ts$/, '.tsx')
    return { ...use, file: !existsSync(join(tree.root, file)) && tree.get(asTsx) ? asTsx : file }
  }
  return new Map(
    tree.scripts().map((file) => [file.path, file.imports().map((use) => resolve(file, use))]),
  )
}

export const listImports = (tree: Tree): ReadonlyMap<string, readonly ResolvedImport[]> => {
  const known = cache.get(tree)
  if (known) return known
  const resolved = resolveAll(tree)
  cache.set(tree, resolved)
  return resolved
}
