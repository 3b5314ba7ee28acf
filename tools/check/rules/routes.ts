import { findPlace, loadRoutes } from '../contract.ts'
import type { Finding, Rule, SourceFile, Tree } from '../tree.ts'

const namesIn = (files: readonly SourceFile[]): ReadonlySet<string> =>
  new Set(
    files.flatMap((file) => [
      ...file
        .nodes('Property')
        .flatMap((node) => (node.key.type === 'Identifier' ? [node.key.name] : [])),
      ...file
        .nodes('MemberExpression')
        .flatMap((node) => (node.property.type === 'Identifier' ? [node.property.name] : [])),
      ...file
        .nodes('Literal')
        .flatMap((node) => (typeof node.value === 'string' ? [node.value] : [])),
    ]),
  )

/**
 * The declarations that files pass to this function, which handles or tests all calls of a plain
 * list.
 */
const plainListsOf = (tree: Tree, files: readonly SourceFile[], name: string): SourceFile[] =>
  files
    .filter((file) =>
      file
        .nodes('CallExpression')
        .some(({ callee }) => callee.type === 'Identifier' && callee.name === name),
    )
    .flatMap((file) => file.imports())
    .flatMap(({ specifier }) => {
      const feature = specifier.replace(/^@swath\/contract\//, '')
      return tree.get(`packages/contract/src/${feature}.ts`) ?? []
    })

/** A test may also call a route by its address, with or without ids in it. */
const calledIn = (files: readonly SourceFile[], path: string): boolean => {
  const address = new RegExp(
    path.replace(/[.*+?^$()[\]|\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^\'"\\s]+?') +
      '(?=[\'"`?\\s])',
  )
  return files.some((file) => address.test(file.text))
}

const run: Rule['run'] = async (tree) => {
  const routes = await loadRoutes(tree)
  const server = tree
    .scripts()
    .filter((file) => file.path.startsWith('apps/server/src/') && !file.isTest)
  const tests = tree
    .scripts()
    .filter((file) => file.isTest && /^(apps\/server|e2e)\//.test(file.path))
  const handled = namesIn([...server, ...plainListsOf(tree, server, 'definePlainList')])
  const tested = namesIn([...tests, ...plainListsOf(tree, tests, 'plainListSweep')])
  const addresses = new Map<string, string>()
  return routes.flatMap(([operation, route]): Finding[] => {
    const at = (message: string): Finding => ({
      ...findPlace(tree, operation),
      message: `${operation}: ${message}`,
    })
    const address = `${route.method} ${route.path}`
    const twin = addresses.get(address)
    addresses.set(address, operation)
    return [
      ...(route.policy ? [] : [at('a route without a policy')]),
      ...(route.summary?.trim() ? [] : [at('a route without a summary')]),
      ...(handled.has(operation) ? [] : [at('a route without a handler in apps/server')]),
      ...(tested.has(operation) || calledIn(tests, route.path)
        ? []
        : [at('a route that no test names')]),
      ...(twin ? [at(`the same address as ${twin}: ${address}`)] : []),
    ]
  })
}

export const routesRule: Rule = { name: 'routes', run }
