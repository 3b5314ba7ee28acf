import { asvsLevels } from '../asvs-requirements.ts'
import type { Finding, Rule, SourceFile, Tree } from '../tree.ts'

const table = 'docs/security/asvs.md'
const states = ['pass', 'deviation', 'not applicable', 'open'] as const

type Row = { number: string; level: string; state: string; reason: string; offset: number }

/** The rows of all tables that begin with the number of a requirement. */
const readRows = (file: SourceFile): Row[] =>
  [...file.text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \|[^|]*\|([^|]*)\|(.*)\|$/gm)].map(
    (match) => ({
      number: match[1]!,
      level: match[2]!,
      state: match[3]!.trim(),
      reason: match[4]!.trim(),
      offset: match.index,
    }),
  )

/** The first word after `npm run cli --` and `npm run check --` in the tree's own programs. */
const listCommands = (tree: Tree): ReadonlySet<string> => {
  const scripts = tree.get('package.json')?.text ?? '{}'
  const cli = tree.get('apps/server/src/cli/run-command.ts')?.text ?? ''
  return new Set([
    ...Object.keys((JSON.parse(scripts) as { scripts?: object }).scripts ?? {}),
    ...[...cli.matchAll(/^ {2}'?([a-z-]+)'?: \{/gm)].map((match) => `cli -- ${match[1]}`),
    ...tree.files.flatMap(({ path, text }) =>
      path.startsWith('tools/check/rules/')
        ? [...text.matchAll(/: Rule = \{ name: '([a-z-]+)'/g)].map((one) => `check -- ${one[1]}`)
        : [],
    ),
  ])
}

/** A file or command in backticks, and the names of tests in straight quotes after it. */
const evidence = /`([^`]+)`((?: "[^"]+")*)/g

/** Whether a path begins with a folder of the tree. */
const isInTree = (tree: Tree, path: string): boolean =>
  path.includes('/') && tree.files.some((file) => file.path.startsWith(`${path.split('/')[0]}/`))

const checkEvidence = (tree: Tree, commands: ReadonlySet<string>, { reason }: Row): string[] =>
  [...reason.matchAll(evidence)].flatMap(([, named = '', tests = '']) => {
    if (named.startsWith('npm run ')) {
      const command = named.slice('npm run '.length)
      return commands.has(command) ? [] : [`there is no command \`${named}\``]
    }
    const file = tree.get(named)
    if (!file) return tests || isInTree(tree, named) ? [`there is no file ${named}`] : []
    return [...tests.matchAll(/"([^"]+)"/g)]
      .filter(([, name]) => !file.text.includes(name!))
      .map(([, name]) => `${named} has no test "${name}"`)
  })

const checkRow = (tree: Tree, commands: ReadonlySet<string>, row: Row): string[] => {
  const level = asvsLevels.get(row.number)
  const proofs = [...row.reason.matchAll(evidence)].filter(
    ([, named = '']) => named.startsWith('npm run ') || tree.get(named),
  )
  return [
    ...(level === undefined ? ['not a requirement of level 1 or 2'] : []),
    ...(level !== undefined && String(level) !== row.level ? [`is of level ${level}`] : []),
    ...(states.some((state) => state === row.state) ? [] : [`unknown state "${row.state}"`]),
    ...(row.reason === '' ? ['has no reason'] : []),
    ...(row.state === 'pass' && proofs.length === 0 ? ['names no file and no command'] : []),
    ...checkEvidence(tree, commands, row),
  ]
}

/** The lines of the table of counts that follow from the rows. */
const countLines = (rows: readonly Row[]): string[] =>
  ['1', '2', ''].map((level) => {
    const ofLevel = rows.filter((row) => level === '' || row.level === level)
    const counts = states.map((state) => ofLevel.filter((row) => row.state === state).length)
    return `| ${level || 'both'} | ${[...counts, ofLevel.length].join(' | ')} |`
  })

/** The table of security requirements is complete, its counts are right, and its evidence exists. */
const run: Rule['run'] = async (tree) => {
  const file = tree.get(table)
  if (!file) return []
  const rows = readRows(file)
  const commands = listCommands(tree)
  const byNumber = Map.groupBy(rows, (row) => row.number)
  const atRow = (row: Row, message: string): Finding =>
    file.finding(row.offset, `${row.number}: ${message}`)
  return [
    ...[...asvsLevels.keys()]
      .filter((number) => !byNumber.has(number))
      .map((number) => file.finding(0, `${number}: is missing`)),
    ...[...byNumber.values()].flatMap(([, ...again]) =>
      again.map((row) => atRow(row, 'has two rows')),
    ),
    ...rows.flatMap((row) => checkRow(tree, commands, row).map((message) => atRow(row, message))),
    ...countLines(rows)
      .filter((line) => !file.text.includes(`\n${line}\n`))
      .map((line) => file.finding(0, `the counts should contain: ${line}`)),
  ]
}

export const asvsRule: Rule = { name: 'asvs', run }
