// node tools/planted-bugs/run.ts [word …]: plants one bug after the other and runs the tests that
// must notice it. Exit code 1 if one stays unnoticed. It changes files and restores them, so it
// needs a work tree without changes.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plantedBugs } from './bugs.ts'
import { replaceIn, type PlantedBug } from './plant.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sweep = ['apps/server/src/sweep/']
const wanted = process.argv.slice(2)

if (
  execFileSync('git', ['status', '--porcelain', '--untracked-files=no'], {
    cwd: root,
    encoding: 'utf8',
  }).trim() !== ''
) {
  console.error(
    'There are changes that are not committed; planted bugs would be mixed up with them.',
  )
  process.exit(64)
}

const folder = mkdtempSync(join(tmpdir(), 'swath-planted-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

type Report = {
  success: boolean
  testResults: {
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

const runTests = (tests: readonly string[]): Report => {
  const file = join(folder, 'report.json')
  rmSync(file, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  spawnSync(
    process.execPath,
    [
      vitest,
      'run',
      '--project',
      'pure',
      '--project',
      'unit',
      '--bail',
      '1',
      '--reporter',
      'json',
      '--outputFile',
      file,
      ...tests,
    ],
    { cwd: root, stdio: 'ignore' },
  )
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

/**
 * The first test that failed, and whether it only timed out, as on a busy machine. A timeout does
 * not count as noticing the bug, and neither does a run that broke off before its first test.
 */
const firstFailure = (tests: readonly string[]): { name: string; isLate: boolean } | undefined => {
  const failed = runTests(tests)
    .testResults.flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  return (
    failed && {
      name: failed.fullName,
      isLate: failed.failureMessages.some((message) => /timed out in \d+ms/.test(message)),
    }
  )
}

const plant = ({ name, file, find, replace, tests = sweep }: PlantedBug): boolean => {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  try {
    writeFileSync(path, replaceIn(before, find, replace))
    const first = firstFailure(tests)
    const verdict = first === undefined ? 'MISSED  ' : first.isLate ? 'TOO LATE' : 'noticed '
    console.log(`${verdict} ${name}${first === undefined ? '' : `: ${first.name}`}`)
    return verdict === 'noticed '
  } finally {
    writeFileSync(path, before)
  }
}

const bugs = plantedBugs.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
)
const sound = [...new Set(bugs.flatMap(({ tests = sweep }) => tests))]
if (!runTests(sound).success) {
  console.error('The tests fail with nothing planted; what they notice would say nothing.')
  process.exit(1)
}

const noticed = bugs.filter(plant).length
console.log(`${noticed} of ${bugs.length} noticed`)
process.exitCode = noticed === bugs.length ? 0 : 1
