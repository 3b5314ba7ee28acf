import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Tree } from './tree.ts'

/** The properties of a route that rules check. */
export type RouteFacts = {
  method: string
  path: string
  summary?: string
  policy?: 'public' | { right?: string; screens?: readonly string[] }
}

const contractPath = 'packages/contract/src/api.ts'
export const rightsPath = 'packages/domain/src/access/rights.ts'
const screensPath = 'packages/domain/src/access/screens.ts'
export const errorsPath = 'packages/contract/src/errors.ts'

/** Loads a module of the tree by running it: rules check the evaluated tables, not their source. */
const load = async (tree: Tree, path: string): Promise<Record<string, unknown>> =>
  tree.get(path)
    ? ((await import(/* @vite-ignore */ pathToFileURL(join(tree.root, path)).href)) as Record<
        string,
        unknown
      >)
    : {}

export const loadRoutes = async (tree: Tree): Promise<[operation: string, route: RouteFacts][]> =>
  Object.entries(
    ((await load(tree, contractPath)).api as Record<string, RouteFacts> | undefined) ?? {},
  )

export const loadRights = async (tree: Tree): Promise<readonly string[]> =>
  ((await load(tree, rightsPath)).rights as readonly string[] | undefined) ?? []

export const loadScreens = async (tree: Tree): Promise<readonly string[]> =>
  ((await load(tree, screensPath)).screens as readonly string[] | undefined) ?? []

export const loadErrorCodes = async (tree: Tree): Promise<readonly string[]> =>
  Object.keys(((await load(tree, errorsPath)).errorStatus as object | undefined) ?? {})

/**
 * Location of a route in the contract, for a finding: the file and line of its
 * `name: route(method, path, {…})`, where `route` is made by `routeWithTag`, or of its
 * `['name', 'summary']` in a plain list.
 */
export const findPlace = (tree: Tree, operation: string): { file: string; line: number } => {
  for (const file of tree
    .scripts()
    .filter((one) => one.path.startsWith('packages/contract/src/') && !one.isTest)) {
    for (const node of file.nodes('Property')) {
      const { key, value } = node
      const isRoute =
        value.type === 'CallExpression' &&
        value.callee.type === 'Identifier' &&
        value.callee.name === 'route'
      if (isRoute && key.type === 'Identifier' && key.name === operation)
        return { file: file.path, line: file.lineAt(node.start) }
    }
    for (const { elements, start } of file.nodes('ArrayExpression')) {
      const [first] = elements
      if (first?.type === 'Literal' && first.value === operation)
        return { file: file.path, line: file.lineAt(start) }
    }
  }
  return { file: contractPath, line: 1 }
}
