// The commands as a person starts them.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestDatabase } from '../platform/database/testing.ts'

export const program = fileURLToPath(new URL('../cli.ts', import.meta.url))
type Outcome = { code: number; out: string; err: string }

/** The program as a person starts it, on this database. */
export const run = (
  database: TestDatabase | null,
  given: string[],
  environment: Record<string, string> = {},
): Promise<Outcome> =>
  new Promise((done) => {
    const env = {
      PATH: process.env['PATH']!,
      DATA_DIR: '/tmp',
      ...(database ? { DATABASE_URL: database.url } : {}),
      ...environment,
    }
    const child = execFile(process.execPath, [program, ...given], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin?.end()
  })
