// Adds up vitest's JSON reports, given as arguments, and prints `passed failed`. A file that could
// not be loaded, an interrupted run and a missing report count as one failed test each. Failed and
// skipped tests are listed on standard error, each failure with the first lines of its message.
import { readFileSync } from 'node:fs'

let passed = 0
let failed = 0
for (const path of process.argv.slice(2)) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'))
    const broken = report.testResults.filter(
      (file) =>
        file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    )
    const skipped = report.testResults.flatMap((file) =>
      file.assertionResults.filter(
        (test) => test.status === 'skipped' || test.status === 'pending' || test.status === 'todo',
      ),
    )
    for (const test of skipped) console.error(`skipped: ${test.fullName}`)
    for (const test of report.testResults.flatMap((file) =>
      file.assertionResults.filter((test) => test.status === 'failed'),
    )) {
      console.error(
        `failed: ${test.fullName}\n  ${test.failureMessages.join('\n').split('\n').slice(0, 12).join('\n  ')}`,
      )
    }
    for (const file of broken) console.error(`failed: ${file.name}\n  ${file.message}`)
    passed += report.numPassedTests
    const failures = report.numFailedTests + broken.length
    failed += failures === 0 && !report.success ? 1 : failures
  } catch (error) {
    console.error(`no report of a test run: ${error.message}`)
    failed += 1
  }
}
console.log(`${passed} ${failed}`)
