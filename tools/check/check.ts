// `npm run check`: every rule of the house that a machine can see. Exit 1 on any finding.
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { readTree, type Finding, type Rule } from './tree.ts'
import { barrelsRule } from './rules/barrels.ts'
import { boundariesRule } from './rules/boundaries.ts'
import { catchesRule } from './rules/catches.ts'
import { coloursRule } from './rules/colours.ts'
import { cyclesRule } from './rules/cycles.ts'
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
import { rightsRule } from './rules/rights.ts'
import { routesRule } from './rules/routes.ts'
import { sizesRule } from './rules/sizes.ts'
import { sqlRule } from './rules/sql.ts'
import { typesRule } from './rules/types.ts'
import { untranslatedRule } from './rules/untranslated.ts'
import { wordsRule } from './rules/words.ts'

/**
 * The first four run as programs of their own beside the rest, which share one reading of the
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
  coloursRule,
  localeFilesRule,
  localeScriptRule,
  localeKeysRule,
  untranslatedRule,
  rightsRule,
  routesRule,
  wordsRule,
  docsPathsRule,
  generatedRule,
  migrationsRule,
  sizesRule,
]

const tree = readTree(join(import.meta.dirname, '../..'))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !rules.some((rule) => rule.name === name))
if (unknown.length > 0)
  throw new Error(
    `no such rule: ${unknown.join(', ')}; there are ${rules.map((rule) => rule.name).join(', ')}`,
  )

type Result = { rule: Rule; findings: Finding[]; durationS: number }

const timed = async (rule: Rule): Promise<Result> => {
  const startMs = performance.now()
  const findings = await rule
    .run(tree)
    .catch((error: unknown): Finding[] => [
      {
        file: 'tools/check',
        line: 1,
        message: `the rule itself failed: ${error instanceof Error ? error.stack : String(error)}`,
      },
    ])
  return { rule, findings, durationS: (performance.now() - startMs) / 1000 }
}

const startMs = performance.now()
const results = await Promise.all(
  rules.filter((rule) => wanted.length === 0 || wanted.includes(rule.name)).map(timed),
)
for (const { rule, findings, durationS } of results) {
  console.log(
    `${findings.length === 0 ? 'ok  ' : 'FAIL'} ${rule.name.padEnd(13)} ${durationS.toFixed(1).padStart(5)} s  ${findings.length || ''}`.trimEnd(),
  )
}
for (const { rule, findings } of results) {
  for (const { file, line, message } of findings)
    console.log(`${file}:${line} ${rule.name} ${message}`)
}

const total = results.reduce((sum, { findings }) => sum + findings.length, 0)
console.log(
  `\n${total} findings, ${results.length} rules, ${tree.files.length} files, ${((performance.now() - startMs) / 1000).toFixed(1)} s`,
)
process.exitCode = total > 0 ? 1 : 0
