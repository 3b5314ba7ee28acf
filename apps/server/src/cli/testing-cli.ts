import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestDatabase } from '../platform/database/testing.ts'
import { runCommand } from './run-command.ts'

export const program = fileURLToPath(new URL('../cli.ts', import.meta.url))
/** Of this process; nothing else of its environment reaches the program. */
export const fromHere = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    ['PATH', 'NODE_COMPILE_CACHE', 'TMPDIR'].includes(name),
  ),
)
type Outcome = { code: number; out: string; err: string }
type Run = (
  database: Pick<TestDatabase, 'url'> | null,
  given: string[],
  environment?: Record<string, string>,
) => Promise<Outcome>

const buildEnvironment = (
  database: Pick<TestDatabase, 'url'> | null,
  environment: Record<string, string>,
): Record<string, string> => ({
  DATA_DIR: '/tmp',
  ...(database ? { DATABASE_URL: database.url } : {}),
  ...environment,
})

/** Runs a command as a person does. */
export const runAsProgram: Run = (database, given, environment = {}) =>
  new Promise((done) => {
    const env = { ...fromHere, ...buildEnvironment(database, environment) }
    const child = execFile(process.execPath, [program, ...given], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin?.end()
  })

/** Runs a command in this process: loading its modules in another takes longer than most tests. */
export const run: Run = async (database, given, environment = {}) => {
  let [out, err] = ['', '']
  const code = await runCommand(given, {
    env: buildEnvironment(database, environment),
    print: (text) => void (out += text),
    warn: (text) => void (err += text),
    lowerPriority: () => undefined,
  })
  return { code, out, err }
}
