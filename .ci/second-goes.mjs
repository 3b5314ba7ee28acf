// A reporter for vitest: lists each test that passed only on retry, with its first failure. Written
// to the file SECOND_GOES, so that it is shown together with the failures.
import { appendFileSync } from 'node:fs'

export default class SecondGoes {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return
    const [first] = test.result().errors ?? []
    const why = (first?.message ?? 'nothing was said').split('\n').slice(0, 3).join('\n  ')
    const line = `passed at the second go: ${test.fullName}\n  ${why}\n`
    if (process.env.SECOND_GOES) appendFileSync(process.env.SECOND_GOES, line)
    else console.error(line)
  }
}
