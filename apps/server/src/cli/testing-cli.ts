// Runs the commands as a person does.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestDatabase } from '../platform/database/testing.ts'

export const program = fileURLToPath(new URL('../cli.ts', import.meta.url))
/** Of this process; nothing else of its environment reaches the program. */
export const fromHere = {
  PATH: process.env['PATH']!,
  ...(process.env['NODE_COMPILE_CACHE']
    ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
    : {}),
}
type Outcome = { code: number; out: string; err: string }

export const run = (
  database: Pick<TestDatabase, 'url'> | null,
  given: string[],
  environment: Record<string, string> = {},
): Promise<Outcome> =>
  new Promise((done) => {
    const env = {
      ...fromHere,
      DATA_DIR: '/tmp',
      ...(database ? { DATABASE_URL: database.url } : {}),
      ...environment,
    }
    const child = execFile(process.execPath, [program, ...given], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin?.end()
  })
