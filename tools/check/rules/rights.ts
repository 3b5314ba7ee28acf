import { findPlace, loadRights, rightsPath, loadRoutes, loadScreens } from '../contract.ts'
import type { Finding, Rule, SourceFile } from '../tree.ts'

const findLine = (file: SourceFile | undefined, right: string): number => {
  const node = file?.nodes('Literal').find((one) => one.value === right)
  return node ? file!.lineAt(node.start) : 1
}

const run: Rule['run'] = async (tree) => {
  const [rights, screens, routes] = [
    await loadRights(tree),
    await loadScreens(tree),
    await loadRoutes(tree),
  ]
  const policies = routes.flatMap(([operation, { policy }]) =>
    policy && policy !== 'public' ? [{ operation, ...policy }] : [],
  )
  const named = new Set(
    tree
      .scripts()
      // The web may name a right to show it to a person; actions must be allowed by the reply's
      // `can`.
      .filter(
        (file) =>
          /^(apps\/server|packages\/domain)\/src\//.test(file.path) &&
          !file.isTest &&
          file.path !== rightsPath,
      )
      .flatMap((file) =>
        file
          .nodes('Literal')
          .flatMap((node) => (typeof node.value === 'string' ? [node.value] : [])),
      ),
  )
  const used = new Set([...named, ...policies.flatMap((policy) => policy.right ?? [])])
  const table = tree.get(rightsPath)
  const atRight = (right: string, message: string): Finding => ({
    file: rightsPath,
    line: findLine(table, right),
    message: `${right}: ${message}`,
  })
  return [
    ...rights
      .filter((right) => !used.has(right))
      .map((right) => atRight(right, 'a right that no route and no screen asks for')),
    ...policies
      .filter(({ right }) => right !== undefined && !rights.includes(right))
      .map(({ operation, right }) => ({
        ...findPlace(tree, operation),
        message: `${operation}: asks for the right ${right}, which nobody can hold`,
      })),
    ...policies.flatMap(({ operation, screens: asked = [] }) =>
      asked
        .filter((screen) => !screens.includes(screen))
        .map((screen) => ({
          ...findPlace(tree, operation),
          message: `${operation}: belongs to the screen ${screen}, which does not exist`,
        })),
    ),
  ]
}

export const rightsRule: Rule = { name: 'permissions', run }
