// `npm run check`: every rule that can be checked automatically. Exit 1 on any finding.
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { changedFiles, readTree, type Finding, type Rule } from './tree.ts'
import { asvsRule } from './rules/asvs.ts'
import { barrelsRule } from './rules/barrels.ts'
import { boundariesRule } from './rules/boundaries.ts'
import { catchesRule } from './rules/catches.ts'
import { coloursRule } from './rules/colours.ts'
import { cyclesRule } from './rules/cycles.ts'
import { dangerousRule } from './rules/dangerous.ts'
import { deadExportsRule } from './rules/dead-exports.ts'
import { docsPathsRule } from './rules/docs-paths.ts'
import { formatRule } from './rules/format.ts'
import { generatedRule } from './rules/generated.ts'
import { lintRule } from './rules/lint.ts'
import { localeFilesRule } from './rules/locale-files.ts'
import { localeScriptRule } from './rules/locale-script.ts'
import { localeKeysRule } from './rules/locale-keys.ts'
import { migrationsRule } from './rules/migrations.ts'
import { mocksRule } from './rules/mocks.ts'
import { plainEnglishRule } from './rules/plain-english.ts'
import { rightsRule } from './rules/rights.ts'
import { routesRule } from './rules/routes.ts'
import { sizesRule } from './rules/sizes.ts'
import { sqlRule } from './rules/sql.ts'
import { typesRule } from './rules/types.ts'
import { untranslatedRule } from './rules/untranslated.ts'
import { wordsRule } from './rules/words.ts'

/**
 * The first four run as separate programs in parallel to the rest, which share one reading of the
 * tree.
 */
const rules: readonly Rule[] = [
  typesRule,
  lintRule,
  formatRule,
  deadExportsRule,
  boundariesRule,
  cyclesRule,
  barrelsRule,
  sqlRule,
  catchesRule,
  mocksRule,
  dangerousRule,
  coloursRule,
  localeFilesRule,
  localeScriptRule,
  localeKeysRule,
  untranslatedRule,
  rightsRule,
  routesRule,
  wordsRule,
  plainEnglishRule,
  docsPathsRule,
  asvsRule,
  generatedRule,
  migrationsRule,
  sizesRule,
]

const tree = readTree(join(import.meta.dirname, '../..'))
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  // Checks every file, and reports only changed ones: those that differ from the last commit.
  options: { changed: { type: 'boolean', default: false } },
})
const unknown = wanted.filter((name) => !rules.some((rule) => rule.name === name))
if (unknown.length > 0)
  throw new Error(
    `no such rule: ${unknown.join(', ')}; there are ${rules.map((rule) => rule.name).join(', ')}`,
  )
const changed = values.changed ? new Set(changedFiles(tree.root)) : null

/** @returns its findings, printed as soon as the rule ends */
const runRule = async (rule: Rule): Promise<Finding[]> => {
  const startMs = performance.now()
  const all = await rule
    .run(tree)
    .catch((error: unknown): Finding[] => [
      {
        file: 'tools/check',
        line: 1,
        message: `the rule itself failed: ${error instanceof Error ? error.stack : String(error)}`,
      },
    ])
  const findings = changed ? all.filter(({ file }) => changed.has(file)) : all
  const durationS = (performance.now() - startMs) / 1000
  console.log(
    `${findings.length === 0 ? 'ok  ' : 'FAIL'} ${rule.name.padEnd(13)} ${durationS.toFixed(1).padStart(5)} s  ${findings.length || ''}`.trimEnd(),
  )
  for (const { file, line, message } of findings)
    console.log(`${file}:${line} ${rule.name} ${message}`)
  return findings
}

const startMs = performance.now()
const results = await Promise.all(
  rules.filter((rule) => wanted.length === 0 || wanted.includes(rule.name)).map(runRule),
)
const total = results.flat().length
console.log(
  `\n${total} findings, ${results.length} rules, ${changed?.size ?? tree.files.length} files, ${((performance.now() - startMs) / 1000).toFixed(1)} s`,
)
process.exitCode = total > 0 ? 1 : 0
