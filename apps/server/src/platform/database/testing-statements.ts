// A setup file of vitest: with STATEMENTS=FILE, the statements that succeed in a test file are added
// to that file, for `prepared-statements.engines.test.ts`.
import { appendFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll } from 'vitest'

const file = process.env['STATEMENTS']
/** What PostgreSQL can prepare. */
const preparable = /^\s*(select|insert|update|delete|merge|with|values)\b/i

type Ask = (...given: unknown[]) => unknown
type Recorder = { statements: Set<string> }
const shared = globalThis as { statementRecorder?: Recorder }

const record = (): Recorder => {
  const statements = new Set<string>()
  // oxlint-disable-next-line typescript/unbound-method -- called with the client it was called on
  const ask = pg.Client.prototype.query as Ask
  const noted = function (this: pg.Client, ...given: unknown[]): unknown {
    const [query] = given
    const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text
    const isWanted = typeof text === 'string' && preparable.test(text)
    const last = given.at(-1)
    if (isWanted && typeof last === 'function')
      given[given.length - 1] = (error: unknown, ...results: unknown[]) => {
        if (!error) statements.add(text)
        ;(last as Ask)(error, ...results)
      }
    const answer = ask.apply(this, given)
    if (isWanted && answer instanceof Promise)
      answer.then(
        () => statements.add(text),
        () => undefined,
      )
    return answer
  }
  pg.Client.prototype.query = noted as typeof pg.Client.prototype.query
  return { statements }
}

if (file !== undefined) {
  // Test files share this module.
  const { statements } = (shared.statementRecorder ??= record())
  afterAll(() => {
    if (statements.size === 0) return
    appendFileSync(file, [...statements].map((text) => `${JSON.stringify(text)}\n`).join(''))
    statements.clear()
  })
}
