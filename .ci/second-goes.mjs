// A reporter for vitest: names each test that passed only when it was run once more, with what
// failed the first time. Written to the file of SECOND_GOES, so that it is told with the failures.
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
