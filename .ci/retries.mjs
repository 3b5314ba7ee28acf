// A reporter for vitest: lists each test that passed only on retry, with its first failure. Written
// to the file RETRIES, so that it is shown together with the failures.
import { appendFileSync } from 'node:fs'

export default class RetryReporter {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return
    const [first] = test.result().errors ?? []
    const why = (first?.message ?? 'no message').split('\n').slice(0, 3).join('\n  ')
    const line = `passed on retry: ${test.fullName}\n  ${why}\n`
    if (process.env.RETRIES) appendFileSync(process.env.RETRIES, line)
    else console.error(line)
  }
}
