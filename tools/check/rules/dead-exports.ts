import { runScript, findScript } from '../command.ts'
import type { Finding, Rule } from '../tree.ts'

type Issue = { name: string; line?: number }
type FileIssues = { file: string } & Record<string, Issue[] | string>

const said: Record<string, string> = {
  files: 'a file that nothing imports',
  exports: 'exported and used nowhere else',
  types: 'a type exported and used nowhere else',
  dependencies: 'a dependency that nothing imports',
  devDependencies: 'a dependency that nothing imports',
  unlisted: 'imported, and not in the package.json of its workspace',
  unresolved: 'an import that leads nowhere',
  duplicates: 'exported under two names',
  nsExports: 'exported and used nowhere else',
  nsTypes: 'a type exported and used nowhere else',
  binaries: 'a command that no dependency brings',
  enumMembers: 'used nowhere',
  namespaceMembers: 'used nowhere',
  catalog: 'used nowhere',
  optionalPeerDependencies: 'imported, and only an optional peer',
}

const run: Rule['run'] = async (tree) => {
  const { output, errors, code } = await runScript(
    findScript('knip', 'knip'),
    ['--reporter', 'json', '--no-progress', '--no-exit-code'],
    tree.root,
  )
  const start = output.indexOf('{')
  if (start < 0)
    return [
      {
        file: 'knip.json',
        line: 1,
        message: (output + errors).trim() || `knip ended with ${code}`,
      },
    ]
  const { issues } = JSON.parse(output.slice(start)) as { issues: FileIssues[] }
  return issues.flatMap((one) =>
    Object.entries(one).flatMap(([kind, list]) =>
      Array.isArray(list)
        ? list
            .flat()
            .map((issue): Finding => ({
              file: one.file,
              line: issue.line ?? 1,
              message: `${issue.name}: ${said[kind] ?? kind}`,
            }))
        : [],
    ),
  )
}

export const deadExportsRule: Rule = { name: 'dead-exports', run }
